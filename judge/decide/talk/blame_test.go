package talk

import (
	"testing"
	"time"

	"dlxjudge/judge/decide/check"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/read/problem"
)

// TestBlame has a row for each rule of Ends.Blame, and for each pair whose order matters.
func TestBlame(t *testing.T) {
	const ac, wa, je, tle, mle, ole, rte = problem.AC, problem.WA, problem.JE, problem.TLE, problem.MLE, problem.OLE,
		problem.RTE
	exited := func(status int) sandbox.Result { return sandbox.Result{End: sandbox.Exited, ExitCode: status} }
	signal := func(name string) sandbox.Result { return sandbox.Result{End: sandbox.Signaled, Signal: name} }
	stopped := func(at sandbox.End) sandbox.Result { return sandbox.Result{End: at, Wall: time.Minute} }
	starved := sandbox.Result{End: sandbox.StoppedWall, Wall: time.Minute, Waited: time.Minute}
	verdict := func(v problem.Verdict) check.Result { return check.Result{Verdict: v} }
	crash := check.Result{Verdict: je, Crash: "exit status 1"}
	for _, row := range []struct {
		says string
		ends Ends
		want Blame
	}{
		{"the checker failed", Ends{Checker: verdict(je), Run: exited(0)}, BlameJudge},
		{"the checker failed, and the submission was too slow", Ends{Checker: verdict(je), Own: tle,
			Run: stopped(sandbox.StoppedCPU)}, BlameJudge},
		{"the checker failed when the submission had crashed", Ends{Checker: verdict(je), Own: rte, Run: signal("SIGSEGV"),
			CheckerInputEnded: true}, BlameJudge},
		{"the checker failed in a deadlock", Ends{Checker: verdict(je), Own: tle, Run: stopped(sandbox.StoppedWall),
			Deadlock: true}, BlameSubmission},
		{"the checker rejected in a deadlock", Ends{Checker: verdict(wa), Own: tle, Run: stopped(sandbox.StoppedWall),
			Deadlock: true}, BlameSubmission},
		{"the checker crashed", Ends{Checker: crash, Run: exited(0)}, BlameJudge},
		{"the checker crashed, and so had the submission", Ends{Checker: crash, Own: rte, Run: signal("SIGSEGV")}, BlameJudge},
		{"the checker crashed at the end of its input", Ends{Checker: crash, Run: exited(0), CheckerInputEnded: true}, BlameEarly},
		{"the checker crashed at the end of its input, after the submission", Ends{Checker: crash, Own: rte,
			Run: signal("SIGSEGV"), CheckerInputEnded: true}, BlameSubmission},
		{"the checker crashed at the end of its input, and the submission then failed at its own", Ends{Checker: crash,
			Own: rte, Run: exited(1), CheckerInputEnded: true, InputEnded: true}, BlameEarly},
		{"the checker ran out of memory, with a submission that prints without end", Ends{Checker: verdict(je),
			Own: tle, Run: stopped(sandbox.StoppedCPU), Drowned: true}, BlameSubmission},

		{"rejected", Ends{Checker: verdict(wa), Run: exited(0)}, BlameChecker},
		{"rejected, and the submission was too slow", Ends{Checker: verdict(wa), Own: tle,
			Run: stopped(sandbox.StoppedCPU)}, BlameChecker},
		{"rejected, and the submission crashed", Ends{Checker: verdict(wa), Own: rte, Run: signal("SIGSEGV")}, BlameChecker},
		{"rejected, and the submission was stopped because of that", Ends{Checker: verdict(wa), Own: tle,
			Run: stopped(sandbox.StoppedWall)}, BlameChecker},

		{"too slow, and rejected after its output ended", Ends{Checker: verdict(wa), Own: tle,
			Run: stopped(sandbox.StoppedCPU), CheckerInputEnded: true}, BlameSubmission},
		{"too slow, and accepted", Ends{Checker: verdict(ac), Own: tle, Run: stopped(sandbox.StoppedCPU)}, BlameSubmission},
		{"ended well, and too slow", Ends{Checker: verdict(ac), Own: tle, Run: exited(0)}, BlameSubmission},
		{"at the wall limit", Ends{Checker: verdict(wa), Own: tle, Run: stopped(sandbox.StoppedWall), CheckerInputEnded: true},
			BlameSubmission},
		{"a deadlock", Ends{Checker: verdict(wa), Own: tle, Run: stopped(sandbox.StoppedWall), CheckerInputEnded: true, Deadlock: true},
			BlameSubmission},
		{"too large", Ends{Checker: verdict(wa), Own: mle, Run: stopped(sandbox.StoppedMemory), CheckerInputEnded: true}, BlameSubmission},
		{"too loud on standard error", Ends{Checker: verdict(ac), Own: ole, Run: stopped(sandbox.StoppedOutput)},
			BlameSubmission},

		{"crashed, and rejected after its output ended", Ends{Checker: verdict(wa), Own: rte, Run: signal("SIGSEGV"),
			CheckerInputEnded: true}, BlameSubmission},
		{"crashed, and accepted", Ends{Checker: verdict(ac), Own: rte, Run: signal("SIGSEGV")}, BlameSubmission},
		{"another status, and accepted", Ends{Checker: verdict(ac), Own: rte, Run: exited(1)}, BlameSubmission},
		{"ended by its own SIGPIPE while the checker was there", Ends{Checker: verdict(ac), Own: rte,
			Run: signal("SIGPIPE")}, BlameSubmission},

		{"accepted", Ends{Checker: verdict(ac), Run: exited(0)}, BlameChecker},
		{"accepted, and ended well later", Ends{Checker: verdict(ac), Run: exited(0), AcceptedFirst: true, InputEnded: true}, BlameChecker},

		{"accepted, then a status since its pipes were closed", Ends{Checker: verdict(ac), Own: rte, Run: exited(1),
			AcceptedFirst: true, InputEnded: true}, BlameChecker},
		{"accepted, then a status of its own", Ends{Checker: verdict(ac), Own: rte, Run: exited(1), AcceptedFirst: true},
			BlameSubmission},
		{"accepted, then SIGPIPE", Ends{Checker: verdict(ac), Own: rte, Run: signal("SIGPIPE"), AcceptedFirst: true, InputEnded: true},
			BlameChecker},
		{"accepted, then another signal", Ends{Checker: verdict(ac), Own: rte, Run: signal("SIGSEGV"), AcceptedFirst: true,
			InputEnded: true}, BlameSubmission},
		{"accepted, then too slow, and stopped at the wall limit", Ends{Checker: verdict(ac), Own: tle,
			Run: stopped(sandbox.StoppedWall), AcceptedFirst: true, Late: true}, BlameSubmission},
		{"accepted, then the wall limit", Ends{Checker: verdict(ac), Own: tle, Run: stopped(sandbox.StoppedWall),
			AcceptedFirst: true}, BlameChecker},
		{"accepted, then the wall limit, as it got no CPU", Ends{Checker: verdict(ac), Own: tle, Run: starved,
			AcceptedFirst: true}, BlameSubmission},
		{"accepted, then the CPU limit", Ends{Checker: verdict(ac), Own: tle, Run: stopped(sandbox.StoppedCPU), AcceptedFirst: true,
			InputEnded: true}, BlameSubmission},
		{"accepted, then too large", Ends{Checker: verdict(ac), Own: mle, Run: stopped(sandbox.StoppedMemory), AcceptedFirst: true,
			InputEnded: true}, BlameSubmission},
	} {
		if got := row.ends.Blame(); got != row.want {
			t.Errorf("%s: got %s, want %s", row.says, got, row.want)
		}
	}
}
