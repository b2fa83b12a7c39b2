//go:build linux

package helper

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/execute/sandbox/procfs"
)

// A watcher reports a program's State to the judge from time to time. The State shows whether the program waits for its
// partner. A nil watcher does nothing.
type watcher struct {
	*traced
	inPipe, outPipe string        // names of the pipes in /proc, such as "pipe:[4711]"
	last            time.Duration // time of the last look
	closed          ends          // pipes that no process has open any more; they stay closed
	cpu             time.Duration // the program's CPU time at the last look
	since           time.Duration // see State.Since
}

// lookInterval is the pause between two looks. Outside a PID namespace, each look reads all processes of the machine,
// so lookIntervalOutside is longer.
const lookInterval, lookIntervalOutside = 20 * time.Millisecond, 100 * time.Millisecond

func newWatcher(t *traced) *watcher {
	if !t.Watch {
		return nil
	}
	return &watcher{traced: t, inPipe: pipeName(t.stdin), outPipe: pipeName(t.stdout)}
}

// threads returns the folders of a process's threads in /proc; none once the process is gone.
func (w *watcher) threads(pid int) (dirs []string) {
	tasks := fmt.Sprintf("%s/%d/task", w.theirProc, pid)
	for _, id := range procfs.IDs(tasks) {
		dirs = append(dirs, fmt.Sprint(tasks, "/", id))
	}
	return dirs
}

func pipeName(fd int) string {
	var stat unix.Stat_t
	if unix.Fstat(fd, &stat) != nil || stat.Mode&unix.S_IFMT != unix.S_IFIFO {
		return "no pipe"
	}
	return fmt.Sprintf("pipe:[%d]", stat.Ino)
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
	w.readingAsUser(func() { asleep, talks = w.asleep(pids) })
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
	unix.Write(w.states, state.Encode()) // a lost State does no harm
}

// monotonic returns the time of the clock that all processes share.
func monotonic() time.Duration {
	var now unix.Timespec
	unix.ClockGettime(unix.CLOCK_MONOTONIC, &now)
	return time.Duration(now.Nano())
}

// asleep reports whether every thread sleeps. The second result, talks, is true if, in addition, each thread sleeps in
// a call that only another thread or process can end. At least one of these calls must read or write a pipe.
func (w *watcher) asleep(pids []int) (asleep, talks bool) {
	alone := false // whether some thread can wake without another thread or process, such as from a timed sleep
	for _, pid := range pids {
		for _, thread := range w.threads(pid) {
			status, _ := os.ReadFile(thread + "/status")
			_, state, _ := bytes.Cut(status, []byte("\nState:\t"))
			if len(state) == 0 || state[0] == 'Z' || state[0] == 'X' {
				continue // it has ended
			}
			text, _ := os.ReadFile(thread + "/syscall") // the call's number and arguments, or "running"
			if state[0] != 'S' || bytes.HasPrefix(text, []byte("running")) {
				return false, false
			}
			asleep = true
			var call, args = -1, [4]uint64{}
			fmt.Sscan(string(text), &call, &args[0], &args[1], &args[2], &args[3])
			switch call {
			case unix.SYS_READ, unix.SYS_READV, unix.SYS_WRITE, unix.SYS_WRITEV:
				// waiting for a timer or a socket may end at a certain time
				file, _ := os.Readlink(fmt.Sprintf("%s/fd/%d", thread, args[0]))
				onPipe := strings.HasPrefix(file, "pipe:")
				talks, alone = talks || onPipe, alone || !onPipe
			case unix.SYS_FUTEX:
				alone = alone || timed(thread, args)
			case unix.SYS_WAIT4, unix.SYS_WAITID:
			default:
				alone = true
			}
			alone = alone || alarmed(thread, status)
		}
	}
	return asleep, talks && !alone
}

// timed reports whether a thread that sleeps in futex, with these arguments, has set a timeout. Go's runtime always has
// a thread that waits for exactly a minute, which does not count.
func timed(thread string, args [4]uint64) bool {
	const wait, private = 0, 128 // FUTEX_WAIT, FUTEX_PRIVATE_FLAG; a relative timeout
	if args[3] == 0 || args[1]&^private != wait {
		return args[3] != 0
	}
	memory, err := os.Open(thread + "/mem")
	if err != nil {
		return true
	}
	defer memory.Close()
	var timeout unix.Timespec
	err = binary.Read(io.NewSectionReader(memory, int64(args[3]), math.MaxInt64), binary.NativeEndian, &timeout)
	return err != nil || timeout.Nano() != int64(time.Minute)
}

// alarmed reports whether a signal from a timer may interrupt a thread: the process has called timer_create, or handles
// SIGALRM. Go's runtime, which also handles SIGURG, handles every signal.
func alarmed(thread string, status []byte) bool {
	_, caught, _ := bytes.Cut(status, []byte("\nSigCgt:\t"))
	var signals uint64
	fmt.Sscanf(string(caught), "%x", &signals)
	timers, _ := os.ReadFile(thread + "/../../timers") // empty without CONFIG_CHECKPOINT_RESTORE
	return signals>>(unix.SIGALRM-1)&1 > signals>>(unix.SIGURG-1)&1 || len(timers) > 0
}

// ends holds a flag for each of a program's pipes: standard input and standard output.
type ends struct{ in, out bool }

// lookAtEnds finds the pipes that no process of the program has open any more. A process gets open files only from its
// parent. So a pipe is certainly closed if no process has it open, and the processes are the same before and after the
// check.
func (w *watcher) lookAtEnds(pids []int) {
	if w.closed.in && w.closed.out {
		return
	}
	var open ends
	w.readingAsUser(func() { open = w.openAmong(pids) })
	if open.in && open.out || len(pids) == 0 || !slices.Equal(pids, w.descendants()) {
		return
	}
	// a program without memory is ending: its memory is freed before its files are closed
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
		for _, thread := range w.threads(pid) {
			files, err := os.ReadDir(thread + "/fd")
			for _, file := range files {
				link, _ := os.Readlink(filepath.Join(thread, "fd", file.Name()))
				open.in, open.out = open.in || link == w.inPipe, open.out || link == w.outPipe
			}
			if hidden = err != nil; len(files) > 0 {
				break
			}
		}
		if hidden && procfs.ResidentOfThreads(w.helper.proc, pid) > 0 {
			return ends{true, true}
		}
	}
	return open
}

// readingAsUser runs f with the file access of the programs' user, because /proc shows a process's open files only to
// its own user. CAP_SYS_PTRACE would do, too, but root in a container may lack it.
func (h *helper) readingAsUser(f func()) {
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
