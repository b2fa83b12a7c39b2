package sandbox

import (
	"crypto/rand"
	"fmt"
	"sync/atomic"
)

// A cgroupPool has the cgroup of the next run ready. To make and remove one takes longer than to start a program, so it
// is done while a program runs: the kernel makes and removes cgroups under one lock, for which the start of a program
// would have to wait.
type cgroupPool struct {
	fresh   chan *runCgroup // the next one
	used    chan *runCgroup // to be removed; one, or nil, for each that was taken from fresh
	last    *runCgroup      // of the last run
	refused error           // why there is no more of them, when fresh is closed
	memory  atomic.Int64    // the memory limit of the last run
}

func newCgroupPool(c cgroups) *cgroupPool {
	p := &cgroupPool{fresh: make(chan *runCgroup, 1), used: make(chan *runCgroup, 2)}
	go p.replace(c)
	return p
}

// replace makes a cgroup ahead, and then removes one that was used.
func (p *cgroupPool) replace(c cgroups) {
	for {
		g, err := newRunCgroup(c, rand.Text()) // programs see the name, and a number would tell the test
		if err != nil {
			p.refused = err
			close(p.fresh)
			return
		}
		g.limitMemory(p.memory.Load()) // most likely its run has the same limit; if this fails, the run tries again
		p.fresh <- g
		(<-p.used).remove()
	}
}

// take returns the cgroup of the next run. The caller calls the function started when the program has started.
func (p *cgroupPool) take() (g *runCgroup, started func(), err error) {
	if p == nil {
		return nil, func() {}, nil
	}
	if g = <-p.fresh; g == nil {
		const advice = "judge doctor says which cgroups work here"
		return nil, nil, fmt.Errorf("no cgroup could be made for this run: %w; %s", p.refused, advice)
	}
	last := p.last
	p.last = g
	return g, func() { p.used <- last }, nil
}
