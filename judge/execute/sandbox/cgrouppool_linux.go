package sandbox

import (
	"crypto/rand"
	"fmt"
	"os"
	"path/filepath"
	"sync/atomic"

	"golang.org/x/sys/unix"
)

// The cgroups of one worker's runs. To make and remove them takes longer than to start a program, so they are used
// again. A cgroup of version 1 has forgotten its last run when the kernel has freed what that has left, some 20 ms
// later; then it is as good as new. One of version 2, whose recorded peak older kernels do not set back, serves for one
// run.
type cgroupPool struct {
	lasting  *lastingCgroup  // for all runs
	settling []*runCgroup    // of the last runs, the oldest first
	most     int             // of them
	fresh    chan *runCgroup // a new one, for when none has settled
	replaced chan *runCgroup // to be removed; one, or nil, for each that was taken from fresh
	refused  error           // why there is no more of them, when fresh is closed
	memory   atomic.Int64    // the memory limit of the last run
}

// mostSettling is how many cgroups settle at a time. Each has about ten open files.
const mostSettling = 24

// settled is how many bytes of kernel memory a cgroup has that is as good as new.
const settled = 8 << 10

func newCgroupPool(c cgroups) (*cgroupPool, error) {
	p := &cgroupPool{most: 1, fresh: make(chan *runCgroup, 1), replaced: make(chan *runCgroup, 2)}
	var files unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_NOFILE, &files); err != nil {
		return nil, err
	}
	if c.Unified == "" {
		p.most = int(min(mostSettling, 1+files.Cur/64))
	}
	var err error
	if p.lasting, err = newLastingCgroup(c, rand.Text()); err != nil {
		return nil, err
	}
	go p.replace(c)
	return p, nil
}

// replace makes a cgroup ahead and removes the one that it replaces. It does so while a program runs: the kernel makes
// and removes cgroups under one lock, for which the start of a program would have to wait.
func (p *cgroupPool) replace(c cgroups) {
	for {
		g, err := newRunCgroup(c, rand.Text(), p.lasting) // programs see the name, and a number would tell the test
		if err != nil {
			p.refused = err
			close(p.fresh)
			return
		}
		g.limitMemory(p.memory.Load()) // most likely its run has the same limit; if this fails, the run tries again
		p.fresh <- g
		(<-p.replaced).remove()
	}
}

// take returns the cgroup of the next run. The caller calls the function started when the program has started.
func (p *cgroupPool) take(cores int) (g *runCgroup, started func(), err error) {
	if p == nil {
		return nil, func() {}, nil
	}
	var oldest *runCgroup
	if len(p.settling) > 0 {
		oldest = p.settling[0]
		if oldest.reset(cores) {
			p.settling = append(p.settling[1:], oldest)
			return oldest, func() {}, nil
		}
	}
	if len(p.settling) < p.most {
		oldest = nil
	} else {
		p.settling = p.settling[1:]
	}
	if g = <-p.fresh; g == nil {
		const advice = "judge doctor says which cgroups work here"
		return nil, nil, fmt.Errorf("no cgroup could be made for this run: %w; %s", p.refused, advice)
	}
	p.settling = append(p.settling, g)
	return g, func() { p.replaced <- oldest }, nil
}

// A lastingCgroup is the part of a worker's cgroups that all of its runs share: hierarchies of version 1 whose counts
// before a run can be taken off those after it.
type lastingCgroup struct {
	c                  cgroups // the judge's, as far as they have such a part
	name               string
	tasks, parentTasks []*os.File // as in runCgroup
	pidsMax, cpuUsage  *os.File
}

func newLastingCgroup(c cgroups, name string) (*lastingCgroup, error) {
	l := &lastingCgroup{name: name}
	if c.CPU != c.Memory {
		l.c.CPU = c.CPU
	}
	if c.PIDs != c.Memory {
		l.c.PIDs = c.PIDs
	}
	for _, base := range l.c.dirs() {
		if err := os.Mkdir(filepath.Join(base, name), 0o755); err != nil {
			return nil, err
		}
	}
	var err error
	if l.tasks, l.parentTasks, err = openTasks(l.c.dirs(), name); err != nil {
		return nil, err
	}
	if l.pidsMax, err = openIn(l.c.PIDs, name, "pids.max", unix.O_WRONLY); err != nil {
		return nil, err
	}
	l.cpuUsage, err = openIn(l.c.CPU, name, "cpuacct.usage", unix.O_RDONLY)
	return l, err
}
