// Package limits works out a problem's time limit from the times of its submissions. The limit is the smallest fitting
// multiple of the problem's time resolution. A limit fits if it is far enough above the times of submissions that must
// be fast enough. It must also be far enough below the times of submissions that are meant to be too slow.
//
// The package runs nothing and reads no files. Times are integers in nanoseconds, and multipliers are integers
// in thousandths.
//
//	proposal := limits.Propose(p.Limits, programs)
//	breaches := limits.Check(p.Limits, programs)
package limits

import (
	"cmp"
	"math"
	"slices"
	"time"

	"dlxjudge/judge/read/problem"
)

// MinSlow returns the shortest time that is far enough above the limit. A program that is meant to be too slow must
// take at least this time.
func MinSlow(l problem.Limits) time.Duration {
	return scaled(l.Time, l.Multipliers.ToTooSlow, 1000, true)
}

// minLimit returns the smallest limit that is far enough above the time of a program.
func minLimit(l problem.Limits, t time.Duration) time.Duration {
	return scaled(t, l.Multipliers.FromAccepted, 1000, true)
}

// least returns the smallest multiple of the resolution that is far enough above a time.
func least(l problem.Limits, t time.Duration) time.Duration {
	return max((minLimit(l, t)+l.Resolution-1)/l.Resolution, 1) * l.Resolution
}

// most returns the largest multiple of the resolution that is far enough below a time.
func most(l problem.Limits, t time.Duration) time.Duration {
	return scaled(t, 1000, l.Multipliers.ToTooSlow, false) / l.Resolution * l.Resolution
}

// forever is longer than the time of any program.
const forever = time.Duration(math.MaxInt64 / 2)

// scaled returns t * times / by, rounded up if up is true, and down otherwise. It never returns more than the constant
// forever.
func scaled(t time.Duration, times, by int64, up bool) time.Duration {
	if int64(t) > int64(forever)/times {
		return forever
	}
	product := int64(t) * times
	if up {
		product += by - 1
	}
	return time.Duration(product / by)
}

// Timing holds the runs of a submission that bounds the limit.
type Timing struct {
	Name string // "accepted/a.c"
	Slow bool   // it is meant to be too slow, so its time bounds the limit from above
	Runs []Run  // at least one run; each run covers all tests
}

// Run holds the slowest test in one run of a program on all its tests.
type Run struct {
	Test    string        // the slowest test
	Time    time.Duration // CPU time on that test
	Stopped bool          // the program was stopped on that test, so Time is a lower bound
	Waited  bool          // the program waited long for a core, so Time may be too high
}

// Bound is a program that bounds the limit from above or below, with the spread of its times.
type Bound struct {
	Name, Test          string
	Slow                bool          // the program bounds the limit from above
	Least, Median, Most time.Duration // the shortest, median and longest CPU time of the runs
	Runs                int
	Stopped             bool // the program was stopped in some run, so the times are lower bounds
	Waited              bool // the program waited long for a core in the run with the median time
}

// Proposal is a proposed time limit, with the programs that determine it.
type Proposal struct {
	Limit time.Duration // 0 if no limit can be proposed

	Fast *Bound // the slowest program that must be fast enough; nil if there is none
	Slow *Bound // the fastest program that is meant to be too slow; nil if there is none

	Least time.Duration // the smallest multiple of the resolution that is far enough above the time of Fast
	Most  time.Duration // the largest multiple, perhaps 0, that is far enough below the time of Slow; 0 if Slow is nil
}

// Propose works out the limit from the median of each program's runs. If a program that must be fast enough was
// stopped, there is no limit, because the program's time is unknown.
func Propose(l problem.Limits, programs []Timing) Proposal {
	var p Proposal
	for _, program := range programs {
		b := program.bound()
		switch {
		case program.Slow:
			if p.Slow == nil || b.Median < p.Slow.Median {
				p.Slow = &b
			}
		case p.Fast == nil || b.Stopped && !p.Fast.Stopped || b.Stopped == p.Fast.Stopped && b.Median > p.Fast.Median:
			p.Fast = &b
		}
	}
	if p.Fast == nil || p.Fast.Stopped {
		return p
	}
	p.Least = least(l, p.Fast.Median)
	if p.Slow != nil {
		p.Most = most(l, p.Slow.Median)
	}
	if p.Slow == nil || p.Least <= p.Most {
		p.Limit = p.Least
	}
	return p
}

// bound returns the program's Bound. If there are two middle runs, the median is the time that restricts the limit
// more.
func (p Timing) bound() Bound {
	runs := slices.SortedFunc(slices.Values(p.Runs), func(a, b Run) int { return cmp.Compare(a.Time, b.Time) })
	middle := len(runs) / 2
	if p.Slow {
		middle = (len(runs) - 1) / 2
	}
	return Bound{
		Name: p.Name, Test: runs[middle].Test, Slow: p.Slow, Runs: len(runs),
		Least: runs[0].Time, Median: runs[middle].Time, Most: runs[len(runs)-1].Time,
		Waited:  runs[middle].Waited,
		Stopped: slices.ContainsFunc(runs, func(r Run) bool { return r.Stopped }),
	}
}

// A Breach is a program whose time is too close to a limit.
type Breach struct {
	Bound
	Sure bool // true if the program was stopped, or if all its runs are too close, not only the median
}

// Check finds the programs whose times are too close to the limit. The time of a stopped program is a lower bound. It
// can show that the limit is too low, but never that the limit is too high.
func Check(l problem.Limits, programs []Timing) []Breach {
	var breaches []Breach
	for _, program := range programs {
		b := program.bound()
		far := func(t time.Duration) bool { return b.Slow && t >= MinSlow(l) || !b.Slow && minLimit(l, t) <= l.Time }
		if b.Stopped && b.Slow || far(b.Median) {
			continue
		}
		breaches = append(breaches, Breach{b, b.Stopped || !far(b.Least) && !far(b.Most)})
	}
	return breaches
}
