package sandbox

import (
	"io/fs"
	"path/filepath"
	"runtime"
	"sync"
	"time"

	"golang.org/x/sys/unix"
)

// A guard looks at one running program from time to time, beside the thread that traces it, and ends it at its limits.
// It is a timer: most programs are done before it goes off for the first time.
type guard struct {
	*traced
	run   uint64
	begun time.Time
	files []int // standard output and standard error

	mutex    sync.Mutex
	timer    *time.Timer
	over     bool      // the program has ended, or was ended
	surveyed time.Time // when the program's other processes were last looked at
	others   time.Duration
	resident int64 // of all processes, at that time
	stopped  End   // the limit it was ended at
	memory   int64 // the leader's peak, as far as it was looked at
}

func newGuard(t *traced, run uint64, begun time.Time, files ...int) *guard {
	return &guard{traced: t, run: run, begun: begun, files: files}
}

func (g *guard) start() {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	g.timer = time.AfterFunc(g.pause(0), g.look)
}

// stop ends the guard. After it, the guard touches nothing and its findings stand.
func (g *guard) stop() {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	g.over = true
	if g.timer != nil {
		g.timer.Stop()
	}
}

// cancel ends the program because the judge wants it to.
func (g *guard) cancel() {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	if !g.over {
		g.over = true
		g.killAll()
	}
}

func (g *guard) look() {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	if g.over {
		return
	}
	g.survey()
	cpu := g.cpuNow()
	if g.stopped = g.passed(cpu); g.stopped != "" {
		g.over = true
		g.memory = max(g.memory, peakOfThreads(g.proc, g.pid))
		g.killAll()
		return
	}
	g.timer.Reset(g.pause(cpu))
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
		if stat.resident == 0 {
			stat.resident = residentOfThreads(g.proc, pid)
			g.memory = max(g.memory, stat.resident)
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
	if !h.touched() {
		return false
	}
	if h.Walls.Namespaces {
		var disk unix.Statfs_t
		err := unix.Statfs(h.ownFolder(), &disk)
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
