package score

import (
	"fmt"
	"slices"
)

// tally sums up the tests of a group.
type tally struct {
	scores   []Number
	judged   int
	rejected bool // a test was judged and not accepted
	failed   bool // a test is a judge error
}

// passing is whether every test of a group was accepted.
type passing int

const (
	notKnown passing = iota
	passed
	missed
)

// Outcome computes the scores from those of the tests, which are in order of their names.
func (s *Standard) Outcome(tests []Test) Outcome {
	tallies := make(map[string]*tally)
	var from [2]string // tests with a file of each kind
	for _, t := range tests {
		name := Sample
		if g := s.groupOf(t.Name); g != nil {
			name = g.Name
			if t.From == ScoreFile {
				from[0] = t.Name
			} else if t.From == MultiplierFile {
				from[1] = t.Name
			}
		}
		if tallies[name] == nil {
			tallies[name] = new(tally)
		}
		tallies[name].add(t)
	}
	o := Outcome{}
	if from[0] != "" && from[1] != "" {
		o.Failure = fmt.Sprintf("the checker wrote %s for %s and %s for %s; it may write one of them for all tests",
			ScoreFile, from[0], MultiplierFile, from[1])
	}
	known := s.passes(tallies)
	for _, g := range s.groups {
		scored := s.score(g, tallies[g.Name], known)
		o.Groups = append(o.Groups, scored)
		o.fail(scored)
	}
	o.Whole = s.whole(o.Groups, tallies, known)
	if o.fail(o.Whole); o.Failure != "" {
		o.Whole.Known, o.Whole.Scored, o.Whole.Score = false, false, Number{}
	}
	return o
}

func (t *tally) add(test Test) {
	switch test.Verdict {
	case "":
		return
	case JudgeError:
		t.failed = true
		return
	case Accepted:
	default:
		t.rejected = true
	}
	t.judged++
	t.scores = append(t.scores, test.Score)
}

// fail records a score above its maximum.
func (o *Outcome) fail(g Group) {
	if o.Failure == "" && g.Scored && g.Bounded && g.Score.Cmp(g.Max) > 0 {
		o.Failure = fmt.Sprintf("the score of %s is %s, and its max_score %s", g.Name, g.Score, g.Max)
	}
}

// passes returns the groups, and sample, whose tests were all accepted. A test that is left out was not.
func (s *Standard) passes(tallies map[string]*tally) map[string]passing {
	known := map[string]passing{Sample: pass(tallies[Sample], s.tests[Sample])}
	for _, g := range s.groups { // those that are required come first
		known[g.Name] = pass(tallies[g.Name], s.count(g))
		switch required(slices.Concat(s.secret.Require, g.Require), known) {
		case missed:
			known[g.Name] = missed
		case notKnown:
			if known[g.Name] == passed {
				known[g.Name] = notKnown
			}
		}
	}
	return known
}

// pass reports whether all of so many tests were accepted.
func pass(t *tally, tests int) passing {
	switch {
	case t == nil && tests > 0:
		return notKnown
	case t == nil:
		return passed
	case t.rejected:
		return missed
	case t.failed || t.judged < tests:
		return notKnown
	}
	return passed
}

// count is how many tests a group has, the static validation test included.
func (s *Standard) count(g Settings) int {
	if g.HasStatic {
		return s.tests[g.Name] + 1
	}
	return s.tests[g.Name]
}

// required reports whether all required groups were passed.
func required(names []string, known map[string]passing) passing {
	all := passed
	for _, name := range names {
		switch known[name] {
		case missed:
			return missed
		case notKnown:
			all = notKnown
		}
	}
	return all
}

// score is the score of a group, or of secret if that has tests and no groups.
func (s *Standard) score(g Settings, t *tally, known map[string]passing) Group {
	scored := Group{Name: g.Name, Max: g.Max, Bounded: g.Bounded}
	need := g.Require
	if g.Name != Secret {
		need = slices.Concat(s.secret.Require, g.Require)
	}
	open := required(need, known)
	if open == missed {
		scored.Known, scored.Scored, scored.LeftOut = true, true, true
		return scored
	}
	if t == nil {
		t = new(tally)
	}
	all := t.judged == s.count(g) && !t.failed && t.judged > 0 // of no tests, the score is not known
	switch {
	case g.Mode != Sum && t.rejected: // scores are not negative
		scored.Known = true
	case !all:
	case g.Mode == AllOrNothing:
		scored.Known, scored.Score = true, g.Max
	case g.Mode == Min:
		scored.Known, scored.Score = true, slices.MinFunc(t.scores, Number.Cmp)
	default:
		scored.Score, _ = sum(t.scores) // scores of tests are finite
		scored.Known = true
	}
	if open == notKnown && scored.Score.Sign() != 0 {
		scored.Known, scored.Score = false, Number{}
	}
	scored.Scored = scored.Known
	return scored
}

// whole is the score of secret.
func (s *Standard) whole(groups []Group, tallies map[string]*tally, known map[string]passing) Group {
	if len(s.groups) == 0 {
		return s.score(s.secret, tallies[Secret], known)
	}
	whole := Group{Name: Secret, Max: s.secret.Max, Bounded: s.secret.Bounded}
	var scores []Number
	zero, all := false, true
	for _, g := range groups {
		all = all && g.Known
		zero = zero || g.Known && g.Score.Sign() == 0
		scores = append(scores, g.Score)
	}
	switch s.secret.Mode {
	case AllOrNothing:
		switch required(names(groups), known) {
		case missed:
			whole.Known = true
		case passed:
			whole.Known, whole.Score = true, s.secret.Max
		}
	case Min:
		if whole.Known = all || zero; all {
			whole.Score = slices.MinFunc(scores, Number.Cmp)
		}
	default:
		if whole.Known = all; all {
			whole.Score, _ = sum(scores) // scores of groups are finite
		}
	}
	whole.LeftOut = required(s.secret.Require, known) == missed
	whole.Scored = whole.Known
	return whole
}

func names(groups []Group) []string {
	var all []string
	for _, g := range groups {
		all = append(all, g.Name)
	}
	return all
}
