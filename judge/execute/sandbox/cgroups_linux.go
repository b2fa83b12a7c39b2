package sandbox

import (
	"bytes"
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

// cgroups are this judge's cgroups, below which it makes one for each run. A machine has one hierarchy for all
// controllers (version 2), one for each controller (version 1), or both. The zero value means that none may be written
// to.
type cgroups struct {
	Unified string // version 2 with memory and pids, or ""
	Memory  string // version 1, each of them "" where it cannot be had
	PIDs    string
	CPU     string
}

func (c cgroups) any() bool { return len(c.dirs()) > 0 }

func (c cgroups) dirs() (dirs []string) {
	for _, dir := range []string{c.Unified, c.Memory, c.PIDs, c.CPU} {
		if dir != "" && !slices.Contains(dirs, dir) { // a version 1 hierarchy can have several controllers
			dirs = append(dirs, dir)
		}
	}
	return dirs
}

// newCgroups makes cgroups of this name in the hierarchies that are needed. The reasons say why it could not make the
// others. Since each hierarchy slows the start of a program, there is none to limit processes where programs run as a
// user of their own: RLIMIT_NPROC does that.
func newCgroups(name string, ownUser bool) (c cgroups, reasons []error) {
	mounts, err := cgroupMounts()
	if err != nil {
		return c, []error{err}
	}
	made := map[string]bool{}
	makeIn := func(controller string) string {
		m, ok := mounts[controller]
		if !ok {
			return ""
		}
		for _, dir := range scratch.Orphans(m.own) { // also those whose scratch folder is gone
			removeCgroup(dir)
		}
		dir := filepath.Join(m.own, name)
		if made[dir] {
			return dir
		}
		if err := scratch.MakeAt(dir); err != nil {
			reasons = append(reasons, fmt.Errorf("cgroup v1 %s: %w", controller, err))
			return ""
		}
		made[dir] = true
		return dir
	}
	c.Memory, c.CPU = makeIn("memory"), makeIn("cpuacct")
	if !ownUser {
		c.PIDs = makeIn("pids")
	}
	if c.Memory == "" {
		dir, err := newUnifiedCgroup(mounts["unified"], name)
		if err != nil && mounts["unified"].root != "" && os.Geteuid() != 0 && enterScope() == nil {
			if mounts, err = cgroupMounts(); err == nil {
				dir, err = newUnifiedCgroup(mounts["unified"], name)
			}
		}
		if err != nil {
			reasons = append(reasons, fmt.Errorf("cgroup v2: %w", err))
		}
		c.Unified = dir
	}
	return c, reasons
}

// cgroupListFile is a file in a judge's scratch folder that lists its cgroups, one a line, for a judge that cleans up.
const cgroupListFile = "cgroups"

func (c cgroups) record(folder string) error {
	return os.WriteFile(filepath.Join(folder, cgroupListFile), []byte(strings.Join(c.dirs(), "\n")), 0o600)
}

// removeLeftovers removes the cgroups and kills the processes that a killed judge has left. Its programs are known by
// the name of its scratch folder in their environment.
func removeLeftovers(folder string) {
	name := filepath.Base(folder)
	text, _ := os.ReadFile(filepath.Join(folder, cgroupListFile))
	for dir := range strings.Lines(string(text)) {
		if dir = strings.TrimSpace(dir); filepath.Base(dir) == name {
			removeCgroup(dir)
		}
	}
	killByEnvironment("/" + name + "/")
}

// killByEnvironment kills all processes whose environment contains text.
func killByEnvironment(text string) {
	environments, _ := filepath.Glob("/proc/[0-9]*/environ")
	for _, path := range environments {
		if environment, _ := os.ReadFile(path); bytes.Contains(environment, []byte(text)) {
			if pid, err := strconv.Atoi(filepath.Base(filepath.Dir(path))); err == nil {
				unix.Kill(pid, unix.SIGKILL)
			}
		}
	}
}

// remove removes the cgroups of this judge. Its workers must be closed.
func (c cgroups) remove() {
	for _, dir := range c.dirs() {
		removeCgroup(dir)
	}
}

// A cgroupMount is the mount point of a hierarchy, and the folder of the cgroup in it that this process belongs to.
type cgroupMount struct{ root, own string }

// cgroupMounts returns the mounted hierarchies by controller; "unified" is version 2.
func cgroupMounts() (map[string]cgroupMount, error) {
	membership, err := os.ReadFile("/proc/self/cgroup")
	if err != nil {
		return nil, err
	}
	paths := map[string]string{} // of this process, by controller
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
		// In a container often only a part of the hierarchy is mounted: left[3] is the root of that part.
		add := func(controller, path string) {
			inside, err := filepath.Rel(left[3], path)
			if err != nil || strings.HasPrefix(inside, "..") {
				inside = "."
			}
			m := cgroupMount{left[4], filepath.Join(left[4], inside)}
			_, known := mounts[controller] // a second mount, as in the tree of a container, may go at any time
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

var errNotMounted, errNoController = errors.New("not mounted"), errors.New("no memory controller")

// newUnifiedCgroup makes this judge's cgroup in version 2. A cgroup with processes in it cannot enable controllers for
// its children, except for the root, so the new one's parent is the nearest ancestor that has them enabled or can
// enable them.
func newUnifiedCgroup(m cgroupMount, name string) (string, error) {
	if m.root == "" {
		return "", errNotMounted
	}
	reason := error(errNoController)
	for parent := m.own; strings.HasPrefix(parent, m.root); parent = filepath.Dir(parent) {
		if err := delegate(parent); err != nil {
			reason = err
			continue
		}
		for _, dir := range scratch.Orphans(parent) {
			removeCgroup(dir)
		}
		dir := filepath.Join(parent, name)
		if err := scratch.MakeAt(dir); err != nil {
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

// delegate enables the memory and pids controllers for the children of a cgroup.
func delegate(dir string) error {
	path := filepath.Join(dir, "cgroup.subtree_control")
	has, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	controllers := strings.Fields(string(has))
	if slices.Contains(controllers, "memory") && slices.Contains(controllers, "pids") {
		return nil
	}
	return os.WriteFile(path, []byte("+memory +pids"), 0)
}

// removeCgroup kills all processes in a cgroup and those below it, and removes them. It retries for up to a second
// each, since a cgroup cannot be removed before its processes are gone.
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

// killCgroup kills every process in one cgroup except this one, which enters a cgroup only to start a program.
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
