package grade

import (
	"context"
	"errors"
	"fmt"

	"dlxjudge/judge/decide/check"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/read/polygon"
	"dlxjudge/judge/read/problem"
)

// checking decides about the outputs of one problem.
type checking struct {
	checker  check.Checker
	talker   check.Talker     // in place of checker, of an interactive problem
	final    check.Checker    // that decides after the talker has accepted; nil if nothing does
	checkers []checkerProgram // that the checker runs; nil for the default checker
	grader   *check.Grader    // of groups with grading: custom; nil if there are none
}

// checkerProgram is one of the programs that check a problem's outputs.
type checkerProgram struct {
	name    string
	program sandbox.Program
}

// newChecking builds a problem's checkers. The error holds a *compile.MissingError if this machine cannot.
func newChecking(ctx context.Context, p *problem.Problem, o Options) (checking, error) {
	var c checking
	if o.Unchecked && !p.Interactive {
		return checking{checker: unchecked{}}, nil
	}
	made := func(what string, source problem.Source) (sandbox.Program, error) {
		program, err := o.Cache.Build(ctx, compile.Tool, source)
		var missing *compile.MissingError
		if errors.As(err, &missing) {
			err = fmt.Errorf("its %s cannot be built: %w", what, err)
		} else if err != nil {
			err = fmt.Errorf("the %s of %s: %w", what, p.Name, err)
		}
		return program, err
	}
	if p.Grader != nil {
		program, err := made("grader", *p.Grader)
		if err != nil {
			return c, err
		}
		c.grader = &check.Grader{Programs: o.Cache.Programs, Program: program, Limits: p.Limits.Validation}
	}
	for _, source := range p.Deciding() {
		program, err := made("checker", source)
		if err != nil {
			return c, err
		}
		if p.Format == polygon.Format && program.Testlib == nil { // there each is called as testlib has it
			program.Testlib = &sandbox.Testlib{Wrong: 1, Format: 2, Failed: 3}
		}
		if p.Final != nil && (program.Testlib == nil || program.Testlib.Standard) {
			return c, fmt.Errorf("%s: it is run as a program of testlib, and does not include testlib.h as its "+
				"library has it; with an interactor and a checker, both must", source.Main())
		}
		c.checkers = append(c.checkers, checkerProgram{source.Name, program})
	}
	c.decide(o.Cache.Programs, p)
	return c, nil
}

// decide makes the checker of the programs, or the default checker if there are none.
func (c *checking) decide(programs sandbox.Executor, p *problem.Problem) {
	var all []check.Named
	for _, one := range c.checkers {
		if p.Interactive { // it has one, and perhaps a final one
			c.talker = check.Talking(programs, one.program, p.Limits.Validation, p.Format == "")
			if last := c.checkers[len(c.checkers)-1]; p.Final != nil {
				c.final = check.Custom(programs, last.program, p.Limits.Validation)
			}
			return
		}
		all = append(all, check.Named{Name: one.name, Checker: check.Custom(programs, one.program,
			p.Limits.Validation)})
	}
	if c.checker = check.All(all); len(all) == 0 {
		c.checker = check.Default(p.Judge.Whitespace)
	}
}

// unchecked is a checker that accepts everything.
type unchecked struct{}

func (unchecked) Check(context.Context, check.Files) (check.Result, error) {
	return check.Result{Verdict: problem.AC}, nil
}
