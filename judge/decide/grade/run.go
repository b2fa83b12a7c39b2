package grade

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/base/untrusted"
	"dlxjudge/judge/base/whole"
	"dlxjudge/judge/decide/check"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/read/problem"
)

// Run describes one judging of a program on a test.
type Run struct {
	Test problem.Test
	// path of the file that receives the program's standard output, except in interactive problems; the judge makes
	// other files beside that file
	Output string

	TimeLimit time.Duration // replaces the program's time limit; 0 to keep that limit
	// stop the program exactly at the time limit, not some time later; set for tests on which a TLE is permitted
	Stop    bool
	Crowded bool // other programs always run meanwhile, so the run gets more wall-clock time and is never repeated

	// The next two fields are for interactive and multi-pass problems. If one of them is set, the judge relays the
	// conversation, which takes longer.
	Conversation bool   // keep the last lines in the result's Conversation
	Transcript   string // path of the file that receives all lines; "" for none
}

// Judge judges the program on one test, whatever the type of the problem. If other work on the machine may have decided
// the verdict, Judge repeats the run. Unless r.Crowded is set, the caller must run nothing else during the call. An
// error is ctx's or the judge's own.
func (p *Candidate) Judge(ctx context.Context, worker sandbox.Worker, r Run) (Test, error) {
	if p.broken != nil {
		return p.unbuilt(), nil
	}
	test, err := p.beside(ctx, worker, new(sync.RWMutex), nil, r)
	test.Name = r.Test.Name
	p.score(&test)
	return test, err
}

// beside judges one test while other workers run other tests. In the second run, before is the result of the first;
// otherwise it is nil. If other work on the machine may have decided the verdict, the test runs again, with no other
// test beside it.
func (p *Candidate) beside(ctx context.Context, worker sandbox.Worker, alone *sync.RWMutex, before *Test, r Run) (
	first Test, err error) {
	wall := time.Duration(1)
	if r.Crowded {
		wall = moreWall
	}
	if before != nil {
		first = *before
	} else {
		alone.RLock()
		first, err = p.once(ctx, worker, r, wall)
		alone.RUnlock()
	}
	if err != nil || r.Crowded || !doubtful(p.limitsOf(r), first) {
		return first, err
	}
	alone.Lock()
	defer alone.Unlock()
	second, err := p.once(ctx, worker, r, moreWall)
	if limit := p.limitsOf(r).Time; err == nil && closeTo(limit, first) {
		second = borderline(limit, first, second)
	}
	return second, err
}

// once judges the program on a test. wall multiplies the wall-clock limit.
func (p *Candidate) once(ctx context.Context, worker sandbox.Worker, r Run, wall time.Duration) (Test, error) {
	if err := tooLarge(r.Test); err != nil {
		return Test{Verdict: problem.JE, Message: err.Error()}, nil
	}
	switch {
	case p.problem.SubmitAnswer:
		return p.judgeOutput(ctx, r)
	case p.problem.Talks():
		return p.passes(ctx, worker, r, wall)
	}
	if err := p.makeOutputFolder(r); err != nil {
		return Test{}, err
	}
	used, err := worker.Run(ctx, p.task(r, wall))
	if err == nil {
		err = p.takeOutput(r)
	}
	if err != nil {
		return Test{}, err
	}
	return decide(ctx, p.limitsOf(r), p.program, used, p.checker, p.files(r))
}

// tooLarge returns an error if a file of a test is larger than problem.MaxTestFile. Even a small disk can hold such a
// file if it is sparse.
func tooLarge(t problem.Test) error {
	for _, file := range t.Decides() {
		if file.Path == "" { // a test without an answer
			continue
		}
		if info, err := untrusted.Stat(file.Path); err == nil && info.Size() > problem.MaxTestFile {
			return fmt.Errorf("%s has %d bytes, but a file of a test may have at most %d (1 GiB); make it smaller, "+
				"or remove the test", legible.Line(file.Path), info.Size(), problem.MaxTestFile)
		}
	}
	return nil
}

// limitsOf returns the limits that decide the verdict of a run.
func (p *Candidate) limitsOf(r Run) problem.Limits {
	limits := p.limits
	if r.TimeLimit > 0 {
		limits.Time = r.TimeLimit
	}
	return limits
}

// task returns the sandbox task of a run. wall multiplies the wall-clock limit.
func (p *Candidate) task(r Run, wall time.Duration) sandbox.Task {
	limits := limitsFor(p.limitsOf(r), r.Stop)
	limits.Wall *= wall
	if p.program.Explains { // so that the sanitizer sees the end of the stack, and not the end of the memory
		limits.Stack = limits.Memory / 2
	}
	task := p.program.Task(sandbox.Submission, limits, r.Test.Args...)
	task.Input, task.Output = r.Test.Input, r.Output
	task.Files, task.ReadOnly = sandboxFiles(p.workingFiles(r.Test)), !p.problem.FileWriting
	task.Products = p.products(r, limits)
	return task
}

// files returns what the checker gets for a run.
func (p *Candidate) files(r Run) check.Files {
	t := r.Test
	return check.Files{
		Input: t.Input, Answer: t.Answer, Output: r.Output, Args: t.CheckerArgs, Checker: t.Checker, ArgsAt: argsAt(t),
		Submission: sandboxFiles(p.submitted()), Wanted: p.expected.Messages(), Scores: p.problem.Scores(),
	}
}

// argsAt returns the file name, line and column of a test's checker arguments. It leaves out the folders, which the
// test's name shows.
func argsAt(t problem.Test) string {
	return t.CheckerArgsAt[strings.LastIndex(t.CheckerArgsAt, "/")+1:]
}

// sandboxFiles converts files for the sandbox.
func sandboxFiles(files []problem.File) []sandbox.File {
	var converted []sandbox.File
	for _, f := range files {
		converted = append(converted, sandbox.File(f))
	}
	return converted
}

// doubtful reports whether other work on the machine may have decided a verdict. This is possible if the run was
// starved, or if no limit stopped it and its CPU time was close to the time limit. The test then runs again with no
// other test beside it.
func doubtful(limits problem.Limits, t Test) bool { return closeTo(limits.Time, t) || t.Starved }

// closeTo reports whether the CPU time differs from the limit by at most a fifth. closeTo is false for a stopped run,
// whose full time is unknown.
func closeTo(limit time.Duration, t Test) bool {
	return !t.Stopped && near(time.Duration(t.CPU), limit)
}

// starved reports whether a run may have reached the wall-clock limit only because the machine was busy. Such a run
// used the CPU for at least a fiftieth of its wall-clock time, or waited for a core for at least a tenth. A program
// that only sleeps or waits for input does neither. A run whose CPU time is above the time limit may be starved, too.
// Beside other programs, the same work can take several times as much CPU time. On an idle machine, the program might
// have reached the memory limit before the time limit.
func starved(run sandbox.Result) bool {
	return run.End == sandbox.StoppedWall && !run.Suspended && (run.CPU >= run.Wall/50 || waitedLong(run))
}

// waitedLong reports whether the program waited for a core for at least a tenth of its wall-clock time.
func waitedLong(run sandbox.Result) bool { return run.Waited > 0 && run.Waited >= run.Wall/10 }

// slept reports whether the program slept past the normal wall-clock limit. The second run allows more time because
// other programs may use the CPUs, but sleep does not take longer for that.
func slept(limits problem.Limits, run sandbox.Result) bool {
	return run.Asleep > limitsFor(limits, false).Wall
}

// moreWall multiplies the wall-clock limit of a program that may have to share a core.
const moreWall = 5

// borderline returns the second run, which had no other test beside it. If only one of the two runs exceeded the limit,
// the message gives both CPU times.
func borderline(limit time.Duration, first, second Test) Test {
	if (first.Verdict == problem.TLE) != (second.Verdict == problem.TLE) {
		second.Unsure = true
		second.Message = fmt.Sprintf("borderline: %s, and %s when run again alone, limit %s",
			seconds(time.Duration(first.CPU)), seconds(time.Duration(second.CPU)), seconds(limit))
	}
	return second
}

// JudgeOne builds a program and judges it on one test. It then writes the output to the file at the path printed. If
// the problem is interactive or multi-pass, it writes the conversation instead. During the run, standard output is a
// file with a random name. The program can see that name, so the name must not reveal the purpose of the run.
func JudgeOne(ctx context.Context, entry Entry, t problem.Test, printed string, o Options) (Test, error) {
	dir, err := os.MkdirTemp(o.Sandbox.Scratch(), "output-")
	if err != nil {
		return Test{}, err
	}
	defer os.RemoveAll(dir)
	program, err := Prepare(ctx, entry, dir, o)
	if err != nil && !errors.Is(err, program.broken) { // program.Judge returns a result even if there is no program
		return Test{}, err
	}
	run := Run{Test: t, Output: filepath.Join(dir, rand.Text()), Stop: program.expected.Permits(t.Name, problem.TLE)}
	written := run.Output
	if entry.Problem.Talks() {
		run.Transcript = filepath.Join(dir, rand.Text())
		written = run.Transcript
	}
	worker, err := o.Sandbox.Worker(0)
	if err != nil {
		return Test{}, err
	}
	defer worker.Close()
	judged, err := program.Judge(ctx, worker, run)
	if err != nil {
		return judged, err
	}
	return judged, whole.Write(printed, func(w io.Writer) error {
		file, err := os.Open(written)
		if errors.Is(err, fs.ErrNotExist) { // no program ran
			return nil
		} else if err != nil {
			return err
		}
		defer file.Close()
		_, err = io.Copy(w, file)
		return err
	})
}
