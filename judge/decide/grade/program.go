package grade

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"dlxjudge/judge/base/untrusted"
	"dlxjudge/judge/decide/check"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/read/polygon"
	"dlxjudge/judge/read/problem"
)

// Candidate is a built submission with its checkers. Candidate.Judge judges it on any test, even on a test
// of another problem.
type Candidate struct {
	problem    *problem.Problem
	submission problem.Submission
	expected   problem.Expected
	limits     problem.Limits
	kind       compile.Kind
	sanitize   bool // Options.Sanitize
	answers    bool // Options.Answers
	language   string
	program    sandbox.Program // Path is "" if there is no program
	broken     error           // why there is no program

	checking
	written []problem.File // the submission's files, if they differ from those in the package
}

// Prepare builds the submission and the checkers of an entry. It ignores the entry's tests. It writes the files of
// the working folder below the given folder, which the caller removes. The error is ctx's, the judge's own or, for a
// checker that does not compile, the problem's. If the submission does not compile, the error is a
// *compile.CompileError. If this machine lacks something, the error wraps a *compile.MissingError.
func Prepare(ctx context.Context, e Entry, folder string, o Options) (*Candidate, error) {
	p := newCandidate(e, o)
	err := p.build(ctx, o.Cache)
	if err == nil && p.broken == nil {
		err = p.complete(ctx, func() (checking, error) { return newChecking(ctx, e.Problem, o) }, folder, o)
	}
	return p, cmp.Or(err, p.broken)
}

func newCandidate(e Entry, o Options) *Candidate {
	p := &Candidate{
		problem: e.Problem, submission: e.Submission, expected: e.Problem.Expects(e.Submission),
		limits: e.Problem.Limits, kind: o.Build, answers: o.Answers, sanitize: o.Sanitize,
		broken: errors.New("not built: interrupted"),
	}
	if o.TimeLimit > 0 {
		p.limits.Time = o.TimeLimit
	}
	if language, err := compile.LanguageOf(e.Submission.Source); err == nil {
		p.language = language.Name
	}
	return p
}

// build sets p.program or p.broken.
func (p *Candidate) build(ctx context.Context, cache *compile.Cache) error {
	message, err := p.tooLong()
	if err != nil {
		return err
	}
	if message != "" {
		p.broken = &compile.CompileError{Source: p.submission.Main(), Output: message}
		return nil
	}
	if p.problem.SubmitAnswer {
		p.program, p.broken = outputs(p.submission), nil
		return nil
	}
	program, err := cache.Build(ctx, p.kind, p.submission.Source)
	var broken *compile.CompileError
	var missing *compile.MissingError
	if err != nil && !errors.As(err, &broken) && !errors.As(err, &missing) {
		return fmt.Errorf("%s/%s: %w", p.problem.Name, p.submission.Name, err)
	}
	p.program, p.broken = program, err
	return nil
}

// tooLong returns a message if the submission exceeds the problem's limit on code, else "".
func (p *Candidate) tooLong() (string, error) {
	limit, size := p.problem.Limits.Code, int64(0)
	if limit == 0 {
		return "", nil
	}
	for _, file := range p.submission.Submitted() {
		info, err := untrusted.Stat(file.Path)
		if err != nil {
			return "", err
		}
		size += info.Size()
	}
	if size <= limit {
		return "", nil
	}
	return fmt.Sprintf("its files have %d bytes; the problem allows %d KiB (code)", size, limit>>10), nil
}

// complete adds the problem's checkers to a built submission, and writes the files of its working folder.
func (p *Candidate) complete(ctx context.Context, checkers func() (checking, error), folder string, o Options) error {
	c, err := checkers()
	var missing *compile.MissingError
	if errors.As(err, &missing) {
		p.program, p.broken = sandbox.Program{}, err
		return nil
	}
	if p.checking = c; o.Around != nil && c.checker != nil {
		p.checker = o.Around(c.checker)
	}
	if err != nil || p.broken != nil || ctx.Err() != nil {
		return err
	}
	return p.writeFiles(folder)
}

// unbuilt returns the result of every test if there is no program.
func (p *Candidate) unbuilt() Test {
	var broken *compile.CompileError
	if errors.As(p.broken, &broken) {
		return Test{Verdict: problem.CE, Message: broken.Output}
	}
	return Test{Verdict: problem.NotRun, Message: p.broken.Error()}
}

// WithSource returns a program that is judged in the same way, but built from another source. Like Prepare, it writes
// files below the given folder and returns an error if the source cannot be built.
func (p *Candidate) WithSource(ctx context.Context, source problem.Source, cache *compile.Cache,
	folder string) (*Candidate, error) {
	other := *p
	other.submission.Source, other.written = source, nil
	if err := other.build(ctx, cache); err != nil || other.broken != nil {
		return &other, cmp.Or(err, other.broken)
	}
	return &other, other.writeFiles(folder)
}

// Checker builds the checker of a problem that is not interactive.
func Checker(ctx context.Context, cache *compile.Cache, p *problem.Problem) (check.Checker, error) {
	ungraded := *p
	ungraded.Grader = nil
	c, err := newChecking(ctx, &ungraded, Options{Cache: cache})
	if missing := (*compile.MissingError)(nil); errors.As(err, &missing) {
		err = fmt.Errorf("%s: %w", p.Name, err)
	}
	return c.checker, err
}

// checking holds the checkers of one problem.
type checking struct {
	checker    check.Checker
	interactor check.Custom     // in an interactive problem, replaces checker
	final      check.Checker    // the checker that runs after the interactor accepted; nil for none
	checkers   []checkerProgram // the programs of all these checkers; nil for the default checker
	grader     *check.Grader    // for groups with "grading: custom"; nil if there are no such groups
}

// checkerProgram is one of a problem's checkers.
type checkerProgram struct {
	name    string
	program sandbox.Program
}

// newChecking builds a problem's checkers. The error wraps a *compile.MissingError if this machine lacks something.
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
	for i, source := range p.Deciding() {
		role := roleOf(p)
		if i > 0 { // in an interactive problem, this is the final checker
			role = "checker"
		}
		program, err := made(role, source)
		if err != nil {
			return c, err
		}
		if p.Format == polygon.Format && program.Testlib == nil { // Polygon calls all tools as if they had testlib.h
			program.Testlib = &sandbox.Testlib{Wrong: 1, Format: 2, Failed: 3}
		}
		if p.Final != nil && (program.Testlib == nil || program.Testlib.Standard) {
			return c, &compile.CompileError{Source: source.Main(), Output: "it must include an unchanged testlib.h, " +
				"because the problem has both an interactor and a checker"}
		}
		c.checkers = append(c.checkers, checkerProgram{source.Name, program})
	}
	c.setChecker(o.Cache.Programs, p)
	return c, nil
}

// roleOf returns the name by which messages call the problem's checker.
func roleOf(p *problem.Problem) string {
	if p.Interactive {
		return "interactor"
	}
	return "checker"
}

// setChecker makes the checkers from the programs. If there are no programs, it uses the default checker.
func (c *checking) setChecker(programs sandbox.Executor, p *problem.Problem) {
	var all []check.NamedChecker
	for _, one := range c.checkers {
		if p.Interactive { // one interactor, and perhaps a final checker
			c.interactor = check.NewCustom(programs, one.program, p.Limits.Validation)
			c.interactor.Lenient = p.Format == ""
			if last := c.checkers[len(c.checkers)-1]; p.Final != nil {
				c.final = check.NewCustom(programs, last.program, p.Limits.Validation)
			}
			return
		}
		all = append(all, check.NamedChecker{Name: one.name, Checker: check.NewCustom(programs, one.program,
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
