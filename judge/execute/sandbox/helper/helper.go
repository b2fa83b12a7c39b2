//go:build linux

// Package helper is the child process that starts the programs of one worker. It is the judge's own executable, started
// again under another name. It sets up the isolation once. For each run, it starts the program, enforces the limits,
// and ends all the program's processes. It decides no verdict, and dies with the judge.
package helper

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"runtime"
	"sync"
	"sync/atomic"
	"syscall"

	"golang.org/x/sys/unix"

	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/execute/sandbox/cgroup"
	"dlxjudge/judge/execute/sandbox/landlock"
	"dlxjudge/judge/execute/sandbox/procfs"
	"dlxjudge/judge/execute/sandbox/run"
	"dlxjudge/judge/execute/sandbox/seccomp"
)

// Name is the name under which the judge's executable starts again as a helper. Under namespaces, the helper is the
// init process of the worker's PID namespace. So the kernel makes it the parent of all orphans, and kills them when the
// helper ends. The helper is small, so the cost of a fork does not depend on the judge's memory. When the judge dies
// for any reason, the helper sees the end of the control pipe and kills everything.
const Name = "dlxjudge-sandbox-worker"

const (
	connFile    = 3 // a socket for requests and responses
	controlFile = 4 // a pipe with the numbers of runs to cancel; closed when the judge dies
)

// ownFiles exceeds every descriptor that this process opens before its first request.
const ownFiles = 64

// StopRun is a bit in a run's number on the control pipe. If it is set, the run ends as if it had reached its wall
// limit.
const StopRun = 1 << 63

// init runs the helper if this process is one, and then never returns. So later packages are not initialized.
// Initializing them would take twice as long as the rest of the helper's start.
func init() {
	if len(os.Args) == 0 || os.Args[0] != Name {
		return
	}
	end := make(chan error)
	go func() { end <- serve() }() // not on the first thread; see serve
	if err := <-end; err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// Settings are sent to a helper once, before its first request.
type Settings struct {
	View      View
	Isolation Isolation
	Cgroups   cgroup.Parents
	User      int    // the user and group that programs run as, or -1 for the judge's own
	Group     int    // another group of the programs, which may enter the judge's scratch folder; -1 for none
	WorkDir   string // the programs' working folder
	Program   string // the folder that holds the program
	Prints    string // the folder of the files that programs print to
	Root      string // where the programs' root is mounted
}

// helper runs the programs of one worker. A single thread starts them all, since only the thread that traces a program
// can wait for it.
type helper struct {
	Settings
	core        int    // the core to which serve's thread and its children are pinned; -1 for any
	proc        string // the /proc of this process's PID namespace
	theirProc   string // another path of that folder, which the programs' user can use; see readingAsUser
	attr        syscall.ProcAttr
	lastPID     *os.File     // see resetPIDs
	runCgroups  *cgroup.Pool // nil if there are no cgroups
	current     atomic.Pointer[monitor]
	launching   sync.Mutex // held while a program is started
	cancelled   sync.Map   // numbers of cancelled runs, since a run can be cancelled before it begins
	work        folder     // the programs' working folder
	shared      folder     // their /dev/shm; its path is "" if they have none
	copied      int64      // size of the files that the judge copied to work for this run, in bytes
	copiedPages int64      // size of the pages that these files take, in bytes
	ownPeak     int64      // the peak memory of this process in bytes, when last read
	mostTasks   int64      // what MostTasks returned
	pass        uint64     // a secret sixth argument that makes the filter allow a call; 0 without a filter
}

// serve answers requests until the judge closes the socket. It runs on one thread, since ptrace ties a program to the
// thread that started it. That thread must not be the process's first: the kernel would charge the whole helper's
// memory to each cgroup that the thread enters.
func serve() error {
	runtime.LockOSThread()
	// Inherited descriptors would slow each fork: the kernel copies the descriptor table up to the highest open one.
	unix.CloseRange(ownFiles, math.MaxInt32, 0)
	run.CloseFilesOnExec()
	unix.Umask(0o022) // programs that run as another user must be able to reach what this process makes
	judge := NewConn(connFile)
	var s Settings
	if _, err := judge.Receive(&s); err != nil {
		return fmt.Errorf("reading the helper's settings: %w", err)
	}
	h := &helper{Settings: s, proc: "/proc", core: -1}
	if err := h.prepare(); err != nil {
		return judge.Send(errorResponse(err))
	}
	go h.watchControl()
	if err := judge.Send(Response{}); err != nil {
		return err
	}
	for arrived := []int(nil); ; { // files that may belong to later jobs
		j := new(job)
		files, err := judge.Receive(&j.Request)
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return fmt.Errorf("reading a request: %w", err)
		}
		if arrived, err = j.takeFiles(append(arrived, files...)); err != nil {
			return err
		}
		result, err := h.do(j)
		if errors.Is(err, errSurvivors) {
			return err
		}
		answer := Response{Result: result}
		if err != nil {
			answer.Error = err.Error()
		}
		err = judge.Send(answer)
		j.close()
		if err == nil {
			err = h.reset() // meanwhile, the judge reads the output
		}
		if err != nil {
			return err
		}
	}
}

// prepare sets up the isolation for all runs of this worker.
func (h *helper) prepare() error {
	ignoreSignals()
	// Programs that run as the same user must not trace this process or read its memory.
	if err := unix.Prctl(unix.PR_SET_DUMPABLE, 0, 0, 0, 0); err != nil {
		return fmt.Errorf("dumpable: %w", err)
	}
	h.mostTasks = MostTasks()
	if h.Cgroups.Any() {
		h.runCgroups = cgroup.NewPool(h.Cgroups)
	}
	unix.Setrlimit(unix.RLIMIT_CORE, &unix.Rlimit{})
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return fmt.Errorf("no_new_privs: %w", err)
	}
	h.attr = syscall.ProcAttr{Dir: h.WorkDir, Env: run.Environment(h.WorkDir),
		Sys: &syscall.SysProcAttr{Ptrace: true, Setsid: true}}
	if h.User >= 0 {
		h.attr.Sys.Credential = &syscall.Credential{Uid: uint32(h.User), Gid: uint32(h.User)}
		if h.Group >= 0 {
			h.attr.Sys.Credential.Groups = []uint32{uint32(h.Group)}
		}
	}
	switch {
	case h.Isolation.Namespaces:
		if err := h.mountRoot(); err != nil {
			return err
		}
		h.lastPID, _ = procfs.OpenBlocking("/proc/sys/kernel/ns_last_pid", unix.O_WRONLY)
	default:
		h.work.path = h.WorkDir
		// an earlier helper may have left files there, and processes that may use this folder, but no other
		if err := errors.Join(run.RemoveAll(h.WorkDir), os.Mkdir(h.WorkDir, 0o700), h.renew(&h.work, 0)); err != nil {
			return err
		}
		if err := unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); err != nil {
			return fmt.Errorf("child subreaper: %w", err)
		}
		if h.Isolation.Landlock {
			if err := landlock.Restrict(landlock.Paths{Read: append(h.View.readable(), h.Program),
				Written: append(devices, h.Prints), Own: []string{h.WorkDir}}); err != nil {
				return err
			}
		}
	}
	folder, err := unix.Open(h.proc, unix.O_PATH|unix.O_CLOEXEC, 0)
	if err != nil {
		return fmt.Errorf("%s: %w", h.proc, err)
	}
	h.theirProc = fmt.Sprint("/proc/self/fd/", folder)
	if err := h.dropCapabilities(); err != nil {
		return err
	}
	return h.filterCalls()
}

// resetPIDs makes each run in this PID namespace start with the same process ID. Otherwise the ID would tell a program
// how many programs ran before it. If the kernel does not allow resetting, or /proc/sys is read-only, IDs keep growing.
func (h *helper) resetPIDs() {
	if h.lastPID != nil {
		unix.Pwrite(int(h.lastPID.Fd()), []byte("999"), 0)
	}
}

// watchControl kills the program of a cancelled run. When the judge has died, it kills everything.
func (h *helper) watchControl() {
	control := os.NewFile(controlFile, "control")
	for {
		var run [8]byte
		if _, err := io.ReadFull(control, run[:]); err != nil {
			h.endAll()
			os.Exit(0)
		}
		number := binary.LittleEndian.Uint64(run[:])
		h.cancelled.Store(number, true)
		if m := h.current.Load(); m != nil {
			m.obey(number)
		}
	}
}

// filterCalls sets the filter of system calls for this thread's children. On a kernel without seccomp it does nothing,
// and "judge doctor" reports that.
func (h *helper) filterCalls() error {
	if !seccomp.Available() {
		return nil
	}
	version, err := landlock.Version()
	h.pass = seccomp.NewPass()
	policy := seccomp.Policy{
		Namespaces: h.Isolation.Namespaces, Truncates: !h.Isolation.Namespaces && err == nil && version < 3,
		Compiler: h.View.Profile == sandbox.Compile, IntoCgroup: h.intoCgroup(), Pass: h.pass,
		Process: os.Getpid(), Thread: unix.Gettid(),
	}
	if err := policy.Set(); err != nil {
		return fmt.Errorf("setting the filter of system calls: %w", err)
	}
	return nil
}

// privileged makes a system call that the filter forbids to programs. h.pass, as the sixth argument, gets the call past
// the filter of the thread that starts programs. So the call itself has at most five arguments.
//
//go:uintptrescapes
func (h *helper) privileged(call uintptr, args ...uintptr) error {
	var a [5]uintptr
	copy(a[:], args)
	if _, _, errno := unix.Syscall6(call, a[0], a[1], a[2], a[3], a[4], uintptr(h.pass)); errno != 0 {
		return errno
	}
	return nil
}
