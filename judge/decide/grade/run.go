package grade

import (
	"context"
	"fmt"
	"strings"
	"time"

	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/base/untrusted"
	"dlxjudge/judge/decide/check"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/read/problem"
)

// Run is how a program is judged on a test.
type Run struct {
	Test problem.Test
	// path of the file that receives what the program prints, unless it talks; other files are made beside it
	Output string

	TimeLimit time.Duration // in place of the program's; 0 for that
	// the program is stopped at the time limit itself, as where a TLE is permitted
	Stop    bool
	Crowded bool // others run beside it all the time: it gets more wall-clock time at once, and no second run

	// For interactive and multi-pass problems. Either makes the judge relay all that is said, which takes longer.
	Conversation bool   // keep the last lines: Test.Conversation
	Transcript   string // path of the file that receives all of them; "" for none
}

// On is how the program is judged on a test of its problem when nothing else is asked for.
func (p *Program) On(t problem.Test, output string) Run {
	return Run{Test: t, Output: output, Stop: p.expected.Permits(t.Name, problem.TLE)}
}

// Judge judges the program on one test, whatever the kind of its problem: there is no other way. If other work on the
// machine may have decided the verdict, it judges once more; the caller runs nothing beside it. An error is ctx's or
// the judge's own.
func (p *Program) Judge(ctx context.Context, worker sandbox.Worker, r Run) (Test, error) {
	if p.broken != nil {
		return p.unbuilt(), nil
	}
	wall := time.Duration(1)
	if r.Crowded {
		wall = moreWall
	}
	test, err := p.once(ctx, worker, r, wall)
	if err == nil && !r.Crowded && doubtful(p.limitsOf(r), test) {
		test, err = p.again(ctx, worker, r, test)
	}
	test.Name = r.Test.Name
	p.score(&test)
	return test, err
}

// once judges the program on a test, with the wall-clock limit multiplied by wall.
func (p *Program) once(ctx context.Context, worker sandbox.Worker, r Run, wall time.Duration) (Test, error) {
	if err := tooLarge(r.Test); err != nil {
		return Test{Verdict: problem.JE, Message: err.Error()}, nil
	}
	switch {
	case p.problem.SubmitAnswer:
		return p.unrun(ctx, r)
	case p.problem.Talks():
		return p.passes(ctx, worker, r, wall)
	}
	if err := p.receive(r); err != nil {
		return Test{}, err
	}
	used, err := worker.Run(ctx, p.task(r, wall))
	if err == nil {
		err = p.received(r)
	}
	if err != nil {
		return Test{}, err
	}
	return decide(ctx, p.limitsOf(r), p.program, used, p.checker, p.files(r))
}

// tooLarge is an error if a file of a test is larger than the judge reads. It could be a sparse one, of any size.
func tooLarge(t problem.Test) error {
	for _, file := range t.Decides() {
		if file.Path == "" { // a test without an answer
			continue
		}
		if info, err := untrusted.Stat(file.Path); err == nil && info.Size() > problem.MaxTestFile {
			return fmt.Errorf("%s has %d bytes, and a file of a test at most %d (1 GiB); make it smaller, or remove "+
				"the test", legible.Line(file.Path), info.Size(), problem.MaxTestFile)
		}
	}
	return nil
}

// limitsOf are the limits that decide the verdict of a run.
func (p *Program) limitsOf(r Run) problem.Limits {
	limits := p.limits
	if r.TimeLimit > 0 {
		limits.Time = r.TimeLimit
	}
	return limits
}

// task is one run on a test with the wall-clock limit multiplied by wall.
func (p *Program) task(r Run, wall time.Duration) sandbox.Task {
	limits := limitsFor(p.limitsOf(r), r.Stop)
	limits.Wall *= wall
	task := p.program.Task(sandbox.Submission, limits, r.Test.Args...)
	task.Input, task.Output = r.Test.Input, r.Output
	task.Files, task.ReadOnly = shown(p.given(r.Test)), !p.problem.FileWriting
	task.Products = p.products(r, limits)
	return task
}

// files are what the checker of a test sees.
func (p *Program) files(r Run) check.Files {
	t := r.Test
	return check.Files{
		Input: t.Input, Answer: t.Answer, Output: r.Output, Args: t.CheckerArgs, Checker: t.Checker, ArgsAt: argsAt(t),
		Submission: shown(p.submitted()), Sought: p.expected.Messages(), Scores: p.problem.Scores(),
	}
}

// argsAt is where the arguments of a test's checker are written: the file's name and line. The test's name gives the
// folders.
func argsAt(t problem.Test) string {
	return t.CheckerArgsAt[strings.LastIndex(t.CheckerArgsAt, "/")+1:]
}

// shown converts files to the form in which programs get them.
func shown(files []problem.File) []sandbox.File {
	var given []sandbox.File
	for _, f := range files {
		given = append(given, sandbox.File(f))
	}
	return given
}
