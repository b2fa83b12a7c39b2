package store

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// A group that has other members is no better than other users, even if it is this process' own.
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
		t.Skip("needs root, who alone can take another group")
	}
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err = errors.Join(err, os.Chown(dir, 0, shared), os.Chmod(dir, 0o775)); err != nil {
		t.Fatal(err)
	}
	again := exec.Command(os.Args[0], "-test.run=^TestSharedGroup$")
	again.Env = append(os.Environ(), named+"="+dir)
	again.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Gid: shared}}
	if text, err := again.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, text)
	}
}
