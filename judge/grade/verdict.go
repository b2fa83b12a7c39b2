package grade

import (
	"context"
	"fmt"
	"strings"
	"time"

	"dlxjudge/judge/check"
	"dlxjudge/judge/problem"
	"dlxjudge/judge/sandbox"
)

// limitsFor returns where a run is stopped. Where a TLE is permitted nobody asks how far over the limit the program
// would have been; elsewhere it runs on for a while, so that the report can say.
func limitsFor(limits problem.Limits, permittedTLE bool) sandbox.Limits {
	stop := max(limits.Time*3/2, limits.Time+time.Second)
	if permittedTLE {
		stop = limits.Time
	}
	return sandbox.Limits{
		CPU:       stop,
		Wall:      max(2*limits.Time, limits.Time+time.Second),
		Memory:    limits.Memory,
		Output:    limits.Output,
		Processes: maxProcesses,
	}
}

// maxProcesses lets the run-times of Go, Java and Node start their threads and stops a fork bomb.
const maxProcesses = 256

// decide turns a run into a verdict; the checker is asked only when nothing else decides. Which limit comes first
// matters when several are broken: memory before time, since a program out of memory is often slow as well.
func decide(ctx context.Context, limits problem.Limits, run sandbox.Result, checker check.Checker, files check.Files) (Test, error) {
	test := Test{
		CPU: run.CPU, Wall: run.Wall, Memory: run.Memory, AtLeast: run.MemoryAtLeast, ExitCode: run.ExitCode, Signal: run.Signal,
		Stopped: run.End != sandbox.Exited && run.End != sandbox.Signaled,
	}
	switch {
	case run.End == sandbox.StoppedMemory || run.Memory > limits.Memory:
		test.Verdict, test.Message = problem.MLE, fmt.Sprintf("more than %d MiB", limits.Memory>>20)
	case run.End == sandbox.StoppedOutput:
		test.Verdict, test.Message = problem.OLE, fmt.Sprintf("more than %d MiB of output", limits.Output>>20)
	case run.End == sandbox.StoppedCPU:
		test.Verdict, test.Message = problem.TLE, fmt.Sprintf("stopped after %v of CPU time", round(run.CPU))
	case run.CPU > limits.Time:
		test.Verdict, test.Message = problem.TLE, fmt.Sprintf("%v of CPU time", round(run.CPU))
	case run.End == sandbox.StoppedWall:
		test.Verdict, test.Idle = problem.TLE, true
		test.Message = fmt.Sprintf("idle: stopped after %v, of which it computed %v", round(run.Wall), round(run.CPU))
	case run.End == sandbox.Signaled:
		test.Verdict, test.Message = problem.RTE, withStderr(run.Signal, run.Stderr)
	case run.ExitCode != 0:
		test.Verdict, test.Message = problem.RTE, withStderr(fmt.Sprintf("exit status %d", run.ExitCode), run.Stderr)
	default:
		said, err := checker.Check(ctx, files)
		if err != nil {
			return Test{}, err
		}
		test.Verdict, test.Message, test.Difference = said.Verdict, said.Message, said.Difference
	}
	return test, nil
}

// starved reports whether a run that was stopped for idling may only have waited for a busy machine: it computed for a
// fiftieth of its time at least, which no program does that sleeps or waits for input that never comes.
func starved(t Test) bool { return t.Idle && t.CPU >= t.Wall/50 }

// patience is how many times the usual wall limit a starved program gets when it runs again.
const patience = 5

// closeTo reports whether the run's time is within a fifth of the limit. One that we stopped at the limit says nothing of
// how long it would have taken; that it was stopped there means that a TLE is permitted.
func closeTo(limit time.Duration, t Test) bool {
	return !t.Stopped && t.CPU >= limit*4/5 && t.CPU <= limit*6/5
}

// borderline decides by the second run, which was alone, and says so when the first one would have decided otherwise.
func borderline(limit time.Duration, first, second Test) Test {
	if (first.Verdict == problem.TLE) != (second.Verdict == problem.TLE) {
		second.Message = fmt.Sprintf("borderline: %v of CPU time, and %v when it ran again alone; the limit is %v",
			round(first.CPU), round(second.CPU), limit)
	}
	return second
}

// withStderr adds what the program said last to how it ended.
func withStderr(end, stderr string) string {
	if said := strings.TrimSpace(stderr); said != "" {
		return end + ": " + said
	}
	return end
}

// round keeps three digits or so, as much as anybody reads.
func round(d time.Duration) time.Duration {
	switch {
	case d >= time.Second:
		return d.Round(10 * time.Millisecond)
	case d >= time.Millisecond:
		return d.Round(10 * time.Microsecond)
	}
	return d
}
