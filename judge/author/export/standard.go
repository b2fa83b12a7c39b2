package export

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/goccy/go-yaml"

	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/base/untrusted"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/read/polygon"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/read/score"
)

// This file converts to the format 2025-09 what the legacy format has in another form.

// with appends a key to a map if it has a value.
func with[V any](doc yaml.MapSlice, key string, value V, some bool) yaml.MapSlice {
	if !some {
		return doc
	}
	return append(doc, yaml.MapItem{Key: key, Value: value})
}

// addYAML adds a file that holds a map, unless the map is nil.
func (k *plan) addYAML(path string, doc yaml.MapSlice) error {
	if doc == nil {
		return nil
	}
	text, err := yaml.Marshal(doc)
	k.text(path, string(text))
	return err
}

// argumentsOf returns the arguments of the checker and the input validators for a test, as test_group.yaml has them.
func (k *plan) argumentsOf(t problem.Test) (doc yaml.MapSlice) {
	args := k.checkerFlags(t)
	doc = with(doc, "output_validator_args", args, len(args) > 0)
	var validators yaml.MapSlice
	for _, name := range slices.Sorted(maps.Keys(t.InputValidatorArgs)) {
		validators = with(validators, name, t.InputValidatorArgs[name], len(t.InputValidatorArgs[name]) > 0)
	}
	return with(doc, "input_validator_args", validators, validators != nil)
}

// addGroups writes the settings of the tests. Arguments that all tests of a group have are in the group's
// test_group.yaml, and other arguments are in a file for each test.
func (k *plan) addGroups() error {
	groups, err := k.scores()
	text := func(t problem.Test) []string { return []string{fmt.Sprint(k.argumentsOf(t))} }
	folders := make(map[string][]problem.Test)
	for _, t := range k.tests {
		parts := strings.SplitN(t.Name, "/", 3)
		folder := parts[0]
		if group := path.Join(parts[:2]...); groups[group] != nil {
			folder = group
		}
		folders[folder] = append(folders[folder], t)
	}
	errs := []error{err}
	for folder, tests := range folders {
		same := differs(tests, text) < 0
		if same {
			groups[folder] = append(groups[folder], k.argumentsOf(tests[0])...)
		}
		for _, t := range tests {
			var doc yaml.MapSlice
			if !same {
				doc = k.argumentsOf(t)
			}
			for _, key := range []string{"description", "hint"} { // from .desc and .hint
				note, err := untrusted.Read(strings.TrimSuffix(t.Input, ".in")+"."+key[:4], maxText)
				doc = with(doc, key, string(note), err == nil)
			}
			errs = append(errs, k.addYAML("data/"+t.Name+".yaml", doc))
		}
	}
	for folder, doc := range groups {
		errs = append(errs, k.addYAML("data/"+folder+"/test_group.yaml", doc))
	}
	return errors.Join(errs...)
}

// givesScore matches what is in the source of a checker that gives scores, without and with testlib.
var givesScore = regexp.MustCompile(regexp.QuoteMeta(score.ScoreFile) + `|\b(quitpi?|_points)\b`)

// scores returns the settings for the scores of secret and the groups in it. Without scores, the map is empty.
func (k *plan) scores() (docs map[string]yaml.MapSlice, err error) {
	docs = make(map[string]yaml.MapSlice)
	if k.problem.Scoring == nil {
		return docs, nil
	}
	for _, c := range k.problem.Checkers {
		for _, file := range c.Files {
			text, _ := untrusted.Read(filepath.Join(c.Dir, file), maxText)
			found := givesScore.Find(text)
			if k.problem.Format != polygon.Format && path.Base(file) != testlib && found != nil {
				return docs, fmt.Errorf("%s gives scores (%s), and the format 2025-09 lacks the legacy format's "+
					"scores of checkers", filepath.Join(c.Dir, file), found)
			}
		}
	}
	if k.problem.Format != polygon.Format {
		k.note("no grader accepts a group in the format 2025-09: submissions in accepted must be right on every test")
	}
	groups, err := k.problem.Scoring.Upgrade()
	for _, g := range groups {
		docs[g.Name] = with(yaml.MapSlice{{Key: "max_score", Value: yaml.RawMessage(g.High.Exact())},
			{Key: "score_aggregation", Value: string(g.Mode)}}, "require_pass", g.Require, len(g.Require) > 0)
	}
	return docs, err
}

// addNamedStatement copies the statements and the files beside them. A statement whose name has no language is English.
func (k *plan) addNamedStatement() (err error) {
	before := len(k.files)
	if holds(k.problem.Dir, "problem_statement") {
		err = k.addTree("statement", filepath.Join(k.problem.Dir, "problem_statement"))
	}
	if at := filepath.Join(k.problem.Dir, "problem.pdf"); isFile(at) { // DOMjudge reads this
		k.copy("statement/problem.pdf", at)
	}
	has := func(path string) bool {
		return slices.ContainsFunc(k.files, func(f File) bool { return f.Path == path })
	}
	for i, f := range k.files[before:] {
		extension, plain := strings.CutPrefix(f.Path, "statement/problem.")
		if english := "statement/problem.en." + extension; plain && !strings.Contains(extension, ".") && !has(english) {
			k.files[before+i].Path = english
		}
	}
	if len(k.files) == before {
		k.note("the problem has no statement")
	}
	return err
}

// addExpected adds the submissions, and states their expected verdicts in submissions.yaml: for a whole folder if the
// format's rule for that folder applies, and otherwise for the submission, which then moves to mixed/.
func (k *plan) addExpected() error {
	p, entries, taken := k.problem, make(map[string]yaml.MapSlice), make(map[string]bool)
	var moved []string
	for _, s := range p.Submissions {
		all := p.Applying(s)
		folder, name, _ := strings.Cut(withWrongAnswer(s.Path, ""), "/")
		switch compiles := !p.Expects(s).Permits("", problem.CE); {
		case s.Broken != "" || !compiles:
			k.note("%s is left out: %s", s.Name, cmp.Or(s.Broken, "the format 2025-09 has no expected compile errors"))
			continue
		case len(all) > 0 && all[0].First && folderOf(all[0].Whole) == "accepted":
			folder = "accepted"
		case len(all) == 0: // in mixed, any verdict will do
			folder = mixed
		case all[0].First:
			folder, moved = mixed, append(moved, s.Name)
		}
		for taken[folder+"/"+name] {
			name = "other-" + name
		}
		at := folder + "/" + name
		taken[at] = true
		for _, e := range all {
			switch doc := entryOf(e); {
			case e.First && folder == "accepted":
			case e.First || e.Score != nil:
				entries[at] = append(entries[at], doc...)
			case !e.Partial: // the judge's own default has the expectation for partially_accepted
				entries[folder] = doc
			}
		}
		bare := s.Source
		bare.Language = ""
		usual, err := compile.LanguageOf(bare)
		stated := s.Language != "" && (err != nil || usual.Name != s.Language)
		entries[at] = with(entries[at], "language", s.Language, stated)
		k.addSubmission(s, "submissions/"+at)
		k.submissions++
	}
	if len(moved) > 0 {
		k.note("in %s, where submissions.yaml states the verdicts of all tests instead of the first that is not AC: %s",
			mixed, legible.Few(moved, 6))
	}
	var doc yaml.MapSlice
	for _, key := range slices.Sorted(maps.Keys(entries)) {
		doc = with(doc, key, knownVerdicts(entries[key]), entries[key] != nil)
	}
	return k.addYAML("submissions/submissions.yaml", doc)
}

// entryOf returns an expectation as submissions.yaml has it. It states all permitted verdicts, because an entry for a
// folder inherits the keys that it lacks.
func entryOf(e problem.Expectation) (doc yaml.MapSlice) {
	permitted, required := e.Permitted, e.Required
	switch {
	case e.Score != nil:
		low, high := yaml.RawMessage(e.Score.Low.Decimal()), yaml.RawMessage(e.Score.High.Decimal())
		return yaml.MapSlice{{Key: "score", Value: []yaml.RawMessage{low, high}}}
	case e.First && slices.Contains(e.Whole, problem.AC):
		permitted = e.Whole
	case e.First:
		required = e.Whole
	}
	if permitted == nil {
		permitted = []problem.Verdict{problem.AC, problem.WA, problem.TLE, problem.RTE}
	}
	names := func(verdicts []problem.Verdict) (all []any) {
		for _, v := range verdicts {
			all = append(all, string(v))
		}
		return all
	}
	doc = with(doc, "permitted", names(permitted), true)
	doc = with(doc, "required", names(required), required != nil)
	return with(doc, "use_for_time_limit", false, e.Untimed)
}

// addProperties writes problem.yaml.
func (k *plan) addProperties() error {
	p, a := k.problem, k.problem.About
	doc := yaml.MapSlice{{Key: "problem_format_version", Value: string(Standard)}, {Key: "type", Value: p.Types()},
		{Key: "name", Value: p.Titles}}
	doc = with(doc, "uuid", p.UUID, p.UUID != "")
	doc = with(doc, "credits", map[string][]string{"authors": a.Authors}, len(a.Authors) > 0)
	source := with(yaml.MapSlice{{Key: "name", Value: a.Source}}, "url", a.SourceURL, a.SourceURL != "")
	doc = with(doc, "source", source, a.Source != "")
	doc = with(doc, "license", p.License, p.License != "")
	doc = with(doc, "rights_owner", a.Owner, a.Owner != "")
	doc = with(doc, "keywords", a.Keywords, len(a.Keywords) > 0)
	doc = with(doc, "allow_file_writing", true, p.FileWriting)
	limits, ratio := k.limits(), p.Limits.Multipliers
	usual := problem.Multipliers{FromAccepted: 2000, ToTooSlow: 1500}
	limits = slices.DeleteFunc(limits, func(m yaml.MapItem) bool { return multipliers[m.Key.(string)] != "" })
	limits = with(limits, "time_multipliers", map[string]any{
		"ac_to_time_limit":  integral(float64(ratio.FromAccepted) / 1000),
		"time_limit_to_tle": integral(float64(ratio.ToTooSlow) / 1000)}, ratio != usual)
	step := p.Limits.Resolution
	for rest := p.Limits.Time; rest > 0; { // the largest resolution that divides both
		step, rest = rest, step%rest
	}
	limits = with(limits, "time_limit", integral(p.Limits.Time.Seconds()), p.Limits.Time > 0)
	limits = with(limits, "time_resolution", step.Seconds(), step != time.Second)
	doc = with(doc, "limits", limits, len(limits) > 0)
	if p.UUID == "" {
		k.note("problem.yaml has no uuid, which the format 2025-09 demands; add one, for example from uuidgen")
	}
	k.noteLost()
	return k.addYAML("problem.yaml", doc)
}
