package score

import (
	"errors"
	"fmt"
	"strings"
)

// This file says the scoring of one format in the terms of another, where the scores of all submissions stay the same.

// Placed is a test in a package of another format.
type Placed struct {
	Test string // its name here
	Name string // there
	For  string // the group that it is a copy for, which requires that of the test; "" if it is the test itself
}

// Graders are the graders of the format legacy that give every submission the score that it has here. A submission with
// the score 0 may be one that is not accepted there.
type Graders struct {
	Groups []Grader // of all tests, sample, secret and each folder in it that has tests, the outer ones first
	Tests  []Placed // in order of their names; a test is there twice where a group requires another one
	Scores bool     // whether the scores are the checker's: validation: custom score
	Copies []string // groups that have copies of the tests that they require
}

// Graders says the scoring of these tests in the terms of the format legacy. With apart each test that gives points by
// itself has a folder, as DOMjudge has points for folders alone. The error says what cannot be said.
func (s *Standard) Graders(tests []string, apart bool) (Graders, error) {
	k := &converter{Standard: s, apart: apart, all: tests}
	top := DefaultGrader(Root)
	top.Break, top.IgnoreSample = false, s.tests[Sample] > 0
	k.add(top, s.secret)
	if s.tests[Sample] > 0 {
		shown := DefaultGrader(Sample)
		shown.Accept, shown.Scores = Number{}, MinOf
		k.add(shown, s.secret)
	}
	for _, test := range tests {
		if s.groupOf(test) == nil {
			k.out.Tests = append(k.out.Tests, Placed{Test: test, Name: test})
		}
	}
	if len(s.groups) == 0 {
		k.leaf(s.secret, s.secret.Max)
	} else {
		k.secretOfGroups()
	}
	for _, g := range s.groups {
		if k.out.Scores && g.Bounded { // validation: custom score is said of all tests
			k.no("%s has points of its own, where other groups have those that the checker gives", g.Name)
		}
	}
	for i, g := range k.out.Groups {
		if g.Name == Sample && !k.out.Scores {
			k.out.Groups[i].High = Number{}
		}
	}
	return k.out, errors.Join(k.errs...)
}

// converter collects graders.
type converter struct {
	*Standard
	apart bool
	all   []string
	out   Graders
	errs  []error
}

// add adds the grader of a group with that maximum score.
func (k *converter) add(g Grader, s Settings) {
	g.Low = Number{}
	if g.High = Infinity(1); s.Bounded {
		g.High = s.Max
	}
	k.out.Groups = append(k.out.Groups, g)
}

func (k *converter) no(format string, args ...any) {
	k.errs = append(k.errs, fmt.Errorf(format, args...))
}

// secretOfGroups adds secret, which has groups, and these. A group that is not accepted counts as 0.
func (k *converter) secretOfGroups() {
	g := DefaultGrader(Secret)
	switch g.Break = false; k.secret.Mode {
	case AllOrNothing: // each group has the score of all, or 0
		g.Scores = MinOf
	case Min:
		g.Scores = MinOf
	default:
		g.AnyAccepted = true
	}
	k.add(g, k.secret)
	for _, group := range k.groups {
		most := group.Max
		if k.secret.Mode == AllOrNothing {
			most = k.secret.Max
		}
		group.Require = append(group.Require[:len(group.Require):len(group.Require)], k.secret.Require...)
		k.leaf(group, most)
	}
}

// leaf adds a group of tests that gives at most that score.
func (k *converter) leaf(s Settings, most Number) {
	s.Max = most
	if s.Points != nil && k.equal(s, k.all) {
		s.Points = nil
	}
	g := DefaultGrader(s.Name)
	g.Scores = MinOf
	folder := func(string) string { return s.Name }
	switch {
	case s.HasStatic:
		k.no("%s has a static validation test", s.Name)
	case !s.Bounded:
		k.out.Scores, g.CustomScoring = true, true
		if s.Mode == Sum {
			g.Break, g.Scores, g.AnyAccepted = false, SumOf, true
		}
	case s.Mode != Sum:
		g.Accept = most
	case s.Points == nil && !k.apart: // the average of all or nothing is exact where a part is no decimal number
		g.Break, g.Scores, g.AnyAccepted, g.Accept = false, AverageOf, true, most
	default:
		g.Break, g.Scores, g.AnyAccepted = false, AverageOf, true
		if s.Points != nil {
			g.Scores = SumOf
		}
		folder = func(base string) string { return s.Name + "/" + base }
	}
	k.add(g, s)
	for _, test := range k.all {
		if in := k.groupOf(test); in == nil || in.Name != s.Name {
			continue
		}
		base := strings.ReplaceAll(strings.TrimPrefix(test, s.Name+"/"), "/", "-")
		at := folder(base)
		if at != s.Name {
			one := DefaultGrader(at)
			worth := s
			if one.Scores, one.Accept = MinOf, most; s.Points != nil {
				one.Accept = s.Points[test]
			}
			worth.Max = one.Accept
			k.add(one, worth)
		}
		k.out.Tests = append(k.out.Tests, Placed{Test: test, Name: at + "/" + base})
	}
	k.copies(s)
}

// copies adds the tests that a group requires to its own, as the format legacy has no require_pass: a group that gives
// all of its points or none then gives the same.
func (k *converter) copies(s Settings) {
	required := k.required(s.Require)
	if len(required) == 0 {
		return
	}
	if s.Mode == Sum || !s.Bounded {
		k.no("%s gives points for each test once %s is passed (require_pass)", s.Name, strings.Join(s.Require, ", "))
		return
	}
	k.out.Copies = append(k.out.Copies, s.Name)
	for _, test := range k.all {
		if required[k.nameOf(test)] {
			base := strings.ReplaceAll(strings.TrimPrefix(test, Secret+"/"), "/", "-")
			k.out.Tests = append(k.out.Tests, Placed{test, s.Name + "/" + base, s.Name})
		}
	}
}

// required are the groups with tests that are required by name, and those that they require.
func (k *converter) required(names []string) map[string]bool {
	found := make(map[string]bool)
	for _, name := range names {
		if k.tests[name] == 0 {
			continue
		}
		found[name] = true
		if g := k.group(name); g != nil {
			for also := range k.required(g.Require) {
				found[also] = true
			}
		}
	}
	return found
}
