package grade

import (
	"context"
	"strings"
	"testing"
	"time"

	"dlxjudge/judge/decide/check"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/read/score"
)

// always is a checker that always returns the same verdict.
type always problem.Verdict

func (s always) Check(context.Context, check.Files) (check.Result, error) {
	return check.Result{Verdict: problem.Verdict(s), Message: "checked"}, nil
}

func TestDecide(t *testing.T) {
	limits := problem.Limits{Time: time.Second, Memory: 64 << 20, Output: 8 << 20}
	tests := []struct {
		name    string
		run     sandbox.Result
		verdict problem.Verdict
		message string
	}{
		{"right", sandbox.Result{End: sandbox.Exited, CPU: time.Second, Memory: 64 << 20}, problem.AC, "checked"},
		{"right but late", sandbox.Result{End: sandbox.Exited, CPU: 1200 * time.Millisecond}, problem.TLE,
			"1.2 s, limit 1 s"},
		{"stopped for time", sandbox.Result{End: sandbox.StoppedCPU, CPU: 2 * time.Second}, problem.TLE,
			"stopped after 2 s, limit 1 s"},
		{"idle", sandbox.Result{End: sandbox.StoppedWall, Wall: 2 * time.Second, CPU: time.Millisecond}, problem.TLE,
			"wall-clock limit: stopped after 2s (CPU used: 1ms of 1 s)"},
		{
			"starved", sandbox.Result{
				End: sandbox.StoppedWall, Wall: 2 * time.Second, CPU: time.Millisecond, Waited: 1900 * time.Millisecond,
			},
			problem.TLE, "wall-clock limit: stopped after 2s (CPU used: 1ms of 1 s, waited for a core: 1.9s)",
		},
		{
			"slept past the normal limit, given more time", sandbox.Result{
				End: sandbox.Exited, Wall: 9 * time.Second, CPU: time.Millisecond, Asleep: 2001 * time.Millisecond,
			},
			problem.TLE, "wall-clock limit: slept 2s of 9s (CPU used: 1ms of 1 s)",
		},
		{
			"slept up to the normal limit", sandbox.Result{
				End: sandbox.Exited, Wall: 9 * time.Second, CPU: time.Millisecond, Asleep: 2 * time.Second,
			},
			problem.AC, "checked",
		},
		{
			"slept past the normal limit, and used a core or waited for one meanwhile", sandbox.Result{
				End: sandbox.Exited, Wall: 9 * time.Second, CPU: 270 * time.Millisecond, Waited: time.Second,
				Asleep: 6600 * time.Millisecond,
			},
			problem.TLE, "wall-clock limit: slept 6.6s of 9s (CPU used: 270ms of 1 s)",
		},
		{"right but big", sandbox.Result{End: sandbox.Exited, Memory: 64<<20 + 1}, problem.MLE, "more than 64 MiB"},
		{"stopped for memory", sandbox.Result{End: sandbox.StoppedMemory, CPU: 2 * time.Second}, problem.MLE,
			"more than 64 MiB"},
		{"memory for the stack", sandbox.Result{End: sandbox.StoppedMemory, Stack: 32<<20 + 1}, problem.MLE,
			"more than 64 MiB; most of its memory is the stack: infinite recursion?"},
		{"the end of the stack", sandbox.Result{End: sandbox.Signaled, Signal: "SIGSEGV", Stack: 64 << 20}, problem.RTE,
			"SIGSEGV; most of its memory is the stack: infinite recursion?"},
		{"another signal", sandbox.Result{End: sandbox.Signaled, Signal: "SIGABRT", Stack: 64 << 20}, problem.RTE, "SIGABRT"},
		{"stopped for output", sandbox.Result{End: sandbox.StoppedOutput}, problem.OLE, "more than 8 MiB of output"},
		{"large shared memory", sandbox.Result{End: sandbox.Signaled, Signal: "SIGXFSZ"}, problem.RTE,
			"SIGXFSZ: shared memory and other files may not exceed the output limit, 8 MiB"},
		{"signal", sandbox.Result{End: sandbox.Signaled, Signal: "SIGSEGV",
			Stderr: sandbox.Excerpt{Last: []byte("ouch\n")}}, problem.RTE, "SIGSEGV: ouch"},
		{"exit status", sandbox.Result{End: sandbox.Exited, ExitCode: 1}, problem.RTE, "exit status 1"},
		{"JVM: its memory does not count", sandbox.Result{End: sandbox.Exited, Memory: 96 << 20}, problem.AC, "checked"},
		{"JVM: big", sandbox.Result{End: sandbox.Exited, Memory: 96<<20 + 1}, problem.MLE,
			"more than 64 MiB, and the 32 MiB of its run-time system"},
	}
	for _, test := range tests {
		var program sandbox.Program
		if strings.HasPrefix(test.name, "JVM") {
			program.Memory = 32 << 20
		}
		got, err := decide(context.Background(), limits, program, test.run, always(problem.AC), check.Files{})
		if err != nil || got.Verdict != test.verdict || got.Message != test.message {
			t.Errorf("%s: got %s %q (%v), want %s %q", test.name, got.Verdict, got.Message, err, test.verdict,
				test.message)
		}
	}
}

func TestLimits(t *testing.T) {
	limits := problem.Limits{Time: 10 * time.Second}
	if got := limitsFor(limits, true).CPU; got != 10*time.Second {
		t.Errorf("where a TLE is permitted: stopped at %v, want the limit", got)
	}
	if got := limitsFor(limits, false).CPU; got != 15*time.Second {
		t.Errorf("where it is not: stopped at %v, want 1.5 times the limit", got)
	}
	limits.Time = time.Second
	if got := limitsFor(limits, false); got.CPU != 2*time.Second || got.Wall != 2*time.Second {
		t.Errorf("a short limit: stopped at %v and %v, want a second more for both", got.CPU, got.Wall)
	}
}

// The whole verdict is that of the first test that decides it, unless the scores have one. It is open as long as more
// tests, or the grader, may change it.
func TestWholeVerdict(t *testing.T) {
	failure := &score.Outcome{Failure: "a score is too high"}
	graded := &score.Outcome{Whole: score.Group{Verdict: "WA"}}
	for _, row := range []struct {
		tests                 string
		scores                *score.Outcome
		interrupted, ungraded bool
		want                  problem.Verdict
		cutShort              bool
	}{
		{"", nil, false, false, problem.NotRun, false},
		{"- AC", nil, false, false, problem.AC, false},
		{"AC PE AC", nil, false, false, problem.PE, false},
		{"PE WA TLE", nil, false, false, problem.WA, false},
		{"AC TLE WA", nil, true, false, problem.TLE, false},
		{"AC PE -", nil, true, false, problem.NotRun, true},
		{"AC", graded, false, false, problem.WA, false},
		{"AC", failure, true, false, problem.JE, false},
		{"WA", graded, true, true, problem.NotRun, true},
	} {
		var tests []Test
		for _, v := range strings.Fields(row.tests) {
			tests = append(tests, Test{Verdict: problem.Verdict(strings.Trim(v, "-"))})
		}
		got, cutShort := wholeVerdict(tests, row.scores, row.interrupted, row.ungraded)
		if got != row.want || cutShort != row.cutShort {
			t.Errorf("%s, %+v: got %q, %v; want %q", row.tests, row.scores, got, cutShort, row.want)
		}
	}
}

func TestBorderline(t *testing.T) {
	at := func(cpu time.Duration, v problem.Verdict) Test {
		return Test{CPU: Seconds(cpu), Verdict: v, Message: "as decided"}
	}
	for cpu, want := range map[time.Duration]bool{
		790 * time.Millisecond: false, 800 * time.Millisecond: true, 1200 * time.Millisecond: true,
		1210 * time.Millisecond: false,
	} {
		if got := closeTo(time.Second, at(cpu, problem.AC)); got != want {
			t.Errorf("%v is close to a second: %v, want %v", cpu, got, want)
		}
	}
	if closeTo(time.Second, Test{CPU: Seconds(time.Second), Verdict: problem.TLE, Stopped: true}) {
		t.Error("a run that was stopped at the limit counts as borderline")
	}
	got := borderline(time.Second, at(1100*time.Millisecond, problem.TLE), at(950*time.Millisecond, problem.AC))
	want := "borderline: 1.1 s, and 0.95 s when run again alone, limit 1 s"
	if got.Verdict != problem.AC || got.Message != want {
		t.Errorf("got %s %q, want AC %q", got.Verdict, got.Message, want)
	}
	if got := borderline(time.Second, at(980*time.Millisecond, problem.AC), at(950*time.Millisecond,
		problem.AC)); got.Message != "as decided" {
		t.Errorf("two runs that agree: got %q", got.Message)
	}
}

// starves is a checker that reaches its limit because the machine is overloaded.
type starves struct{}

func (starves) Check(context.Context, check.Files) (check.Result, error) {
	return check.Result{Verdict: problem.JE, Starved: true}, nil
}

// After a final checker was starved, the test runs again, as after an interactor.
func TestFinalStarved(t *testing.T) {
	p := &Candidate{checking: checking{final: starves{}}}
	if got, err := p.finally(t.Context(), Test{}, check.Files{}); err != nil || !got.Starved {
		t.Errorf("got %+v and %v", got, err)
	}
}

func TestStarvedBy(t *testing.T) {
	const wall = 2 * time.Second
	for _, test := range []struct {
		name        string
		end         sandbox.End
		cpu, waited time.Duration
		want        bool
	}{
		{"it computed", sandbox.StoppedWall, wall / 50, 0, true},
		{"it waited for a core", sandbox.StoppedWall, time.Millisecond, wall / 10, true},
		{"it slept", sandbox.StoppedWall, wall/50 - 1, wall/10 - 1, false},
		{"it did nothing, and nothing is known", sandbox.StoppedWall, 0, 0, false},
		{"it ended by itself", sandbox.Exited, time.Millisecond, wall, false},
	} {
		run := sandbox.Result{End: test.end, Wall: wall, CPU: test.cpu, Waited: test.waited}
		if got := starved(run); got != test.want {
			t.Errorf("%s: starved is %v", test.name, got)
		}
	}
}
