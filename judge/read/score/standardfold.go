package score

import (
	"cmp"
	"fmt"
	"slices"
)

// standardFold is the fold of the format 2025-09.
type standardFold struct {
	scheme *Standard
	groups []tally // sample, then the groups in secret or, if there are none, secret itself

	// scored is the last test with a score from ScoreFile, and multiplied the last test with one from MultiplierFile
	scored, multiplied string
}

// tally sums up the tests of a group.
type tally struct {
	*Settings
	tests    int      // the number of tests
	scores   []Number // of judged tests
	rejected string   // the first test that was not accepted

	required string // the required group whose failure leaves this group out; "" for none
	because  string // the test that made the required group fail
}

// missed returns the test that made the group fail; "" if the group has not failed so far.
func (t *tally) missed() string { return cmp.Or(t.rejected, t.because) }

// Fold returns a fold without results.
func (s *Standard) Fold() Fold {
	groups := s.groups
	if len(groups) == 0 {
		groups = []Settings{s.secret}
	}
	f := &standardFold{scheme: s, groups: []tally{{Settings: &Settings{Name: Sample}, tests: s.tests[Sample]}}}
	for i := range groups {
		f.groups = append(f.groups, tally{Settings: &groups[i], tests: s.tests[groups[i].Name]})
	}
	return f
}

// Outcome computes the scores of the submission and its groups from the results of the tests.
func (s *Standard) Outcome(tests []Test) Outcome {
	f := s.Fold()
	for _, t := range tests {
		if f.Next(t.Name) == "" {
			f.Add(t)
		}
	}
	return f.Outcome()
}

func (f *standardFold) Clone() Fold {
	clone := *f
	clone.groups = slices.Clone(f.groups)
	for i := range clone.groups {
		clone.groups[i].scores = slices.Clip(clone.groups[i].scores)
	}
	return &clone
}

// of returns the group of a test.
func (f *standardFold) of(test string) *tally { return f.find(f.scheme.groupOf(test).Name) }

// find returns the group with that name; nil if there is none.
func (f *standardFold) find(name string) *tally {
	i := slices.IndexFunc(f.groups, func(t tally) bool { return t.Name == name })
	if i < 0 {
		return nil
	}
	return &f.groups[i]
}

func (f *standardFold) Next(test string) string {
	if t := f.of(test); t.required != "" {
		return fmt.Sprintf("%s is required, and %s was not accepted", t.required, t.because)
	}
	return ""
}

func (f *standardFold) Add(test Test) {
	if test.Verdict == "" || test.Verdict == JudgeError { // not judged
		return
	}
	t := f.of(test.Name)
	t.scores = append(t.scores, test.Score)
	if test.Verdict != Accepted && t.rejected == "" {
		t.rejected = test.Name
		f.leaveOut()
	}
	switch {
	case t.Name == Sample:
	case test.From == ScoreFile:
		f.scored = test.Name
	case test.From == MultiplierFile:
		f.multiplied = test.Name
	}
}

// leaveOut finds the groups that require a failed group. One pass is enough, because groups can only require earlier
// groups.
func (f *standardFold) leaveOut() {
	for i := range f.groups {
		t := &f.groups[i]
		for _, name := range f.requires(t) {
			if other := f.find(name); other != nil && other.missed() != "" {
				t.required, t.because = name, other.missed()
				break
			}
		}
	}
}

// requires returns the names of the groups that a group requires. The group counts only if all tests of these groups
// are accepted.
func (f *standardFold) requires(t *tally) []string {
	if t.Name == Secret || t.Name == Sample {
		return t.Require
	}
	return slices.Concat(f.scheme.secret.Require, t.Require)
}

// Decided reports whether a failed test in the same group has already set the group's score to 0. Samples have no
// score, so one failed sample decides their group.
func (f *standardFold) Decided(test string) bool {
	t := f.of(test)
	return t.rejected != "" && t.Mode != Sum
}

func (f *standardFold) Outcome() (o Outcome) {
	if f.scored != "" && f.multiplied != "" {
		o.Failure = fmt.Sprintf("the checker wrote %s for %s and %s for %s; it may write one of them for all tests",
			ScoreFile, f.scored, MultiplierFile, f.multiplied)
	}
	secret := f.scheme.secret
	unsure := make(map[string]bool) // groups that may still pass or fail
	var scores []Number             // of groups
	rejected, missing := false, false
	for i := range f.groups {
		t := &f.groups[i]
		few := len(t.scores) < t.tests
		requiresUnsure := slices.ContainsFunc(f.requires(t), func(name string) bool { return unsure[name] })
		unsure[t.Name] = t.missed() == "" && (few || requiresUnsure)
		if t.Name == Sample {
			continue
		}
		g := t.result(t.scores, t.rejected != "", few || t.tests == 0) // without tests, the score is unknown
		switch {
		case t.required != "":
			g.Known, g.LeftOut, g.Score = true, true, Number{}
		case requiresUnsure && g.Score.Sign() != 0: // it may be left out, so only a score of 0 is certain
			g.Known, g.Score = false, Number{}
		}
		if g.Scored = g.Known; g.Known {
			scores = append(scores, g.Score)
		}
		rejected = rejected || t.missed() != ""
		missing = missing || !g.Known || secret.Mode == AllOrNothing && unsure[t.Name]
		o.Groups = append(o.Groups, g)
		o.fail(g)
	}
	if o.Whole = o.Groups[0]; len(f.scheme.groups) == 0 {
		o.Groups = nil
	} else {
		o.Whole = secret.result(scores, rejected, missing)
		o.Whole.LeftOut = slices.Contains(secret.Require, Sample) && f.groups[0].rejected != ""
	}
	if o.fail(o.Whole); o.Failure != "" {
		o.Whole.Known, o.Whole.Scored, o.Whole.Score = false, false, Number{}
	}
	return o
}

// fail records a failure if the score of a group is above its maximum.
func (o *Outcome) fail(g Group) {
	if o.Failure == "" && g.Scored && g.Bounded && g.Score.Cmp(g.Max) > 0 {
		o.Failure = fmt.Sprintf("the score of %s is %s, above its max_score of %s", g.Name, g.Score, g.Max)
	}
}

// result returns the score of a group from the known scores of its tests, or the score of secret from those of its
// groups. rejected is set if a test or a group failed, and missing if a score is unknown. No score is negative.
func (s *Settings) result(scores []Number, rejected, missing bool) Group {
	g := Group{Name: s.Name, Max: s.Max, Bounded: s.Bounded}
	zero := slices.ContainsFunc(scores, func(n Number) bool { return n.Sign() == 0 })
	switch {
	case s.Mode == AllOrNothing && rejected, s.Mode == Min && zero:
		g.Known = true
	case missing:
	case s.Mode == AllOrNothing:
		g.Known, g.Score = true, s.Max
	case s.Mode == Min:
		g.Known, g.Score = true, slices.MinFunc(scores, Number.Cmp)
	default:
		g.Known, g.Score = true, Total(scores...)
	}
	g.Scored = g.Known
	return g
}
