//go:build linux

package helper

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/execute/sandbox/procfs"
	"dlxjudge/judge/execute/sandbox/run"
)

// A monitor checks one running program at intervals and kills it at its limits. It runs on a timer, not on the thread
// that traces the program; most programs exit before its first check.
type monitor struct {
	*traced
	started time.Time
	watch   *watcher // nil if nobody wants the program's State

	mutex     sync.Mutex
	timer     *time.Timer
	done      bool          // the program has ended, or was killed
	stopped   sandbox.End   // the limit at which the program was killed, or ""
	suspended bool          // whether it was killed because a signal had stopped a process
	sampled   time.Time     // when sample last looked at all processes
	childCPU  time.Duration // CPU time of all processes but the leader, at that time
	resident  int64         // memory of all processes in bytes, at that time
	waits     procfs.Waits
	still     run.Stopwatch // how long a signal has kept a process stopped
}

func newMonitor(t *traced, started time.Time) *monitor {
	return &monitor{traced: t, started: started, watch: newWatcher(t)}
}

// start sets the timer for the first check.
func (m *monitor) start() {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	m.timer = time.AfterFunc(m.pause(0), m.check)
}

// finish ends the monitor. Its fields do not change afterwards.
func (m *monitor) finish() {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	m.done = true
	if m.timer != nil {
		m.timer.Stop()
	}
}

// obey does what the judge asks for with a number on the control pipe: it cancels the run, or stops it.
func (m *monitor) obey(number uint64) {
	m.withoutLandlock(func() { // which prevents the thread that starts programs from finding their processes
		m.mutex.Lock()
		defer m.mutex.Unlock()
		switch {
		case m.done:
		case number == m.Run:
			m.stopAt("")
		case number == m.Run|StopRun && m.LastWords:
			unix.Tgkill(m.pid, m.busyThread(), unix.SIGABRT)
			m.Limits.Wall = time.Since(m.started) + run.LastWords
		case number == m.Run|StopRun:
			m.stopAt(sandbox.StoppedWall)
		}
	})
}

// busyThread returns a thread of the leader that is running, or else the first one. Run-time systems print the stack of
// the thread that a signal reaches.
func (m *monitor) busyThread() int {
	tasks := fmt.Sprint(m.proc, "/", m.pid, "/task")
	for _, id := range procfs.IDs(tasks) {
		if stat, _ := procfs.StatOf(tasks, id); stat.Running {
			return id
		}
	}
	return m.pid
}

// stopAt kills the program, and records at which limit; "" if its run is cancelled. The caller holds the mutex.
func (m *monitor) stopAt(limit sandbox.End) {
	m.done, m.stopped = true, limit
	m.memory.saw(figures{peak: procfs.PeakOfThreads(m.proc, m.pid)})
	m.lookAtLeader()
	if limit == sandbox.StoppedWall {
		m.waits.Look(m.proc, m.descendants(), time.Now())
	}
	m.killAll()
}

// check stops the program if it has reached a limit, and otherwise sets the timer for the next check.
func (m *monitor) check() {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	if m.done {
		return
	}
	m.sample()
	cpu := m.cpuNow()
	limit := m.limitReached(cpu)
	if limit == "" && m.still.TooLong(cpu, m.anyStopped) {
		m.suspended, limit = true, sandbox.StoppedWall
	}
	if limit != "" {
		m.stopAt(limit)
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

// pause returns the time until the next check.
func (m *monitor) pause(cpu time.Duration) time.Duration {
	return run.Pause(m.Limits, cpu, time.Since(m.started), m.cores())
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
	case m.Limits.CPU > 0 && cpu >= m.Limits.CPU:
		return sandbox.StoppedCPU
	case m.Limits.Wall > 0 && time.Since(m.started) >= m.Limits.Wall:
		return sandbox.StoppedWall
	case m.cgroup.OOMKilled() || m.cgroup.Over(m.Limits.Memory) || m.Limits.Memory > 0 && m.resident > m.Limits.Memory:
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
	if m.Limits.Output > 0 && run.TooLarge(size, blocks, m.Limits.Output) {
		return true
	}
	switch {
	case m.Limits.Folder > 0:
		return m.workDirOverLimit(m.Limits.Folder)
	case m.Limits.Output > 0:
		return m.workDirOverLimit(m.Limits.Output - size)
	}
	return false
}

// sample samples what the program uses. A cgroup counts CPU time and memory itself. Without one, sample adds up those
// of the processes. Outside a PID namespace, it must look at all processes of the machine, so it does that less often.
func (m *monitor) sample() {
	if m.cgroup.Counts() {
		m.cgroup.Sample(0)
		m.lookAtLeader()
		return
	}
	if !m.Isolation.Namespaces && time.Since(m.sampled) < 100*time.Millisecond {
		return
	}
	m.lookAtLeader()
	pids := m.descendants()
	m.resident, m.childCPU = m.sumOf(pids)
	m.memory.saw(figures{sum: m.resident, several: len(pids) > 1})
	if m.cgroup.LimitsMemory() {
		m.resident = 0 // the cgroup enforces this limit
	}
	m.sampled = time.Now()
}

// cpuNow returns the CPU time that all processes of the program are known to have used so far.
func (m *monitor) cpuNow() time.Duration {
	if cpu, ok := m.cgroup.CPU(); ok {
		return cpu - m.startCPU
	}
	cpu, _ := procfs.CPU(m.pid)
	return cpu + m.childCPU
}

// workDirOverLimit reports whether the working folder, without the judge's files, exceeds limit bytes or workDirFiles
// files. Usually the number of pages in use rules that out. If not, workDirOverLimit adds up the files' sizes. A folder
// that cannot be read, or whose path is too long, counts as over the limit.
func (h *helper) workDirOverLimit(limit int64) bool {
	used, left := h.work.space()
	switch {
	case left == 0: // a write has failed
		return true
	case h.work.mounted:
		if used <= limit+h.copiedPages {
			return false
		}
	case !h.work.changed():
		return false
	}
	limit += h.copied
	files, page := 0, int64(os.Getpagesize())
	err := filepath.WalkDir(h.work.path, func(path string, entry fs.DirEntry, err error) error {
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
