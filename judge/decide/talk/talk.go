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
// This process keeps an end of its own of each pipe, so that neither program sees that the other has ended before it is
// told.
//
//   - A submission that ended well is known to have said all: the checker finds the end of its input at once.
//   - One that did not is gone for the checker only when that has read all and waits for more. What the checker rejects
//     by then, it rejects; after that, the failure of the submission counts.
//   - What the checker says to a submission that has ended is read and dropped, so that it can write on.
//   - When the checker has accepted, the submission runs on as if it were there, until it waits for it. Then its pipes
//     are closed, and what it makes of that does not count.
//
// Whether a program waits is told by the sandbox, which sees its threads sleep in read and write. Where it cannot, as
// that of a system without /proc, or of a program that sleeps in other calls, a program that uses no CPU time for two
// seconds waits.
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
	Task   sandbox.Task // of the submission; its wall limit does not include what the checker computes

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

	Shut     bool // the submission failed, and the checker ended only when it was told that nothing more will come
	Left     bool // the checker accepted while the submission was still running
	Told     bool // and the submission ended only when it was told that nothing more will come
	Deadlock bool // both waited for each other, and the submission was stopped for that
	Full     bool // they did so in writing
}

// usualCheck is the checker's time where a problem sets none.
const usualCheck = time.Minute

// Talk runs both programs to their ends. With a transcript, all that they say goes through this process, which takes
// longer; without one it goes from one to the other. An error is ctx's, or the judge's own.
func Talk(ctx context.Context, sides Sides, transcript *Transcript) (Ends, error) {
	if transcript != nil {
		transcript.Begin() // before anything is recorded in it
	}
	lines, err := newLines(transcript)
	if err != nil {
		return Ends{}, err
	}
	defer lines.close()
	if sides.Limits.Time == 0 {
		sides.Limits.Time = usualCheck
	}
	c := &conversation{Sides: sides, lines: lines, stop: make(chan struct{})}
	return c.run(ctx)
}
