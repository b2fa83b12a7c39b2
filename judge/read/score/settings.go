package score

import (
	"errors"
	"fmt"
	"slices"
)

// Settings says the scoring of a legacy format in the terms of the format 2025-09: the settings of secret, and of the
// groups in it. Every submission has the same score, where one that is not accepted has 0. The error says what cannot
// be said.
func (o *Legacy) Settings() ([]Settings, error) {
	secret := o.folders[Secret]
	switch {
	case o.minimize:
		return nil, errors.New("scores are to be low (objective: min)")
	case secret == nil:
		return nil, errors.New("there are no secret tests")
	}
	if err := errors.Join(o.root.plain(), o.root.holds(Number{})); err != nil {
		return nil, err
	}
	require, err := o.sampleRequired()
	if err != nil {
		return nil, err
	}
	all, err := secret.settings()
	if err != nil {
		return nil, err
	}
	all[0].Require = append(all[0].Require, require...)
	if all[0].Bounded {
		err = o.root.holds(all[0].Max)
	}
	return all, err
}

// Grader is the grader of a group.
func (o *Legacy) Grader(name string) (Grader, bool) {
	f := o.folders[name]
	if f == nil {
		return Grader{}, false
	}
	return f.Grader, true
}

// Minimizes reports whether scores are to be low.
func (o *Legacy) Minimizes() bool { return o.minimize }

// sampleRequired says what secret requires because samples count: sample, or nothing. Samples must give no points.
func (o *Legacy) sampleRequired() ([]string, error) {
	sample := o.folders[Sample]
	if sample == nil || o.root.IgnoreSample {
		return nil, nil
	}
	if o.root.Scores != SumOf {
		return nil, fmt.Errorf("the score of all tests is the %s of those of sample and secret", o.root.Scores)
	}
	always := true
	for name, f := range o.folders {
		if name != Sample && !slices.Contains(foldersOf(name), Sample) {
			continue
		}
		if f.Custom || f.CustomScoring || f.Accept.Sign() != 0 || f.Reject.Sign() != 0 {
			return nil, fmt.Errorf("the tests of %s give points", name)
		}
		if f.AnyAccepted {
			return nil, fmt.Errorf("%s is accepted if one of its tests is", name)
		}
		always = always && f.Verdicts == AlwaysAccept
	}
	if always || o.root.partly() && !o.root.Break {
		return nil, nil
	}
	return []string{Sample}, nil
}

// partly reports whether a group has a score although one of its items was not accepted.
func (f *folder) partly() bool { return f.Verdicts == AlwaysAccept || f.AnyAccepted }

// plain says why a group has no score that the default grader gives, and 0 if it is not accepted.
func (f *folder) plain() error {
	switch {
	case f.Custom:
		return fmt.Errorf("%s has a grader of its own (grading: custom)", shown(f.Name))
	case f.Reject.Sign() != 0:
		return fmt.Errorf("%s has a reject_score that is not 0", shown(f.Name))
	case f.Accept.Sign() < 0 || !f.Accept.Finite():
		return fmt.Errorf("%s has the accept_score %s", shown(f.Name), f.Accept)
	}
	return nil
}

// holds says that a score is out of the group's range.
func (f *folder) holds(n Number) error {
	if n.Cmp(f.Low) < 0 || n.Cmp(f.High) > 0 {
		return fmt.Errorf("%s can have the score %s, which its range excludes", shown(f.Name), n)
	}
	return nil
}

// settings are those of secret and the groups in it.
func (f *folder) settings() ([]Settings, error) {
	groups := 0
	for _, item := range f.items {
		if item.folder != nil {
			groups++
		}
	}
	switch {
	case groups == 0:
		s, err := f.leaf()
		return []Settings{s}, err
	case groups < len(f.items):
		return nil, fmt.Errorf("%s has tests beside groups", f.Name)
	}
	if err := errors.Join(f.plain(), f.holds(Number{})); err != nil {
		return nil, err
	}
	all := make([]Settings, 1, groups+1)
	for _, item := range f.items {
		s, err := item.folder.leaf()
		if err != nil {
			return nil, err
		}
		all = append(all, s)
	}
	err := f.combine(all)
	return all, err
}

// combine fills in the settings of secret, which are the first, by those of its groups.
func (f *folder) combine(all []Settings) error {
	groups := all[1:]
	secret := Settings{Name: f.Name, Mode: Sum, Bounded: true}
	var most []Number
	for _, g := range groups {
		secret.Bounded = secret.Bounded && g.Bounded
		most = append(most, g.Max)
	}
	secret.Max = Total(most...)
	var err error
	switch {
	case len(groups) == 1: // its score is that of secret
	case f.Scores == MinOf:
		secret.Mode, secret.Max = Min, slices.MinFunc(most, Number.Cmp)
	case f.Scores != SumOf:
		return fmt.Errorf("the score of %s is the %s of those of its groups", f.Name, f.Scores)
	case f.partly():
		err = f.chain(groups)
	case !slices.ContainsFunc(f.items, func(i item) bool { return i.folder.Verdicts != AlwaysAccept }):
	case !slices.ContainsFunc(f.items, func(i item) bool { return i.folder.partly() || i.folder.CustomScoring }):
		secret.Mode = AllOrNothing
	default:
		return fmt.Errorf("%s gives points only if all of its groups are accepted, and these give points for each test",
			f.Name)
	}
	if !secret.Bounded {
		secret.Max = Number{}
	} else if err == nil {
		err = f.holds(secret.Max)
	}
	all[0] = secret
	return err
}

// chain has each group require the ones before it, where on_reject: break leaves out what is behind one that is not
// accepted.
func (f *folder) chain(groups []Settings) error {
	if !f.Break {
		return nil
	}
	var before []string
	for i := range groups {
		groups[i].Require = slices.Clone(before)
		of := f.items[i].folder
		switch {
		case i == len(groups)-1 || of.Verdicts == AlwaysAccept:
		case of.AnyAccepted && len(of.items) > 1 || groups[i].Mode != AllOrNothing:
			return fmt.Errorf("the groups behind %s are left out if it is not accepted, and its tests give points of "+
				"their own", of.Name)
		default:
			before = append(before, of.Name)
		}
	}
	return nil
}

// leaf are the settings of a group that has tests and no groups.
func (f *folder) leaf() (Settings, error) {
	s := Settings{Name: f.Name, Mode: AllOrNothing, Bounded: true, Max: f.Accept}
	if err := f.plain(); err != nil {
		return s, err
	}
	for _, item := range f.items {
		if item.folder != nil {
			return s, fmt.Errorf("%s is a group in a group", item.folder.Name)
		}
	}
	n := len(f.items)
	how := f.Scores
	if n == 1 {
		how = MinOf
	}
	switch {
	case f.CustomScoring && how == MinOf:
		s.Mode, s.Bounded, s.Max = Min, false, Number{}
		return s, f.holds(Number{})
	case f.CustomScoring && how == SumOf && f.partly() && !f.Break:
		s.Mode, s.Bounded, s.Max = Sum, false, Number{}
		return s, f.holds(Number{})
	case f.CustomScoring:
		return s, fmt.Errorf("%s makes the %s of the scores that the checker gives%s", f.Name, how, f.whichTests())
	case how == MinOf:
	case !f.partly() && how == SumOf:
		s.Max = f.Accept.times(Int(int64(n)))
	case !f.partly():
	case how == MaxOf || f.Break:
		return s, fmt.Errorf("%s makes the %s of the scores of its tests%s", f.Name, how, f.whichTests())
	default:
		if s.Mode = Sum; how == SumOf {
			s.Max = f.Accept.times(Int(int64(n)))
		}
	}
	if f.partly() {
		return s, errors.Join(f.holds(Number{}), f.holds(s.Max))
	}
	return s, f.holds(s.Max)
}

// whichTests says of which of its tests a group has scores.
func (f *folder) whichTests() string {
	switch {
	case !f.partly():
		return ", if every test is accepted"
	case f.Break:
		return " up to the first that is not accepted (on_reject: break)"
	}
	return ""
}

// Whole are the settings of secret and its groups with tests that stand where each of them is worth an equal part: a
// test with points of its own is a group. The error says which score is no integer, as the format 2025-09 wants it.
func (s *Standard) Whole(tests []string) ([]Settings, []Placed, error) {
	all, placed := s.Settings(), []Placed(nil)
	apart := func(of Settings) []Settings {
		var groups []Settings
		for _, test := range tests {
			in := s.groupOf(test)
			if in == nil || in.Name != of.Name {
				continue
			}
			base := test[len(of.Name)+1:]
			g := Settings{Name: of.Name + "-" + base, Mode: AllOrNothing, Bounded: true, Max: of.Points[test],
				Require: of.Require}
			if of.Name == Secret {
				g.Name, g.Require = Secret+"/"+base, nil
			}
			groups = append(groups, g)
			placed = append(placed, Placed{Test: test, Name: g.Name + "/" + base})
		}
		return groups
	}
	var out []Settings
	var errs []error
	for _, g := range all {
		switch {
		case g.Points == nil || g.Mode != Sum || g.Name == Secret && len(s.groups) > 0:
			g.Points = nil
			out = append(out, g)
		case s.equal(g, tests):
			g.Points = nil
			out = append(out, g)
		case g.Name == Secret:
			groups := apart(g)
			g.Points = nil
			out = append(append(out, g), groups...)
		case s.secret.Mode != Sum:
			errs = append(errs, fmt.Errorf("the tests of %s have points of their own, and it is one of several groups "+
				"whose scores are not added up", g.Name))
		default:
			out = append(out, apart(g)...)
		}
	}
	for _, g := range out {
		if g.Bounded && !g.Max.value().IsInt() {
			errs = append(errs, fmt.Errorf("%s has %s points, and a max_score is an integer", g.Name, g.Max))
		}
	}
	return out, placed, errors.Join(errs...)
}

// equal reports whether the tests of a group are worth equal parts of its maximum.
func (s *Standard) equal(g Settings, tests []string) bool {
	part := g.Max.over(max(s.tests[g.Name], 1))
	return !slices.ContainsFunc(tests, func(test string) bool {
		in := s.groupOf(test)
		return in != nil && in.Name == g.Name && !g.Points[test].Equal(part)
	})
}
