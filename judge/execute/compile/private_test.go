package compile

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"dlxjudge/judge/execute/sandbox"
)

const stranger = 65534 // nobody

// A cache that others can write to is not used: a temporary one takes its place, and the warning says why and what to
// do.
func TestOpenCacheDistrusts(t *testing.T) {
	newFakeCompiler(t, "")
	source := newSource(t, "main.c", "built\n")
	for name, test := range map[string]struct {
		root    bool // whether the test needs to be run by root
		prepare func(dir, cache string) error
		want    string // in the warning, in which DIR and CACHE stand for the two folders; "" if there is none
	}{
		"a new folder":        {false, func(_, _ string) error { return nil }, ""},
		"a folder of our own": {false, func(_, cache string) error { return os.Mkdir(cache, 0o755) }, ""},
		"all may write": {false, func(_, cache string) error { return mkdir(cache, 0o777) },
			"other users can write to CACHE and may have put files there; remove it with: rm -r CACHE"},
		"the group may write": {false, func(_, cache string) error { return mkdir(cache, 0o775) },
			"other users can write to CACHE and may"},
		"all may write, sticky": {false, func(_, cache string) error { return mkdir(cache, 0o777|os.ModeSticky) },
			"other users can write to CACHE and may"},
		"all may exchange it": {false, func(dir, _ string) error { return os.Chmod(dir, 0o777) },
			"other users can write to DIR; forbid it with: chmod go-w DIR"},
		"nobody may exchange it": {false, func(dir, cache string) error {
			return errors.Join(os.Chmod(dir, 0o777|os.ModeSticky), mkdir(cache, 0o755))
		}, ""},
		"a link to a folder of our own": {false, func(dir, cache string) error {
			return errors.Join(mkdir(dir+"/other", 0o755), os.Symlink("other", cache))
		}, ""},
		"a link to what all may write to": {false, func(dir, cache string) error {
			return errors.Join(mkdir(dir+"/other", 0o777), os.Symlink("other", cache))
		}, "other users can write to DIR/other and may"},
		"another user's": {true, func(_, cache string) error {
			return errors.Join(mkdir(cache, 0o755), os.Chown(cache, stranger, 0))
		},
			"CACHE belongs to user 65534, not to this one; set "},
		"in another user's": {true, func(dir, _ string) error { return os.Chown(dir, stranger, 0) },
			"DIR belongs to user 65534"},
		"a group that is not ours": {true, func(dir, _ string) error {
			return errors.Join(os.Chown(dir, 0, stranger), os.Chmod(dir, 0o775))
		},
			"other users can write to DIR; forbid"},
	} {
		t.Run(name, func(t *testing.T) {
			if test.root && os.Geteuid() != 0 {
				t.Skip("needs root, who alone can give a folder to another user")
			}
			dir, err := filepath.EvalSymlinks(t.TempDir())
			path := filepath.Join(dir, "cache")
			if err = errors.Join(err, os.Chmod(dir, 0o755), test.prepare(dir, path)); err != nil {
				t.Fatal(err)
			}
			cache, err := OpenCache(path, sandbox.Uncontained())
			if err != nil {
				t.Fatal(err)
			}
			defer cache.Close()
			want := strings.NewReplacer("DIR", dir, "CACHE", path).Replace(test.want)
			if got := cache.Warning(); !strings.Contains(got, want) || (got == "") != (want == "") {
				t.Errorf("the warning is %q, want %q", got, want)
			}
			program := mustBuild(t, cache, Submission, source)
			if inside := strings.HasPrefix(program, dir); inside != (want == "") {
				t.Errorf("it is built at %s", program)
			}
		})
	}
}

// mkdir makes a folder with a mode, whatever the umask is.
func mkdir(path string, mode os.FileMode) error {
	return errors.Join(os.Mkdir(path, 0o700), os.Chmod(path, mode))
}

// The umask decides neither who may write to the cache nor whether its programs can be run.
func TestCacheWhateverTheUmask(t *testing.T) {
	compiler := newFakeCompiler(t, "")
	for _, umask := range []int{0, 0o002, 0o077} {
		dir := t.TempDir()
		path, source := filepath.Join(dir, "new", "cache"), newSource(t, "main.c", "built\n")
		if err := os.Chmod(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		before := syscall.Umask(umask)
		cache, err := OpenCache(path, sandbox.Uncontained())
		var built sandbox.Program
		if err == nil {
			built, err = cache.Build(t.Context(), Submission, source)
		}
		program := built.Path
		syscall.Umask(before)
		if err != nil || cache.Warning() != "" {
			t.Fatal(err, cache.Warning())
		}
		for path, want := range map[string]os.FileMode{path: 0o700, filepath.Dir(program): 0o755, program: 0o755} {
			info, err := os.Stat(path)
			if err != nil {
				t.Fatal(err)
			}
			if info.Mode().Perm() != want {
				t.Errorf("umask %03o: %s: %v, want %v", umask, path, info.Mode(), want)
			}
		}
		runs := compiler.runs()
		if mustBuild(t, cache, Submission, source); compiler.runs() != runs {
			t.Errorf("umask %03o: what was built is not used again", umask)
		}
	}
}
