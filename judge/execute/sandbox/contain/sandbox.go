//go:build linux

// Package contain is the judge's side of contained runs on Linux. Open finds the best level of isolation that works
// here. A Worker stages the files of a run, sends the run to its helper process, and receives the result.
package contain

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"syscall"

	"golang.org/x/sys/unix"

	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/execute/sandbox/cgroup"
	"dlxjudge/judge/execute/sandbox/helper"
	"dlxjudge/judge/execute/sandbox/landlock"
	"dlxjudge/judge/execute/sandbox/plain"
	"dlxjudge/judge/execute/sandbox/run"
	"dlxjudge/judge/execute/sandbox/seccomp"
)

// Sandbox runs programs under ptrace, with the isolation and the cgroups that this machine allows.
type Sandbox struct {
	ctx       context.Context // no worker starts when it is done
	scratch   string
	group     int // the group of all programs, and of nothing else, which may enter the scratch folder; -1 for none
	isolation helper.Isolation
	cgroups   cgroup.Parents
	pinned    []int    // cores for submissions, in the order in which workers prefer them
	holds     []string // candidates for the folder of holdCore's lock file, best first
	lost      []error  // why Open failed to set up better levels or a cgroup
	refused   []Refused
	noCgroups []error // why there is no cgroup

	mutex sync.Mutex
	spare *Worker // worker 0, which ran the self-test; nil once the method Worker has returned it

	pool  pool // idle workers for all programs except submissions
	reach reach
}

// Refused is a better level than the one in use, and why it does not work here.
type Refused struct {
	Level helper.Isolation
	Err   error
}

// Open opens the sandbox with the best isolation that works on this machine. The error wraps sandbox.ErrNoContainment
// if no level works and the kernel lacks Landlock. When ctx is done, Open stops, and no worker starts any more.
func Open(ctx context.Context, options sandbox.Options) (*Sandbox, error) {
	if err := plain.CheckNoexec(options.Scratch); err != nil {
		return nil, err
	}
	l, err := prepare(ctx, options, true)
	if err != nil {
		return nil, err
	}
	levels := []helper.Isolation{{Namespaces: true, UserNamespace: true}, {Landlock: true}}
	if os.Geteuid() == 0 {
		levels = slices.Insert(levels, 0, helper.Isolation{Namespaces: true})
	}
	_, noLandlock := landlock.Version()
	if noLandlock != nil { // with Landlock, any user can contain programs, or fix what prevents it
		levels = append(levels, helper.Isolation{})
	}
	made, reasons := l.cgroups, []error(nil)
	for _, level := range levels {
		for _, l.cgroups = range []cgroup.Parents{made, {}} {
			err := l.try(level)
			if err == nil {
				l.lost = append(l.lost, reasons...)
				if !l.cgroups.Any() {
					made.Remove()
				}
				return l, nil
			}
			if full := cmp.Or(ctx.Err(), run.CheckSpace(l.scratch)); full != nil {
				l.cgroups = made
				return nil, errors.Join(full, l.Close())
			}
			reasons = append(reasons, fmt.Errorf("%v: %w", level, err))
			if !l.cgroups.Any() {
				l.refused = append(l.refused, Refused{level, err})
				break
			}
			l.noCgroups = []error{err}
		}
	}
	l.cgroups = made
	l.Close()
	err = fmt.Errorf("the linux sandbox does not work on this machine (judge doctor says more; --backend portable "+
		"runs programs uncontained): %w", errors.Join(reasons...))
	if noLandlock != nil {
		return nil, errors.Join(err, sandbox.ErrNoContainment)
	}
	return nil, err
}

// notOffered are the errors that show that this machine does not offer a level or a cgroup to this user.
var notOffered = []error{unix.EPERM, unix.EACCES, unix.EROFS, unix.ENOSYS, unix.ENOENT, unix.EINVAL, unix.EOPNOTSUPP,
	unix.ENOSPC, unix.EUSERS, unix.EBUSY, cgroup.ErrNotMounted, cgroup.ErrNoController}

// unexpected reports whether a level or a cgroup failed although this machine seems to offer it.
func unexpected(err error) bool {
	return !slices.ContainsFunc(notOffered, func(known error) bool { return errors.Is(err, known) })
}

func (l *Sandbox) Level() string {
	level := l.Name() + ", with " + l.isolation.String()
	if l.cgroups.Any() {
		level += " and cgroups"
	}
	return level
}

func (l *Sandbox) Lost() (lost []string) {
	for _, err := range l.lost {
		if !unexpected(err) {
			continue
		}
		lost = append(lost, fmt.Sprintf("%v; the judge uses a lesser sandbox instead: %s (judge doctor says more)", err,
			l.Level()))
	}
	return lost
}

// prepare makes a sandbox that has no level of isolation yet.
func prepare(ctx context.Context, options sandbox.Options, withCgroup bool) (*Sandbox, error) {
	scratch, err := run.NewScratch(options.Scratch)
	if err != nil {
		return nil, err
	}
	l := &Sandbox{ctx: ctx, scratch: scratch, pinned: Cores(), holds: holdFolders()}
	if withCgroup {
		l.cgroups, l.noCgroups = cgroup.Make(ctx, l.userOf(0) < 0)
		l.lost = slices.Clone(l.noCgroups)
	}
	return l, nil
}

// try gives the sandbox this isolation, and runs a test program in it.
func (l *Sandbox) try(isolation helper.Isolation) error {
	l.isolation = isolation
	if l.group = -1; !isolation.Namespaces { // programs reach their folders by the machine's paths
		l.group = l.userOf(users - 1)
	}
	if l.group >= 0 {
		if err := errors.Join(os.Chown(l.scratch, -1, l.group), os.Chmod(l.scratch, 0o710)); err != nil {
			return err
		}
	}
	worker, err := l.newWorker(l.ctx, 0, helper.View{})
	if err != nil {
		return err
	}
	if err := worker.selfTest(l.ctx); err != nil {
		return errors.Join(err, worker.Close())
	}
	l.spare = worker
	return nil
}

// Refused lists the better levels that do not work, best first.
func (l *Sandbox) Refused() []Refused { return l.refused }

// Cgroups lists the folders of the judge's cgroups. The error says why there are none.
func (l *Sandbox) Cgroups() ([]string, error) {
	if l.cgroups.Any() {
		return l.cgroups.Dirs(), nil
	}
	return nil, fmt.Errorf("no cgroup can be made: %w", errors.Join(l.noCgroups...))
}

// A Promise is a row of SECURITY.md that holds only on some machines, or only at some levels.
type Promise struct {
	Name   string
	Kept   bool
	Detail string // how it is kept, or why it is not; "" if it is kept in the usual way
	Means  string // what a program can do if it is not kept
}

// Promises returns what this sandbox promises, and what it must refuse to promise. "judge doctor" prints it.
func (l *Sandbox) Promises() []Promise {
	version, _ := landlock.Version()
	own, root, filtered := l.userOf(0) >= 0, os.Geteuid() == 0, seccomp.Available()
	all := []Promise{
		{"system calls", filtered, "not filtered on " + runtime.GOARCH, "a program can make any system call"},
		{"users", own || !root, "programs have no users of their own", "programs run under root's number, without " +
			"any capability"},
		{"signals", l.isolation.Namespaces || own || l.isolation.Landlock && version >= 6 && filtered,
			"Landlock does not restrict them here", "a program can kill other processes of its user"},
		{"processes", true, "programs have users of their own", "a program can start more processes than its limit"},
	}
	for i := range all[:3] {
		if all[i].Kept {
			all[i].Detail = ""
		}
	}
	switch p := &all[3]; {
	case own:
	case l.cgroups.Unified != "" || l.cgroups.Pids != "":
		p.Detail = "a cgroup counts them"
	case l.isolation.UserNamespace:
		p.Detail, p.Kept = "a user namespace counts them, except those of the machine's root", !root
	default:
		p.Kept, p.Detail = false, fmt.Sprintf("your user may have %d in all, but the machine's root any number",
			helper.MostTasks())
	}
	return all
}

func (l *Sandbox) Name() string { return "linux" }

func (l *Sandbox) Warning() string {
	if l.isolation.Contains() {
		return ""
	}
	return "programs are not contained: this kernel has neither namespaces for this user nor Landlock, so programs " +
		"can reach the user's files"
}

func (l *Sandbox) Measures() sandbox.Measures {
	m := sandbox.Measures{
		CPU:    "rusage of every process",
		Wall:   "clock around the run",
		Memory: "VmHWM at exit",
	}
	switch {
	case l.cgroups.Unified != "":
		m.CPU += " and cgroup v2 cpu.stat"
		m.Memory += ", or cgroup v2 memory.peak without page cache"
	case l.cgroups.Memory != "":
		m.CPU += " and cgroup v1 cpuacct"
		m.Memory += ", or cgroup v1 max_usage without page cache"
	default:
		m.CPU = "rusage of the program and its orphans, with children waited for"
		m.Memory += " of the largest process; for a program that forks, at least that"
	}
	return m
}

// Worker starts a worker. As long as there are enough cores, all workers of a user's judges run their programs on
// different cores.
func (l *Sandbox) Worker(index int) (sandbox.Worker, error) {
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
	worker, err := l.newWorker(l.ctx, index, helper.View{})
	if err != nil {
		return nil, err
	}
	return worker, nil
}

func (l *Sandbox) Scratch() string { return l.scratch }

func (l *Sandbox) Close() error {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	var err error
	if l.spare != nil {
		err = l.spare.Close()
		l.spare = nil
	}
	err = errors.Join(err, l.pool.close())
	l.cgroups.Remove()
	return errors.Join(err, run.RemoveAll(l.scratch))
}

// users is the number of user IDs of one judge. Each worker has its own; the last one is the ID of Sandbox.group.
const users = 2 * firstPooled

// toRunAsOthers are the capabilities that root needs for programs that run as other users.
const toRunAsOthers = 1<<unix.CAP_CHOWN | 1<<unix.CAP_DAC_OVERRIDE | 1<<unix.CAP_FOWNER | 1<<unix.CAP_KILL |
	1<<unix.CAP_SETGID | 1<<unix.CAP_SETUID

// userOf returns the ID of the user and group that a worker's programs run as. Nothing else on the machine uses that
// ID. userOf returns -1 if the judge is not root, if it lacks a capability, or if it is in a user namespace that does
// not map the ID.
func (l *Sandbox) userOf(index int) int {
	text, err := os.ReadFile("/proc/self/uid_map")
	header, sets := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}, [2]unix.CapUserData{}
	if os.Geteuid() != 0 || err != nil || unix.Capget(&header, &sets[0]) != nil ||
		sets[0].Effective&toRunAsOthers != toRunAsOthers {
		return -1
	}
	space, _ := os.Readlink("/proc/self/ns/pid") // judges in different containers may have the same PID
	hash := fnv.New32()
	fmt.Fprint(hash, space, os.Getpid())
	user := 1<<30 | int(hash.Sum32())%(1<<30/users)*users | index%users
	for line := range strings.Lines(string(text)) {
		var inside, outside, count int
		if n, _ := fmt.Sscan(line, &inside, &outside, &count); n == 3 && inside <= user && user-inside < count {
			return user
		}
	}
	return -1
}

// setNamespaces makes a helper start in new namespaces. user is the result of userOf.
func setNamespaces(iso helper.Isolation, user int, attr *syscall.SysProcAttr) {
	if !iso.Namespaces {
		return
	}
	attr.Cloneflags = unix.CLONE_NEWNS | unix.CLONE_NEWPID | unix.CLONE_NEWNET | unix.CLONE_NEWIPC | unix.CLONE_NEWUTS
	if iso.UserNamespace {
		attr.Cloneflags |= unix.CLONE_NEWUSER
		attr.UidMappings = []syscall.SysProcIDMap{{ContainerID: os.Geteuid(), HostID: os.Geteuid(), Size: 1}}
		attr.GidMappings = []syscall.SysProcIDMap{{ContainerID: os.Getegid(), HostID: os.Getegid(), Size: 1}}
		if user >= 0 { // otherwise, programs keep the judge's user ID
			programs := syscall.SysProcIDMap{ContainerID: user, HostID: user, Size: 1}
			attr.UidMappings = append(attr.UidMappings, programs)
			attr.GidMappings, attr.GidMappingsEnableSetgroups = append(attr.GidMappings, programs), true
		}
		// The helper needs these capabilities to set up the namespaces.
		attr.AmbientCaps = []uintptr{unix.CAP_SYS_ADMIN, unix.CAP_SYS_CHROOT, unix.CAP_SYS_PTRACE, unix.CAP_SETPCAP}
	}
}
