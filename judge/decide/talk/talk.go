// Package talk runs a submission together with the checker of an interactive problem, and decides who is to blame for
// the outcome.
//
// Both programs run at the same time, each in its own sandbox, connected by two pipes. Talk starts and watches the
// programs. It closes an end of a pipe only when the time of closing cannot change the verdict. It returns plain data.
// Ends.Blame decides who is to blame, as a pure function of that data. No verdict depends on which of the two programs
// is faster.
//
//	ends, err := talk.Talk(ctx, talk.Sides{Worker: worker, Task: task, Checker: checker, Files: files, …}, nil)
//	switch ends.Blame() { … }
//
// # When an end of a pipe is closed
//
// This process keeps each pipe open, so no program sees the end of its input until this process closes the pipe.
//
//   - When the submission has exited with 0 within its limits, the checker's input is closed immediately. If the
//     checker then crashes, both programs run again. In that run, the checker's input is closed only when the checker
//     waits for more. If the checker crashes before that, the crash has another cause.
//   - When the submission has failed, the checker's input is closed only when the checker has read everything and waits
//     for more. If the checker rejects before that, the rejection counts. If it rejects later, the submission's failure
//     counts.
//   - When one program has closed its output but has not ended, the other program's input is closed once that other
//     program waits for more.
//   - After the submission has ended, the checker's output is read and dropped, so that the checker can go on writing.
//   - After the checker has accepted, the submission's pipes stay open until the submission waits for the checker.
//     Once the pipes are closed, the submission's exit status no longer counts.
//
// A program waits for more if all its threads have slept for half a second, one of them in read or write. In this time,
// the program must use no CPU time. If all threads sleep in other calls, the program counts as waiting once it has done
// almost nothing for two seconds. Waiting for a CPU does not count as sleep. If the sandbox cannot see threads, every
// program counts as waiting after two seconds.
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
	Task   sandbox.Task  // the submission; its wall limit bounds only sleep (see lookAtClock)
	Time   time.Duration // the submission's CPU time limit; 0 for none

	// Own returns the submission's verdict, without regard to the checker. It returns "" if the submission exited with
	// 0 within its limits.
	Own func(sandbox.Result) problem.Verdict

	Checker check.Custom
	Files   check.Files
	Limits  problem.ToolLimits // the checker's limits
}

// Ends describes how a conversation ended.
type Ends struct {
	Run     sandbox.Result
	Own     problem.Verdict // the result of Sides.Own for Run
	Checker check.Result
	Late    bool // the submission exceeded its CPU time limit

	CheckerInputEnded bool // this process closed the checker's input before the checker ended
	InputEnded        bool // this process closed the submission's input before the submission ended
	AcceptedFirst     bool // the checker accepted while the submission was still running
	Deadlock          bool // the programs waited for each other, so the submission was stopped
	Full              bool // in a deadlock, both programs were blocked in write
	Flood             bool // the submission was stopped because the checker was far behind it for a long time

	// The submission got TLE. The checker reached its memory limit after that, or because of the submission's output.
	Drowned bool

	hasty bool // the checker's input was closed, perhaps before the checker waited for more
}

// defaultCheckTime is the checker's default time limit.
const defaultCheckTime = time.Minute

// Talk runs both programs until they end. With a transcript, their output passes through this process, which takes
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

// once runs both programs. If patient is set, once never closes the checker's input before the checker waits for more.
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
	toChecker, err := newDirection(writable, recordSubmission)
	if err != nil {
		return Ends{}, err
	}
	defer toChecker.close()
	toSubmission, err := newDirection(readable, recordChecker)
	if err != nil {
		return Ends{}, err
	}
	defer toSubmission.close()
	c.submission.in, c.submission.out = toSubmission, toChecker
	c.checker.in, c.checker.out = toChecker, toSubmission
	return c.run(ctx)
}

// Blame says whose result decides the verdict on a conversation.
type Blame string

// The values of Blame.
const (
	BlameJudge      Blame = "judge"      // the checker failed; the verdict is JE, with the checker's message
	BlameChecker    Blame = "checker"    // the checker accepted or rejected; the verdict and message are the checker's
	BlameSubmission Blame = "submission" // the submission failed; the verdict is Ends.Own
	BlameEarly      Blame = "early"      // the submission ended too early; the verdict is WA
)

// Blame applies the first of these rules that fits:
//
//  1. The programs waited for each other: TLE, whatever the checker does when it is stopped.
//  2. The checker crashed after its input was closed: if the submission failed, too, its failure decides (rules 5
//     and 6); if not, it ended too early: WA.
//  3. The checker failed in another way, such as at a limit, or with a status other than 42 and 43: JE. If Drowned is
//     set, rule 5 decides instead.
//  4. The checker rejected: WA, unless the submission failed and the checker's input was closed.
//  5. The submission exceeded a limit: TLE, MLE or OLE.
//  6. The submission ended by a signal, or with a status other than 0: RTE.
//  7. The verdict of the checker.
//
// If the checker accepted while the submission was still running, rule 6 ignores SIGPIPE, and rule 5 ignores the wall
// limit if the CPU time is within its limit. But if the submission mostly waited for a CPU, rule 5 applies: what the
// submission would have done is unknown. If this process closed the submission's input, rule 6 ignores the exit status:
// in many languages, programs fail at a closed pipe.
func (e Ends) Blame() Blame {
	failed := e.Own != "" && !e.excused()
	switch crashed := e.CheckerInputEnded && e.Checker.Crash != ""; {
	case e.Deadlock && e.Own != "", crashed && failed:
		return BlameSubmission
	case crashed:
		return BlameEarly
	case e.Checker.Verdict != problem.AC && e.Checker.Verdict != problem.WA && !e.Drowned:
		return BlameJudge
	case e.Checker.Verdict == problem.WA && !(e.CheckerInputEnded && e.Own != ""):
		return BlameChecker
	case failed:
		return BlameSubmission
	}
	return BlameChecker
}

// excused reports whether the submission's failure is ignored. The checker's end alone may have caused such a failure.
func (e Ends) excused() bool {
	switch e.Own {
	case problem.TLE:
		return e.AcceptedFirst && e.Run.End == sandbox.StoppedWall && !e.Late && !e.Run.Starved()
	case problem.RTE:
		return e.AcceptedFirst && e.Run.Signal == "SIGPIPE" || e.InputEnded && e.Run.End == sandbox.Exited
	}
	return false
}
