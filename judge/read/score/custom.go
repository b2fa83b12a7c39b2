package score

import "fmt"

// Result is what a test or a group got.
type Result struct {
	Verdict string
	Score   Number
}

// CustomGrader asks the grader that a problem brings to make one result of several, of a group with these settings. The
// error says how it failed, which is a judge error. A result without a verdict is unknown: it could not be asked.
type CustomGrader func(group Grader, results []Result) (Result, error)

// Asks reports whether some group has a custom grader.
func (o *Legacy) Asks() bool {
	for _, f := range o.folders {
		if f.Custom {
			return true
		}
	}
	return false
}

// By is the same scoring with a custom grader that can be asked. Without one the results of its groups are unknown.
func (o *Legacy) By(custom CustomGrader) *Legacy {
	other := *o
	other.custom = custom
	return &other
}

// GateAfter is the gate that knows what custom graders said of groups.
func (o *Legacy) GateAfter(outcome Outcome) Gate {
	said := make(map[string]string)
	for _, g := range outcome.Groups {
		said[g.Name] = g.Verdict
	}
	return &legacyGate{scheme: o, open: []frame{{folder: o.root}}, said: said}
}

// ask is what the custom grader makes of results, none of which is a judge error.
func (g *grading) ask(f *folder, results []result) result {
	if g.scheme.custom == nil {
		return result{}
	}
	var given []Result
	for _, r := range results {
		given = append(given, Result{r.verdict, r.score})
	}
	got, err := g.scheme.custom(f.Grader, given)
	switch {
	case err != nil:
		g.fail(fmt.Sprintf("the grader of %s: %v", shown(f.Name), err))
		return result{true, JudgeError, Number{}}
	case got.Verdict == "":
		return result{}
	case got.Verdict != Accepted:
		return result{true, got.Verdict, f.Reject}
	}
	return g.within(f, got.Score)
}
