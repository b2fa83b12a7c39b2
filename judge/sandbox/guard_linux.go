package sandbox

import (
	"io/fs"
	"path/filepath"
	"runtime"
	"time"

	"golang.org/x/sys/unix"
)

// A guard looks at one running program from time to time, beside the thread that traces it, and ends it at its limits.
type guard struct {
	*traced
	run   uint64
	begun time.Time
	files []int // standard output and standard error

	started bool
	pull    chan struct{} // takes a value when the judge wants this run to end
	halt    chan struct{} // closed when the program has ended
	done    chan struct{} // closed when the guard has

	surveyed time.Time // when the program's other processes were last looked at
	others   time.Duration
	resident int64 // of all processes, at that time

	// Valid once the guard has stopped:
	stopped End
	memory  int64 // the leader's peak when it was ended
}

func newGuard(t *traced, run uint64, begun time.Time, files ...int) *guard {
	return &guard{traced: t, run: run, begun: begun, files: files,
		pull: make(chan struct{}, 1), halt: make(chan struct{}), done: make(chan struct{})}
}

func (g *guard) start() {
	g.started = true
	go g.watch()
}

func (g *guard) stop() {
	if g.started {
		close(g.halt)
		<-g.done
	}
}

// cancel makes the guard end the program.
func (g *guard) cancel() {
	select {
	case g.pull <- struct{}{}:
	default:
	}
}

func (g *guard) watch() {
	defer close(g.done)
	timer := time.NewTimer(g.pause(0))
	defer timer.Stop()
	for {
		select {
		case <-g.halt:
			return
		case <-g.pull:
			g.killAll()
			return
		case <-timer.C:
		}
		g.survey()
		cpu := g.cpuNow()
		if g.stopped = g.passed(cpu); g.stopped != "" {
			g.memory = peakOf(g.proc, g.pid)
			g.killAll()
			return
		}
		timer.Reset(g.pause(cpu))
	}
}

// pause is how long no limit on time can be reached: threads use CPU time on all cores that they may run on.
func (g *guard) pause(cpu time.Duration) time.Duration {
	const seldom, often = 10 * time.Millisecond, time.Millisecond
	pause := seldom
	if g.limits.CPU > 0 {
		cores := 1
		if g.Core < 0 {
			cores = runtime.NumCPU()
		}
		pause = min(pause, (g.limits.CPU-cpu)/time.Duration(cores))
	}
	if g.limits.Wall > 0 {
		pause = min(pause, g.limits.Wall-time.Since(g.begun))
	}
	return max(pause, often)
}

// passed is the limit that the program has reached, or "".
func (g *guard) passed(cpu time.Duration) End {
	switch {
	case g.limits.CPU > 0 && cpu >= g.limits.CPU:
		return StoppedCPU
	case g.limits.Wall > 0 && time.Since(g.begun) >= g.limits.Wall:
		return StoppedWall
	case g.group.starved() || g.limits.Memory > 0 && g.resident > g.limits.Memory:
		return StoppedMemory
	}
	for _, fd := range g.files {
		var stat unix.Stat_t
		if g.limits.Output > 0 && unix.Fstat(fd, &stat) == nil && stat.Size > g.limits.Output {
			return StoppedOutput
		}
	}
	if g.filled(g.limits.Output) {
		return StoppedOutput
	}
	return ""
}

// survey looks at the program's processes one by one, as far as no cgroup counts them together. Outside a process
// namespace that means to go through all of the machine's, so it is done less often.
func (g *guard) survey() {
	counted := g.group != nil && g.group.cpuUsage != nil && g.group.memoryMax != nil
	if counted || !g.Walls.Namespaces && time.Since(g.surveyed) < 100*time.Millisecond {
		return
	}
	g.others, g.resident = 0, 0
	for _, pid := range g.descendants() {
		stat, ok := statOf(g.proc, pid)
		if !ok {
			continue
		}
		if g.resident += stat.resident; pid == g.pid {
			g.others += stat.waited
		} else {
			g.others += stat.cpu + stat.waited
		}
	}
	if g.group != nil && g.group.memoryMax != nil {
		g.resident = 0 // the kernel keeps that limit
	}
	g.surveyed = time.Now()
}

// cpuNow is the CPU time used so far, of all processes as far as it can be seen.
func (g *guard) cpuNow() time.Duration {
	if cpu, ok := g.group.cpu(); ok {
		return cpu - g.entry
	}
	cpu, _ := cpuOf(g.pid)
	return cpu + g.others
}

// filled reports whether more was written into the own folder than a program may write, or more files than any needs.
func (h *helper) filled(limit int64) bool {
	if limit <= 0 {
		return false
	}
	if h.Walls.Namespaces {
		var disk unix.Statfs_t
		err := unix.Statfs(filepath.Join(h.Root, boxOwn), &disk)
		return err == nil && int64(disk.Blocks-disk.Bfree)*disk.Bsize > limit
	}
	files := 0
	filepath.WalkDir(h.Own, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			if info, err := entry.Info(); err == nil {
				limit -= info.Size()
			}
		}
		if files++; limit < 0 || files > boxFiles {
			return filepath.SkipAll
		}
		return nil
	})
	return limit < 0 || files > boxFiles
}
