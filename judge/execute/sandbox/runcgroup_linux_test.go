package sandbox

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

func TestReadNumber(t *testing.T) {
	for _, test := range []struct {
		text, key string
		want      int64
		ok        bool
	}{
		{"4096\n", "", 4096, true},
		{"usage_usec 12\nuser_usec 7\nsystem_usec 5\n", "usage_usec", 12, true},
		{"low 0\nhigh 0\nmax 9\noom 3\noom_kill 2\noom_group_kill 0\n", "oom_kill", 2, true},
		{"oom_kill_disable 0\nunder_oom 0\noom_kill 1\n", "oom_kill", 1, true},
		{"max\n", "", 0, false},
		{"", "", 0, false},
	} {
		path := filepath.Join(t.TempDir(), "file")
		if err := os.WriteFile(path, []byte(test.text), 0o600); err != nil {
			t.Fatal(err)
		}
		file, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		if got, ok := readNumber(file, test.key); got != test.want || ok != test.ok {
			t.Errorf("%q of %q is %d, %v; want %d, %v", test.key, test.text, got, ok, test.want, test.ok)
		}
	}
}

// cgroupFile makes a file with this text in place of one of a cgroup.
func cgroupFile(t *testing.T, text string, mode int) *os.File {
	t.Helper()
	path := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	file, err := openBlocking(path, mode)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { file.Close() })
	return file
}

// A limit that could not be set is set for the next run, even if that has the same.
func TestLimitMemoryAfterFailure(t *testing.T) {
	g := &runCgroup{memoryMax: cgroupFile(t, "", os.O_RDONLY)}
	if err := g.limitMemory(4096); err == nil {
		t.Fatal("a file that is read-only was written to")
	}
	g.memoryMax = cgroupFile(t, "", os.O_WRONLY)
	if err := g.limitMemory(4096); err != nil {
		t.Error(err)
	}
	if text, err := os.ReadFile(g.memoryMax.Name()); err != nil || string(text) != "4096" {
		t.Errorf("the limit is %q, %v", text, err)
	}
}

// A run without a limit on processes does not have that of the last run.
func TestLimitProcesses(t *testing.T) {
	for count, want := range map[int]string{0: "max", 7: "7"} {
		g := &runCgroup{pidsMax: cgroupFile(t, "", os.O_WRONLY)}
		if err := g.limitProcesses(count); err != nil {
			t.Error(err)
		}
		if text, err := os.ReadFile(g.pidsMax.Name()); err != nil || string(text) != want {
			t.Errorf("the limit of %d processes is %q, %v; want %q", count, text, err, want)
		}
	}
}

// The kernel gives page cache back close to the limit on memory. Version 2 counts how often a program reached it.
func TestReclaimed(t *testing.T) {
	for peak, want := range map[string]bool{"40000000\n": false, "63000000\n": true} {
		g := &runCgroup{limited: 64e6, memoryPeak: cgroupFile(t, peak, os.O_RDONLY)}
		if got := g.reclaimed(); got != want {
			t.Errorf("version 1, with a peak of %q: %v", peak, got)
		}
	}
	for events, want := range map[string]bool{"low 0\nmax 0\n": false, "low 0\nmax 3\n": true} {
		g := &runCgroup{folder: os.Stdin, memoryEvents: cgroupFile(t, events, os.O_RDONLY)}
		if got := g.reclaimed(); got != want {
			t.Errorf("version 2, with the events %q: %v", events, got)
		}
	}
}

// In version 2 a program is cloned into its cgroup, its CPU time counts from the start, and the whole cgroup can be
// killed. None of that needs a controller.
func TestUnifiedCgroup(t *testing.T) {
	mounts, err := cgroupMounts()
	if err != nil {
		t.Skip("needs /proc, to find the cgroups: ", err)
	}
	m, ok := mounts["unified"]
	if !ok {
		t.Skip("needs cgroup v2 mounted beside v1, for example by: mount -t cgroup2 none /sys/fs/cgroup/unified")
	}
	scratch := publicDir(t)
	l := &linux{scratch: scratch, isolation: isolations()["best"], cgroups: cgroups{Unified: filepath.Join(m.own,
		filepath.Base(scratch))}}
	if err := os.Mkdir(l.cgroups.Unified, 0o755); err != nil {
		t.Skipf("needs root, or a cgroup that was handed over, to make cgroups: %v", err)
	}
	defer l.Close()
	worker, err := l.newWorker(0, profile{})
	if err != nil {
		t.Skipf("needs root, or user namespaces: %v", err)
	}
	defer worker.Close()
	limits := Limits{CPU: 50 * time.Millisecond, Wall: 30 * time.Second}
	script := "(while :; do :; done) & (while :; do :; done) & wait"
	result, err := worker.Run(t.Context(), Task{Program: "/bin/sh", Args: []string{"-c", script}, Input: os.DevNull,
		Output: filepath.Join(scratch, "out"), Limits: limits})
	if err != nil || result.End != StoppedCPU || result.CPU < limits.CPU {
		t.Errorf("got %+v, %v", result, err)
	}
	if text, err := os.ReadFile(filepath.Join(l.cgroups.Unified, "cgroup.events")); err != nil ||
		string(text[:11]) != "populated 0" {
		t.Errorf("cgroup.events is %q, %v", text, err)
	}
}

// A worker can be opened again after it was closed. It then makes cgroups with new names.
func TestWorkerReopened(t *testing.T) {
	box := openForTest(t, "best", publicDir(t))
	defer box.Close()
	for range 3 {
		worker, err := box.Worker(0)
		if err != nil {
			t.Fatal(err)
		}
		for range 3 {
			output := filepath.Join(t.TempDir(), "output")
			result, err := worker.Run(t.Context(), Task{Program: "/bin/sh", Args: []string{"-c", "exit 3"},
				Input: os.DevNull, Output: output})
			if err != nil || result.ExitCode != 3 {
				t.Errorf("got %+v, %v; want exit status 3", result, err)
			}
		}
		if err := worker.Close(); err != nil {
			t.Error(err)
		}
	}
}

// Open removes the cgroups of a judge that was killed even if its scratch folder is gone.
func TestOrphanedCgroups(t *testing.T) {
	here, reasons := newCgroups(fmt.Sprintf("dlxjudge-%d-0-%s", os.Getpid(), filepath.Base(t.TempDir())), true)
	if !here.any() {
		t.Skipf("needs root, or a cgroup that was handed over, to make cgroups: %v", reasons)
	}
	defer here.remove()
	gone := exec.Command("/proc/self/exe", "-test.run=^$")
	if text, err := gone.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	left := filepath.Join(filepath.Dir(here.dirs()[0]), fmt.Sprintf("dlxjudge-%d-1-%s", gone.ProcessState.Pid(),
		filepath.Base(t.TempDir())))
	if err := os.MkdirAll(filepath.Join(left, "helper1-run7"), 0o755); err != nil {
		t.Fatal(err)
	}
	openForTest(t, "best", publicDir(t)).Close()
	if _, err := os.Stat(left); err == nil {
		t.Errorf("%s is still there", left)
		removeCgroup(left)
	}
}
