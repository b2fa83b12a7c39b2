//go:build linux

package cgroup

import (
	"cmp"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"time"

	"golang.org/x/sys/unix"

	"dlxjudge/judge/execute/sandbox/procfs"
)

// The files of a cgroup that the judge uses. It writes to the first four, and reads the others.
const (
	memoryMax = iota
	swapMax
	pidsMax
	processes // version 2: writing a process ID here moves that process into the cgroup
	memoryPeak
	memoryEvents
	memoryStat
	memoryKernel // version 1; in version 2, memoryStat has it
	cpuUsage
	folder // version 2: the cgroup's folder, for CLONE_INTO_CGROUP
	fileCount
)

// names are the names of these files; "" for one that the version lacks.
type names [fileCount]string

var (
	version1 = names{"memory.limit_in_bytes", "memory.memsw.limit_in_bytes", "pids.max", "",
		"memory.max_usage_in_bytes", "memory.oom_control", "memory.stat", "memory.kmem.usage_in_bytes",
		"cpuacct.usage", ""}
	version2 = names{"memory.max", "memory.swap.max", "pids.max", "cgroup.procs", "memory.peak", "memory.events",
		"memory.stat", "", "cpu.stat", "."}
)

// A Group is the cgroup of one run. It limits and counts all processes of the program together. Its files are opened in
// advance, because Landlock prevents the thread that uses the files from opening them. The zero Group does nothing.
type Group struct {
	refused     error // why the cgroup could not be made
	dirs        []string
	files       [fileCount]*os.File // nil for those that the kernel lacks
	tasks       []*os.File          // version 1: a thread writes 0 here to enter the cgroup
	parentTasks []*os.File          // version 1: a thread writes 0 here to leave the cgroup
	limited     int64               // the memory limit in bytes; 0 for none
	outputs     []int               // descriptors of files in memory that the program prints to

	mutex   sync.Mutex
	sampled int64 // the largest sample of anonymous, shared and kernel memory, in bytes
	cache   int64 // the largest sample of page cache, in bytes
}

// newRun makes a cgroup with this name below each cgroup of the judge.
func newRun(c Parents, name string) (g *Group, err error) {
	g = &Group{}
	defer func() {
		if err != nil {
			g.Remove()
		}
	}()
	open := func(dir, file string, mode int) *os.File {
		f, e := procfs.OpenBlocking(filepath.Join(dir, file), mode)
		if e != nil && !errors.Is(e, os.ErrNotExist) { // some kernels lack some of these files
			err = cmp.Or(err, e)
		}
		return f
	}
	named := version1
	if c.Unified != "" {
		named = version2
	}
	for _, base := range c.Dirs() {
		dir := filepath.Join(base, name)
		if err := os.Mkdir(dir, 0o755); err != nil {
			return g, err
		}
		g.dirs = append(g.dirs, dir)
		if c.Unified == "" {
			g.tasks = append(g.tasks, open(dir, "tasks", unix.O_WRONLY))
			g.parentTasks = append(g.parentTasks, open(base, "tasks", unix.O_WRONLY))
		}
		for i, name := range named {
			if name == "" || g.files[i] != nil {
				continue
			}
			mode := unix.O_RDONLY
			if i <= processes {
				mode = unix.O_WRONLY
			}
			g.files[i] = open(dir, name, mode)
		}
	}
	return g, err
}

// FD returns the descriptor of the cgroup's folder in version 2, for CLONE_INTO_CGROUP.
func (g *Group) FD() int { return int(g.files[folder].Fd()) }

// LimitsMemory reports whether the cgroup can limit memory.
func (g *Group) LimitsMemory() bool { return g.files[memoryMax] != nil }

// LimitsProcesses reports whether the cgroup can limit the number of processes.
func (g *Group) LimitsProcesses() bool { return g.files[pidsMax] != nil }

// LimitMemory sets the limit on memory and swap in bytes; 0 means no limit. The cgroup must still be empty.
func (g *Group) LimitMemory(bytes int64) error {
	if !g.LimitsMemory() || bytes <= 0 {
		return nil
	}
	g.limited = bytes
	limit := strconv.FormatInt(bytes, 10)
	if _, err := g.files[memoryMax].WriteString(limit); err != nil {
		return err
	}
	if g.files[folder] != nil {
		limit = "0" // version 2 has a limit on swap alone; version 1 limits memory plus swap
	}
	g.files[swapMax].WriteString(limit) // may fail: a kernel that does not count swap needs no limit
	return nil
}

// LimitProcesses sets the limit on the number of processes; 0 means no limit. The thread that starts the program must
// have left the cgroup.
func (g *Group) LimitProcesses(count int) error {
	if !g.LimitsProcesses() || count <= 0 {
		return nil
	}
	_, err := g.files[pidsMax].WriteString(strconv.Itoa(count))
	return err
}

// Move moves a process into the cgroup of version 2. The move takes some milliseconds; the comment on Enter gives the
// reason. In version 2, a thread cannot enter a cgroup without the rest of its process.
func (g *Group) Move(pid int) error {
	if g.files[processes] == nil {
		return nil
	}
	if _, err := g.files[processes].WriteString(strconv.Itoa(pid)); err != nil {
		return fmt.Errorf("moving the program into its cgroup: %w", err)
	}
	return nil
}

// Enter moves the calling thread into the cgroup of version 1, where everything that the thread forks then starts.
// Moving the program after its start would take a hundred times as long: the kernel waits until no process on the
// machine is forking.
func (g *Group) Enter() error { return moveThread(g.tasks) }

// Leave moves the calling thread back to the judge's cgroup.
func (g *Group) Leave() error { return moveThread(g.parentTasks) }

// moveThread moves the calling thread into the cgroups of these files, all named "tasks".
func moveThread(tasks []*os.File) error {
	for _, file := range tasks {
		if _, err := file.WriteString("0"); err != nil {
			return fmt.Errorf("moving a thread between cgroups: %w", err)
		}
	}
	return nil
}

// Kill kills all processes in the cgroup. In version 2, the kernel does that at once, and no fork escapes.
func (g *Group) Kill() {
	for _, dir := range g.dirs {
		killCgroup(dir)
	}
}

// Remove kills all processes in the cgroup and removes it.
func (g *Group) Remove() error {
	for _, file := range slices.Concat(g.files[:], g.tasks, g.parentTasks) {
		file.Close() // which does nothing to nil
	}
	var err error
	for _, dir := range g.dirs {
		err = errors.Join(err, removeCgroup(dir))
	}
	return err
}

// A Pool keeps a cgroup ready for the next run. Making and removing a cgroup takes longer than starting a program. The
// kernel makes and removes cgroups under a lock that starting a program needs, too. So the Pool makes and removes them
// while a program runs.
type Pool struct {
	fresh chan *Group // the next run's cgroup, or one that could not be made
	used  chan *Group // cgroups to remove; when a run has started, the previous run's cgroup is sent here
	last  *Group      // cgroup of the last run
}

// NewPool returns a Pool that makes cgroups below the judge's cgroups.
func NewPool(c Parents) *Pool {
	p := &Pool{fresh: make(chan *Group, 1), used: make(chan *Group, 2), last: &Group{}}
	go p.replace(c)
	return p
}

// replace makes the next cgroup and removes a used one, again and again.
func (p *Pool) replace(c Parents) {
	for {
		g, err := newRun(c, rand.Text()) // programs see the name; a sequence number would reveal which test runs
		g.refused = err
		if p.fresh <- g; err == nil {
			(<-p.used).Remove()
		}
	}
}

// attempts is how often Take tries to make a cgroup. The pauses between them double, from 1 ms to half a second.
const attempts = 10

// Take returns the cgroup of the next run; a nil Pool returns the zero Group. Call started() when the program has
// started. After an error, the next call tries again.
func (p *Pool) Take() (g *Group, started func(), err error) {
	if p == nil {
		return &Group{}, func() {}, nil
	}
	g = <-p.fresh
	for i := 0; g.refused != nil && i < attempts; i++ {
		time.Sleep(time.Millisecond << i)
		g = <-p.fresh
	}
	if g.refused != nil {
		return nil, nil, fmt.Errorf("no cgroup could be made for this run, so the level of isolation is lost: %w; "+
			"judge doctor says which cgroups work here", g.refused)
	}
	last := p.last
	p.last = g
	return g, func() { p.used <- last }, nil
}
