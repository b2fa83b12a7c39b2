package count

import (
	"sync"
	"time"
)

// fastest is a number of times a second that no counter can be passed, on this machine: twice as often as a loop that
// does nothing else but count in memory. A counter of the instrumented program is counted up by the same instruction,
// with at least the block's own statements around it; the factor allows for a clock that speeds up. CPU time is summed
// over all threads, so the bound holds for several of them as well.
var fastest = sync.OnceValue(func() float64 {
	const increments, attempts = 1 << 20, 20 // each attempt so short that some are not interrupted
	best := 0.0
	for range attempts {
		start := time.Now()
		for range increments {
			tick[0]++
		}
		best = max(best, increments/time.Since(start).Seconds())
	}
	return 2 * best
})

// tick is an array of the package, as coverage counters are, so that the compiler counts in memory.
var tick [1]uint32
