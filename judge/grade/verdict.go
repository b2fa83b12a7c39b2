package grade

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"dlxjudge/judge/check"
	"dlxjudge/judge/executor"
	"dlxjudge/judge/problem"
	"dlxjudge/judge/sandbox"
)

// limitsFor returns the limits at which a run is stopped. Where a TLE is permitted, that is the time limit itself.
// Elsewhere the run goes on for a while, so that the report can say how far over the limit it is.
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

// maxProcesses is enough for the threads of Go, Java and Node, and stops a fork bomb.
const maxProcesses = 256

// decide turns a run into a verdict. The checker runs only if no limit was exceeded and the program ended well.
func decide(ctx context.Context, limits problem.Limits, program executor.Program, run sandbox.Result, checker check.Checker, files check.Files) (Test, error) {
	test := ended(limits, program, run)
	if test.Verdict != problem.NotRun {
		return test, nil
	}
	said, err := checker.Check(ctx, files)
	if err != nil {
		return Test{}, err
	}
	test.Verdict, test.Message, test.Difference = said.Verdict, said.Message, said.Difference
	test.Says, test.Wrote = said.Says, said.Scores
	return test, nil
}

// ended is a run with the verdict that it has by itself: NotRun if the program ended well and exceeded no limit. If several
// limits were exceeded, memory comes before time: a program that runs out of memory is often slow as well.
func ended(limits problem.Limits, program executor.Program, run sandbox.Result) Test {
	test := Test{
		CPU: run.CPU, Wall: run.Wall, Memory: run.Memory, AtLeast: run.MemoryAtLeast, ExitCode: run.ExitCode, Signal: run.Signal, Stderr: run.Stderr,
		Stopped: run.End != sandbox.Exited && run.End != sandbox.Signaled,
	}
	switch {
	case run.End == sandbox.StoppedMemory || run.Memory > limits.Memory+program.Memory:
		test.Verdict, test.Message = problem.MLE, fmt.Sprintf("more than %d MiB", limits.Memory>>20)
		if program.Memory > 0 {
			test.Message += fmt.Sprintf(", and the %d MiB of its run-time system", program.Memory>>20)
		}
	case refusedMemory(program, run):
		test.Verdict, test.Message = problem.MLE, withStderr(fmt.Sprintf("its run-time system has refused it more than %d MiB", limits.Memory>>20), run.Stderr)
	case run.End == sandbox.StoppedOutput:
		test.Verdict, test.Message = problem.OLE, fmt.Sprintf("more than %d MiB of output", limits.Output>>20)
	case run.End == sandbox.StoppedCPU:
		test.Verdict, test.Message = problem.TLE, fmt.Sprintf("stopped after %s, limit %s", seconds(run.CPU), seconds(limits.Time))
	case run.CPU > limits.Time:
		test.Verdict, test.Message = problem.TLE, fmt.Sprintf("%s, limit %s", seconds(run.CPU), seconds(limits.Time))
	case run.End == sandbox.StoppedWall:
		test.Verdict, test.Idle, test.Waited = problem.TLE, true, run.Waited
		waited := ""
		if run.Waited >= run.Wall/10 && run.Waited > 0 {
			waited = fmt.Sprintf(", waited for a core: %v", round(run.Waited))
		}
		used := fmt.Sprintf("CPU used: %v%s", round(run.CPU), waited)
		test.Message = fmt.Sprintf("wall-clock limit: stopped after %v (%s)", round(run.Wall), used)
	case run.End == sandbox.Signaled:
		test.Verdict, test.Message = problem.RTE, withStderr(run.Signal, run.Stderr)
	case run.ExitCode != 0:
		test.Verdict, test.Message = problem.RTE, withStderr(fmt.Sprintf("exit status %d", run.ExitCode), run.Stderr)
	}
	return test
}

// refusedMemory reports whether the program failed since its run-time system, which knows the limit, gave it no more memory.
func refusedMemory(program executor.Program, run sandbox.Result) bool {
	failed := run.End == sandbox.Signaled || run.End == sandbox.Exited && run.ExitCode != 0
	return failed && slices.ContainsFunc(program.OutOfMemory, func(words string) bool { return strings.Contains(run.Stderr, words) })
}

// starved reports whether a run that was stopped at the wall-clock limit may have waited for a busy machine only. It
// used the CPU for at least a fiftieth of its time, or waited for a core for a tenth; a program that sleeps, or waits
// for more input, does less.
func starved(t Test) bool {
	return t.Idle && (t.CPU >= t.Wall/50 || t.Waited > 0 && t.Waited >= t.Wall/10)
}

// starvedWallFactor multiplies the wall-clock limit when a starved program runs again.
const starvedWallFactor = 5

// closeTo reports whether the run's time is within a fifth of the limit. A run that was stopped does not count: how long
// it would have taken is not known.
func closeTo(limit time.Duration, t Test) bool {
	return !t.Stopped && t.CPU >= limit*4/5 && t.CPU <= limit*6/5
}

// borderline takes the second run, which ran alone. Its message says so if the first had another verdict on time.
func borderline(limit time.Duration, first, second Test) Test {
	if (first.Verdict == problem.TLE) != (second.Verdict == problem.TLE) {
		second.Unsure = true
		second.Message = fmt.Sprintf("borderline: %s, and %s when run again alone, limit %s",
			seconds(first.CPU), seconds(second.CPU), seconds(limit))
	}
	return second
}

// withStderr is how a program ended, with the end of its standard error.
func withStderr(end, stderr string) string {
	if said := strings.TrimSpace(stderr); said != "" {
		return end + ": " + said
	}
	return end
}

// seconds is a CPU time or a time limit: "1.4 s", "0.356 s".
func seconds(d time.Duration) string {
	if d < time.Second {
		return fmt.Sprintf("%.3g s", d.Seconds())
	}
	return fmt.Sprintf("%g s", round(d).Seconds())
}

// round keeps about three digits.
func round(d time.Duration) time.Duration {
	switch {
	case d >= time.Second:
		return d.Round(10 * time.Millisecond)
	case d >= time.Millisecond:
		return d.Round(10 * time.Microsecond)
	}
	return d
}
