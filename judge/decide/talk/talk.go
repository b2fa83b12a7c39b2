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
//   - When a submission has ended well, the checker's input is closed at once. If the checker then crashes, both run
//     again, and its input is closed only when it waits for more: an earlier crash has another cause.
//   - When a submission has failed, the checker's input is closed only when the checker has read everything and waits
//     for more. If the checker rejects before that, its verdict counts; after that, the submission's failure counts.
//   - When one program has closed its output and goes on, the other's input is closed once the other waits for more.
//   - After the submission has ended, the checker's output is read and dropped, so that the checker can go on writing.
//   - After the checker has accepted, the submission's pipes stay open until the submission waits for the checker.
//     Once they are closed, its exit status no longer counts.
//
// A program waits if all its threads have slept for half a second, one of them in read or write, and it used no CPU
// time meanwhile. If they sleep in other calls, it waits if it has done almost nothing for two seconds. A program that
// waits for a CPU does not sleep. Where the sandbox cannot see threads, a program counts as waiting after two seconds.
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

	// Own returns the submission's verdict without regard to the checker: "" if it exited with 0 within its limits.
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

	CheckerInputEnded bool // this process closed the checker's input before the checker ended
	InputEnded        bool // this process closed the submission's input before the submission ended
	AcceptedFirst     bool // the checker accepted while the submission was still running
	Deadlock          bool // both waited for each other, so the submission was stopped
	Full              bool // both were blocked in write
	Drowned           bool // the checker reached its memory limit, and the submission its time limit
	Flood             bool // the submission was stopped after being far ahead of the checker for a long time

	hasty bool // the checker's input was closed, perhaps before the checker waited for more
}

// defaultCheckTime is the checker's default time limit.
const defaultCheckTime = time.Minute

// Talk runs both programs to their ends. With a transcript, their output passes through this process, which takes
// longer. An error is ctx's or the judge's own.
func Talk(ctx context.Context, sides Sides, transcript *Transcript) (Ends, error) {
	if transcript != nil {
		transcript.Begin() // before anything is recorded
	}
	if sides.Limits.Time == 0 {
		sides.Limits.Time = defaultCheckTime
	}
	ends, err := once(ctx, sides, transcript, false)
	if err != nil || !ends.hasty || ends.Checker.Crash == "" {
		return ends, err
	}
	return once(ctx, sides, nil, true) // the transcript keeps the first run
}

// once runs both programs. If patient is set, it never closes the checker's input before the checker waits for more.
func once(ctx context.Context, sides Sides, transcript *Transcript, patient bool) (Ends, error) {
	_, watching := sides.Worker.(sandbox.Watching)
	c := &conversation{Sides: sides, patient: patient, unseen: !watching, stop: make(chan struct{})}
	var recordSubmission, recordChecker func([]byte)
	switch {
	case transcript != nil:
		recordSubmission, recordChecker = transcript.submission, transcript.checker
	case c.unseen:
		recordSubmission, recordChecker = func([]byte) {}, func([]byte) {}
	}
	var err error
	if c.toChecker, err = newDirection(writable, recordSubmission); err != nil {
		return Ends{}, err
	}
	defer c.toChecker.close()
	if c.toSubmission, err = newDirection(readable, recordChecker); err != nil {
		return Ends{}, err
	}
	defer c.toSubmission.close()
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
//  2. The checker crashed after its input was closed: the submission's own failure, by 5 and 6. A submission without a
//     failure ended too early: WA.
//  3. The checker failed otherwise, with a status other than 42 and 43 or at one of its limits: JE. If Drowned is set,
//     5 decides instead.
//  4. The checker rejected: WA, unless the submission failed and the checker's input was closed.
//  5. The submission exceeded a limit: TLE, MLE or OLE.
//  6. The submission ended by a signal, or with a status other than 0: RTE.
//  7. The verdict of the checker.
//
// If the checker accepted while the submission was still running, 6 ignores SIGPIPE, and 5 ignores the wall limit if
// the CPU time is within its limit. If the submission's input had ended, 6 ignores the exit status: many languages fail
// at a closed pipe.
func (e Ends) Blame() Blame {
	failed := e.Own != "" && !e.excused()
	switch crashed := e.CheckerInputEnded && e.Checker.Crash != ""; {
	case e.Deadlock && e.Own != "", crashed && failed:
		return Submission
	case crashed:
		return Early
	case e.Checker.Verdict != problem.AC && e.Checker.Verdict != problem.WA && !e.Drowned:
		return Judge
	case e.Checker.Verdict == problem.WA && !(e.CheckerInputEnded && e.Own != ""):
		return Checker
	case failed:
		return Submission
	}
	return Checker
}

// excused reports whether the submission's failure is ignored, because the checker's end alone may have caused it.
func (e Ends) excused() bool {
	switch e.Own {
	case problem.TLE:
		return e.AcceptedFirst && e.Run.End == sandbox.StoppedWall && !e.Late
	case problem.RTE:
		return e.AcceptedFirst && e.Run.Signal == "SIGPIPE" || e.InputEnded && e.Run.End == sandbox.Exited
	}
	return false
}
