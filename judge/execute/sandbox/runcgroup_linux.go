package sandbox

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"time"

	"golang.org/x/sys/unix"
)

// A runCgroup is the cgroup of one run. It limits and counts all processes of the program together. It opens its files
// when it is made, since Landlock keeps the thread that uses them from opening any. A nil *runCgroup does nothing.
type runCgroup struct {
	dirs        []string
	folder      *os.File   // version 2: the cgroup's folder, for CLONE_INTO_CGROUP
	processes   *os.File   // version 2: the number of a process is written here to move it
	tasks       []*os.File // version 1: a thread writes 0 here to enter
	parentTasks []*os.File // and here to leave

	memoryMax, swapMax, memoryPeak, memoryEvents *os.File
	memoryStat, memoryKernel                     *os.File
	pidsMax, cpuUsage                            *os.File
	cpuUnit                                      time.Duration
	// the memory limit that was set last, or unknownLimit
	limited int64

	outputs []int // files in memory that the program prints to, which it is charged for

	mutex   sync.Mutex
	sampled int64 // the most anonymous, shared and kernel memory that was seen
	cache   int64 // the largest page cache that was seen
}

// newRunCgroup makes a cgroup of this name below those of the judge.
func newRunCgroup(c cgroups, name string) (g *runCgroup, err error) {
	g = &runCgroup{}
	defer func() {
		if err != nil {
			g.remove()
		}
	}()
	var versionOne []string
	for _, base := range c.dirs() {
		dir := filepath.Join(base, name)
		if err := os.Mkdir(dir, 0o755); err != nil {
			return nil, err
		}
		g.dirs = append(g.dirs, dir)
		if base != c.Unified {
			versionOne = append(versionOne, base)
		}
	}
	if g.tasks, g.parentTasks, err = openTasks(versionOne, name); err != nil {
		return nil, err
	}
	open := func(base, file string, mode int) *os.File {
		f, e := openIn(base, name, file, mode)
		if err == nil {
			err = e
		}
		return f
	}
	if c.Unified != "" {
		if g.folder, err = os.Open(filepath.Join(c.Unified, name)); err != nil {
			return nil, err
		}
		if g.processes, err = openBlocking(filepath.Join(c.Unified, name, "cgroup.procs"), unix.O_WRONLY); err != nil {
			return nil, err
		}
		g.memoryMax = open(c.Unified, "memory.max", unix.O_WRONLY)
		g.swapMax = open(c.Unified, "memory.swap.max", unix.O_WRONLY)
		g.memoryPeak = open(c.Unified, "memory.peak", unix.O_RDONLY)
		g.memoryEvents = open(c.Unified, "memory.events", unix.O_RDONLY)
		g.memoryStat = open(c.Unified, "memory.stat", unix.O_RDONLY)
		g.pidsMax = open(c.Unified, "pids.max", unix.O_WRONLY)
		g.cpuUsage, g.cpuUnit = open(c.Unified, "cpu.stat", unix.O_RDONLY), time.Microsecond
		return g, err
	}
	g.memoryMax = open(c.Memory, "memory.limit_in_bytes", unix.O_WRONLY)
	g.swapMax = open(c.Memory, "memory.memsw.limit_in_bytes", unix.O_WRONLY)
	g.memoryPeak = open(c.Memory, "memory.max_usage_in_bytes", unix.O_RDONLY)
	g.memoryEvents = open(c.Memory, "memory.oom_control", unix.O_RDONLY)
	g.memoryStat = open(c.Memory, "memory.stat", unix.O_RDONLY)
	g.memoryKernel = open(c.Memory, "memory.kmem.usage_in_bytes", unix.O_RDONLY)
	g.pidsMax = open(c.PIDs, "pids.max", unix.O_WRONLY)
	g.cpuUsage, g.cpuUnit = open(c.CPU, "cpuacct.usage", unix.O_RDONLY), time.Nanosecond
	return g, err
}

// openTasks opens the files to which a thread writes to enter the cgroups of this name, and to go back to those above.
func openTasks(bases []string, name string) (tasks, parents []*os.File, err error) {
	for _, base := range bases {
		task, err := openBlocking(filepath.Join(base, name, "tasks"), unix.O_WRONLY)
		if err != nil {
			return nil, nil, err
		}
		parent, err := openBlocking(filepath.Join(base, "tasks"), unix.O_WRONLY)
		if err != nil {
			return nil, nil, err
		}
		tasks, parents = append(tasks, task), append(parents, parent)
	}
	return tasks, parents, nil
}

// openIn opens a file of the cgroup of this name, or returns nil if there is none. The base is "" where there is no
// cgroup.
func openIn(base, name, file string, mode int) (*os.File, error) {
	if base == "" {
		return nil, nil
	}
	f, err := openBlocking(filepath.Join(base, name, file), mode)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	return f, err
}

// openBlocking opens a file that is not to be polled. os.OpenFile would try to, at the cost of four system calls.
func openBlocking(path string, mode int) (*os.File, error) {
	fd, err := unix.Open(path, mode|unix.O_CLOEXEC, 0o644)
	for err == unix.EINTR {
		fd, err = unix.Open(path, mode|unix.O_CLOEXEC, 0o644)
	}
	if err != nil {
		return nil, &os.PathError{Op: "open", Path: path, Err: err}
	}
	return os.NewFile(uintptr(fd), path), nil
}

// unknownLimit is the memory limit of a cgroup where setting one has failed.
const unknownLimit = -1

// limitMemory sets the limit on memory and swap, in bytes, or 0 for none. The cgroup must still be empty.
func (g *runCgroup) limitMemory(bytes int64) error {
	bytes = max(bytes, 0)
	if g == nil || g.memoryMax == nil || bytes == g.limited {
		return nil
	}
	g.limited = unknownLimit // until all is written
	none, limit := "-1", strconv.FormatInt(bytes, 10)
	swap := limit // version 1 limits the sum of memory and swap
	if g.folder != nil {
		none, swap = "max", "0"
	}
	if bytes == 0 {
		limit, swap = none, none
	}
	setSwap := func(value string) {
		if g.swapMax != nil {
			g.swapMax.WriteString(value) // fails where the kernel does not count swap; then no limit is needed
		}
	}
	setSwap(none) // first, since version 1 refuses a memory limit above that of the sum
	if _, err := g.memoryMax.WriteString(limit); err != nil {
		return err
	}
	setSwap(swap)
	g.limited = bytes
	return nil
}

// limitProcesses sets the limit on processes, or 0 for none. The thread that starts the program must have left the
// cgroup.
func (g *runCgroup) limitProcesses(count int) error {
	if g == nil || g.pidsMax == nil {
		return nil
	}
	limit := "max" // not that of the last run
	if count > 0 {
		limit = strconv.Itoa(count)
	}
	_, err := g.pidsMax.WriteString(limit)
	return err
}

// move moves a process into the cgroup, which takes the kernel some milliseconds: see enter. In version 2 a thread
// cannot enter a cgroup without the rest of its process.
func (g *runCgroup) move(pid int) error {
	if g == nil || g.processes == nil {
		return nil
	}
	if _, err := g.processes.WriteString(strconv.Itoa(pid)); err != nil {
		return fmt.Errorf("moving the program into its cgroup: %w", err)
	}
	return nil
}

// enter moves the calling thread, and so what it forks, into the cgroup. Moving the program after its start would take
// a hundred times as long, since for that the kernel waits until no process on the machine is forking.
func (g *runCgroup) enter() error {
	if g == nil {
		return nil
	}
	return moveThread(g.tasks)
}

// leave moves the calling thread back.
func (g *runCgroup) leave() error {
	if g == nil {
		return nil
	}
	return moveThread(g.parentTasks)
}

// moveThread moves the calling thread into the cgroups of these tasks files.
func moveThread(tasks []*os.File) error {
	for _, file := range tasks {
		if _, err := file.WriteString("0"); err != nil {
			return fmt.Errorf("moving a thread between cgroups: %w", err)
		}
	}
	return nil
}

// cpu is the CPU time of all processes that were ever in the cgroup.
func (g *runCgroup) cpu() (time.Duration, bool) {
	if g == nil || g.cpuUsage == nil {
		return 0, false
	}
	count, ok := readNumber(g.cpuUsage, "usage_usec")
	return time.Duration(count) * g.cpuUnit, ok
}

// peak is the peak memory of the cgroup in bytes, including page cache and kernel memory.
func (g *runCgroup) peak() (int64, bool) {
	if g == nil || g.memoryPeak == nil {
		return 0, false
	}
	return readNumber(g.memoryPeak, "")
}

// oomKilled reports whether the kernel has killed a process of the cgroup because it was out of memory.
func (g *runCgroup) oomKilled() bool {
	if g == nil || g.memoryEvents == nil {
		return false
	}
	count, _ := readNumber(g.memoryEvents, "oom_kill")
	return count > 0
}

// remove kills all processes in the cgroup and removes it.
func (g *runCgroup) remove() error {
	if g == nil {
		return nil
	}
	files := []*os.File{g.folder, g.processes, g.memoryMax, g.swapMax, g.memoryPeak, g.memoryEvents, g.memoryStat,
		g.memoryKernel, g.pidsMax, g.cpuUsage}
	for _, file := range slices.Concat(files, g.tasks, g.parentTasks) {
		if file != nil {
			file.Close()
		}
	}
	var err error
	for _, dir := range g.dirs {
		err = errors.Join(err, removeCgroup(dir))
	}
	return err
}

// readNumber reads a file that holds a single number, or the number after key in a file of lines "key number".
func readNumber(file *os.File, key string) (int64, bool) {
	var text [512]byte
	n, err := unix.Pread(int(file.Fd()), text[:], 0) // ReadAt would need a second call to see the end of the file
	if err != nil {
		return 0, false
	}
	return numberIn(text[:n], key)
}

// numberIn is readNumber for the text of a file.
func numberIn(text []byte, key string) (int64, bool) {
	for line := range bytes.Lines(text) {
		name, number, pair := bytes.Cut(bytes.TrimSpace(line), []byte(" "))
		if !pair {
			number = name
		}
		if !pair || string(name) == key {
			count, err := strconv.ParseInt(string(number), 10, 64)
			return count, err == nil
		}
	}
	return 0, false
}
