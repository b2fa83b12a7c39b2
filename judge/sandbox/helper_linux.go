package sandbox

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"sync/atomic"
	"syscall"

	"golang.org/x/sys/unix"
)

// A worker's programs are started by a helper: this same executable, started anew under another name. It is the init
// of the worker's own process namespace, where all that a program has left running falls to it and dies with it; it
// is small, so that starting a program does not depend on how much memory the judge holds; and when the judge dies, by
// whatever means, it reads the end of its lifeline and takes everything with it.
const helperName = "dlxjudge-sandbox-worker"

// The helper's files, after the three standard ones.
const (
	ordersFile   = 3 // a socket: an order comes in with the files of the run, a reply goes out
	lifelineFile = 4 // a pipe: the number of a run that is to be cancelled; its end is the end of the judge
	stderrFile   = 5 // the file that the programs' standard error goes to
)

// init turns a process that was started as a helper into one, in whatever program this package is part of.
func init() {
	if len(os.Args) > 0 && os.Args[0] == helperName {
		end := make(chan error)
		go func() { end <- serve() }()
		if err := <-end; err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
}

// settings are what a helper is told once.
type settings struct {
	Walls   walls
	Cgroups cgroups
	Name    string // of the worker; another one for each helper that it has
	Core    int    // the core that programs are pinned to, or -1
	User    int    // the user and group that programs run as, or -1 for the judge's own
	Own     string // the programs' own folder
	Program string // the folder that holds the program
	Root    string // where the namespaces' file system is built
}

// helper runs the programs of one worker, all from the one thread that traces them.
type helper struct {
	settings
	proc      string // the /proc that numbers processes as this process does
	attr      syscall.ProcAttr
	stderr    *os.File
	groups    chan *group // the group of the next run, made while the one before is on
	current   atomic.Pointer[guard]
	cancelled atomic.Uint64 // the last run that the judge cancelled
	used      chan *group   // the one before, to be removed
	previous  *group
	memory    atomic.Int64  // the limit of the last run
	stackFor  int64         // the memory limit that the stack was set for, plus 1
	untouched unix.Timespec // when the own folder was made fresh
	boxLimit  int64         // what the own folder has room for
	inputs    int           // the mounts of the machine, all read-only
	peakSeen  int64         // of this process's own memory
	crowd     int           // processes that count against the programs' user, besides theirs
}

// serve runs on one thread, which alone starts, traces and waits. It is not the first one of the process, in whose name
// the kernel would count all of the helper's memory into the cgroup that this thread enters.
func serve() error {
	runtime.LockOSThread()
	sealFiles()
	judge := channel{fd: ordersFile}
	first, _, err := judge.receive()
	var s settings
	if err == nil && len(first.texts) != 1 {
		err = errMessage
	}
	if err == nil {
		err = json.Unmarshal([]byte(first.texts[0]), &s)
	}
	if err != nil {
		return fmt.Errorf("reading its settings: %w", err)
	}
	h := &helper{settings: s, proc: "/proc", stderr: os.NewFile(stderrFile, "stderr")}
	if err := h.prepare(); err != nil {
		return judge.send(reply{Error: err.Error()}.pack())
	}
	go h.watchLifeline()
	if err := judge.send(reply{}.pack()); err != nil {
		return err
	}
	for {
		m, files, err := judge.receive()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		o, err := unpackOrder(m)
		if err != nil {
			return err
		}
		if h.Walls.Namespaces && len(files) > 0 {
			files[0] = h.openInput(o.Input, files[0])
		}
		result, err := h.run(o, files)
		for _, fd := range files {
			unix.Close(fd)
		}
		answer := reply{Result: result}
		if err != nil {
			answer.Error = err.Error()
		}
		if err := judge.send(answer.pack()); err != nil {
			return err
		}
		if err := h.freshen(); err != nil { // while the judge looks at the output
			return err
		}
	}
}

// prepare puts up the walls, once for all runs of this worker.
func (h *helper) prepare() error {
	deafen()
	// Under the programs' user, this process is not to be traced or looked into by them.
	if err := unix.Prctl(unix.PR_SET_DUMPABLE, 0, 0, 0, 0); err != nil {
		return fmt.Errorf("dumpable: %w", err)
	}
	h.crowd = h.countCrowd()
	if h.Cgroups.any() {
		h.groups = make(chan *group, 1)
		h.used = make(chan *group, 2)
		go h.keepGroups()
	}
	if h.Core >= 0 {
		var set unix.CPUSet
		set.Set(h.Core)
		unix.SchedSetaffinity(0, &set) // this thread and what it forks; refused at worst
	}
	unix.Setrlimit(unix.RLIMIT_CORE, &unix.Rlimit{})
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return fmt.Errorf("no_new_privs: %w", err)
	}
	refuseKeys()
	h.attr = syscall.ProcAttr{Dir: h.Own, Env: environment(h.Own), Sys: &syscall.SysProcAttr{Ptrace: true, Setsid: true}}
	if h.User >= 0 {
		h.attr.Sys.Credential = &syscall.Credential{Uid: uint32(h.User), Gid: uint32(h.User)}
		if err := errors.Join(os.Chown(h.Own, h.User, h.User), h.stderr.Chown(h.User, h.User)); err != nil {
			return err
		}
	}
	h.untouched = changeTime(h.Own)
	switch {
	case h.Walls.Namespaces:
		if err := h.furnish(); err != nil {
			return err
		}
		dropCapabilities()
	default:
		if err := unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); err != nil {
			return fmt.Errorf("child subreaper: %w", err)
		}
		if h.Walls.Landlock {
			return h.landlock()
		}
	}
	return nil
}

// keepGroups removes the group of the run before and makes that of the next one. It is told to while a program runs: the
// kernel does these things one at a time, and would keep the start of a program waiting for them.
func (h *helper) keepGroups() {
	for n := 0; ; n++ {
		g, err := newGroup(h.Cgroups, fmt.Sprintf("%s-run%d", h.Name, n))
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			close(h.groups)
			return
		}
		g.limitMemory(h.memory.Load()) // most likely what the next run wants, too
		h.groups <- g
		(<-h.used).remove()
	}
}

// freshen gives the next program an own folder in which nobody has been.
func (h *helper) freshen() error {
	if h.Walls.Namespaces {
		// Shared memory, semaphores and queues outlive the programs that made them, but not their namespace.
		if err := unix.Unshare(unix.CLONE_NEWIPC); err != nil {
			return fmt.Errorf("a new IPC namespace: %w", err)
		}
	}
	if !h.touched() {
		return nil
	}
	if h.Walls.Namespaces {
		return h.freshBox(h.boxLimit)
	}
	err := emptyFolder(h.Own)
	h.untouched = changeTime(h.Own)
	return err
}

// touched reports whether anything was ever made in the own folder, or done to it, since it was fresh.
func (h *helper) touched() bool { return changeTime(h.ownFolder()) != h.untouched }

// ownFolder is the own folder as this process sees it.
func (h *helper) ownFolder() string {
	if h.Walls.Namespaces {
		return h.Root + boxOwn
	}
	return h.Own
}

// changeTime is when a file or folder itself was last changed, which no program can set; the zero time for none.
func changeTime(path string) unix.Timespec {
	var stat unix.Stat_t
	if unix.Stat(path, &stat) != nil {
		return unix.Timespec{}
	}
	return stat.Ctim
}

// watchLifeline ends a run that the judge cancels, and everything when the judge is gone.
func (h *helper) watchLifeline() {
	lifeline := os.NewFile(lifelineFile, "lifeline")
	for {
		var run [8]byte
		if _, err := io.ReadFull(lifeline, run[:]); err != nil {
			h.killAll()
			os.Exit(0)
		}
		number := binary.LittleEndian.Uint64(run[:])
		h.cancelled.Store(number)
		if g := h.current.Load(); g != nil && g.run == number {
			g.cancel()
		}
	}
}
