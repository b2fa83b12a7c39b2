// Package talk has a submission and the checker of an interactive problem talk with each other, and says who is to
// blame for how that ended.
//
// Both run at the same time, each in its sandbox, joined by two pipes. Talk starts them, watches them and closes each
// end of a pipe at the moment at which that cannot change the verdict; it returns plain data. Ends.Blame is the
// decision, a pure function of that data. No verdict depends on which of the two is faster.
//
//	ends, err := talk.Talk(ctx, talk.Sides{Worker: worker, Task: task, Checker: checker, Files: files, …}, nil)
//	switch ends.Blame() { … }
//
// # Which end is closed when
//
// This process keeps its own end of each pipe, so that neither program sees the end of the other before this process
// closes the pipe.
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
// time meanwhile. Where the sandbox does not see the threads, or they sleep in other calls, a program that uses next to
// no CPU time for two seconds counts as waiting.
package talk

import (
	"context"
	"time"

	"dlxjudge/judge/decide/check"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/read/problem"
)

// Sides are the two programs that talk.
type Sides struct {
	Worker sandbox.Worker
	Task   sandbox.Task  // of the submission; its wall limit does not include what the checker computes
	Time   time.Duration // the submission's limit of CPU time; 0 for none

	// Own is the verdict that a run of the submission has by itself: "" if it ended well and within its limits.
	Own func(sandbox.Result) problem.Verdict

	Checker check.Talker
	Files   check.Files
	Limits  problem.ToolLimits // of the checker
}

// Ends are how a conversation has ended.
type Ends struct {
	Run     sandbox.Result
	Own     problem.Verdict // of Run, as Sides.Own has it
	Checker check.Result
	Late    bool // the submission used more CPU time than its limit

	Shut       bool // the checker's input was closed before it ended
	Left       bool // the checker accepted while the submission was still running
	InputEnded bool // the submission ended only after its input had, since the checker had ended or closed its output
	Deadlock   bool // both waited for each other, and the submission was stopped for that
	Full       bool // they did so in writing
	Drowned    bool // the checker reached its memory limit beside a submission that exceeded its time, or was to
	Flood      bool // the submission was stopped since for a long time it had said far more than the checker has read

	hasty bool // the checker's input was closed although it may not have waited for more
}

// usualCheck is the checker's time where a problem sets none.
const usualCheck = time.Minute

// Talk runs both programs to their ends. With a transcript, all that they say goes through this process, which takes
// longer; without one it goes from one to the other. An error is ctx's, or the judge's own.
func Talk(ctx context.Context, sides Sides, transcript *Transcript) (Ends, error) {
	if transcript != nil {
		transcript.Begin() // before anything is recorded in it
	}
	if sides.Limits.Time == 0 {
		sides.Limits.Time = usualCheck
	}
	ends, err := once(ctx, sides, transcript, false)
	if err != nil || !ends.hasty || ends.Checker.Crash == "" {
		return ends, err
	}
	if transcript != nil {
		if err := transcript.again(); err != nil {
			return Ends{}, err
		}
	}
	return once(ctx, sides, transcript, true)
}

// once runs both programs. If it is patient, the checker's input is never closed before the checker waits for more.
func once(ctx context.Context, sides Sides, transcript *Transcript, patient bool) (Ends, error) {
	_, seen := sides.Worker.(sandbox.Watching)
	lines, err := newLines(transcript, !seen)
	if err != nil {
		return Ends{}, err
	}
	defer lines.close()
	c := &conversation{Sides: sides, patient: patient, lines: lines, stop: make(chan struct{})}
	return c.run(ctx)
}

// Blame is what the verdict on a conversation follows from.
type Blame string

// Whom a verdict can follow from.
const (
	Judge      Blame = "judge"      // the checker failed: JE, with its message
	Checker    Blame = "checker"    // it accepted or rejected: its verdict, with its message
	Submission Blame = "submission" // it failed by itself: Ends.Own
	Early      Blame = "early"      // it ended too early: WA, with how the checker failed
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
// Of a submission that the checker has accepted before it ended, less counts in 5 and 6: no signal SIGPIPE and no wall
// limit, unless it has exceeded its CPU time as well. No status counts of one whose input has ended since the checker
// had, or had closed its output: many languages end with one at the end of a pipe.
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

// excused reports whether the failure of the submission comes from the end of a checker that had accepted it.
func (e Ends) excused() bool {
	switch e.Own {
	case problem.TLE:
		return e.Left && e.Run.End == sandbox.StoppedWall && !e.Late
	case problem.RTE:
		return e.Left && e.Run.Signal == "SIGPIPE" || e.InputEnded && e.Run.End == sandbox.Exited
	}
	return false
}
