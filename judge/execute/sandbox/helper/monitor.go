//go:build linux

package helper

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"syscall"
	"time"

	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/execute/sandbox/procfs"
	"dlxjudge/judge/execute/sandbox/run"
)

// A monitor checks one running program at intervals and kills it at its limits. It runs on a timer, not on the thread
// that traces the program; most programs exit before its first check.
type monitor struct {
	*traced
	run     uint64 // number of the run
	started time.Time

	stdout, stderr int // descriptors

	mutex    sync.Mutex
	timer    *time.Timer
	done     bool          // the program has ended, or was killed
	sampled  time.Time     // when sampleProcesses last ran
	childCPU time.Duration // CPU time of all processes but the leader, at that time
	resident int64         // memory of all processes in bytes, at that time
	largest  int64         // the peak of resident
	stopped  sandbox.End   // the limit at which the program was killed, or ""
	// whether the program was killed because a signal had stopped a process
	suspended    bool
	memory       int64 // the leader's sampled peak memory, in bytes
	mapped       int64 // how much of memory may be the leader's mapped input: the largest sample, in bytes
	stack        int64 // the largest sample of the size of the leader's stack, in bytes
	waits        procfs.Waits
	still        run.Stopwatch // how long a signal has kept a process stopped
	multiprocess bool          // processes other than the leader were seen
	watch        *watcher      // nil if nobody wants the program's State
}

func newMonitor(t *traced, run uint64, started time.Time, files []int) *monitor {
	return &monitor{traced: t, run: run, started: started, stdout: files[1], stderr: files[2],
		watch: newWatcher(t, files[0], files[1])}
}

// start sets the timer for the first check.
func (m *monitor) start() {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	m.timer = time.AfterFunc(m.pause(0), m.check)
}

// stop ends the monitor. Its fields do not change afterwards.
func (m *monitor) stop() {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	m.done = true
	if m.timer != nil {
		m.timer.Stop()
	}
}

// end kills the program when the judge asks for it. The argument is the End of the result, or "" for a cancelled run.
func (m *monitor) end(at sandbox.End) {
	m.withoutLandlock(func() { // which prevents the thread that starts programs from finding their processes
		m.mutex.Lock()
		defer m.mutex.Unlock()
		if !m.done {
			m.kill(at)
		}
	})
}

// kill kills the program, and records why it was stopped. The caller holds the mutex.
func (m *monitor) kill(at sandbox.End) {
	m.done, m.stopped = true, at
	m.memory = max(m.memory, procfs.PeakOfThreads(m.proc, m.pid))
	m.lookAtInput()
	if at == sandbox.StoppedWall {
		m.waits.Look(m.proc, m.descendants(), time.Now())
	}
	m.killAll()
}

// check kills the program if it has reached a limit, and otherwise sets the timer for the next check.
func (m *monitor) check() {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	if m.done {
		return
	}
	m.sampleProcesses()
	cpu := m.cpuNow()
	if limit := m.limitReached(cpu); limit != "" {
		m.kill(limit)
		return
	}
	if m.still.TooLong(cpu, m.anyStopped) {
		m.suspended = true
		m.kill(sandbox.StoppedWall)
		return
	}
	m.lookAtWaits(cpu)
	m.watch.look(cpu)
	m.timer.Reset(m.pause(cpu))
}

func (m *monitor) anyStopped() bool {
	return slices.ContainsFunc(m.descendants(), func(pid int) bool {
		stat, ok := procfs.StatOf(m.proc, pid)
		return ok && stat.Stopped
	})
}

// pause returns the time until the next check. It is so short that even threads on all cores cannot pass a time limit
// unseen, but never below the constant shortest.
func (m *monitor) pause(cpu time.Duration) time.Duration {
	const longest, shortest = 10 * time.Millisecond, time.Millisecond
	pause := longest
	if m.limits.CPU > 0 {
		pause = min(pause, (m.limits.CPU-cpu)/time.Duration(m.cores()))
	}
	if m.limits.Wall > 0 {
		pause = min(pause, m.limits.Wall-time.Since(m.started))
	}
	return max(pause, shortest)
}

// cores returns the number of cores that a program can use when it starts.
func (h *helper) cores() int {
	if h.core >= 0 {
		return 1
	}
	return runtime.NumCPU()
}

// limitReached returns the limit that the program has reached, or "".
func (m *monitor) limitReached(cpu time.Duration) sandbox.End {
	switch {
	case m.limits.CPU > 0 && cpu >= m.limits.CPU:
		return sandbox.StoppedCPU
	case m.limits.Wall > 0 && time.Since(m.started) >= m.limits.Wall:
		return sandbox.StoppedWall
	case m.cgroup.OOMKilled() || m.cgroup.Over(m.limits.Memory) || m.limits.Memory > 0 && m.resident > m.limits.Memory:
		return sandbox.StoppedMemory
	}
	if m.overOutput() {
		return sandbox.StoppedOutput
	}
	return ""
}

// overOutput reports whether the program has written more than it may. Standard output and standard error count
// together, and so does the working folder unless it has its own limit.
func (m *monitor) overOutput() bool {
	size, blocks := run.Printed(m.stdout, m.stderr)
	if m.limits.Output > 0 && run.TooLarge(size, blocks, m.limits.Output) {
		return true
	}
	switch {
	case m.limits.Folder > 0:
		return m.workDirOverLimit(m.limits.Folder)
	case m.limits.Output > 0:
		return m.workDirOverLimit(m.limits.Output - size)
	}
	return false
}

// sampleProcesses adds up the CPU time and memory of the program's processes, unless a cgroup counts both. Outside a
// PID namespace, sampleProcesses must look at all processes of the machine, so it runs less often.
func (m *monitor) sampleProcesses() {
	if m.cgroup.Counts() {
		m.cgroup.Sample(0)
		m.lookAtInput()
		return
	}
	if !m.Isolation.Namespaces && time.Since(m.sampled) < 100*time.Millisecond {
		return
	}
	m.lookAtInput()
	m.childCPU, m.resident = 0, 0
	var shared, own int64 // the largest shared memory of a process, and the other memory of that process
	holder := 0
	pids := m.descendants()
	m.multiprocess = m.multiprocess || len(pids) > 1
	for _, pid := range pids {
		stat, ok := procfs.StatOf(m.proc, pid)
		if !ok {
			continue
		}
		if stat.Resident == 0 {
			stat.Resident = procfs.ResidentOfThreads(m.proc, pid)
			m.memory = max(m.memory, stat.Resident)
		}
		use := procfs.MemoryOf(m.proc, pid)
		alone := cmp.Or(use.Resident, stat.Resident) - use.Shared
		m.resident += alone
		if use.Shared > shared {
			shared, own, holder = use.Shared, alone, pid
		}
		if pid == m.pid {
			m.childCPU += stat.Waited
		} else {
			m.childCPU += stat.CPU + stat.Waited
		}
	}
	if _, others := m.inputOf(holder, shared); others > 0 {
		shared = others - own
	}
	m.resident += max(m.memoryFiles(), shared) // assumes that all processes share the same memory
	m.largest = max(m.largest, m.resident)
	if m.cgroup.LimitsMemory() {
		m.resident = 0 // the cgroup enforces this limit
	}
	m.sampled = time.Now()
}

// lookAtInput samples how much of its input the leader has mapped, and the size of its stack.
func (m *monitor) lookAtInput() {
	memory := procfs.MemoryOf(m.proc, m.pid)
	input, _ := m.inputOf(m.pid, memory.Shared)
	m.mapped, m.stack = max(m.mapped, input), max(m.stack, memory.Stack)
}

// cpuNow returns the CPU time that all processes of the program are known to have used so far.
func (m *monitor) cpuNow() time.Duration {
	if cpu, ok := m.cgroup.CPU(); ok {
		return cpu - m.startCPU
	}
	cpu, _ := procfs.CPU(m.pid)
	return cpu + m.childCPU
}

// memoryFiles returns how much memory a program's files take, in bytes. A process's own memory figure includes those
// parts of the files that it has mapped.
func (h *helper) memoryFiles() int64 {
	used, _ := h.workDirSpace()
	named, _ := h.named.used()
	return used + named
}

// workDirOverLimit reports whether the working folder, without the judge's files, exceeds limit bytes or workDirFiles
// files. Usually the number of pages in use rules that out. If not, workDirOverLimit adds up the files' sizes. A folder
// that cannot be read, or whose path is too long, counts as over the limit.
func (h *helper) workDirOverLimit(limit int64) bool {
	used, left := h.workDirSpace()
	switch {
	case left == 0: // a write has failed
		return true
	case h.Isolation.Namespaces:
		if used <= limit+h.copiedPages {
			return false
		}
	case !h.workDirChanged():
		return false
	}
	limit += h.copied
	files, page := 0, int64(os.Getpagesize())
	err := filepath.WalkDir(h.workDirPath(), func(path string, entry fs.DirEntry, err error) error {
		var info fs.FileInfo
		if err == nil {
			info, err = entry.Info()
		}
		switch {
		case errors.Is(err, fs.ErrNotExist): // it was removed meanwhile
		case err != nil:
			return err
		case !entry.IsDir():
			limit -= info.Size()
			if stat, ok := info.Sys().(*syscall.Stat_t); ok && int64(stat.Blocks)*512 > info.Size()+page {
				limit -= int64(stat.Blocks)*512 - info.Size() // fallocate(2) reserves room beyond the end of a file
			}
		}
		if files++; limit < 0 || files > workDirFiles {
			return filepath.SkipAll
		}
		return nil
	})
	return limit < 0 || files > workDirFiles || err != nil
}

// lookAtWaits reads the waits of all threads, unless the program's CPU time exceeds half of its wall-clock time so far.
func (m *monitor) lookAtWaits(cpu time.Duration) {
	now := time.Now()
	if !m.waits.Due(now) || cpu > now.Sub(m.started)/2 {
		return
	}
	m.waits.Look(m.proc, m.descendants(), now)
}
