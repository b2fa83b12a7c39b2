// Package talk runs a submission together with the checker of an interactive problem, and decides who is to blame for
// the outcome.
//
// Both run at the same time, each in its own sandbox, connected by two pipes. Talk starts and watches them. It closes
// each end of a pipe only when the timing cannot change the verdict, and returns plain data. Ends.Blame decides, as a
// pure function of that data. No verdict depends on which of the two is faster.
//
//	ends, err := talk.Talk(ctx, talk.Sides{Worker: worker, Task: task, Checker: checker, Files: files, …}, nil)
//	switch ends.Blame() { … }
//
// # Which end is closed when
//
// This process keeps each pipe open, so neither program sees the end of its input until this process closes it.
//
//   - When a submission has ended well, the input of the checker is closed at once. If the checker then crashes, both
//     run again, and its input is closed only when it waits for more: only then can the end of its input be the reason.
//   - When it has failed, the input of the checker is closed only when the checker has read everything and waits for
//     more. If the checker rejects before that, its verdict counts; after that, the failure of the submission counts.
//   - When one of the two has closed its output and goes on, the input of the other is closed when that waits for more.
//   - What the checker writes to a submission that has ended is read and dropped, so that the checker can go on
//     writing.
//   - When the checker has accepted, the submission runs on as if the checker were there, until it waits for it. Then
//     its pipes are closed, and how it ends does not count.
//
// A program waits if all its threads have slept for half a second, one of them in read or write, and it used no CPU
// time meanwhile. If they sleep in other calls, it waits if it has done next to nothing for two seconds. A program that
// waits for a CPU does not sleep. Where the sandbox does not see the threads, only time passes.
package talk

import (
	"context"
	"time"

	"dlxjudge/judge/decide/check"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/read/problem"
)

// Sides holds the two programs and their limits.
type Sides struct {
	Worker sandbox.Worker
	Task   sandbox.Task  // the submission; its wall limit counts only time in which both programs sleep
	Time   time.Duration // the submission's CPU time limit; 0 for none

	// Own returns the verdict of a run of the submission by itself: "" if it exited with 0 within its limits.
	Own func(sandbox.Result) problem.Verdict

	Checker check.Program
	Files   check.Files
	Limits  problem.ToolLimits // of the checker
}

// Ends describes how a conversation ended.
type Ends struct {
	Run     sandbox.Result
	Own     problem.Verdict // Sides.Own of Run
	Checker check.Result
	Late    bool // the submission exceeded its CPU time limit

	Shut       bool // the checker's input was closed before it ended
	Left       bool // the checker accepted while the submission was still running
	InputEnded bool // the submission's input ended before it did, because the checker had ended or closed its output
	Deadlock   bool // both waited for each other, so the submission was stopped
	Full       bool // both were blocked in write
	Drowned    bool // the checker reached its memory limit, and the submission its time limit
	Flood      bool // the submission was stopped after being far ahead of the checker for a long time

	hasty bool // the checker's input was closed although it may not have waited for more
}

// usualCheck is the checker's default time limit.
const usualCheck = time.Minute

// Talk runs both programs to their ends. With a transcript, their output passes through this process, which takes
// longer. An error is ctx's or the judge's own.
func Talk(ctx context.Context, sides Sides, transcript *Transcript) (Ends, error) {
	if transcript != nil {
		transcript.Begin() // before anything is recorded
	}
	if sides.Limits.Time == 0 {
		sides.Limits.Time = usualCheck
	}
	ends, err := once(ctx, sides, transcript, false)
	if err != nil || !ends.hasty || ends.Checker.Crash == "" {
		return ends, err
	}
	return once(ctx, sides, nil, true) // the transcript keeps the first one
}

// once runs both programs. If patient is set, it never closes the checker's input before the checker waits for more.
func once(ctx context.Context, sides Sides, transcript *Transcript, patient bool) (Ends, error) {
	_, seen := sides.Worker.(sandbox.Watching)
	c := &conversation{Sides: sides, patient: patient, unseen: !seen, stop: make(chan struct{})}
	var there, back func([]byte)
	switch {
	case transcript != nil:
		there, back = transcript.submission, transcript.checker
	case c.unseen:
		there, back = func([]byte) {}, func([]byte) {}
	}
	var err error
	if c.there, err = newDirection(writable, there); err != nil {
		return Ends{}, err
	}
	defer c.there.close()
	if c.back, err = newDirection(readable, back); err != nil {
		return Ends{}, err
	}
	defer c.back.close()
	return c.run(ctx)
}

// Blame says whose result decides the verdict on a conversation.
type Blame string

// The values of Blame.
const (
	Judge      Blame = "judge"      // the checker failed: JE, with its message
	Checker    Blame = "checker"    // the checker accepted or rejected: its verdict, with its message
	Submission Blame = "submission" // the submission failed by itself: Ends.Own
	Early      Blame = "early"      // the submission ended too early: WA, with how the checker failed
)

// Blame decides in this order:
//
//  1. Both waited for each other: TLE, whatever the checker does when it is stopped.
//  2. The checker crashed after its input was closed: the submission's own failure, by 5 and 6. If it has none, it
//     ended too early: WA.
//  3. The checker failed, by whatever status but 42 and 43 or at a limit of its own: JE. Not so at its memory limit,
//     if the submission had exceeded its time, or does so while it says far more than the checker read: TLE.
//  4. The checker rejected, before the input from a failed submission was closed: WA.
//  5. The submission exceeded a limit: TLE, MLE or OLE.
//  6. The submission ended by a signal, or with a status other than 0: RTE.
//  7. The verdict of the checker.
//
// If the checker accepted while the submission was still running, 5 and 6 ignore SIGPIPE, and the wall limit unless the
// CPU time limit was exceeded as well. They also ignore the exit status if the submission's input had ended, because
// many languages fail at a closed pipe.
func (e Ends) Blame() Blame {
	failed := e.Own != "" && !e.excused()
	switch crashed := e.Shut && e.Checker.Crash != ""; {
	case e.Deadlock && e.Own != "", crashed && failed:
		return Submission
	case crashed:
		return Early
	case e.Checker.Verdict != problem.AC && e.Checker.Verdict != problem.WA && !e.Drowned:
		return Judge
	case e.Checker.Verdict == problem.WA && !(e.Shut && e.Own != ""):
		return Checker
	case failed:
		return Submission
	}
	return Checker
}

// excused reports whether the submission failed only because the checker, which had accepted it, ended.
func (e Ends) excused() bool {
	switch e.Own {
	case problem.TLE:
		return e.Left && e.Run.End == sandbox.StoppedWall && !e.Late
	case problem.RTE:
		return e.Left && e.Run.Signal == "SIGPIPE" || e.InputEnded && e.Run.End == sandbox.Exited
	}
	return false
}
