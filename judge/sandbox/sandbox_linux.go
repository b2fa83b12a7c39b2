package sandbox

import (
	"errors"
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"

	"golang.org/x/sys/unix"
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
	return "process group and child subreaper only"
}

// linux starts programs under ptrace, with as many walls around them and as many counters on them as the machine has.
type linux struct {
	scratch   string
	isolation isolation
	cgroups   cgroups
	pinned    []int // the cores that programs may run on, in the order in which workers take them

	helpers atomic.Int32 // started so far: their cgroups are named by number

	mutex sync.Mutex
	spare *linuxWorker // worker 0, started to see that it works
}

func openLinux(options Options) (Sandbox, error) {
	var candidates []isolation
	if os.Geteuid() == 0 {
		candidates = append(candidates, isolation{Namespaces: true})
	}
	candidates = append(candidates, isolation{Namespaces: true, UserNamespace: true}, isolation{Landlock: true}, isolation{})
	var reasons []error
	for _, iso := range candidates {
		for _, withCgroup := range []bool{true, false} {
			box, err := openIsolated(options, iso, withCgroup)
			if err == nil {
				return box, nil
			}
			if !errors.Is(err, errNoCgroups) {
				reasons = append(reasons, fmt.Errorf("%v: %w", iso, err))
			}
		}
	}
	return nil, fmt.Errorf("the linux sandbox does not work here (judge doctor says more): %w", errors.Join(reasons...))
}

var errNoCgroups = errors.New("no cgroup can be made")

// openWalls opens a sandbox with exactly these walls, with cgroups or without, and runs a program in it.
func openIsolated(options Options, iso isolation, withCgroup bool) (*linux, error) {
	scratch, err := newScratch(options.Scratch)
	if err != nil {
		return nil, err
	}
	l := &linux{scratch: scratch, isolation: iso, pinned: cores()}
	if withCgroup {
		var reasons []string
		if l.cgroups, reasons = newCgroups(filepath.Base(scratch), l.userOf(0) >= 0); !l.cgroups.any() {
			l.Close()
			return nil, fmt.Errorf("%w: %s", errNoCgroups, strings.Join(reasons, "; "))
		}
		if err := l.cgroups.record(scratch); err != nil {
			l.Close()
			return nil, err
		}
	}
	worker, err := l.newWorker(0)
	if err == nil {
		l.spare = worker
		err = worker.selfTest()
	}
	if err != nil {
		l.Close()
		return nil, err
	}
	return l, nil
}

func (l *linux) Name() string { return "linux" }

func (l *linux) Measures() Measures {
	m := Measures{
		CPU:    "rusage of every process",
		Wall:   "clock around the run",
		Memory: "VmHWM at exit",
	}
	switch {
	case l.cgroups.Unified != "":
		m.CPU += " and cgroup v2 cpu.stat"
		m.Memory += "; cgroup v2 memory.peak for a program that forks"
	case l.cgroups.Memory != "":
		m.Memory += "; cgroup v1 max_usage for a program that forks"
	default:
		m.Memory += ", of one process: for a program that forks, the largest"
	}
	if l.cgroups.CPU != "" {
		m.CPU += " and cgroup v1 cpuacct"
	}
	return m
}

// Worker starts a worker. Programs of different workers run on different cores, as long as there are enough.
func (l *linux) Worker(index int) (Worker, error) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if index == 0 && l.spare != nil {
		worker := l.spare
		l.spare = nil
		return worker, nil
	}
	worker, err := l.newWorker(index)
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
	l.cgroups.remove()
	return errors.Join(err, removeAll(l.scratch))
}

// cores are those this process may use, the first one last: it is the one that the machine itself tends to use, and
// stays free unless every core is wanted.
func cores() []int {
	var set unix.CPUSet
	if err := unix.SchedGetaffinity(0, &set); err != nil {
		return nil
	}
	var cores []int
	for core := 0; core < len(set)*64 && len(cores) < set.Count(); core++ {
		if set.IsSet(core) {
			cores = append(cores, core)
		}
	}
	if len(cores) > 1 {
		cores = append(cores[1:], cores[0])
	}
	return cores
}

// userOf is a user and group that nothing else on the machine runs as, for the programs of one worker; -1 where the judge
// is not root or such a user does not exist here.
func (l *linux) userOf(index int) int {
	text, err := os.ReadFile("/proc/self/uid_map")
	if os.Geteuid() != 0 || l.isolation.UserNamespace || err != nil {
		return -1
	}
	space, _ := os.Readlink("/proc/self/ns/pid") // judges in different containers may have the same number
	hash := fnv.New32()
	fmt.Fprint(hash, space, os.Getpid())
	user := 1<<30 | int(hash.Sum32()>>10)<<8 | index&(1<<8-1)
	for line := range strings.Lines(string(text)) {
		var inside, outside, count int
		if n, _ := fmt.Sscan(line, &inside, &outside, &count); n == 3 && inside <= user && user-inside < count {
			return user
		}
	}
	return -1
}

// namespaces are the flags of a helper's start.
func (iso isolation) namespaces(attr *syscall.SysProcAttr) {
	if !iso.Namespaces {
		return
	}
	attr.Cloneflags = unix.CLONE_NEWNS | unix.CLONE_NEWPID | unix.CLONE_NEWNET | unix.CLONE_NEWIPC | unix.CLONE_NEWUTS
	if iso.UserNamespace {
		// The programs are to be who the judge is, and the helper needs the namespace's capabilities until they run.
		attr.Cloneflags |= unix.CLONE_NEWUSER
		attr.UidMappings = []syscall.SysProcIDMap{{ContainerID: os.Geteuid(), HostID: os.Geteuid(), Size: 1}}
		attr.GidMappings = []syscall.SysProcIDMap{{ContainerID: os.Getegid(), HostID: os.Getegid(), Size: 1}}
		attr.AmbientCaps = []uintptr{unix.CAP_SYS_ADMIN, unix.CAP_SYS_CHROOT, unix.CAP_SYS_PTRACE, unix.CAP_SETPCAP}
	}
}
