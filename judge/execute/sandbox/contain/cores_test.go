//go:build linux

package contain

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/execute/sandbox"
)

// Judges of one machine that run at once keep their programs on different cores, as long as there are any, and share
// them evenly afterwards. A core is free again when its judge has ended, also one that was killed.
func TestCoresOfJudges(t *testing.T) {
	if folder := os.Getenv("DLXJUDGE_CORES"); folder != "" {
		judgeOnCore(t, folder)
		return
	}
	among := Cores()
	if len(among) < 2 {
		t.Skip("needs two cores")
	}
	folder := t.TempDir()
	start := func() (core int, end func()) {
		judge := exec.Command("/proc/self/exe", "-test.run=^TestCoresOfJudges$")
		judge.Env = append(os.Environ(), "DLXJUDGE_CORES="+folder)
		stdin, err := judge.StdinPipe()
		judgetest.Check(t, err)
		stdout, err := judge.StdoutPipe()
		judgetest.Check(t, err)
		judgetest.Check(t, judge.Start())
		end = func() {
			judge.Process.Kill()
			judge.Wait()
			stdin.Close()
		}
		t.Cleanup(end)
		line, _ := bufio.NewReader(stdout).ReadString('\n')
		if reason, skip := strings.CutPrefix(line, "skip: "); skip {
			t.Skip(reason)
		}
		var allowed int
		if n, _ := fmt.Sscanf(line, "core %d, allowed %d", &core, &allowed); n != 2 || core != allowed {
			t.Fatalf("a judge says %q", line)
		}
		return core, end
	}
	var taken []int
	var last func()
	for range among {
		core, end := start()
		taken, last = append(taken, core), end
	}
	slices.Sort(taken)
	if want := slices.Sorted(slices.Values(among)); !slices.Equal(taken, want) {
		t.Errorf("%d judges took the cores %v, want each of %v once", len(among), taken, want)
	}
	last()
	before := heldIn(t, folder)
	if core, _ := start(); before[core] != 0 {
		t.Errorf("a judge shares core %d, and another one is free: %v", core, before)
	}
	for range among {
		start()
	}
	for _, core := range among {
		if held := heldIn(t, folder); held[core] != 2 {
			t.Errorf("%d judges share %d cores unevenly: %v", 2*len(among), len(among), held)
		}
	}
}

// judgeOnCore is a judge with one worker. It tells the core of the worker and the only one that its programs may use.
func judgeOnCore(t *testing.T, folder string) {
	box, err := Open(sandbox.Options{Scratch: publicDir(t)})
	if err != nil {
		fmt.Println("skip: needs the linux sandbox:", err)
		return
	}
	defer box.Close()
	box.holds = []string{folder}
	worker, err := box.Worker(1)
	judgetest.Check(t, err)
	defer worker.Close()
	core, _ := worker.(sandbox.Watching).Core()
	output := filepath.Join(publicDir(t), "out")
	script := "while read name value; do [ $name != Cpus_allowed_list: ] || echo $value; done < /proc/self/status"
	task := sandbox.Task{Program: "/bin/sh", Args: []string{"-c", script}, Input: os.DevNull, Output: output}
	_, err = worker.Run(t.Context(), task)
	judgetest.Check(t, err)
	fmt.Printf("core %d, allowed %s\n", core, strings.TrimSpace(judgetest.Read(t, output)))
	io.Copy(io.Discard, os.Stdin)
}

// heldIn is how many workers hold each core by the file in a folder.
func heldIn(t *testing.T, folder string) map[int]int {
	file, err := openHolds([]string{folder})
	judgetest.Check(t, err)
	defer file.Close()
	held := map[int]int{}
	for sharer := range mostSharers {
		for core := range mostCores {
			lock := unix.Flock_t{Type: unix.F_WRLCK, Start: sharer*mostCores + core, Len: 1}
			judgetest.Check(t, unix.FcntlFlock(file.Fd(), unix.F_OFD_GETLK, &lock))
			if lock.Type != unix.F_UNLCK {
				held[int(core)]++
			}
		}
	}
	return held
}

// A worker takes only from the cores that its judge may use, the first of them that is free.
func TestHoldCore(t *testing.T) {
	folders := []string{t.TempDir()}
	hold := func(among ...int) coreHold {
		t.Helper()
		h, err := holdCore(folders, among)
		judgetest.Check(t, err)
		t.Cleanup(h.release)
		return h
	}
	const a, b, c = 4001, 4002, 4003 // no machine of today has as many
	first := hold(a, b)
	var got []int
	for range 5 {
		got = append(got, hold(a, b, c).core)
	}
	if want := []int{b, c, a, b, c}; first.core != a || !slices.Equal(got, want) {
		t.Errorf("the cores are %d and %v, want %v", first.core, got, want)
	}
	first.release()
	if again := hold(a, b, c); again.core != a {
		t.Errorf("a core that is free again is not taken, but %d", again.core)
	}
}

// Another user can neither open the file nor take its place.
func TestHoldsOfUser(t *testing.T) {
	good := t.TempDir()
	for name, prepare := range map[string]func(path string) error{
		"a file for all":   func(path string) error { return os.WriteFile(path, nil, 0o644) },
		"a link":           func(path string) error { return os.Symlink(filepath.Join(good, "elsewhere"), path) },
		"a folder":         func(path string) error { return os.Mkdir(path, 0o700) },
		"a pipe":           func(path string) error { return unix.Mkfifo(path, 0o600) },
		"no folder at all": func(path string) error { return os.Remove(filepath.Dir(path)) },
		"another user's": func(path string) error {
			if os.Geteuid() != 0 {
				return os.Mkdir(path, 0o700) // only root can make one; a row above has this
			}
			file, err := os.OpenFile(path, os.O_CREATE, 0o600)
			judgetest.Check(t, err)
			defer file.Close()
			return file.Chown(65534, 65534)
		},
	} {
		bad := filepath.Join(t.TempDir(), "folder")
		judgetest.Check(t, os.Mkdir(bad, 0o700))
		judgetest.Check(t, prepare(filepath.Join(bad, fmt.Sprint("dlxjudge-cores-", os.Geteuid()))))
		file, err := openHolds([]string{bad, good})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got := filepath.Dir(file.Name()); got != good {
			t.Errorf("%s: the file is in %s", name, got)
		}
		file.Close()
		if file, err := openHolds([]string{bad}); err == nil {
			t.Errorf("%s: %s is taken", name, file.Name())
		}
	}
}
