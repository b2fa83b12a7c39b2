package grade

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"dlxjudge/judge/base/untrusted"
	"dlxjudge/judge/decide/check"
	"dlxjudge/judge/decide/talk"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/read/problem"
)

// passes judges a test of an interactive or multi-pass problem. wall multiplies the wall-clock limit. Each pass starts
// with the full limits and a new working folder.
func (p *Candidate) passes(ctx context.Context, worker sandbox.Worker, r Run, wall time.Duration) (Test, error) {
	folder, err := os.MkdirTemp(filepath.Dir(r.Output), "passes-")
	if err != nil {
		return Test{}, err
	}
	defer os.RemoveAll(folder)
	files := p.files(r)
	if p.problem.MultiPass {
		files.Feedback = filepath.Join(folder, "feedback")
		if err := os.Mkdir(files.Feedback, 0o755); err != nil {
			return Test{}, err
		}
	}
	if p.final != nil {
		files.Tout = filepath.Join(folder, "told")
	}
	transcript, err := r.record()
	if err != nil {
		return Test{}, err
	}
	if transcript != nil && transcript.Out != nil {
		defer transcript.Out.Close()
	}
	var sum Test
	for pass := 1; ; pass++ {
		one, err := p.pass(ctx, worker, p.task(r, wall), p.limitsOf(r), files, transcript)
		if err != nil {
			return Test{}, err
		}
		// with AC or WA, the message is the checker's and covers all passes
		if pass > 1 && one.Verdict != problem.AC && one.Verdict != problem.WA {
			one.Message = fmt.Sprintf("pass %d: %s", pass, one.Message)
		}
		sum = sum.with(one)
		sum.Passes = pass
		if one.Verdict != problem.AC || !p.problem.MultiPass {
			break
		}
		next := filepath.Join(folder, fmt.Sprint("pass", pass+1))
		err = os.Rename(filepath.Join(files.Feedback, check.NextPass), next)
		if errors.Is(err, fs.ErrNotExist) {
			break
		} else if err != nil {
			return Test{}, err
		}
		if pass == p.limits.Passes {
			sum.Verdict = problem.JE
			sum.Message = fmt.Sprintf("the %s asks for pass %d with %s, but validation_passes is %d",
				roleOf(p.problem), pass+1, check.NextPass, p.limits.Passes)
			break
		}
		files.Input = next
	}
	if !p.problem.MultiPass {
		sum.Passes, sum.PassesCPU = 0, 0
	}
	sum.Conversation, err = r.conversation(transcript)
	return sum, err
}

// with adds the next pass to the result of a test. The result keeps the highest figures of all passes, and the verdict
// of the last pass.
func (t Test) with(next Test) Test {
	sum := next
	sum.PassesCPU = t.PassesCPU + next.CPU
	sum.CPU, sum.Wall = max(t.CPU, next.CPU), max(t.Wall, next.Wall)
	if t.Memory > next.Memory {
		sum.Memory, sum.AtLeast = t.Memory, t.AtLeast
	}
	sum.Starved, sum.Waited = t.Starved || next.Starved, t.Waited || next.Waited
	sum.Found = append(t.Found, next.Found...)
	return sum
}

// pass runs the submission once and decides the verdict of this pass.
func (p *Candidate) pass(
	ctx context.Context, worker sandbox.Worker, task sandbox.Task, limits problem.Limits, files check.Files,
	transcript *talk.Transcript,
) (Test, error) {
	if p.problem.Interactive {
		return p.converse(ctx, worker, task, limits, files, transcript)
	}
	task.Input = files.Input
	used, err := worker.Run(ctx, task)
	if err != nil {
		return Test{}, err
	}
	if transcript != nil {
		transcript.Begin()
		if err := errors.Join(show(transcript, false, files.Input), show(transcript, true, files.Output)); err != nil {
			return Test{}, err
		}
	}
	return decide(ctx, limits, p.program, used, p.checker, files)
}

// show adds a file to the transcript.
func show(transcript *talk.Transcript, submission bool, path string) error {
	file, err := untrusted.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	return transcript.Show(submission, file)
}

// converse runs the submission and the interactor, connected by pipes.
func (p *Candidate) converse(
	ctx context.Context, worker sandbox.Worker, task sandbox.Task, limits problem.Limits, files check.Files,
	transcript *talk.Transcript,
) (Test, error) {
	task.Input, task.Output = "", ""
	own := func(run sandbox.Result) Test {
		run.Asleep = 0 // the submission sleeps while it waits for the interactor
		return ended(limits, p.program, run)
	}
	ends, err := talk.Talk(ctx, talk.Sides{
		Worker: worker, Task: task, Checker: p.interactor, Files: files, Limits: limits.Validation, Time: limits.Time,
		Own: func(run sandbox.Result) problem.Verdict { return own(run).Verdict },
	}, transcript)
	if err != nil {
		return Test{}, err
	}
	test := own(ends.Run)
	test.Starved = test.Starved && !ends.Deadlock && !ends.Flood
	test.Found, test.ScoreFiles = ends.Checker.Found, ends.Checker.Scores
	switch blame := ends.Blame(); {
	case blame != talk.BlameSubmission:
		test.Verdict, test.Message = ends.Checker.Verdict, ends.Checker.Message
		if blame == talk.BlameEarly {
			test.Verdict, test.Message = problem.WA, "ended too early; the interactor failed: "+ends.Checker.Crash
		}
		test.Stopped = false // only the end of the conversation stopped the submission
		// Idle and Starved count only if the submission was still running when the interactor accepted. But a
		// submission that was starved until its limit may also be the reason why the interactor failed.
		test.Idle = test.Idle && ends.AcceptedFirst
		reason := blame == talk.BlameJudge && ends.Run.Wall >= task.Limits.Wall
		test.Starved = test.Starved && (ends.AcceptedFirst || reason) || ends.Checker.Starved
	case ends.Deadlock && test.Idle && ends.Full:
		test.Message, test.Idle = "both write and neither reads: read what the judge says before you write more", false
	case ends.Deadlock && test.Idle:
		test.Message, test.Idle = "both wait for input: flush your output?", false
	}
	if test.Verdict == problem.AC && p.final != nil {
		return p.finally(ctx, test, files)
	}
	return test, nil
}

// finally runs the final checker on the file that the interactor wrote. The interactor has accepted.
func (p *Candidate) finally(ctx context.Context, test Test, files check.Files) (Test, error) {
	files.Output = files.Tout
	final, err := p.final.Check(ctx, files)
	if test.Verdict, test.Message = final.Verdict, final.Message; final.Verdict == problem.PE {
		test.Verdict = problem.WA // PE counts as WA, as it does for an interactor
	}
	test.Found, test.Starved = append(test.Found, final.Found...), test.Starved || final.Starved
	if final.Scores != nil {
		test.ScoreFiles = final.Scores
	}
	return test, err
}

// record opens the transcript of a test's conversation. It returns nil if no transcript is wanted.
func (r Run) record() (*talk.Transcript, error) {
	if r.Transcript == "" {
		if r.Conversation {
			return &talk.Transcript{}, nil
		}
		return nil, nil
	}
	if err := os.MkdirAll(filepath.Dir(r.Transcript), 0o777); err != nil {
		return nil, err
	}
	file, err := os.Create(r.Transcript)
	return &talk.Transcript{Out: file}, err
}

// conversation returns the end of a transcript, with the lines of the test's .interaction file.
func (r Run) conversation(t *talk.Transcript) (*Conversation, error) {
	if t == nil {
		return nil, nil
	}
	if err := t.End(); err != nil || !r.Conversation {
		return nil, err
	}
	c := &Conversation{}
	c.Lines, c.Before = t.Last()
	if r.Test.Interaction != "" {
		var err error
		if c.Sample, err = problem.ReadInteraction(r.Test.Interaction); err != nil {
			c.Sample = []string{err.Error()}
		}
	}
	return c, nil
}
