package sandbox

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// A group is the cgroup of one run: it counts and limits all the processes of the program together. A nil group
// counts nothing. Its files are opened when it is made, so that a thread which may open nothing can use them.
type runCgroup struct {
	dirs        []string
	folder      *os.File   // version 2: the folder, into which the program is cloned
	tasks       []*os.File // version 1: where a thread writes itself to enter
	parentTasks []*os.File // and to leave again

	memoryMax, swapMax, memoryPeak, memoryEvents *os.File
	pidsMax, cpuUsage                            *os.File
	cpuUnit                                      time.Duration
	limited                                      int64 // the memory limit that is set
}

// newGroup makes a fresh group. A group is never used twice: its peak cannot be set back.
func newRunCgroup(c cgroups, name string) (g *runCgroup, err error) {
	g = &runCgroup{}
	defer func() {
		if err != nil {
			g.remove()
		}
	}()
	for _, base := range c.dirs() {
		dir := filepath.Join(base, name)
		if err := os.Mkdir(dir, 0o755); err != nil {
			return nil, err
		}
		g.dirs = append(g.dirs, dir)
		if base == c.Unified {
			if g.folder, err = os.Open(dir); err != nil {
				return nil, err
			}
			continue
		}
		for _, t := range []struct {
			list *[]*os.File
			dir  string
		}{{&g.tasks, dir}, {&g.parentTasks, base}} {
			file, err := openBlocking(filepath.Join(t.dir, "tasks"), unix.O_WRONLY)
			if err != nil {
				return nil, err
			}
			*t.list = append(*t.list, file)
		}
	}
	open := func(base, file string, mode int) *os.File {
		if base == "" {
			return nil
		}
		f, e := openBlocking(filepath.Join(base, name, file), mode)
		if e != nil && !errors.Is(e, os.ErrNotExist) && err == nil {
			err = e
		}
		return f
	}
	if c.Unified != "" {
		g.memoryMax = open(c.Unified, "memory.max", unix.O_WRONLY)
		g.swapMax = open(c.Unified, "memory.swap.max", unix.O_WRONLY)
		g.memoryPeak = open(c.Unified, "memory.peak", unix.O_RDONLY)
		g.memoryEvents = open(c.Unified, "memory.events", unix.O_RDONLY)
		g.pidsMax = open(c.Unified, "pids.max", unix.O_WRONLY)
		g.cpuUsage, g.cpuUnit = open(c.Unified, "cpu.stat", unix.O_RDONLY), time.Microsecond
		return g, err
	}
	g.memoryMax = open(c.Memory, "memory.limit_in_bytes", unix.O_WRONLY)
	g.swapMax = open(c.Memory, "memory.memsw.limit_in_bytes", unix.O_WRONLY)
	g.memoryPeak = open(c.Memory, "memory.max_usage_in_bytes", unix.O_RDONLY)
	g.memoryEvents = open(c.Memory, "memory.oom_control", unix.O_RDONLY)
	g.pidsMax = open(c.PIDs, "pids.max", unix.O_WRONLY)
	g.cpuUsage, g.cpuUnit = open(c.CPU, "cpuacct.usage", unix.O_RDONLY), time.Nanosecond
	return g, err
}

// openBlocking opens a file without asking whether it can be polled: os.OpenFile does, with four calls of the kernel.
func openBlocking(path string, mode int) (*os.File, error) {
	fd, err := unix.Open(path, mode|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil, &os.PathError{Op: "open", Path: path, Err: err}
	}
	return os.NewFile(uintptr(fd), path), nil
}

// limitMemory sets the limit before anything is in the group; 0 is none. Swap is not to be a way around it.
func (g *runCgroup) limitMemory(bytes int64) error {
	if g == nil || g.memoryMax == nil || bytes == g.limited {
		return nil
	}
	none, limit := "-1", strconv.FormatInt(bytes, 10)
	swap := limit // version 1 limits memory and swap together,
	if g.folder != nil {
		none, swap = "max", "0"
	}
	if bytes <= 0 {
		limit, swap = none, none
	}
	g.limited = bytes
	setSwap := func(value string) {
		if g.swapMax != nil {
			g.swapMax.WriteString(value) // refused where swap is not counted, and then not needed
		}
	}
	setSwap(none) // and wants the sum to be the larger one at all times
	if _, err := g.memoryMax.WriteString(limit); err != nil {
		return err
	}
	setSwap(swap)
	return nil
}

// limitProcesses sets the limit once the thread that starts the program is out of the group again.
func (g *runCgroup) limitProcesses(count int) error {
	if g == nil || g.pidsMax == nil || count <= 0 {
		return nil
	}
	_, err := fmt.Fprint(g.pidsMax, count)
	return err
}

// enter puts the calling thread, and so what it forks, into the group. That is a hundred times cheaper than moving
// the program afterwards, for which the kernel waits until nobody forks anywhere.
func (g *runCgroup) enter() error { return g.move(func(g *runCgroup) []*os.File { return g.tasks }) }
func (g *runCgroup) leave() error {
	return g.move(func(g *runCgroup) []*os.File { return g.parentTasks })
}

func (g *runCgroup) move(where func(*runCgroup) []*os.File) error {
	if g == nil {
		return nil
	}
	for _, file := range where(g) {
		if _, err := file.WriteString("0"); err != nil {
			return fmt.Errorf("entering a cgroup: %w", err)
		}
	}
	return nil
}

// cpu is the CPU time of everything that was ever in the group.
func (g *runCgroup) cpu() (time.Duration, bool) {
	if g == nil || g.cpuUsage == nil {
		return 0, false
	}
	count, ok := number(g.cpuUsage, "usage_usec")
	return time.Duration(count) * g.cpuUnit, ok
}

// peak is the most memory that the group ever held, in bytes: files in the page cache and the kernel's share included.
func (g *runCgroup) peak() (int64, bool) {
	if g == nil || g.memoryPeak == nil {
		return 0, false
	}
	return number(g.memoryPeak, "")
}

// starved reports whether the kernel has killed something of the group for want of memory.
func (g *runCgroup) oomKilled() bool {
	if g == nil || g.memoryEvents == nil {
		return false
	}
	count, _ := number(g.memoryEvents, "oom_kill")
	return count > 0
}

// remove kills what is left, closes the files and removes the group.
func (g *runCgroup) remove() error {
	if g == nil {
		return nil
	}
	files := append([]*os.File{g.folder, g.memoryMax, g.swapMax, g.memoryPeak, g.memoryEvents, g.pidsMax, g.cpuUsage}, g.tasks...)
	for _, file := range append(files, g.parentTasks...) {
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

// number reads a file that holds one number, or lines of "key number" of which one is wanted.
func number(file *os.File, key string) (int64, bool) {
	var text [512]byte
	n, err := unix.Pread(int(file.Fd()), text[:], 0) // all of it: ReadAt would read once more, to see that
	if err != nil {
		return 0, false
	}
	for line := range bytes.Lines(text[:n]) {
		words := strings.Fields(string(line))
		if len(words) == 1 || len(words) == 2 && words[0] == key {
			count, err := strconv.ParseInt(words[len(words)-1], 10, 64)
			return count, err == nil
		}
	}
	return 0, false
}
