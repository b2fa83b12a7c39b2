package problem

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"dlxjudge/judge/read/score"
	yaml "dlxjudge/judge/read/strictyaml"
)

// static is what a test_group.yaml says of a static validation test.
type static struct {
	group string
	asked yaml.Value // the score of it; the zero Value if there is no such test
	worth *int64     // the score, nil for none: pass-fail
	args  []string
	at    yaml.Value // where the arguments are
}

// readStatic finds the static validator.
func (p *Problem) readStatic() error {
	dir := filepath.Join(p.Dir, "static_validator")
	if !holdsAny(dir) {
		return nil
	}
	if p.SubmitAnswer {
		return p.fault(fmt.Errorf("%s: submissions to a problem of type submit-answer are no programs; remove the "+
			"static validator", dir))
	}
	source, err := p.readSource(dir)
	source.Constants = nil // the format replaces none here
	p.StaticValidator = &source
	return err
}

// staticFields are the keys of a test_group.yaml that are about its static validation test.
func (c *configs) staticFields(file string) yaml.Fields {
	dir, _ := filepath.Rel(c.problem.DataDir, filepath.Dir(file))
	s := &static{group: filepath.ToSlash(dir)}
	c.static = append(c.static, s)
	return yaml.Fields{
		"static_validation_score": func(v yaml.Value) error {
			s.asked = v
			if v.Is("pass-fail") {
				return nil
			}
			if !c.problem.scored {
				return v.Fault(v.Errorf("a pass-fail problem has no scores; write: static_validation_score: pass-fail"))
			}
			n, err := v.Int()
			if err != nil || n < 0 {
				return v.Errorf("want an integer, 0 or more, or pass-fail")
			}
			s.worth = &n
			return nil
		},
		"static_validator_args": func(v yaml.Value) (err error) {
			s.at = v
			s.args, err = arguments(v)
			return err
		},
	}
}

// staticTests gives the problem its static validation tests, in order of their groups.
func (w *testWalk) staticTests() {
	groups := w.configs.static
	slices.SortFunc(groups, func(a, b *static) int { return strings.Compare(a.group, b.group) })
	for _, s := range groups {
		asked := s.asked != (yaml.Value{})
		switch {
		case asked && s.group == ".":
			w.errs = append(w.errs, s.asked.Errorf("a static validation test is one of sample, secret or a group in "+
				"secret; move the key there"))
		case !asked && s.args != nil:
			w.errs = append(w.errs, s.at.Errorf("static_validator_args without static_validation_score; add: "+
				"static_validation_score: pass-fail"))
		case !asked:
		case w.problem.StaticValidator == nil:
			w.errs = append(w.errs, s.asked.Errorf("there is no static validator; put a program into %s",
				filepath.Join(w.problem.Dir, "static_validator")))
		default:
			w.problem.StaticTests = append(w.problem.StaticTests, Test{Name: score.StaticTest(s.group), Static: true,
				CheckerArgs: s.args, CheckerArgsAt: s.asked.Place()})
		}
	}
	if w.problem.StaticValidator != nil && len(w.problem.StaticTests) == 0 && errors.Join(w.errs...) == nil {
		w.problem.warn(fmt.Errorf("%s: not used: no test_group.yaml has static_validation_score",
			filepath.Join(w.problem.Dir, "static_validator")))
	}
}

// hasStatic reports whether a group has a static validation test.
func (c *configs) hasStatic(group string) bool {
	return slices.ContainsFunc(c.static, func(s *static) bool { return s.group == group && s.asked != (yaml.Value{}) })
}

// staticScores adds the static validation tests to the settings of the groups that have them.
func (w *testWalk) staticScores(groups []*score.Settings) {
	for _, s := range w.configs.static {
		if s.asked == (yaml.Value{}) {
			continue
		}
		i := slices.IndexFunc(groups, func(g *score.Settings) bool { return g.Name == s.group })
		switch {
		case i < 0 && s.group != score.Sample && s.worth == nil:
			w.errs = append(w.errs, s.asked.Errorf("%s is no group with a score; move the key to the group that it "+
				"is in", s.group))
		case i < 0 && s.worth != nil:
			w.errs = append(w.errs, s.asked.Errorf("%s has no score; write: static_validation_score: pass-fail",
				s.group))
		case i < 0:
		case s.worth != nil && groups[i].Mode == score.AllOrNothing:
			w.errs = append(w.errs, s.asked.Errorf("the tests of %s have no scores (score_aggregation: pass-fail); "+
				"write: static_validation_score: pass-fail", s.group))
		case s.worth == nil && groups[i].Mode != score.AllOrNothing:
			w.errs = append(w.errs, s.asked.Errorf("the tests of %s have scores (score_aggregation: %s); write a "+
				"score, 0 or more", s.group, groups[i].Mode))
		default:
			groups[i].HasStatic = true
			if s.worth != nil {
				groups[i].Static = score.Int(*s.worth)
			}
		}
	}
}

// Run are all tests of a submission: the static validation tests, and then the others. They must not be changed: most
// often they are the problem's own.
func (p *Problem) Run() []Test {
	if len(p.StaticTests) == 0 {
		return slices.Clip(p.Tests)
	}
	return slices.Concat(p.StaticTests, p.Tests)
}
