package grade

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"dlxjudge/judge/check"
	"dlxjudge/judge/problem"
	"dlxjudge/judge/sandbox"
	"dlxjudge/judge/talk"
	"dlxjudge/judge/untrusted"
)

// plain reports whether each test is one run, whose output is checked when it has ended.
func (j *judging) plain() bool { return !j.entry.Problem.Interactive && !j.entry.Problem.MultiPass }

// plain reports whether that is so of this test, as it is of one in which nothing is run.
func (r *order) plain() bool { return r.judging.plain() || !r.judging.runs(r.test) }

// passes judges a test whose checker talks with the submission, or has it run again, with the wall-clock limit multiplied by
// wall. Each pass has the limits and the working folder of a run of its own.
func (r *order) passes(ctx context.Context, wall time.Duration) (Test, error) {
	folder, err := os.MkdirTemp(filepath.Dir(r.output), "passes-")
	if err != nil {
		return Test{}, err
	}
	defer os.RemoveAll(folder)
	files, p := r.files(), r.judging.entry.Problem
	if p.MultiPass {
		files.Feedback = filepath.Join(folder, "feedback")
		if err := os.Mkdir(files.Feedback, 0o755); err != nil {
			return Test{}, err
		}
	}
	record, err := r.transcript()
	if err != nil {
		return Test{}, err
	}
	defer record.close()
	var sum Test
	for pass := 1; ; pass++ {
		one, err := r.pass(ctx, wall, files, record.transcript)
		if err != nil {
			return Test{}, err
		}
		if pass > 1 && one.Verdict != problem.AC && one.Verdict != problem.WA { // the checker's message is on all passes
			one.Message = fmt.Sprintf("pass %d: %s", pass, one.Message)
		}
		sum = sum.with(one)
		sum.Passes = pass
		if one.Verdict != problem.AC || !p.MultiPass {
			break
		}
		next := filepath.Join(folder, fmt.Sprint("pass", pass+1))
		err = os.Rename(filepath.Join(files.Feedback, check.NextPass), next)
		if errors.Is(err, fs.ErrNotExist) {
			break
		} else if err != nil {
			return Test{}, err
		}
		if pass == p.Limits.Passes {
			sum.Verdict = problem.JE
			sum.Message = fmt.Sprintf("the checker asks for pass %d with %s, and validation_passes is %d", pass+1, check.NextPass, p.Limits.Passes)
			break
		}
		files.Input = next
	}
	if !p.MultiPass {
		sum.Passes, sum.PassesCPU = 0, 0
	}
	sum.Conversation, err = record.end(r.judging.entry.Tests[r.test], r.conversations)
	return sum, err
}

// with is a test of several passes after one more: the figures of the worst, and the end of the last.
func (t Test) with(next Test) Test {
	sum := next
	sum.PassesCPU = t.PassesCPU + next.CPU
	sum.CPU, sum.Wall = max(t.CPU, next.CPU), max(t.Wall, next.Wall)
	if t.Memory > next.Memory {
		sum.Memory, sum.AtLeast = t.Memory, t.AtLeast
	}
	sum.Says = append(t.Says, next.Says...)
	return sum
}

// pass is one run of the submission, with what the checker says of it.
func (r *order) pass(ctx context.Context, wall time.Duration, files check.Files, transcript *talk.Transcript) (Test, error) {
	task := r.task(wall)
	if r.judging.entry.Problem.Interactive {
		return r.converse(ctx, task, files, transcript)
	}
	task.Input = files.Input
	used, err := r.worker.Run(ctx, task)
	if err != nil {
		return Test{}, err
	}
	if transcript != nil {
		transcript.Begin()
		if err := errors.Join(show(transcript, false, files.Input), show(transcript, true, files.Output)); err != nil {
			return Test{}, err
		}
	}
	return decide(ctx, r.judging.limits, r.judging.program, used, r.judging.checker, files)
}

// show records what is in a file.
func show(transcript *talk.Transcript, submission bool, path string) error {
	file, err := untrusted.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	return transcript.Show(submission, file)
}

// converse has the submission talk with the checker.
func (r *order) converse(ctx context.Context, task sandbox.Task, files check.Files, transcript *talk.Transcript) (Test, error) {
	task.Input, task.Output = "", ""
	limits, program := r.judging.limits, r.judging.program
	ends, err := talk.Talk(ctx, talk.Sides{
		Worker: r.worker, Task: task, Checker: r.judging.talker, Files: files, Limits: limits.Validation,
		Own: func(run sandbox.Result) problem.Verdict { return ended(limits, program, run).Verdict },
	}, transcript)
	if err != nil {
		return Test{}, err
	}
	test := ended(limits, program, ends.Run)
	test.Says, test.Wrote = ends.Checker.Says, ends.Checker.Scores
	switch blame := ends.Blame(); {
	case blame != talk.Submission:
		test.Verdict, test.Message = ends.Checker.Verdict, ends.Checker.Message
		test.Stopped = false               // it was told to end, if anything
		test.Idle = test.Idle && ends.Left // one that computed on when it was accepted may have more to show: see starved
	case ends.Deadlock && test.Idle && ends.Full:
		test.Message, test.Idle = "both write and neither reads: read what the judge says before you write on", false
	case ends.Deadlock && test.Idle:
		test.Message, test.Idle = "both wait for input: flush your output?", false
	}
	return test, nil
}

// record is where a test's conversation is recorded; the zero value for nowhere.
type record struct {
	transcript *talk.Transcript
	file       *os.File
}

func (r *order) transcript() (record, error) {
	if r.transcripts == "" {
		if r.conversations {
			return record{transcript: &talk.Transcript{}}, nil
		}
		return record{}, nil
	}
	e := r.judging.entry
	path := filepath.Join(r.transcripts, e.Problem.Name, e.Submission.Name, e.Tests[r.test].Name+".txt")
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return record{}, err
	}
	file, err := os.Create(path)
	if err != nil {
		return record{}, err
	}
	return record{&talk.Transcript{Out: file}, file}, nil
}

// end is what was recorded in the end, if it is to be kept, with what the statement shows of the test.
func (r record) end(t problem.Test, keep bool) (*Conversation, error) {
	if r.transcript == nil {
		return nil, nil
	}
	if err := r.transcript.End(); err != nil {
		return nil, err
	}
	if !keep {
		return nil, nil
	}
	c := &Conversation{}
	c.Lines, c.Before = r.transcript.Last()
	if t.Interaction != "" {
		var err error
		if c.Sample, err = problem.ReadInteraction(t.Interaction); err != nil {
			c.Sample = []string{err.Error()}
		}
	}
	return c, nil
}

func (r record) close() {
	if r.file != nil {
		r.file.Close()
	}
}
