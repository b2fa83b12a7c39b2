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
type monitor struct {
	*traced
	run     uint64
	started time.Time
	files   []int // standard output and standard error

	mutex    sync.Mutex
	timer    *time.Timer
	over     bool      // the program has ended, or was ended
	sampled  time.Time // when the program's other processes were last looked at
	childCPU time.Duration
	resident int64 // of all processes, at that time
	stopped  End   // the limit it was ended at
	memory   int64 // the leader's peak, as far as it was looked at
}

func newMonitor(t *traced, run uint64, started time.Time, files ...int) *monitor {
	return &monitor{traced: t, run: run, started: started, files: files}
}

func (m *monitor) start() {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	m.timer = time.AfterFunc(m.pause(0), m.look)
}

// stop ends the guard. After it, the guard touches nothing and its findings stand.
func (m *monitor) stop() {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	m.over = true
	if m.timer != nil {
		m.timer.Stop()
	}
}

// cancel ends the program because the judge wants it to.
func (m *monitor) cancel() {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	if !m.over {
		m.over = true
		m.killAll()
	}
}

func (m *monitor) look() {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	if m.over {
		return
	}
	m.sampleProcesses()
	cpu := m.cpuNow()
	if m.stopped = m.limitReached(cpu); m.stopped != "" {
		m.over = true
		m.memory = max(m.memory, peakOfThreads(m.proc, m.pid))
		m.killAll()
		return
	}
	m.timer.Reset(m.pause(cpu))
}

// pause is how long no limit on time can be reached: threads use CPU time on all cores that they may run on.
func (m *monitor) pause(cpu time.Duration) time.Duration {
	const seldom, often = 10 * time.Millisecond, time.Millisecond
	pause := seldom
	if m.limits.CPU > 0 {
		cores := 1
		if m.Core < 0 {
			cores = runtime.NumCPU()
		}
		pause = min(pause, (m.limits.CPU-cpu)/time.Duration(cores))
	}
	if m.limits.Wall > 0 {
		pause = min(pause, m.limits.Wall-time.Since(m.started))
	}
	return max(pause, often)
}

// passed is the limit that the program has reached, or "".
func (m *monitor) limitReached(cpu time.Duration) End {
	switch {
	case m.limits.CPU > 0 && cpu >= m.limits.CPU:
		return StoppedCPU
	case m.limits.Wall > 0 && time.Since(m.started) >= m.limits.Wall:
		return StoppedWall
	case m.cgroup.oomKilled() || m.limits.Memory > 0 && m.resident > m.limits.Memory:
		return StoppedMemory
	}
	for _, fd := range m.files {
		var stat unix.Stat_t
		if m.limits.Output > 0 && unix.Fstat(fd, &stat) == nil && stat.Size > m.limits.Output {
			return StoppedOutput
		}
	}
	if m.workDirOverLimit(m.limits.Output) {
		return StoppedOutput
	}
	return ""
}

// survey looks at the program's processes one by one, as far as no cgroup counts them together. Outside a process
// namespace that means to go through all of the machine's, so it is done less often.
func (m *monitor) sampleProcesses() {
	counted := m.cgroup != nil && m.cgroup.cpuUsage != nil && m.cgroup.memoryMax != nil
	if counted || !m.Isolation.Namespaces && time.Since(m.sampled) < 100*time.Millisecond {
		return
	}
	m.childCPU, m.resident = 0, 0
	for _, pid := range m.descendants() {
		stat, ok := statOf(m.proc, pid)
		if !ok {
			continue
		}
		if stat.resident == 0 {
			stat.resident = residentOfThreads(m.proc, pid)
			m.memory = max(m.memory, stat.resident)
		}
		if m.resident += stat.resident; pid == m.pid {
			m.childCPU += stat.waited
		} else {
			m.childCPU += stat.cpu + stat.waited
		}
	}
	if m.cgroup != nil && m.cgroup.memoryMax != nil {
		m.resident = 0 // the kernel keeps that limit
	}
	m.sampled = time.Now()
}

// cpuNow is the CPU time used so far, of all processes as far as it can be seen.
func (m *monitor) cpuNow() time.Duration {
	if cpu, ok := m.cgroup.cpu(); ok {
		return cpu - m.startCPU
	}
	cpu, _ := cpuOf(m.pid)
	return cpu + m.childCPU
}

// filled reports whether more was written into the own folder than a program may write, or more files than any needs.
func (h *helper) workDirOverLimit(limit int64) bool {
	if limit <= 0 {
		return false
	}
	if !h.workDirChanged() {
		return false
	}
	if h.Isolation.Namespaces {
		var disk unix.Statfs_t
		err := unix.Statfs(h.workDirPath(), &disk)
		return err == nil && int64(disk.Blocks-disk.Bfree)*disk.Bsize > limit
	}
	files := 0
	filepath.WalkDir(h.WorkDir, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			if info, err := entry.Info(); err == nil {
				limit -= info.Size()
			}
		}
		if files++; limit < 0 || files > workDirFiles {
			return filepath.SkipAll
		}
		return nil
	})
	return limit < 0 || files > workDirFiles
}
