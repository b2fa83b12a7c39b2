package sandbox

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// A watcher tells the judge from time to time what is seen of a program: whether it waits for the program that it talks
// with. A nil watcher does nothing.
type watcher struct {
	*traced
	stdin, stdout string // the pipes, as the links of descriptors in /proc name them
	proc          *os.File
	last          time.Duration // when it looked last
	closed        ends          // what no process has open any more; it is gone for good
	asleep        string        // how often each thread had been awake when all of them slept, "" if they did not
	since         time.Duration // when they did so first
}

// How long a watcher pauses between two readings. Outside a PID namespace, each one reads about every process on the
// machine.
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

// look reads all threads of the program and sends what it found to the judge. Threads that sleep in the same calls as
// at the look before, and were not awake since, have slept all the time: nothing has come through their pipe.
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
	state := State{At: now, CPU: cpu}
	pids := w.descendants()
	asleep, reads, writes := w.sleepers(pids)
	switch {
	case asleep == "" || !reads && !writes:
		w.asleep = ""
	case asleep == w.asleep:
		state.Since, state.Reads, state.Writes = w.since, reads, writes
	default:
		w.asleep, w.since = asleep, monotonic()
	}
	w.lookAtEnds(pids)
	state.InputClosed, state.OutputClosed = w.closed.in, w.closed.out
	unix.Write(w.watched, state.Encode()) // at worst the judge does not learn of it
}

// monotonic is the time of the clock that all processes share.
func monotonic() time.Duration {
	var now unix.Timespec
	unix.ClockGettime(unix.CLOCK_MONOTONIC, &now)
	return time.Duration(now.Nano())
}

// sleepers tells how often each thread of the program has been awake, if all of them sleep where only another process
// or thread can wake them, else "".
func (w *watcher) sleepers(pids []int) (asleep string, reads, writes bool) {
	w.asTheirUser(func() { asleep, reads, writes = w.sleepersAmong(pids) })
	return asleep, reads, writes
}

func (w *watcher) sleepersAmong(pids []int) (asleep string, reads, writes bool) {
	var all strings.Builder
	for _, pid := range pids {
		dir := strconv.Itoa(pid) + "/task"
		for _, thread := range w.list(dir) {
			at := dir + "/" + thread
			switches, dead := switchesIn(w.read(at + "/status"))
			if dead {
				continue
			}
			fmt.Fprintf(&all, "%s %s\n", thread, switches)
			switch w.sleepsIn(w.read(at+"/syscall"), pid) {
			case awake:
				return "", false, false
			case reading:
				reads = true
			case writing:
				writes = true
			}
		}
	}
	return all.String(), reads, writes
}

// sleep is what a thread sleeps in.
type sleep int

const (
	awake   sleep = iota // or in what may end by itself, such as a pause
	inside               // waiting for other threads and processes of the program
	reading              // standard input
	writing              // standard output
)

// sleepsIn reads a line of /proc/PID/syscall: the number of the call and its arguments, or "running".
func (w *watcher) sleepsIn(line []byte, pid int) sleep {
	words := strings.Fields(string(line))
	if len(words) < 2 {
		return awake
	}
	call, err := strconv.Atoi(words[0])
	if err != nil {
		return awake
	}
	switch call {
	case unix.SYS_READ, unix.SYS_READV:
		if w.link(pid, words[1]) == w.stdin {
			return reading
		}
	case unix.SYS_WRITE, unix.SYS_WRITEV:
		if w.link(pid, words[1]) == w.stdout {
			return writing
		}
	case unix.SYS_FUTEX, unix.SYS_WAIT4, unix.SYS_WAITID:
		return inside
	}
	return awake
}

// link is the link of a descriptor, whose number is an argument of a call in hexadecimal digits.
func (w *watcher) link(pid int, argument string) string {
	fd, err := strconv.ParseUint(argument, 0, 32)
	if err != nil {
		return ""
	}
	return w.linkAt(strconv.Itoa(pid)+"/fd", int(fd))
}

// switchesIn finds in a thread's status file how often it has gone to sleep, and whether it has ended.
func switchesIn(status []byte) (switches string, dead bool) {
	for line := range bytes.Lines(status) {
		switch name, value, _ := bytes.Cut(bytes.TrimSpace(line), []byte(":")); string(name) {
		case "State":
			value = bytes.TrimSpace(value)
			dead = len(value) > 0 && (value[0] == 'Z' || value[0] == 'X')
		case "voluntary_ctxt_switches", "nonvoluntary_ctxt_switches":
			switches += string(value)
		}
	}
	return switches, dead || len(status) == 0
}

// list and read open files of /proc from its folder, which only the judge's user can reach.
func (w *watcher) list(dir string) []string {
	fd, err := unix.Openat(int(w.proc.Fd()), dir, unix.O_RDONLY|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil
	}
	file := os.NewFile(uintptr(fd), dir)
	defer file.Close()
	names, _ := file.Readdirnames(-1)
	return names
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
