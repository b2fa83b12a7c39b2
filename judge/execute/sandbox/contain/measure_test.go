//go:build linux

package contain

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/execute/sandbox"
)

// A program's measured memory does not depend on the judge's own.
func TestMemory(t *testing.T) {
	judgetest.Long(t, "it fills a GiB")
	gcc := judgetest.Need(t, "gcc")
	dir := publicDir(t)
	ballast := make([]byte, 1<<30)
	for i := 0; i < len(ballast); i += os.Getpagesize() {
		ballast[i] = 1
	}
	box := openForTest(t, "best", dir)
	worker := WorkerOf(t, box)
	for _, name := range []string{"touch_32.c", "behave.c"} {
		rows := readRows(t, false)
		r := rows[slices.IndexFunc(rows, func(r row) bool { return r.file == name })]
		program := filepath.Join(dir, name+".out")
		if text, err := exec.Command(gcc, "-O0", "-static", "-o", program, filepath.Join("../testdata/hostile",
			name)).CombinedOutput(); err != nil {
			t.Skipf("needs a C library for static linking, for example by: apt-get install libc6-dev: %s", text)
		}
		task := sandbox.Task{Program: program, Input: filepath.Join(dir, "in"), Output: filepath.Join(dir, "out"),
			Limits: r.limits}
		judgetest.Check(t, r.writeInput(task.Input))
		result, err := worker.Run(t.Context(), task)
		judgetest.Check(t, err)
		output, _ := os.ReadFile(task.Output)
		r.check(t, result, string(output))
	}
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil || usage.Maxrss < 1<<20 {
		t.Errorf("the judge itself used only %d KiB, too little for this test (%v, %d)", usage.Maxrss, err, ballast[0])
	}
}

// Output to a file in memory, and the page cache of one on disk, are charged to the program's cgroup, but are not the
// program's memory.
func TestOutputInMemory(t *testing.T) {
	box := openWithCgroups(t)
	if _, err := os.Stat("/dev/shm"); err != nil {
		t.Skipf("needs a folder in memory: %v", err)
	}
	dir, err := os.MkdirTemp("/dev/shm", "dlxjudge-test-")
	judgetest.Check(t, err)
	defer os.RemoveAll(dir)
	worker := WorkerOf(t, box)
	for folder, memory := range map[string]int64{dir: 32 << 20, publicDir(t): 128 << 20} {
		result, err := worker.Run(t.Context(), sandbox.Task{Program: "/bin/sh",
			Args: []string{"-c", "head -c 50000000 /dev/zero"}, Output: filepath.Join(folder, "out"),
			Limits: sandbox.Limits{Memory: memory, Output: 64 << 20}})
		if err != nil || endOf(result) != "exited 0" || result.Memory > 16<<20 {
			t.Errorf("%s: got %+v, %v", folder, result, err)
		}
	}
}

// A full disk is an error that names the output file, not a result of the program.
func TestFullDisk(t *testing.T) {
	dir := publicDir(t)
	if err := unix.Mount("tmpfs", dir, "tmpfs", 0, "size=64k"); err != nil {
		t.Skipf("needs root, to mount a small disk: %v", err)
	}
	defer unix.Unmount(dir, unix.MNT_DETACH)
	for name, open := range backends {
		box, err := open(t.Context(), sandbox.Options{Scratch: publicDir(t)})
		if err != nil {
			t.Logf("%s: %v", name, err)
			continue
		}
		t.Cleanup(func() { box.Close() })
		worker := WorkerOf(t, box)
		output := filepath.Join(dir, "out")
		task := sandbox.Task{Program: "/bin/sh", Args: []string{"-c", "head -c 1000000 /dev/full"}, Input: os.DevNull,
			Output: output, Limits: sandbox.Limits{Output: 64 << 20}}
		if result, err := worker.Run(t.Context(), task); !errors.Is(err, unix.ENOSPC) || !strings.Contains(err.Error(),
			output) {
			t.Errorf("%s: got %+v, %v", name, result, err)
		}
	}
}

// Programs cannot use what a disk reserves for root: if one fills the rest, the disk is to blame.
func TestReservedBlocks(t *testing.T) {
	mkfs := judgetest.Need(t, "mkfs.ext4")
	dir := publicDir(t)
	image, disk := filepath.Join(dir, "image"), filepath.Join(dir, "disk")
	judgetest.Check(t, errors.Join(os.WriteFile(image, nil, 0o600), os.Truncate(image, 16<<20),
		os.Mkdir(disk, 0o755)))
	if text, err := exec.Command(mkfs, "-q", "-m", "50", image).CombinedOutput(); err != nil {
		t.Skipf("needs a mkfs.ext4 that works: %v: %s", err, text)
	}
	if text, err := exec.Command("mount", "-o", "loop", image, disk).CombinedOutput(); err != nil {
		t.Skipf("needs root, to mount a disk: %v: %s", err, text)
	}
	defer unix.Unmount(disk, unix.MNT_DETACH)
	box := openForTest(t, "best", publicDir(t))
	worker := WorkerOf(t, box)
	output := filepath.Join(disk, "out")
	task := sandbox.Task{Program: "/bin/sh", Args: []string{"-c", "head -c 15000000 /dev/full"}, Input: os.DevNull,
		Output: output, Limits: sandbox.Limits{Output: 64 << 20}}
	if result, err := worker.Run(t.Context(), task); !errors.Is(err, unix.ENOSPC) || !strings.Contains(err.Error(),
		output) {
		t.Errorf("got %+v, %v", result, err)
	}
}
