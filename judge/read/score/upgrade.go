package score

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
)

// Upgrade returns the settings of secret, and of the groups in it, that give the same scores in the format 2025-09. A
// submission that a grader rejects, so that it has no score, has the score 0 there. An error says which setting that
// format cannot express.
func (s *Scheme) Upgrade() (settings []Settings, err error) {
	if s.graded {
		settings, err = s.upgraded()
	} else {
		for _, name := range s.Scored() {
			settings = append(settings, s.groups[name].Settings)
		}
	}
	for _, g := range settings {
		all := s.groups[g.Name]
		if !g.High.Finite() || g.High.Sign() < 0 || strings.Contains(g.High.Exact(), "/") {
			return nil, fmt.Errorf("%s has the maximum score %s, but in the format 2025-09 it is an integer, 0 or more",
				g.Name, g.High)
		}
		for _, test := range s.tests {
			switch {
			case g.Name == Secret && len(settings) > 1 && path.Dir(test) == Secret:
				return nil, fmt.Errorf("secret has both tests and groups; move %s to a group", test)
			case g.Points != nil && s.groupOf(test) == all && !g.Points[test].Equal(g.High.over(all.items)):
				return nil, fmt.Errorf("the tests of %s have different points, and the format 2025-09 gives equal "+
					"ones; put tests with different points into groups", g.Name)
			}
		}
	}
	return settings, err
}

// upgraded upgrades a scoring by graders. Most groups become groups that give all of their points or none.
func (s *Scheme) upgraded() (settings []Settings, err error) {
	var accepted []Test
	for _, name := range s.tests {
		n, _, _ := s.Rule(name).Score(true, nil)
		accepted = append(accepted, Test{Name: name, Verdict: Accepted, Score: n})
	}
	best := s.Outcome(accepted)
	if best.Failure != "" {
		return nil, errors.New(best.Failure)
	}
	for _, name := range append([]string{Secret}, s.inside(Secret)...) {
		full, _ := best.Find(name)
		g, nested := s.groups[name], len(s.inside(name)) > 0
		added := Settings{Name: name, Mode: AllOrNothing, High: full.Score}
		lenient := g.Verdicts == AlwaysAccept || g.AnyAccepted
		switch each := lenient && !g.Break && (g.Mode == Sum || g.Mode == Average && !nested); {
		case s.strict(name):
		case name != Secret && g.Mode == Min && !nested:
		case each && (name == Secret || !nested):
			added.Mode = Sum
		default:
			return nil, fmt.Errorf("%s is graded in a way that the format 2025-09 cannot express (on_reject, "+
				"grader_flags)", name)
		}
		if settings = append(settings, added); added.Mode == AllOrNothing && name == Secret {
			break // secret gives all of its points or none
		}
	}
	for _, name := range s.Scored() {
		g := s.groups[name]
		sampled := name == Sample && !s.groups[Root].IgnoreSample
		for _, lost := range []struct {
			what string
			some bool
		}{
			{"custom graders (grading: custom)", g.Custom},
			{"objective: min", s.minimize},
			{"validation: custom score", g.CustomScoring},
			{"reject_score", g.Reject.Sign() != 0},
			{"scores that depend on samples; write grader_flags: ignore_sample", sampled},
		} {
			if lost.some {
				return nil, fmt.Errorf("the format 2025-09 has no %s", lost.what)
			}
		}
	}
	return settings, nil
}

// inside returns the names of the groups that are directly in a group.
func (s *Scheme) inside(name string) []string {
	return slices.DeleteFunc(s.Scored(), func(other string) bool { return path.Dir(other) != name || other == name })
}

// strict reports whether a grader rejects a group if any test in it, or in the groups in it, is rejected.
func (s *Scheme) strict(name string) bool {
	g := s.groups[name]
	return g.Verdicts != AlwaysAccept && !g.AnyAccepted && !slices.ContainsFunc(s.inside(name),
		func(inner string) bool { return !s.strict(inner) })
}
