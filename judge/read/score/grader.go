package score

import (
	"fmt"
	"slices"
)

// result is an input of a grader, of a test or a group, or its output.
type result struct {
	known   bool
	verdict string
	score   Number
}

// Outcome computes the results of all groups from those of the tests.
func (o *Legacy) Outcome(tests []Test) Outcome {
	g := grading{scheme: o, tests: make(map[string]Test), groups: make(map[string]Group)}
	for _, t := range tests {
		g.tests[t.Name] = t
	}
	g.grade(o.root, false)
	var out Outcome
	out.Failure = g.failure
	out.Whole = g.groups[Root]
	_, high := o.bounds()
	out.Whole.Max, out.Whole.Bounded = high, high.Finite() && !o.minimize
	for _, name := range o.Scored()[1:] {
		out.Groups = append(out.Groups, g.groups[name])
	}
	return out
}

// grading is one walk through the tree of groups.
type grading struct {
	scheme  *Legacy
	tests   map[string]Test
	groups  map[string]Group
	failure string
}

// grade is the result of a group. One that is left out has none, nor have the groups in it.
func (g *grading) grade(f *folder, leftOut bool) result {
	var considered []result
	known, broken := true, leftOut
	for _, item := range f.items {
		var r result
		if item.folder != nil {
			r = g.grade(item.folder, broken)
		} else {
			t := g.tests[item.name]
			r = result{t.Verdict != "", t.Verdict, t.Score}
		}
		if broken || f.IgnoreSample && item.name == Sample {
			continue
		}
		considered = append(considered, r)
		known = known && r.known
		broken = f.Break && r.known && r.verdict != Accepted
	}
	group := Group{Name: f.Name, Known: known, LeftOut: leftOut, Max: f.High, Bounded: f.High.Finite() &&
		!g.scheme.minimize}
	var r result
	if known && !leftOut {
		r = g.aggregate(f, considered)
		group.Known, group.Verdict, group.Scored, group.Score = r.known, r.verdict, r.verdict == Accepted, r.score
	}
	g.groups[f.Name] = group
	return r
}

// aggregate is what the group's grader makes of results. Of a group that is rejected, the grader's score is ignored: it
// has the reject_score, as a test has.
func (g *grading) aggregate(f *folder, results []result) result {
	verdict := f.verdict(results)
	if f.Custom && verdict != JudgeError {
		return g.ask(f, results)
	}
	if verdict != Accepted {
		return result{true, verdict, f.Reject}
	}
	score, err := f.score(results)
	if err != nil {
		g.fail(fmt.Sprintf("%s has no score: %v", shown(f.Name), err))
		return result{true, JudgeError, Number{}}
	}
	return g.within(f, score)
}

// within is an accepted result with that score, or a judge error if the score is out of the group's range.
func (g *grading) within(f *folder, score Number) result {
	if score.Cmp(f.Low) < 0 || score.Cmp(f.High) > 0 {
		g.fail(fmt.Sprintf("the score of %s is %s, and its range from %s to %s", shown(f.Name), score, f.Low, f.High))
		return result{true, JudgeError, Number{}}
	}
	return result{true, Accepted, score}
}

func (g *grading) fail(message string) {
	if g.failure == "" {
		g.failure = message
	}
}

// shown is a group's name in a sentence.
func shown(name string) string {
	if name == Root {
		return "all tests"
	}
	return name
}

// worst are the verdicts other than AC, the worst first. Those that the format does not name come last.
var worst = []string{JudgeError, "IF", "RTE", "MLE", "TLE", "OLE", "WA", "PE"}

// verdict is the verdict that the default grader gives. A judge error stays one.
func (f *folder) verdict(results []result) string {
	var rejected []string
	for _, r := range results {
		if r.verdict != Accepted {
			rejected = append(rejected, r.verdict)
		}
	}
	switch {
	case slices.Contains(rejected, JudgeError):
		return JudgeError
	case len(rejected) == 0 || f.Verdicts == AlwaysAccept || f.AnyAccepted && len(rejected) < len(results):
		return Accepted
	case f.Verdicts == FirstError:
		return rejected[0]
	}
	for _, verdict := range worst {
		if slices.Contains(rejected, verdict) {
			return verdict
		}
	}
	return rejected[0]
}

// score is the score that the default grader gives; of no results it is 0.
func (f *folder) score(results []result) (Number, error) {
	var scores []Number
	for _, r := range results {
		scores = append(scores, r.score)
	}
	switch {
	case len(scores) == 0:
		return Number{}, nil
	case f.Scores == MinOf:
		return slices.MinFunc(scores, Number.Cmp), nil
	case f.Scores == MaxOf:
		return slices.MaxFunc(scores, Number.Cmp), nil
	}
	total, err := sum(scores)
	if f.Scores == AverageOf {
		total = total.over(len(scores))
	}
	return total, err
}
