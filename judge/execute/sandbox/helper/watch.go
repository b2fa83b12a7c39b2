//go:build linux

package helper

import (
	"bytes"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/execute/sandbox/procfs"
)

// A watcher reports a program's State to the judge from time to time: whether it waits for the program that it talks
// to. A nil watcher does nothing.
type watcher struct {
	*traced
	stdin, stdout string // the pipes, as the links of descriptors in /proc name them
	proc          *os.File
	last          time.Duration // time of the last look
	closed        ends          // pipes that no process has open any more; they stay closed
	cpu           time.Duration // the program's CPU time at that look
	since         time.Duration // when all threads fell asleep; 0 if any is awake
}

// The pause between two looks. Outside a PID namespace, each look reads about every process on the machine.
const lookInterval, lookIntervalOutside = 20 * time.Millisecond, 100 * time.Millisecond

func newWatcher(t *traced, stdin, stdout int) *watcher {
	if t.watched < 0 {
		return nil
	}
	var proc *os.File
	var err error
	t.withoutLandlock(func() { proc, err = os.OpenFile(t.proc, os.O_RDONLY|unix.O_DIRECTORY, 0) })
	if err != nil {
		return nil
	}
	return &watcher{traced: t, stdin: pipeName(stdin), stdout: pipeName(stdout), proc: proc}
}

func pipeName(fd int) string {
	var stat unix.Stat_t
	if unix.Fstat(fd, &stat) != nil || stat.Mode&unix.S_IFMT != unix.S_IFIFO {
		return "no pipe"
	}
	return fmt.Sprintf("pipe:[%d]", stat.Ino)
}

func (w *watcher) close() {
	if w != nil {
		w.proc.Close()
	}
}

// look reads all threads of the program and sends its State to the judge.
func (w *watcher) look(cpu time.Duration) {
	if w == nil {
		return
	}
	interval := lookInterval
	if !w.Isolation.Namespaces {
		interval = lookIntervalOutside
	}
	now := monotonic()
	if now-w.last < interval {
		return
	}
	w.last = now
	pids, asleep, talks := w.descendants(), false, false
	w.asTheirUser(func() { asleep, talks = w.asleep(pids) })
	switch {
	case !talks || cpu != w.cpu:
		w.since = 0
	case w.since == 0:
		w.since = monotonic()
	}
	w.cpu = cpu
	w.lookAtEnds(pids)
	state := sandbox.State{At: now, CPU: cpu, Since: w.since, Asleep: asleep, InputClosed: w.closed.in,
		OutputClosed: w.closed.out}
	unix.Write(w.watched, state.Encode()) // a lost State does no harm
}

// monotonic returns the time of the clock that all processes share.
func monotonic() time.Duration {
	var now unix.Timespec
	unix.ClockGettime(unix.CLOCK_MONOTONIC, &now)
	return time.Duration(now.Nano())
}

// asleep reports whether every thread sleeps, and whether each of them sleeps in a call that only another thread or
// process can end, at least one in read or write.
func (w *watcher) asleep(pids []int) (asleep, talks bool) {
	alone := false // a thread may wake without the others, such as from a pause
	for _, pid := range pids {
		dir := strconv.Itoa(pid) + "/task"
		threads, _ := w.list(dir)
		for _, thread := range threads {
			_, state, _ := bytes.Cut(w.read(dir+"/"+thread+"/status"), []byte("\nState:\t"))
			if len(state) == 0 || state[0] == 'Z' || state[0] == 'X' {
				continue // it has ended
			}
			call, _, _ := strings.Cut(string(w.read(dir+"/"+thread+"/syscall")), " ")
			if state[0] != 'S' || call == "running" {
				return false, false
			}
			asleep = true
			number, err := strconv.Atoi(call)
			if err != nil {
				number = -1
			}
			switch number {
			case unix.SYS_READ, unix.SYS_READV, unix.SYS_WRITE, unix.SYS_WRITEV:
				talks = true
			case unix.SYS_FUTEX, unix.SYS_WAIT4, unix.SYS_WAITID:
			default:
				alone = true
			}
		}
	}
	return asleep, talks && !alone
}

// list and read access /proc from its folder, which only the judge's user can reach.
func (w *watcher) list(dir string) ([]string, error) {
	fd, err := unix.Openat(int(w.proc.Fd()), dir, unix.O_RDONLY|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil, err
	}
	file := os.NewFile(uintptr(fd), dir)
	defer file.Close()
	return file.Readdirnames(-1)
}

func (w *watcher) read(path string) []byte {
	fd, err := unix.Openat(int(w.proc.Fd()), path, unix.O_RDONLY|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil
	}
	defer unix.Close(fd)
	var text [4096]byte
	n, _ := unix.Read(fd, text[:])
	return text[:max(n, 0)]
}

// ends are the two pipes through which a program talks.
type ends struct{ in, out bool }

// lookAtEnds finds the pipes that no process of the program has open any more. It cannot be wrong: a process inherits
// open files only from its parent, so the pipe is closed if no process before and after has it.
func (w *watcher) lookAtEnds(pids []int) {
	if w.closed.in && w.closed.out {
		return
	}
	var open ends
	w.asTheirUser(func() { open = w.openAmong(pids) })
	if open.in && open.out || len(pids) == 0 || !slices.Equal(pids, w.descendants()) {
		return
	}
	// it has ended, which closes its files after freeing its memory
	if procfs.ResidentOfThreads(w.helper.proc, w.pid) == 0 {
		return
	}
	w.closed.in, w.closed.out = w.closed.in || !open.in, w.closed.out || !open.out
}

// openAmong returns which pipes these processes have open. All threads of a process share its files, except ended
// threads, which have none.
func (w *watcher) openAmong(pids []int) (open ends) {
	for _, pid := range pids {
		hidden := false
		threads, _ := w.list(strconv.Itoa(pid) + "/task")
		for _, thread := range threads {
			dir := strconv.Itoa(pid) + "/task/" + thread + "/fd"
			names, err := w.list(dir)
			for _, name := range names {
				link := w.linkAt(dir + "/" + name)
				open.in, open.out = open.in || link == w.stdin, open.out || link == w.stdout
			}
			if hidden = err != nil; len(names) > 0 {
				break
			}
		}
		if hidden && procfs.ResidentOfThreads(w.helper.proc, pid) > 0 {
			return ends{true, true}
		}
	}
	return open
}

// linkAt returns the target of a link below /proc; "" if it is gone.
func (w *watcher) linkAt(path string) string {
	var text [64]byte
	n, err := unix.Readlinkat(int(w.proc.Fd()), path, text[:])
	if err != nil {
		return ""
	}
	return string(text[:n])
}

// asTheirUser runs f with the programs' user for file access: /proc shows a process's open files only to its own user,
// unless the reader has CAP_SYS_PTRACE, which root in a container may lack.
func (h *helper) asTheirUser(f func()) {
	if h.User >= 0 {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		unix.Setfsgid(h.User)
		unix.Setfsuid(h.User)
		defer func() {
			unix.Setfsuid(os.Getuid())
			unix.Setfsgid(os.Getgid())
		}()
	}
	f()
}
