package sandbox

import (
	"cmp"
	"errors"
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"

	"golang.org/x/sys/unix"

	"dlxjudge/judge/execute/sandbox/landlock"
)

// isolation is what keeps a program away from the rest of the machine. Open tries the strongest kind first.
type isolation struct {
	Namespaces    bool // mount, PID, network, IPC and UTS namespaces
	UserNamespace bool // the others are made inside a user namespace, which needs no privilege
	Landlock      bool // used where there are no namespaces
}

func (iso isolation) String() string {
	switch {
	case iso.UserNamespace:
		return "namespaces without root"
	case iso.Namespaces:
		return "namespaces as root"
	case iso.Landlock:
		return "Landlock"
	}
	return "no isolation: process group and child subreaper only"
}

// keepsFiles reports whether programs cannot change the files that they are started from.
func (iso isolation) keepsFiles() bool { return iso.Namespaces || iso.Landlock }

// linux runs programs under ptrace, with the isolation and the cgroups that this machine allows.
type linux struct {
	scratch   string
	isolation isolation
	cgroups   cgroups
	pinned    []int    // the cores for programs; workers take them in this order where they cannot tell which are free
	holds     []string // the folders where the file of holdCore may be
	lost      []error  // see Lost

	mutex sync.Mutex
	spare *linuxWorker // worker 0, which was started for the self-test

	pool  pool // runs what is no submission
	reach reach
}

func openLinux(options Options) (Sandbox, error) {
	var candidates []isolation
	if os.Geteuid() == 0 {
		candidates = append(candidates, isolation{Namespaces: true})
	}
	if err := checkScratch(options.Scratch); err != nil {
		return nil, err
	}
	candidates = append(candidates, isolation{Namespaces: true, UserNamespace: true}, isolation{Landlock: true})
	_, noLandlock := landlock.Version()
	if noLandlock != nil { // else it works for anybody, and the user can remove what keeps it from that
		candidates = append(candidates, isolation{})
	}
	var reasons, lost []error
	for _, iso := range candidates {
		for _, withCgroup := range []bool{true, false} {
			box, err := openIsolated(options, iso, withCgroup)
			if err == nil {
				box.lost = append(lost, box.lost...)
				return box, nil
			}
			lost = append(lost, fmt.Errorf("%v: %w", iso, err))
			if ofScratch(err) {
				return nil, err
			}
			if none := new(noCgroupsError); !errors.As(err, &none) {
				reasons = append(reasons, fmt.Errorf("%v: %w", iso, err))
			}
		}
	}
	err := fmt.Errorf("the linux sandbox does not work on this machine (judge doctor says more; --backend portable "+
		"runs programs "+
		"uncontained): %w", errors.Join(reasons...))
	if noLandlock != nil {
		return nil, errors.Join(err, errNoContainment)
	}
	return nil, err
}

// A noCgroupsError says why no cgroup can be made.
type noCgroupsError struct{ reasons []error }

func (e *noCgroupsError) Error() string {
	return "no cgroup can be made: " + strings.ReplaceAll(errors.Join(e.reasons...).Error(), "\n", "; ")
}

// notOffered are the errors by which the kernel says that this user cannot have a level or a cgroup here.
var notOffered = []error{unix.EPERM, unix.EACCES, unix.EROFS, unix.ENOSYS, unix.ENOENT, unix.EINVAL, unix.EOPNOTSUPP,
	unix.ENOSPC, unix.EUSERS, unix.EBUSY, errNotMounted, errNoController}

// unexpected reports whether a level or a cgroup failed although this machine seems to offer it.
func unexpected(err error) bool {
	if none := new(noCgroupsError); errors.As(err, &none) {
		return slices.ContainsFunc(none.reasons, unexpected)
	}
	return !slices.ContainsFunc(notOffered, func(known error) bool { return errors.Is(err, known) })
}

func (l *linux) levelOf() string {
	level := l.Name() + ", with " + l.isolation.String()
	if l.cgroups.any() {
		level += " and cgroups"
	}
	return level
}

func (l *linux) lostHere() (lost []string) {
	for _, err := range l.lost {
		if !unexpected(err) {
			continue
		}
		lost = append(lost, fmt.Sprintf("%v; the judge uses a lesser sandbox instead: %s (judge doctor says more)", err,
			l.levelOf()))
	}
	return lost
}

// openIsolated opens a sandbox with exactly this isolation, with cgroups or without, and runs a test program in it.
// If no cgroup can be made, the error is a *noCgroupsError.
func openIsolated(options Options, iso isolation, withCgroup bool) (*linux, error) {
	scratch, err := newScratch(options.Scratch)
	if err != nil {
		return nil, err
	}
	l := &linux{scratch: scratch, isolation: iso, pinned: cores(), holds: holdFolders()}
	failed := func(err error) (*linux, error) {
		full := checkSpace(scratch)
		l.Close()
		return nil, cmp.Or(full, err)
	}
	if withCgroup {
		var reasons []error
		if l.cgroups, reasons = newCgroups(filepath.Base(scratch), l.userOf(0) >= 0); !l.cgroups.any() {
			return failed(&noCgroupsError{reasons})
		}
		l.lost = reasons
		if err := l.cgroups.record(scratch); err != nil {
			return failed(err)
		}
	}
	worker, err := l.newWorker(0, profile{})
	if err == nil {
		l.spare = worker
		err = worker.selfTest()
	}
	if err != nil {
		return failed(err)
	}
	return l, nil
}

func (l *linux) Name() string { return "linux" }

func (l *linux) warning() string {
	if l.isolation.Namespaces || l.isolation.Landlock {
		return ""
	}
	return "programs are not contained: this kernel has neither namespaces for this user nor Landlock, and programs " +
		"have its files in reach"
}

func (l *linux) Measures() Measures {
	m := Measures{
		CPU:    "rusage of every process",
		Wall:   "clock around the run",
		Memory: "VmHWM at exit",
	}
	switch {
	case l.cgroups.Unified != "":
		m.CPU += " and cgroup v2 cpu.stat"
		m.Memory += ", or cgroup v2 memory.peak without page cache"
	case l.cgroups.Memory != "":
		m.Memory += ", or cgroup v1 max_usage without page cache"
	default:
		m.CPU = "rusage of the program and its orphans, with children waited for"
		m.Memory += " of the largest process; for a program that forks, at least that"
	}
	if l.cgroups.CPU != "" {
		m.CPU += " and cgroup v1 cpuacct"
	}
	return m
}

// Worker starts a worker. Programs of different workers, of this judge and others, run on different cores, as long as
// there are enough.
func (l *linux) Worker(index int) (Worker, error) {
	if index < 0 || index >= firstPooled {
		return nil, fmt.Errorf("worker %d: a sandbox has workers from 0 to %d", index, firstPooled-1)
	}
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if index == 0 && l.spare != nil {
		worker := l.spare
		l.spare = nil
		return worker, nil
	}
	worker, err := l.newWorker(index, profile{})
	if err != nil {
		return nil, err
	}
	return worker, nil
}

func (l *linux) Scratch() string { return l.scratch }

func (l *linux) Close() error {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	var err error
	if l.spare != nil {
		err = l.spare.Close()
		l.spare = nil
	}
	err = errors.Join(err, l.pool.close())
	l.cgroups.remove()
	return errors.Join(err, removeAll(l.scratch))
}

// userOf returns a user and group ID for the programs of one worker, which nothing else on the machine uses. It is -1
// where the judge is not root, or where its user namespace does not map that ID.
func (l *linux) userOf(index int) int {
	text, err := os.ReadFile("/proc/self/uid_map")
	if os.Geteuid() != 0 || l.isolation.UserNamespace || err != nil {
		return -1
	}
	space, _ := os.Readlink("/proc/self/ns/pid") // judges in different containers may have the same PID
	hash := fnv.New32()
	fmt.Fprint(hash, space, os.Getpid())
	const numbers = 2 * firstPooled // of workers, each of which has a user
	user := 1<<30 | int(hash.Sum32())%(1<<30/numbers)*numbers | index%numbers
	for line := range strings.Lines(string(text)) {
		var inside, outside, count int
		if n, _ := fmt.Sscan(line, &inside, &outside, &count); n == 3 && inside <= user && user-inside < count {
			return user
		}
	}
	return -1
}

// namespaces sets the attributes by which a helper starts in new namespaces.
func (iso isolation) namespaces(attr *syscall.SysProcAttr) {
	if !iso.Namespaces {
		return
	}
	attr.Cloneflags = unix.CLONE_NEWNS | unix.CLONE_NEWPID | unix.CLONE_NEWNET | unix.CLONE_NEWIPC | unix.CLONE_NEWUTS
	if iso.UserNamespace {
		// Programs keep the judge's user ID. The helper needs these capabilities to set up the namespaces.
		attr.Cloneflags |= unix.CLONE_NEWUSER
		attr.UidMappings = []syscall.SysProcIDMap{{ContainerID: os.Geteuid(), HostID: os.Geteuid(), Size: 1}}
		attr.GidMappings = []syscall.SysProcIDMap{{ContainerID: os.Getegid(), HostID: os.Getegid(), Size: 1}}
		attr.AmbientCaps = []uintptr{unix.CAP_SYS_ADMIN, unix.CAP_SYS_CHROOT, unix.CAP_SYS_PTRACE, unix.CAP_SETPCAP}
	}
}
