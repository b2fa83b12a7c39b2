//go:build linux

package helper

import (
	"cmp"
	"os"
	"sync"
	"time"

	"dlxjudge/judge/execute/sandbox/procfs"
)

// A memory collects observations of a program's memory, in bytes. Each source misses something, so the method figure
// takes the largest of them:
//
//	source                         misses
//	VmHWM of the leader (peak)     other processes, files in memory, and what a leader had that has ended early
//	ru_maxrss of the leader        the same, except such a leader; it begins at the peak of the helper
//	samples of all processes (sum) what came and went between two samples; replaced by those of a cgroup
//	samples of a cgroup            the same
//	peak of a cgroup               nothing, but it includes page cache (see package cgroup)
type memory struct {
	mutex sync.Mutex // for the thread that traces the program, and the monitor
	figures
}

// figures holds what one look at a program finds. Zero means unknown.
type figures struct {
	peak    int64 // of the leader; without a cgroup, with the program's files in memory
	sum     int64 // of all processes, and of the program's files in memory
	input   int64 // how much of peak is the input, which the leader has mapped and which belongs to the judge
	stack   int64 // of the leader's first thread
	shared  int64 // how much of peak other processes may share
	unsure  bool  // peak may be too low: the leader has ended before its threads, or has called exec
	several bool  // the program has other processes, or is no longer traced
}

// saw adds the figures of a look.
func (m *memory) saw(f figures) {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	m.peak, m.sum, m.input = max(m.peak, f.peak), max(m.sum, f.sum), max(m.input, f.input)
	m.stack, m.shared = max(m.stack, f.stack), max(m.shared, f.shared)
	m.unsure, m.several = m.unsure || f.unsure, m.several || f.several
}

// mostUnmarked is an amount of shared memory, in bytes. If a program has more, its memory figure is marked as a lower
// bound.
const mostUnmarked = 1 << 20

// If a program's ru_maxrss exceeds this process's VmHWM by no more than peakTolerance, in bytes, it may still be the
// peak of this process. The kernel counts pages per core and adds them up at different times, and this process may have
// grown in between.
const peakTolerance = 32 << 20

// figure returns the memory figure of a program that has ended, and whether it is a lower bound.
func (t *traced) figure() (bytes int64, atLeast bool) {
	m, guess := &t.memory, int64(0)
	bytes, last := max(m.peak-m.input, 0), max(t.usage.Maxrss<<10-m.input, 0) // ru_maxrss is in KiB
	if last > t.peakOfHelper(last)+peakTolerance {
		bytes = max(bytes, last)
	}
	if m.unsure {
		guess = last
	}
	if t.cgroup.Counts() {
		return cmp.Or(t.cgroup.Memory(bytes, guess, t.cores()), last), false
	}
	atLeast = m.several || max(m.shared, m.input) > mostUnmarked || t.shared.path != "" && t.shared.changed()
	return cmp.Or(max(bytes, m.sum, guess), last), atLeast
}

// peakOfHelper returns the peak memory of this process. A program is forked from this process, so its ru_maxrss starts
// at this peak. The peak is read again only if a program's ru_maxrss exceeds the one that was last read.
func (h *helper) peakOfHelper(last int64) int64 {
	if last > h.ownPeak {
		h.withoutLandlock(func() { h.ownPeak = procfs.Peak("/proc", os.Getpid()) })
	}
	return h.ownPeak
}

// atExit reads what the leader has used. The leader must be at its exit stop, before its memory is freed.
func (t *traced) atExit() {
	t.withoutLandlock(func() {
		now := procfs.MemoryOf(t.proc, t.pid)
		input, _ := t.inputOf(t.pid, now.Shared)
		seen := figures{peak: now.Peak, stack: now.Stack, input: input, unsure: now.Threads > 1}
		if t.cgroup.Counts() {
			t.cgroup.Sample(now.Peak - input)
		} else {
			held := t.memoryFiles()
			seen.shared = now.Shared - input
			seen.peak = max(now.Peak, now.Resident-min(seen.shared, held)+held)
			stat, _ := procfs.StatOf(t.proc, t.pid)
			seen.several = stat.ChildFaults > 0
		}
		t.memory.saw(seen)
	})
}

// lookAtLeader samples how much of its input the leader has mapped, and the size of its stack.
func (t *traced) lookAtLeader() {
	now := procfs.MemoryOf(t.proc, t.pid)
	input, _ := t.inputOf(t.pid, now.Shared)
	t.memory.saw(figures{input: input, stack: now.Stack})
}

// sumOf adds up the memory of processes and of the program's files in memory, and the CPU time of all processes but the
// leader's own.
func (t *traced) sumOf(pids []int) (sum int64, cpu time.Duration) {
	var shared, own int64 // the largest shared memory of a process, and the other memory of that process
	holder := 0
	for _, pid := range pids {
		stat, ok := procfs.StatOf(t.proc, pid)
		if !ok {
			continue
		}
		if stat.Resident == 0 {
			stat.Resident = procfs.ResidentOfThreads(t.proc, pid)
			t.memory.saw(figures{peak: stat.Resident})
		}
		use := procfs.MemoryOf(t.proc, pid)
		alone := cmp.Or(use.Resident, stat.Resident) - use.Shared
		sum += alone
		if use.Shared > shared {
			shared, own, holder = use.Shared, alone, pid
		}
		if cpu += stat.Waited; pid != t.pid {
			cpu += stat.CPU
		}
	}
	if _, others := t.inputOf(holder, shared); others > 0 {
		shared = others - own
	}
	return sum + max(t.memoryFiles(), shared), cpu // assumes that all processes share the same memory
}

// inputOf returns how many bytes of a process's memory are mapped pages of the program's input, which belongs to the
// judge, and how many are other pages. If the shared memory shows that the process cannot have mapped the input,
// inputOf returns 0 and 0.
func (t *traced) inputOf(pid int, shared int64) (input, others int64) {
	if min(t.input.Size, shared) > mostUnmarked {
		t.readingAsUser(func() { input, others = procfs.Mapped(t.theirProc, pid, t.input) })
	}
	return input, others
}

// memoryFiles returns how much memory a program's files take, in bytes. A process's own memory figure includes those
// parts of the files that it has mapped.
func (h *helper) memoryFiles() int64 {
	used, _ := h.work.space()
	named, _ := h.shared.space()
	return used + named
}
