package sampling

import (
	"slices"
	"strconv"
	"time"

	"dlxjudge/judge/measure/record"
	"dlxjudge/judge/measure/workload"
)

// passes is about how many numbers of cases are tried of an input.
const passes = 5

// settled is the part of a budget in which numbers of cases are looked for: one in so many.
const settled = 4

// longest is the most CPU time that a run on a made input may take. A slower solution gets only the first cases, as
// many as it finishes in that time.
const longest = 500 * time.Millisecond

// brief is about the CPU time of a run where two commits are compared, as many layouts say more than long runs, or
// where time is short.
const brief = 30 * time.Millisecond

// fit searches for how many cases of an input a solution finishes in time.
type fit struct {
	side    Side
	entry   Entry
	input   workload.Input
	numbers []int // of cases that are tried, the largest first

	low, high int  // the answer is one of numbers[low:high], or numbers[high]; len(numbers) stands for no case at all
	upward    bool // look for as many as take about brief, from a single one, and not for the most
	like      int  // index of the number that an earlier record has, which is tried first; -1 for none
	late      int  // the number of that record if the solution no longer finishes it in twice the time; else 0

	out     bool          // the solution is not measured on this input
	stalled int           // runs that the clock stopped, and not their CPU time
	cpu     time.Duration // of the last run that finished
	making  time.Duration // of its last input
}

func newFit(side Side, e Entry, in workload.Input, like *record.Record, upward bool) *fit {
	f := &fit{side: side, entry: e, input: in, numbers: in.Fewer(), upward: upward, like: -1}
	f.high = len(f.numbers)
	if like != nil {
		f.like = slices.IndexFunc(f.numbers, func(cases int) bool {
			return len(like.Values(f.key(cases), record.CPU)) > 0
		})
	}
	return f
}

// key names the solution on the first cases of the input.
func (f *fit) key(cases int) record.Key { return keyOf(f.entry, f.input, cases) }

func keyOf(e Entry, in workload.Input, cases int) record.Key {
	return programOf(e.Entry).On(in.Name + "/" + strconv.Itoa(cases))
}

// found reports whether the solution has finished a number of cases, on its own account.
func (f *fit) found() bool { return f.like < 0 && f.high < len(f.numbers) }

// waits is how long others wait for the next input, as far as the last one says; negative for one that has found
// nothing.
func (f *fit) waits() time.Duration {
	if !f.found() {
		return -1
	}
	return f.making
}

// settled reports whether there is no number left to try.
func (f *fit) settled() bool { return f.out || f.low == f.high }

// steepest is how many times as many cases are tried upward at most: few cases are mostly the start of a process, and
// say little of more of them.
const steepest = 16

// next is the index of the number of cases to try, as long as f is not settled: the one of the earlier record, then all
// cases, then the middle of what is left. Upward it is a single case, and then as many as may take about brief: so none
// is tried that takes long to make and is then not sampled.
func (f *fit) next() int {
	switch {
	case f.like >= 0:
		return f.like
	case f.upward && f.high == len(f.numbers):
		return max(f.low, len(f.numbers)-1)
	case f.upward && f.low == 0:
		more := f.numbers[f.high] * int(min(max(brief/max(f.cpu, 1), 2), steepest))
		i := slices.IndexFunc(f.numbers, func(cases int) bool { return cases <= more })
		return max(min(i, f.high-1), 0)
	case f.low == 0 && f.high == len(f.numbers):
		return 0
	}
	return (f.low + f.high) / 2
}

// limit is the time of the next run. What finished once may take twice as long, since times scatter.
func (f *fit) limit() time.Duration {
	if f.like >= 0 {
		return 2 * longest
	}
	return longest
}

// learn takes note of how the run on numbers[next] ended.
func (f *fit) learn(finished bool) {
	i := f.next()
	switch {
	case finished && f.like >= 0:
		f.low, f.high = i, i
	case finished:
		f.high = i
		if f.upward && f.cpu > brief/2 {
			f.low = i
		}
	default:
		f.low = i + 1
		if f.like >= 0 {
			f.late = f.numbers[i]
		}
	}
	f.like = -1
}

// cases is the number that was found, 0 if even a single case takes too long.
func (f *fit) cases() int {
	if f.low == len(f.numbers) {
		return 0
	}
	return f.numbers[f.low]
}

// cut takes fewer cases, at least one, which the solution finishes in about a time.
func (f *fit) cut(limit time.Duration) {
	found := time.Duration(f.cases())
	for f.low+1 < len(f.numbers) && f.cpu*time.Duration(f.numbers[f.low])/found > limit {
		f.low++
	}
}

// bounds are what the solution does not finish: the number of the earlier record, and a single case.
func (f *fit) bounds() []record.Bound {
	var bounds []record.Bound
	if f.late > 0 {
		bounds = append(bounds, record.Bound{Key: f.key(f.late), CPU: 2 * longest})
	}
	if f.cases() == 0 && f.late != 1 {
		bounds = append(bounds, record.Bound{Key: f.key(1), CPU: longest})
	}
	return bounds
}
