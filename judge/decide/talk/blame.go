package talk

import (
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/read/problem"
)

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
		return e.Left && e.Run.Signal == "SIGPIPE" || e.Told && e.Run.End == sandbox.Exited
	}
	return false
}
