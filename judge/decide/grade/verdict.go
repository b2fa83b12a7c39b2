package grade

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"dlxjudge/judge/decide/check"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/read/problem"
)

// limitsFor returns the limits at which to stop a run. If atOnce is set, as on tests where a TLE is permitted, the run
// stops at the time limit. Otherwise the run goes on for a while, so that the report can say how far over the limit the
// run is.
func limitsFor(limits problem.Limits, atOnce bool) sandbox.Limits {
	stop := max(limits.Time*3/2, limits.Time+time.Second)
	if atOnce {
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

// maxProcesses allows the threads of Go, Java and Node, but stops a fork bomb.
const maxProcesses = 256

// decide turns a run into a verdict. The checker runs only if the program exited with 0 within its limits.
func decide(ctx context.Context, limits problem.Limits, program sandbox.Program, run sandbox.Result,
	checker check.Checker, files check.Files) (Test, error) {
	test := ended(limits, program, run)
	if test.Verdict != problem.NotRun {
		return test, nil
	}
	checked, err := checker.Check(ctx, files)
	if err != nil {
		return Test{}, err
	}
	test.Verdict, test.Message = checked.Verdict, checked.Message
	if checked.Difference != nil {
		test.Difference, test.Line = checked.Difference.Window, checked.Difference.Line
	}
	test.Found, test.ScoreFiles, test.Starved = checked.Found, checked.Scores, checked.Starved
	return test, nil
}

// ended returns the verdict of a run, without regard to the output. The verdict is NotRun if the program exited with 0
// within its limits. MLE comes before TLE, because a program that runs out of memory is often slow as well.
func ended(limits problem.Limits, program sandbox.Program, run sandbox.Result) Test {
	test := Test{
		CPU: Seconds(run.CPU), Wall: Seconds(run.Wall),
		Memory: run.Memory, AtLeast: run.MemoryAtLeast, Signal: run.Signal,
		Stderr: run.Stderr.LastLines(), Stopped: run.Stopped() != "",
		Waited: waitedLong(run),
	}
	if program.Explains && run.Stderr.Cut { // a stack trace with up to 256 frames; only the first frames matter
		test.Stderr = run.Stderr.Head()
	}
	if run.End == sandbox.Exited {
		test.ExitCode = run.ExitCode
	}
	timedOut := func(message string) {
		test.Verdict, test.Message, test.Starved = problem.TLE, message, starved(run)
	}
	switch {
	case run.End == sandbox.StoppedMemory || run.Memory > limits.Memory+program.Memory:
		test.Verdict, test.Message = problem.MLE, fmt.Sprintf("more than %d MiB", limits.Memory>>20)
		if program.Memory > 0 {
			test.Message += fmt.Sprintf(", and the %d MiB of its run-time system", program.Memory>>20)
		}
	case refusedMemory(program, run):
		test.Verdict, test.Message = problem.MLE,
			withStderr(fmt.Sprintf("its run-time system refused to give it more than %d MiB", limits.Memory>>20),
				test.Stderr)
	case run.End == sandbox.StoppedOutput:
		test.Verdict, test.Message = problem.OLE, fmt.Sprintf("more than %d MiB of output", limits.Output>>20)
	case run.End == sandbox.StoppedCPU:
		timedOut(fmt.Sprintf("stopped after %s, limit %s", seconds(run.CPU), seconds(limits.Time)))
	case run.CPU > limits.Time:
		timedOut(fmt.Sprintf("%s, limit %s", seconds(run.CPU), seconds(limits.Time)))
	case run.Suspended:
		timedOut("the program " + run.String())
		test.Idle = true
	case run.End == sandbox.StoppedWall:
		used := fmt.Sprintf("CPU used: %v of %s", round(run.CPU), seconds(limits.Time))
		if waitedLong(run) {
			used += fmt.Sprintf(", waited for a core: %v", round(run.Waited))
		}
		timedOut(fmt.Sprintf("wall-clock limit: stopped after %v (%s)", round(run.Wall), used))
		test.Idle = true
	case slept(limits, run):
		timedOut(fmt.Sprintf("wall-clock limit: slept %v of %v (CPU used: %v of %s)", round(run.Asleep),
			round(run.Wall), round(run.CPU), seconds(limits.Time)))
		test.Idle = true
	case run.Signal == "SIGXFSZ": // its output is shorter, or it would be OLE
		test.Verdict, test.Message = problem.RTE, withStderr(fmt.Sprintf("SIGXFSZ: shared memory and other files may "+
			"not exceed the output limit, %d MiB", limits.Output>>20), test.Stderr)
	case run.End == sandbox.Signaled:
		test.Verdict, test.Message = problem.RTE, withStderr(run.Signal, test.Stderr)
	case run.ExitCode != 0:
		test.Verdict, test.Message = problem.RTE, withStderr(fmt.Sprintf("exit status %d", run.ExitCode), test.Stderr)
	}
	if deep := run.Stack > limits.Memory/2; deep && (test.Verdict == problem.MLE || run.Signal == "SIGSEGV") {
		test.Message += "; most of its memory is the stack: infinite recursion?"
	}
	return test
}

// refusedMemory reports whether the program failed because its run-time system refused to allocate memory. The run-time
// system knows the memory limit.
func refusedMemory(program sandbox.Program, run sandbox.Result) bool {
	failed := run.End == sandbox.Signaled || run.End == sandbox.Exited && run.ExitCode != 0
	return failed && slices.ContainsFunc(program.OutOfMemory, func(words string) bool {
		return strings.Contains(run.Stderr.LastLines(), words)
	})
}

// withStderr adds the end of standard error to a message.
func withStderr(end, stderr string) string {
	if text := strings.TrimSpace(stderr); text != "" {
		return end + ": " + text
	}
	return end
}

// seconds formats a CPU time or a time limit: "1.4 s", "0.356 s".
func seconds(d time.Duration) string {
	if d < time.Second {
		return fmt.Sprintf("%.3g s", d.Seconds())
	}
	return fmt.Sprintf("%g s", round(d).Seconds())
}

// round rounds to about three digits.
func round(d time.Duration) time.Duration {
	switch {
	case d >= time.Second:
		return d.Round(10 * time.Millisecond)
	case d >= time.Millisecond:
		return d.Round(10 * time.Microsecond)
	}
	return d
}
