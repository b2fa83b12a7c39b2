package store

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"dlxjudge/judge/base/judgetest"
)

const stranger = 65534 // nobody

// A folder that others can write to or replace is not private. The error says what to do.
func TestPrivate(t *testing.T) {
	for name, test := range map[string]struct {
		root    bool // whether the test needs root
		prepare func(dir, cache string) error
		want    string // in the error; DIR and CACHE are the two folders; "" for no error
	}{
		"a new folder":        {false, func(_, _ string) error { return nil }, ""},
		"a folder of our own": {false, func(_, cache string) error { return os.Mkdir(cache, 0o755) }, ""},
		"all may write": {false, func(_, cache string) error { return mkdir(cache, 0o777) },
			"other users can write to CACHE and may have put files there; remove it with: rm -r CACHE"},
		"the group may write": {false, func(_, cache string) error { return mkdir(cache, 0o775) },
			"other users can write to CACHE and may"},
		"all may write, sticky": {false, func(_, cache string) error { return mkdir(cache, 0o777|os.ModeSticky) },
			"other users can write to CACHE and may"},
		"all may replace it": {false, func(dir, _ string) error { return os.Chmod(dir, 0o777) },
			"other users can write to DIR; forbid it with: chmod go-w DIR"},
		"nobody may replace it": {false, func(dir, cache string) error {
			return errors.Join(os.Chmod(dir, 0o777|os.ModeSticky), mkdir(cache, 0o755))
		}, ""},
		"a link to a folder of our own": {false, func(dir, cache string) error {
			return errors.Join(mkdir(dir+"/other", 0o755), os.Symlink("other", cache))
		}, ""},
		"a link to a folder that all may write to": {false, func(dir, cache string) error {
			return errors.Join(mkdir(dir+"/other", 0o777), os.Symlink("other", cache))
		}, "other users can write to DIR/other and may"},
		"another user's folder": {true, func(_, cache string) error {
			return errors.Join(mkdir(cache, 0o755), os.Chown(cache, stranger, 0))
		},
			"CACHE belongs to user 65534, not to this one; set "},
		"in another user's folder": {true, func(dir, _ string) error { return os.Chown(dir, stranger, 0) },
			"DIR belongs to user 65534"},
		"a group that is not ours": {true, func(dir, _ string) error {
			return errors.Join(os.Chown(dir, 0, stranger), os.Chmod(dir, 0o775))
		},
			"other users can write to DIR; forbid"},
	} {
		t.Run(name, func(t *testing.T) {
			if test.root && os.Geteuid() != 0 {
				t.Skip("needs root to change the owner of a folder")
			}
			dir, err := filepath.EvalSymlinks(t.TempDir())
			path := filepath.Join(dir, "cache")
			judgetest.Check(t, errors.Join(err, os.Chmod(dir, 0o755), test.prepare(dir, path)))
			want, got := strings.NewReplacer("DIR", dir, "CACHE", path).Replace(test.want), ""
			if err := MakePrivate(path, "X"); err != nil {
				got = err.Error()
			}
			if !strings.Contains(got, want) || (got == "") != (want == "") {
				t.Errorf("the error is %q, want %q", got, want)
			}
		})
	}
}

// mkdir makes a folder with a mode, whatever the umask.
func mkdir(path string, mode os.FileMode) error {
	return errors.Join(os.Mkdir(path, 0o700), os.Chmod(path, mode))
}

// A group with other members counts as other users, even if it is this process's own.
func TestSharedGroup(t *testing.T) {
	const named, shared = "DLXJUDGE_SHARED", 100 // users
	if dir := os.Getenv(named); dir != "" {
		if err := Private(dir+"/cache", "X"); err == nil || !strings.Contains(err.Error(), "other users can write to "+
			dir+"; forbid it") {
			t.Errorf("got %v", err)
		}
		return
	}
	if os.Geteuid() != 0 {
		t.Skip("needs root to change the group")
	}
	dir, err := filepath.EvalSymlinks(t.TempDir())
	judgetest.Check(t, errors.Join(err, os.Chown(dir, 0, shared), os.Chmod(dir, 0o775)))
	again := exec.Command(os.Args[0], "-test.run=^TestSharedGroup$")
	again.Env = append(os.Environ(), named+"="+dir)
	again.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Gid: shared}}
	if text, err := again.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, text)
	}
}
