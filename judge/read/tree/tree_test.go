package tree

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/base/untrusted"
)

// TestTree checks what the index says about each file in a package, and which files are copied when some of them are
// used.
func TestTree(t *testing.T) {
	parent := t.TempDir()
	judgetest.Unpack(t, parent, `
-- secret --
-- pack/problem.yaml --
-- pack/.timelimit --
-- pack/.git/config --
-- pack/lib/a.h --
-- pack/lib/a b.h --
-- pack/lib/a.c --
-- pack/check/main.py --
-- pack/check/__pycache__/main.pyc --
-- pack/data/1.in --
-- pack/data/x.h --
`)
	dir := filepath.Join(parent, "pack")
	for link, to := range map[string]string{"out": "../secret", "none": "nothing", "up": ".", "check/in": "../data",
		"hidden": ".git/config"} {
		judgetest.Check(t, os.Symlink(to, filepath.Join(dir, link)))
	}
	judgetest.Check(t, syscall.Mkfifo(filepath.Join(dir, "fifo"), 0o600))
	judgetest.Check(t, untrusted.Fence(dir))
	index := New()
	judgetest.Check(t, index.Add(dir, ""))
	for name, want := range map[string]Kind{"problem.yaml": File, "lib": Folder, "out": Outside, "hidden": Outside,
		"none": Nothing, "fifo": Odd, "up": Endless, "check/in": Folder, "check/in/1.in": File} {
		e := index.At(filepath.Join(dir, name))
		if e == nil || e.Kind != want || (e.Wrong == nil) != (want == File || want == Folder) {
			t.Errorf("%s: got %+v, want the kind %d", name, e, want)
		}
	}
	for _, name := range []string{"lib/b.h", ".git/config"} {
		if index.Has(filepath.Join(dir, name)) {
			t.Errorf("%s is there", name)
		}
	}
	index.Use(filepath.Join(dir, "check"), filepath.Join(dir, ".timelimit"))
	var names []string
	for _, e := range index.Used(filepath.Join(dir, "problem.yaml")) {
		names = append(names, e.Full)
	}
	const want = ".timelimit, check/in/1.in, check/in/x.h, check/main.py, lib/a b.h, lib/a.h, problem.yaml"
	if got := strings.Join(names, ", "); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestBelow: a package is found in its own folder, however it is named.
func TestBelow(t *testing.T) {
	for _, row := range []struct{ folder, path, rest string }{
		{".", ".", ""}, {".", ".timelimit", ".timelimit"}, {".", "data/1.in", "data/1.in"}, {".", "..", "outside"},
		{".", "/a", "outside"}, {"/", "/a", "a"}, {"a", "a", ""}, {"a", "a/b", "b"}, {"a", "ab", "outside"},
		{"..", "../a", "a"}, {"/", "/", ""},
	} {
		rest, within := below(row.folder, row.path)
		if within != (row.rest != "outside") || within && rest != row.rest {
			t.Errorf("%s below %s: got %q, %v; want %s", row.path, row.folder, rest, within, row.rest)
		}
	}
}

func TestUnreadable(t *testing.T) {
	for want, err := range map[string]error{
		"a/b: permission denied; make it readable with: chmod -R u+rX a/b": &os.PathError{Op: "open", Path: "a/b",
			Err: syscall.EACCES},
		"a/b: a symbolic link to nothing; remove it or fix its target": &os.PathError{Op: "stat", Path: "a/b",
			Err: syscall.ENOENT},
		"a/b: no such file or directory": &os.PathError{Op: "open", Path: "a/b",
			Err: syscall.ENOENT},
		"a/b: too many levels of symbolic links": &os.PathError{Op: "stat", Path: "a/b",
			Err: syscall.ELOOP},
	} {
		if got := Unreadable(err).Error(); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}
