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

	"dlxjudge/judge/scratch"
)

// cgroups are the folders below which a judge makes one group for each run. A machine has one hierarchy for everything
// (version 2), one for each controller (version 1), both side by side, or none that we may write to. The zero value is
// none.
type cgroups struct {
	Unified string // version 2 with memory and pids, or ""
	Memory  string // version 1, each of them "" where it cannot be had
	PIDs    string
	CPU     string
}

func (c cgroups) any() bool { return len(c.dirs()) > 0 }

func (c cgroups) dirs() (dirs []string) {
	for _, dir := range []string{c.Unified, c.Memory, c.PIDs, c.CPU} {
		if dir != "" && !slices.Contains(dirs, dir) { // one hierarchy can carry several controllers
			dirs = append(dirs, dir)
		}
	}
	return dirs
}

// newCgroups makes folders of this name in every hierarchy that is of use. The reasons say why the others cannot be had.
// Each hierarchy makes the start of a program dearer; processes need none where programs have a user of their own.
func newCgroups(name string, ownUser bool) (c cgroups, reasons []string) {
	mounts, err := cgroupMounts()
	if err != nil {
		return c, []string{err.Error()}
	}
	made := map[string]bool{}
	makeIn := func(controller string) string {
		m, ok := mounts[controller]
		if !ok {
			return ""
		}
		for _, dir := range scratch.Orphans(m.own) { // of judges whose scratch folder is gone, too
			removeCgroup(dir)
		}
		dir := filepath.Join(m.own, name)
		if err := os.Mkdir(dir, 0o755); err != nil && !made[dir] {
			reasons = append(reasons, fmt.Sprintf("cgroup v1 %s: %v", controller, err))
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
		if err != nil {
			reasons = append(reasons, "cgroup v2: "+err.Error())
		}
		c.Unified = dir
	}
	return c, reasons
}

// recordFile stands in a judge's scratch folder and names its cgroups, a line each: for whoever cleans up after it.
const cgroupListFile = "cgroups"

func (c cgroups) record(folder string) error {
	return os.WriteFile(filepath.Join(folder, cgroupListFile), []byte(strings.Join(c.dirs(), "\n")), 0o600)
}

// sweepMachine ends and removes what a judge that was killed left outside its scratch folder: its cgroups, and
// processes that have the folder's name in their environment, as all its programs start with.
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

// killMarked kills the processes whose environment holds a text.
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

// remove removes the folders of a judge, once its workers are gone.
func (c cgroups) remove() {
	for _, dir := range c.dirs() {
		removeCgroup(dir)
	}
}

// A cgroupMount is where a hierarchy is mounted, and the group in it that this process is in.
type cgroupMount struct{ root, own string }

// cgroupMounts finds the hierarchies by controller; version 2 is called "unified".
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
		// The mount shows the hierarchy from left[3] on; a container's is often not the whole of it.
		add := func(controller, path string) {
			inside, err := filepath.Rel(left[3], path)
			if err != nil || strings.HasPrefix(inside, "..") {
				inside = "."
			}
			mounts[controller] = cgroupMount{left[4], filepath.Join(left[4], inside)}
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

// newUnified makes this judge's folder in version 2. Groups that hold processes cannot hand controllers on, the root
// excepted, so the nearest ancestor is taken that already does or can be made to.
func newUnifiedCgroup(m cgroupMount, name string) (string, error) {
	if m.root == "" {
		return "", errors.New("not mounted")
	}
	reason := errors.New("no memory controller")
	for parent := m.own; strings.HasPrefix(parent, m.root); parent = filepath.Dir(parent) {
		if err := delegate(parent); err != nil {
			reason = err
			continue
		}
		for _, dir := range scratch.Orphans(parent) {
			removeCgroup(dir)
		}
		dir := filepath.Join(parent, name)
		if err := os.Mkdir(dir, 0o755); err != nil {
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

// handOn makes sure that the groups below dir have memory and pids.
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

// removeCgroup kills all that is in a group and in those below it, and removes them. What does not go at once, because
// its processes take their time to die, is tried again for a moment.
func removeCgroup(dir string) error {
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
			killCgroup(d)
			if err = syscall.Rmdir(d); err == nil || errors.Is(err, syscall.ENOENT) {
				err = nil
				break
			}
			time.Sleep(pause)
		}
	}
	return err
}

// killCgroup kills every process of one group but this one, which is only ever in it for the moment of a start.
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
