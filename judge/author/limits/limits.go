// Package limits works out the time limit of a problem from the times of its submissions: the smallest multiple of the
// problem's resolution that is far enough above the times of the fast submissions, and far enough below those that are
// meant to be too slow.
//
// It runs nothing and reads no files. All numbers are integers: times in nanoseconds, multipliers in thousandths.
//
//	proposal := limits.Propose(rule, programs)
//	breaches := limits.Check(rule, 2*time.Second, programs)
package limits

import (
	"cmp"
	"math"
	"slices"
	"time"

	"dlxjudge/judge/read/problem"
)

// Rule is what a time limit must satisfy.
type Rule struct {
	Resolution          time.Duration // the limit is a multiple of it
	problem.Multipliers               // and so many times above what is fast, and below what is slow
}

// RuleOf is the rule of a problem.
func RuleOf(p *problem.Problem) Rule { return Rule{p.Limits.Resolution, p.Limits.Multipliers} }

// Reaches reports whether a limit is far enough from the time of a program.
func (r Rule) Reaches(limit time.Duration, slow bool, t time.Duration) bool {
	if slow {
		return r.Wanted(limit) <= t
	}
	return scaled(t, r.FromAccepted, 1000, true) <= limit
}

// Wanted is the least time at which a program is slow enough for a limit.
func (r Rule) Wanted(limit time.Duration) time.Duration {
	return scaled(limit, r.ToTooSlow, 1000, true)
}

// least is the smallest multiple of the resolution that is far enough above a time.
func (r Rule) least(t time.Duration) time.Duration {
	wanted := scaled(t, r.FromAccepted, 1000, true)
	return max((wanted+r.Resolution-1)/r.Resolution, 1) * r.Resolution
}

// most is the largest multiple of the resolution that is far enough below a time.
func (r Rule) most(t time.Duration) time.Duration {
	return scaled(t, 1000, r.ToTooSlow, false) / r.Resolution * r.Resolution
}

// forever is longer than any time.
const forever = time.Duration(math.MaxInt64 / 2)

// scaled is a time multiplied and divided, rounded up or down.
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

// Program is a submission that bounds the limit.
type Program struct {
	Name string // "accepted/a.c"
	Slow bool   // it is meant to be too slow: its time bounds the limit from above
	Runs []Run  // of all its tests, one for each time that they were run; at least one
}

// Run is what one run of a program's tests took.
type Run struct {
	Test    string        // the slowest
	Time    time.Duration // of CPU on that test
	Stopped bool          // there; the program would have taken longer
}

// Bound is the program that bounds the limit from one side, with the spread of its runs.
type Bound struct {
	Name, Test          string
	Least, Median, Most time.Duration
	Runs                int
	Stopped             bool // in some run: the times are at least these
}

// Proposal is the limit that follows from the times of programs.
type Proposal struct {
	Limit time.Duration // 0 if none fits

	Fast *Bound // the slowest of the programs that are fast enough; nil if there is none
	Slow *Bound // the fastest of those that are meant to be too slow; nil if there is none

	Least time.Duration // the smallest multiple of the resolution that is far enough above Fast
	Most  time.Duration // the largest one that is far enough below Slow, which may be 0; only if there is a Slow
}

// Propose works out the limit by the median of each program's runs. None fits if a program that should be fast was
// stopped, since its time is unknown.
func Propose(rule Rule, programs []Program) Proposal {
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
	p.Least = rule.least(p.Fast.Median)
	if p.Slow != nil {
		p.Most = rule.most(p.Slow.Median)
	}
	if p.Slow == nil || p.Least <= p.Most {
		p.Limit = p.Least
	}
	return p
}

// bound is the spread of a program's runs. With an even number of runs, the median is that of the two middle runs which
// leaves the limit less room.
func (p Program) bound() Bound {
	runs := slices.SortedFunc(slices.Values(p.Runs), func(a, b Run) int { return cmp.Compare(a.Time, b.Time) })
	middle := len(runs) / 2
	if p.Slow {
		middle = (len(runs) - 1) / 2
	}
	return Bound{
		Name: p.Name, Test: runs[middle].Test, Runs: len(runs),
		Least: runs[0].Time, Median: runs[middle].Time, Most: runs[len(runs)-1].Time,
		Stopped: slices.ContainsFunc(runs, func(r Run) bool { return r.Stopped }),
	}
}

// A Breach is a program whose time is too close to a limit.
type Breach struct {
	Bound
	Slow bool // the limit is too high for it
	Sure bool // by each of its runs; else by their median
}

// Check finds the programs whose times are too close to a given limit. For a program that was stopped, that is only
// known if the limit is too close to the time at which it was stopped.
func Check(rule Rule, limit time.Duration, programs []Program) []Breach {
	var breaches []Breach
	for _, program := range programs {
		b := program.bound()
		breach := Breach{Bound: b, Slow: program.Slow}
		far := func(t time.Duration) bool { return rule.Reaches(limit, program.Slow, t) }
		switch {
		case b.Stopped && program.Slow, far(b.Median):
			continue
		case b.Stopped:
			breach.Sure = true
		default:
			breach.Sure = !far(b.Least) && !far(b.Most)
		}
		breaches = append(breaches, breach)
	}
	return breaches
}
