package export

import (
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"

	"dlxjudge/judge/base/untrusted"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/read/score"
)

// This file says the scores of a problem as the target has them.
//
// Kattis' problemtools takes those of the format legacy (judge/grade.py, checks/testdata.py). DOMjudge takes them since
// it has scoring problems, with less of testdata.yaml (ImportProblemService::parseTestCaseGroupMeta): accept_score is
// what a folder of tests gives if all of them are correct, nothing is inherited, and tests in a folder without the file
// do not count (SubmissionService::maybeSetScoringResult).

// addScores decides which tests the package has, under which names, and how they are scored.
func (k *plan) addScores() error {
	p := k.problem
	k.tests = p.Tests
	if p.Scoring == nil || k.to == Standard && !k.legacy() {
		return nil
	}
	var names []string
	for _, t := range p.Tests {
		names = append(names, t.Name)
	}
	standard, older := p.Scoring.(*score.Standard)
	if legacy, is := p.Scoring.(*score.Legacy); is && k.to == Kattis {
		return k.keepGraders(legacy)
	} else if is {
		settings, err := legacy.Settings()
		if err != nil {
			return fmt.Errorf("%s cannot be told how its scores are computed: %w", k.to.called(), err)
		}
		standard, _ = score.NewStandard(settings[0], settings[1:], names)
	} else if !older {
		return fmt.Errorf("its scoring is not known to %s", k.to.called())
	}
	if k.to == Standard {
		settings, placed, err := standard.Whole(names)
		k.settings = settings
		k.place(placed, true)
		return err
	}
	graders, err := standard.Graders(names, k.to == DOMjudge)
	if err != nil {
		return fmt.Errorf("%s cannot be told how its scores are computed: %w", k.to.called(), err)
	}
	k.place(graders.Tests, false)
	k.scored = graders.Scores
	k.graders = graders.Groups
	if len(graders.Copies) > 0 {
		k.note("%s has no require_pass, so these groups have copies of the tests that they require: %s", k.to.called(),
			strings.Join(graders.Copies, ", "))
	}
	if k.to == DOMjudge {
		k.note("its points need a DOMjudge that has scoring problems; that warns of accept_if_any_accepted, which it " +
			"always does")
	}
	return k.scoresOfChecker()
}

// keepGraders takes the graders of a package in a legacy format as they are, with a grader of its own.
func (k *plan) keepGraders(legacy *score.Legacy) error {
	for _, name := range legacy.Scored() {
		g, _ := legacy.Grader(name)
		k.scored = k.scored || g.CustomScoring
		k.graders = append(k.graders, g)
	}
	k.minimize = legacy.Minimizes()
	if dir := filepath.Join(k.problem.Dir, "graders"); legacy.Asks() && holds(k.problem.Dir, "graders") {
		return k.addTree("graders", dir)
	}
	return nil
}

// place gives tests the names that they have in the package. Those that are not placed keep theirs if keep is true.
func (k *plan) place(placed []score.Placed, keep bool) {
	of := make(map[string][]score.Placed)
	for _, p := range placed {
		of[p.Test] = append(of[p.Test], p)
	}
	k.tests = nil
	for _, t := range k.problem.Tests {
		if keep && of[t.Name] == nil {
			k.tests = append(k.tests, t)
		}
		for _, p := range of[t.Name] {
			k.tests = append(k.tests, k.placed(t, p))
		}
	}
	slices.SortStableFunc(k.tests, func(a, b problem.Test) int {
		return slices.Compare(strings.Split(a.Name, "/"), strings.Split(b.Name, "/"))
	})
}

// scoresOfChecker refuses an output validator that gives parts of a test's points, which these formats do not have
// beside points of tests. Whether it does is not certain: what its sources name is looked at.
func (k *plan) scoresOfChecker() error {
	if k.scored || k.problem.Checkers == nil {
		return nil
	}
	for _, s := range k.problem.Checkers {
		for _, file := range s.Files {
			text, err := untrusted.Read(filepath.Join(s.Dir, file), maxFile)
			if err != nil {
				return err
			}
			for _, name := range []string{score.ScoreFile, score.MultiplierFile} {
				if strings.Contains(string(text), name) {
					return fmt.Errorf("%s names %s, and %s has no points that an output validator gives in a group "+
						"with a max_score", filepath.Join(s.Dir, file), name, k.to.called())
				}
			}
		}
	}
	k.note("a score.txt of its output validator would not count, or be an error: tests give all of their points or " +
		"none")
	return nil
}

// graderDoc is what testdata.yaml says of a group's scores; nil if it says nothing.
func (k *plan) graderDoc(group string) (doc yaml.MapSlice) {
	i := slices.IndexFunc(k.graders, func(g score.Grader) bool { return g.Name == group })
	if i < 0 {
		return nil
	}
	g := k.graders[i]
	add := func(key string, value any) { doc = append(doc, yaml.MapItem{Key: key, Value: value}) }
	number := func(n score.Number) any {
		if f, ok := n.Float(); ok {
			return integral(f)
		}
		return n.Decimal()
	}
	reject := "continue"
	if g.Break {
		reject = "break"
	}
	add("on_reject", reject)
	flags := []string{string(g.Scores)}
	if g.Custom {
		add("grading", "custom")
		flags = slices.DeleteFunc(slices.Clone(g.Args), func(word string) bool { return word == "" })
	} else {
		if g.Verdicts != score.WorstError {
			flags = append(flags, string(g.Verdicts))
		}
		if g.AnyAccepted {
			flags = append(flags, "accept_if_any_accepted")
		}
		if g.IgnoreSample && g.Name == score.Root {
			flags = append(flags, "ignore_sample")
		}
	}
	add("grader_flags", strings.Join(flags, " "))
	leaf := !slices.ContainsFunc(k.graders, func(o score.Grader) bool {
		return o.Name != group && (group == score.Root || path.Dir(o.Name) == group)
	})
	if leaf && !(k.scored && k.to == DOMjudge) || k.problem.Format != string(Standard) && k.to == Kattis {
		add("accept_score", number(g.Accept))
	}
	if g.Reject.Sign() != 0 {
		add("reject_score", number(g.Reject))
	}
	if g.High.Finite() || g.Low.Finite() && k.to == Kattis {
		add("range", g.Low.Decimal()+" "+g.High.Decimal())
	}
	return doc
}

// settingDoc is what test_group.yaml says of the scores of secret or a group in it.
func (k *plan) settingDoc(group string) (doc yaml.MapSlice) {
	for _, s := range k.settings {
		if s.Name != group {
			continue
		}
		var most any = "unbounded"
		if f, ok := s.Max.Float(); s.Bounded && ok {
			most = integral(f)
		}
		doc = yaml.MapSlice{{Key: "max_score", Value: most}, {Key: "score_aggregation", Value: string(s.Mode)}}
		if len(s.Require) > 0 {
			doc = append(doc, yaml.MapItem{Key: "require_pass", Value: s.Require})
		}
	}
	return doc
}

// scoreFolder is the folder of a submission to a scoring problem that Kattis has; "" if it is not certain. A submission
// that is not accepted on some test has part of the points there, or none: problemtools' submission_rules.py.
func (k *plan) scoreFolder(s problem.Submission, expected []problem.Verdict) string {
	v, one := only(expected)
	if _, legacy := k.problem.Scoring.(*score.Legacy); legacy {
		folder, _, _ := strings.Cut(s.Path, "/")
		if one && folder != "partially_accepted" {
			return folders[v]
		}
		return map[string]string{"partially_accepted": folder}[folder]
	}
	for _, e := range k.problem.Applying(s) {
		switch {
		case e.Partial || e.Score != nil && e.Tests == "" && e.Score.Low.Sign() > 0 &&
			k.problem.Scoring.Partial(e.Score.Low) == "" && k.problem.Scoring.Partial(e.Score.High) == "":
			return "partially_accepted"
		case e.Score != nil && e.Tests == "" && e.Score.High.Sign() == 0 && one:
			return folders[v]
		}
	}
	parts := slices.ContainsFunc(k.graders, func(g score.Grader) bool { return g.AnyAccepted })
	if one && (v == problem.AC || !parts) {
		return folders[v]
	}
	return ""
}

// exactScore is the one score that is expected of a submission, as DOMjudge reads it in a comment; "" for none.
func (k *plan) exactScore(s problem.Submission) string {
	for _, e := range k.problem.Applying(s) {
		if e.Score != nil && e.Tests == "" && e.Score.Low.Equal(e.Score.High) {
			return e.Score.Low.Decimal()
		}
	}
	return ""
}

// scoreItem is a score as submissions.yaml has it.
func scoreItem(r problem.ScoreRange) (yaml.MapItem, error) {
	low, lowOK := r.Low.Float()
	high, highOK := r.High.Float()
	if !lowOK || !highOK {
		return yaml.MapItem{}, errors.New("a score that is expected is no number")
	}
	if r.Low.Equal(r.High) {
		return yaml.MapItem{Key: "score", Value: integral(low)}, nil
	}
	return yaml.MapItem{Key: "score", Value: []any{integral(low), integral(high)}}, nil
}
