//go:build linux

package contain

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"golang.org/x/sys/unix"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/execute/sandbox"
)

// A worker's programs may use only its core.
func TestCore(t *testing.T) {
	if len(Cores()) < 2 {
		t.Skip("needs two cores")
	}
	box, err := Open(t.Context(), sandbox.Options{Scratch: publicDir(t)})
	if err != nil {
		t.Skipf("needs the linux sandbox: %v", err)
	}
	t.Cleanup(func() { box.Close() })
	worker := WorkerOf(t, box)
	core, _ := worker.(sandbox.Watching).Core()
	_, allowed := shellIn(t, worker)("while read name value; do [ $name != Cpus_allowed_list: ] || echo $value; done "+
		"< /proc/self/status", sandbox.Task{})
	if want := fmt.Sprintln(core); allowed != want {
		t.Errorf("the worker has core %d, and its program may use %s", core, allowed)
	}
}

// A worker takes only cores that its judge may use, beginning with the first free one.
func TestHoldCore(t *testing.T) {
	folders := []string{t.TempDir()}
	hold := func(among ...int) coreHold {
		t.Helper()
		h, ok := holdCore(folders, among)
		if !ok {
			t.Fatalf("no core of %v can be held", among)
		}
		t.Cleanup(h.release)
		return h
	}
	const a, b, c = 4001, 4002, 4003 // no current machine has this many
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
		t.Errorf("core %d was taken, not the freed one", again.core)
	}
}

// Another user can neither open the file nor replace it.
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
		file := openHolds([]string{bad, good})
		if file == nil {
			t.Errorf("%s: the good folder is not used", name)
			continue
		}
		if got := filepath.Dir(file.Name()); got != good {
			t.Errorf("%s: the file is in %s", name, got)
		}
		file.Close()
		if file := openHolds([]string{bad}); file != nil {
			t.Errorf("%s: %s is taken", name, file.Name())
		}
	}
}
