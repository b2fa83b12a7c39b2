package grade

import (
	"context"
	"fmt"
	"time"

	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/read/problem"
)

// doubtful reports whether other work on the machine may have decided the verdict of a run: it ended by itself with a
// CPU time close to the limit, or it was starved. Such a test runs again, with nothing beside it.
func doubtful(limits problem.Limits, t Test) bool { return closeTo(limits.Time, t) || t.Starved }

// closeTo reports whether the run's time is within a fifth of the limit. A run that was stopped does not count: how
// long it would have taken is not known.
func closeTo(limit time.Duration, t Test) bool {
	return !t.Stopped && t.CPU >= limit*4/5 && t.CPU <= limit*6/5
}

// starved reports whether a run that was stopped at the wall-clock limit may have waited only for a busy machine: it
// used the CPU for a fiftieth of its time, or waited for a core for a tenth. A program that sleeps or waits for input
// does less. The CPU time does not matter otherwise: a program beyond its time limit may have been about to exceed the
// memory limit, whose verdict comes first, and needs several times the CPU time beside others that use the machine's
// caches and memory.
func starved(run sandbox.Result) bool {
	return run.End == sandbox.StoppedWall && !run.Suspended && (run.CPU >= run.Wall/50 || waitedLong(run))
}

// waitedLong reports whether other programs had the cores while this one could have run, for a tenth of its time.
func waitedLong(run sandbox.Result) bool { return run.Waited > 0 && run.Waited >= run.Wall/10 }

// slept reports whether a program has slept beyond the wall-clock limit, though it had more time since other programs
// may have the cores: how busy the machine is does not decide whether a program that sleeps is too slow. One that used
// or waited for a core may have had many children, of which not all waiting is seen.
func slept(limits problem.Limits, run sandbox.Result) bool {
	return run.Asleep > limitsFor(limits, false).Wall && run.CPU < run.Wall/50 && !waitedLong(run)
}

// moreWall multiplies the wall-clock limit of a program that has no core to itself, or may not have had one.
const moreWall = 5

// again judges a test a second time, after a first run that is doubtful. Nothing of this judge must run beside it.
func (p *Program) again(ctx context.Context, worker sandbox.Worker, r Run, first Test) (Test, error) {
	second, err := p.once(ctx, worker, r, moreWall)
	if limit := p.limitsOf(r).Time; err == nil && closeTo(limit, first) {
		second = borderline(limit, first, second)
	}
	return second, err
}

// borderline takes the second run, which had nothing beside it. Its message says so if only one of the two was on time.
func borderline(limit time.Duration, first, second Test) Test {
	if (first.Verdict == problem.TLE) != (second.Verdict == problem.TLE) {
		second.Unsure = true
		second.Message = fmt.Sprintf("borderline: %s, and %s when run again alone, limit %s",
			seconds(first.CPU), seconds(second.CPU), seconds(limit))
	}
	return second
}
