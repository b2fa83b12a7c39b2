//go:build linux

// Package cgroup uses cgroups of version 1 or 2 to limit and count what all processes of a run use in total. Make finds
// where this user can make cgroups. A Pool keeps a cgroup ready for the next run.
package cgroup

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"dlxjudge/judge/base/scratch"
)

// Parents are this judge's cgroups. Below them, the judge makes a cgroup for each run. A machine has one hierarchy for
// all controllers (version 2), one for each controller (version 1), or both. The zero value means that the user can
// make no cgroup.
type Parents struct {
	Unified     string // folder in version 2, with the memory and pids controllers; or ""
	Memory, CPU string // folders in version 1, or ""
	Pids        string // likewise, for runs without a user of their own
}

// Any reports whether this judge has a cgroup.
func (c Parents) Any() bool { return len(c.Dirs()) > 0 }

// Dirs returns the folders of the cgroups, each of them once.
func (c Parents) Dirs() (dirs []string) {
	for _, dir := range []string{c.Unified, c.Memory, c.CPU, c.Pids} {
		if dir != "" && !slices.Contains(dirs, dir) { // a version 1 hierarchy can have several controllers
			dirs = append(dirs, dir)
		}
	}
	return dirs
}

// Make makes a cgroup in each hierarchy that the judge needs. All of them have the same version. The reasons say why a
// version did not work. In version 1, each hierarchy slows the start of a program. So Make leaves out the pids
// controller there unless shared is true. Otherwise, each program has a user of its own, and RLIMIT_NPROC limits its
// processes.
func Make(ctx context.Context, shared bool) (c Parents, reasons []error) {
	mounts, err := cgroupMounts()
	if err != nil {
		return c, []error{err}
	}
	if memory, ok := mounts["memory"]; ok {
		if c.Memory, err = newFolder(memory.own); err == nil {
			c.CPU = c.Memory // which has no file for CPU time if that controller is not mounted
			if cpu, ok := mounts["cpuacct"]; ok && cpu != memory {
				c.CPU, err = newFolder(cpu.own)
			}
		}
		if err == nil {
			if pids, ok := mounts["pids"]; ok && shared && pids == memory {
				c.Pids = c.Memory
			} else if ok && shared {
				c.Pids, _ = newFolder(pids.own)
			}
			return c, nil
		}
		c.Remove()
		c, reasons = Parents{}, []error{fmt.Errorf("cgroup v1: %w", err)}
	}
	c.Unified, err = newUnified(mounts["unified"])
	if err != nil && mounts["unified"].root != "" && os.Geteuid() != 0 {
		if scope := enterScope(ctx); scope != nil {
			reasons = append(reasons, scope)
		} else if mounts, err = cgroupMounts(); err == nil {
			c.Unified, err = newUnified(mounts["unified"])
		}
	}
	if err != nil {
		reasons = append(reasons, fmt.Errorf("cgroup v2: %w", err))
	}
	return c, reasons
}

// newFolder removes the cgroups of killed judges below parent. Then it makes this judge's cgroup, which other
// users cannot open.
func newFolder(parent string) (string, error) {
	for _, dir := range scratch.Orphans(parent) {
		removeCgroup(dir)
	}
	return scratch.Make(parent)
}

// Remove removes the cgroups of this judge. The caller must have closed the judge's workers.
func (c Parents) Remove() {
	for _, dir := range c.Dirs() {
		removeCgroup(dir)
	}
}

// A cgroupMount holds the mount point of a hierarchy, and the folder of this process's own cgroup in that hierarchy.
type cgroupMount struct{ root, own string }

// cgroupMounts returns the mounted hierarchies by controller. The key of version 2 is "unified".
func cgroupMounts() (map[string]cgroupMount, error) {
	membership, err := os.ReadFile("/proc/self/cgroup")
	if err != nil {
		return nil, err
	}
	paths := map[string]string{} // paths of this process's cgroups, by controller
	for line := range strings.Lines(string(membership)) {
		if fields := strings.SplitN(strings.TrimSpace(line), ":", 3); len(fields) == 3 {
			for controller := range strings.SplitSeq(fields[1], ",") {
				paths[controller] = fields[2]
			}
		}
	}
	table, err := os.ReadFile("/proc/self/mountinfo")
	if err != nil {
		return nil, err
	}
	mounts := map[string]cgroupMount{}
	for line := range strings.Lines(string(table)) {
		before, after, _ := strings.Cut(line, " - ")
		left, right := strings.Fields(before), strings.Fields(after)
		if len(left) < 5 || len(right) < 3 {
			continue
		}
		// Containers often mount only a part of the hierarchy: left[3] is the root of that part.
		add := func(controller, path string) {
			inside, err := filepath.Rel(left[3], path)
			if err != nil || strings.HasPrefix(inside, "..") {
				inside = "."
			}
			m := cgroupMount{left[4], filepath.Join(left[4], inside)}
			_, known := mounts[controller] // a second mount may be a container's, and disappear at any time
			if _, err := os.Stat(filepath.Join(m.own, "cgroup.procs")); !known && err == nil {
				mounts[controller] = m
			}
		}
		switch right[0] {
		case "cgroup2":
			add("unified", paths[""])
		case "cgroup":
			for controller := range strings.SplitSeq(right[2], ",") {
				if path, ok := paths[controller]; ok {
					add(controller, path)
				}
			}
		}
	}
	return mounts, nil
}

// ErrNotMounted and ErrNoController are reasons why a machine has no cgroup of version 2.
var ErrNotMounted, ErrNoController = errors.New("not mounted"), errors.New("no memory controller")

// newUnified makes this judge's cgroup in version 2. Except for the root, a cgroup that contains processes cannot
// enable controllers for its children. So newUnified goes up from this process's cgroup to the first cgroup that has
// the controllers enabled or can enable them, and makes the judge's cgroup there.
func newUnified(m cgroupMount) (string, error) {
	if m.root == "" {
		return "", ErrNotMounted
	}
	reason := error(ErrNoController)
	for parent := m.own; strings.HasPrefix(parent, m.root); parent = filepath.Dir(parent) {
		err := delegate(parent)
		if errors.Is(err, unix.EBUSY) && parent == m.root { // a container's only cgroup, which has processes
			err = errors.Join(vacate(parent), delegate(parent))
		}
		if err != nil {
			reason = err
			continue
		}
		dir, err := newFolder(parent)
		if err != nil {
			reason = err
			continue
		}
		if err := delegate(dir); err != nil {
			reason = err
			os.Remove(dir)
			continue
		}
		return dir, nil
	}
	return "", reason
}

// vacate moves all processes of a cgroup, and so this process, into a child, which stays. A process that starts
// meanwhile may stay behind, so vacate looks again.
func vacate(dir string) error {
	child := filepath.Join(dir, "processes")
	if err := os.Mkdir(child, 0o755); err != nil && !os.IsExist(err) {
		return err
	}
	for range 10 {
		processes, _ := os.ReadFile(filepath.Join(dir, "cgroup.procs"))
		for pid := range strings.FieldsSeq(string(processes)) { // one that has ended, or of the kernel, cannot be moved
			os.WriteFile(filepath.Join(child, "cgroup.procs"), []byte(pid), 0)
		}
	}
	return nil
}

// controllers are those of version 2 that the judge needs.
var controllers = []string{"memory", "pids"}

// delegate enables the controllers for the children of a cgroup.
func delegate(dir string) error {
	path := filepath.Join(dir, "cgroup.subtree_control")
	has, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	enabled := strings.Fields(string(has))
	for _, controller := range controllers {
		if !slices.Contains(enabled, controller) {
			return os.WriteFile(path, []byte("+"+strings.Join(controllers, " +")), 0)
		}
	}
	return nil
}

// removeCgroup removes a cgroup and the cgroups below it, and kills all processes in them. It retries each removal for
// almost two seconds, because a cgroup cannot be removed before its processes are gone.
func removeCgroup(dir string) error {
	if syscall.Rmdir(dir) == nil {
		return nil
	}
	var dirs []string // parents first
	filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && entry.IsDir() {
			dirs = append(dirs, path)
		}
		return nil
	})
	var err error
	for _, d := range slices.Backward(dirs) {
		for pause := 50 * time.Microsecond; pause < time.Second; pause *= 2 {
			if err = syscall.Rmdir(d); err == nil || errors.Is(err, syscall.ENOENT) {
				err = nil
				break
			}
			killCgroup(d)
			time.Sleep(pause)
		}
	}
	return err
}

// killCgroup kills every process in one cgroup. It spares this process, which in version 1 may have entered the
// cgroup to start a program.
func killCgroup(dir string) {
	if os.WriteFile(filepath.Join(dir, "cgroup.kill"), []byte("1"), 0) == nil {
		return
	}
	text, _ := os.ReadFile(filepath.Join(dir, "cgroup.procs"))
	for word := range bytes.FieldsSeq(text) {
		if pid, err := strconv.Atoi(string(word)); err == nil && pid > 0 && pid != os.Getpid() {
			unix.Kill(pid, unix.SIGKILL)
		}
	}
}
