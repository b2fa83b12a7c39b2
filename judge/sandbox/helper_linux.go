package sandbox

import (
	"encoding/binary"
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
	connFile    = 3 // a socket: an order comes in with the files of the run, a reply goes out
	controlFile = 4 // a pipe: the number of a run that is to be cancelled; its end is the end of the judge
	stderrFile  = 5 // the file that the programs' standard error goes to
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
	Isolation isolation
	Cgroups   cgroups
	Name      string // of the worker; another one for each helper that it has
	Core      int    // the core that programs are pinned to, or -1
	User      int    // the user and group that programs run as, or -1 for the judge's own
	WorkDir   string // the programs' own folder
	Program   string // the folder that holds the program
	Root      string // where the namespaces' file system is built
}

// helper runs the programs of one worker, all from the one thread that traces them.
type helper struct {
	settings
	proc        string // the /proc that numbers processes as this process does
	attr        syscall.ProcAttr
	stderr      *os.File
	nextCgroups chan *runCgroup // the group of the next run, made while the one before is on
	current     atomic.Pointer[monitor]
	cancelled   atomic.Uint64   // the last run that the judge cancelled
	oldCgroups  chan *runCgroup // the one before, to be removed
	oldCgroup   *runCgroup
	memory      atomic.Int64  // the limit of the last run
	stackLimit  int64         // the memory limit that the stack was set for, plus 1
	workDirTime unix.Timespec // when the own folder was made fresh
	workDirSize int64         // what the own folder has room for
	inputMounts int           // the mounts of the machine, all read-only
	ownPeakSeen int64         // of this process's own memory
	otherTasks  int           // processes that count against the programs' user, besides theirs
}

// serve runs on one thread, which alone starts, traces and waits. It is not the first one of the process, in whose name
// the kernel would count all of the helper's memory into the cgroup that this thread enters.
func serve() error {
	runtime.LockOSThread()
	closeFilesOnExec()
	judge := newConn(connFile)
	var s settings
	if _, err := judge.receive(&s); err != nil {
		return fmt.Errorf("reading the helper's settings: %w", err)
	}
	h := &helper{settings: s, proc: "/proc", stderr: os.NewFile(stderrFile, "stderr")}
	if err := h.prepare(); err != nil {
		return judge.send(response{Error: err.Error()})
	}
	go h.watchControl()
	if err := judge.send(response{}); err != nil {
		return err
	}
	for {
		var r request
		files, err := judge.receive(&r)
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return fmt.Errorf("reading a request: %w", err)
		}
		if h.Isolation.Namespaces && len(files) > 0 {
			files[0] = h.openInput(r.Input, files[0])
		}
		result, err := h.run(r, files)
		for _, fd := range files {
			unix.Close(fd)
		}
		answer := response{Result: result}
		if err != nil {
			answer.Error = err.Error()
		}
		if err := judge.send(answer); err != nil {
			return err
		}
		if err := h.resetBox(); err != nil { // while the judge looks at the output
			return err
		}
	}
}

// prepare puts up the walls, once for all runs of this worker.
func (h *helper) prepare() error {
	ignoreSignals()
	// Under the programs' user, this process is not to be traced or looked into by them.
	if err := unix.Prctl(unix.PR_SET_DUMPABLE, 0, 0, 0, 0); err != nil {
		return fmt.Errorf("dumpable: %w", err)
	}
	h.otherTasks = h.countOtherTasks()
	if h.Cgroups.any() {
		h.nextCgroups = make(chan *runCgroup, 1)
		h.oldCgroups = make(chan *runCgroup, 2)
		go h.recycleCgroups()
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
	refuseKeyrings()
	h.attr = syscall.ProcAttr{Dir: h.WorkDir, Env: environment(h.WorkDir), Sys: &syscall.SysProcAttr{Ptrace: true, Setsid: true}}
	if h.User >= 0 {
		h.attr.Sys.Credential = &syscall.Credential{Uid: uint32(h.User), Gid: uint32(h.User)}
		if err := errors.Join(os.Chown(h.WorkDir, h.User, h.User), h.stderr.Chown(h.User, h.User)); err != nil {
			return err
		}
	}
	h.workDirTime = changeTime(h.WorkDir)
	switch {
	case h.Isolation.Namespaces:
		if err := h.mountRoot(); err != nil {
			return err
		}
		dropCapabilities()
	default:
		if err := unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); err != nil {
			return fmt.Errorf("child subreaper: %w", err)
		}
		if h.Isolation.Landlock {
			return h.landlock()
		}
	}
	return nil
}

// keepGroups removes the group of the run before and makes that of the next one. It is told to while a program runs: the
// kernel does these things one at a time, and would keep the start of a program waiting for them.
func (h *helper) recycleCgroups() {
	for n := 0; ; n++ {
		g, err := newRunCgroup(h.Cgroups, fmt.Sprintf("%s-run%d", h.Name, n))
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			close(h.nextCgroups)
			return
		}
		g.limitMemory(h.memory.Load()) // most likely what the next run wants, too
		h.nextCgroups <- g
		(<-h.oldCgroups).remove()
	}
}

// freshen gives the next program an own folder in which nobody has been.
func (h *helper) resetBox() error {
	if h.Isolation.Namespaces {
		// Shared memory, semaphores and queues outlive the programs that made them, but not their namespace.
		if err := unix.Unshare(unix.CLONE_NEWIPC); err != nil {
			return fmt.Errorf("a new IPC namespace: %w", err)
		}
	}
	if !h.workDirChanged() {
		return nil
	}
	if h.Isolation.Namespaces {
		return h.mountWorkDir(h.workDirSize)
	}
	err := emptyDir(h.WorkDir)
	h.workDirTime = changeTime(h.WorkDir)
	return err
}

// touched reports whether anything was ever made in the own folder, or done to it, since it was fresh.
func (h *helper) workDirChanged() bool { return changeTime(h.workDirPath()) != h.workDirTime }

// ownFolder is the own folder as this process sees it.
func (h *helper) workDirPath() string {
	if h.Isolation.Namespaces {
		return h.Root + boxWorkDir
	}
	return h.WorkDir
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
func (h *helper) watchControl() {
	control := os.NewFile(controlFile, "lifeline")
	for {
		var run [8]byte
		if _, err := io.ReadFull(control, run[:]); err != nil {
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
