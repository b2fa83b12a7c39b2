package score

import (
	"cmp"
	"fmt"
	"slices"
)

// standardFold is the fold of the format 2025-09.
type standardFold struct {
	scheme *Standard
	groups []tally // of sample, and then of each group, or of secret if that has none

	scored, multiplied string // the last tests whose scores came from ScoreFile and from MultiplierFile
}

// tally sums up the tests of a group.
type tally struct {
	*Settings
	tests    int      // how many there are
	scores   []Number // of those that were judged
	rejected string   // the first test that was not accepted

	required string // the required group for which this one is left out, "" for none
	because  string // the test for which that group is not passed
}

// missed is the test for which the group is not passed, "" if there is none so far.
func (t *tally) missed() string { return cmp.Or(t.rejected, t.because) }

// Fold has no results yet.
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

// Outcome computes the scores from those of the tests.
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

// of is the group of a test, and find the one of that name, nil if there is none.
func (f *standardFold) of(test string) *tally { return f.find(f.scheme.nameOf(test)) }

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
	if test.Verdict == "" || test.Verdict == JudgeError { // it is not judged
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

// leaveOut finds the groups that require one that is not passed. Those that are required come first.
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

// requires are the groups of which every test must be accepted for a group to count.
func (f *standardFold) requires(t *tally) []string {
	if t.Name == Secret || t.Name == Sample {
		return t.Require
	}
	return slices.Concat(f.scheme.secret.Require, t.Require)
}

// Decided is true where one test that is not accepted makes the score 0, whatever the others get. Samples have no
// score.
func (f *standardFold) Decided(test string) bool {
	t := f.of(test)
	return t.rejected != "" && t.Mode != Sum
}

func (f *standardFold) Outcome() Outcome {
	var o Outcome
	if f.scored != "" && f.multiplied != "" {
		o.Failure = fmt.Sprintf("the checker wrote %s for %s and %s for %s; it may write one of them for all tests",
			ScoreFile, f.scored, MultiplierFile, f.multiplied)
	}
	unsure := make(map[string]bool) // groups that may be passed or not
	passed := true                  // all groups are
	for i := range f.groups {
		t := &f.groups[i]
		requiresUnsure := slices.ContainsFunc(f.requires(t), func(name string) bool { return unsure[name] })
		unsure[t.Name] = t.missed() == "" && (len(t.scores) < t.tests || requiresUnsure)
		if t.Name != Sample {
			passed = passed && t.missed() == "" && !unsure[t.Name]
			scored := t.score(requiresUnsure)
			o.Groups = append(o.Groups, scored)
			o.fail(scored)
		}
	}
	if len(f.scheme.groups) == 0 {
		o.Whole, o.Groups = o.Groups[0], nil
	} else {
		o.Whole = f.whole(o.Groups, passed)
	}
	if o.fail(o.Whole); o.Failure != "" {
		o.Whole.Known, o.Whole.Scored, o.Whole.Score = false, false, Number{}
	}
	return o
}

// fail records a score above its maximum.
func (o *Outcome) fail(g Group) {
	if o.Failure == "" && g.Scored && g.Bounded && g.Score.Cmp(g.Max) > 0 {
		o.Failure = fmt.Sprintf("the score of %s is %s, and its max_score %s", g.Name, g.Score, g.Max)
	}
}

// score is the score of a group, or of secret if that has no groups. If the group may be left out, only 0 is sure.
func (t *tally) score(mayBeLeftOut bool) Group {
	g := Group{Name: t.Name, Max: t.Max, Bounded: t.Bounded}
	switch all := len(t.scores) == t.tests && t.tests > 0; { // of no tests, the score is not known
	case t.required != "":
		g.Known, g.LeftOut = true, true
	case t.Mode != Sum && t.rejected != "": // scores are not negative
		g.Known = true
	case !all:
	case t.Mode == AllOrNothing:
		g.Known, g.Score = true, t.Max
	case t.Mode == Min:
		g.Known, g.Score = true, slices.MinFunc(t.scores, Number.Cmp)
	default:
		g.Known, g.Score = true, Total(t.scores...)
	}
	if mayBeLeftOut && g.Score.Sign() != 0 {
		g.Known, g.Score = false, Number{}
	}
	g.Scored = g.Known
	return g
}

// whole is the score of secret by those of its groups; passed says whether all of them are passed.
func (f *standardFold) whole(groups []Group, passed bool) Group {
	secret := f.scheme.secret
	whole := Group{Name: Secret, Max: secret.Max, Bounded: secret.Bounded}
	var scores []Number
	zero, all := false, true
	for _, g := range groups {
		all = all && g.Known
		zero = zero || g.Known && g.Score.Sign() == 0
		scores = append(scores, g.Score)
	}
	switch {
	case secret.Mode == AllOrNothing && passed:
		whole.Known, whole.Score = true, secret.Max
	case secret.Mode == AllOrNothing:
		whole.Known = slices.ContainsFunc(f.groups[1:], func(t tally) bool { return t.missed() != "" })
	case secret.Mode == Min:
		if whole.Known = all || zero; all {
			whole.Score = slices.MinFunc(scores, Number.Cmp)
		}
	case all:
		whole.Known = true
		whole.Score = Total(scores...)
	}
	whole.LeftOut = slices.Contains(secret.Require, Sample) && f.groups[0].rejected != ""
	whole.Scored = whole.Known
	return whole
}
