//go:build linux

package contain

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/execute/sandbox/plain"
	"dlxjudge/judge/execute/sandbox/run"
)

// TestDevices has programs change devices that they may write to, by path and through their standard input, which is a
// device by default. They set the mode and owner that the device already has, so success does no harm.
func TestDevices(t *testing.T) {
	const try = `for f in "$@"; do
mode=$(stat -L -c %a "$f") && owner=$(stat -L -c %u "$f") || continue
chmod "$mode" "$f" 2>/dev/null && echo "sets the mode of $f"
chown "$owner" "$f" 2>/dev/null && echo "sets the owner of $f"
done
[ -c "$1" ] && echo something > "$1" && echo tried
true`
	args := append([]string{"-c", try, "sh"}, "/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom")
	for name := range Levels {
		t.Run(name, func(t *testing.T) {
			box := OpenAt(t, name)
			worker := WorkerOf(t, box)
			limits := sandbox.Limits{CPU: time.Minute, Wall: time.Minute, Output: 1 << 20, Processes: 16}
			out := filepath.Join(publicDir(t), "out")
			if result, err := worker.Run(t.Context(), sandbox.Task{Program: "/bin/sh", Args: args, Input: os.DevNull,
				Output: out, Limits: limits}); err != nil {
				t.Fatal(err)
			} else if text, err := os.ReadFile(out); err != nil || string(text) != "tried\n" {
				t.Errorf("a submission %s (%v, %+v)", text, err, result)
			}
			command := sandbox.Task{Profile: sandbox.Tool, Program: "/bin/sh", Args: args,
				Limits: sandbox.Limits{Wall: time.Minute, Output: 1 << 20, Processes: 16}}
			result, err := box.Run(t.Context(), command)
			judgetest.Check(t, err)
			if text := result.Stderr.Tail(); strings.TrimSpace(text) != "tried" {
				t.Errorf("a checker %s (%v)", text, result)
			}
		})
	}
}

// A program's output is never a device, with or without isolation, and the device does not change.
func TestDeviceAsOutput(t *testing.T) {
	device := filepath.Join(publicDir(t), "null")
	if err := unix.Mknod(device, unix.S_IFCHR|0o666, int(unix.Mkdev(1, 3))); err != nil {
		t.Skipf("needs root, to make a device: %v", err)
	}
	before, err := os.Lstat(device)
	judgetest.Check(t, err)
	for name, open := range backends {
		box, err := open(t.Context(), sandbox.Options{Scratch: publicDir(t)})
		if err != nil {
			t.Logf("%s: %v", name, err)
			continue
		}
		t.Cleanup(func() { box.Close() })
		worker := WorkerOf(t, box)
		task := sandbox.Task{Program: "/bin/sh", Args: []string{"-c", "chmod 0 /proc/self/fd/1"}, Input: os.DevNull,
			Output: device, Limits: sandbox.Limits{Wall: time.Minute}}
		if _, err := worker.Run(t.Context(), task); err == nil || !strings.HasPrefix(err.Error(),
			device+" is not a regular file") {
			t.Errorf("%s: got %v", name, err)
		}
		if now, err := os.Lstat(device); err != nil || !unchanged(before, now) {
			t.Errorf("%s: the device was %v and is %v, %v", name, before, now, err)
		}
	}
}

// An uncontained program may replace its folder with a link. The link's target must not change.
func TestEmptyLinkedFolder(t *testing.T) {
	dir := t.TempDir()
	elsewhere, folder := filepath.Join(dir, "elsewhere"), filepath.Join(dir, "folder")
	file := filepath.Join(elsewhere, "null")
	judgetest.Check(t, errors.Join(os.Mkdir(elsewhere, 0o755), os.WriteFile(file, nil, 0o666), os.Symlink(elsewhere,
		folder)))
	judgetest.Check(t, run.EmptyDir(folder))
	if info, err := os.Lstat(folder); err != nil || info.Mode() != fs.ModeDir|0o700 {
		t.Errorf("the folder is %v, %v", info, err)
	}
	if info, err := os.Stat(elsewhere); err != nil || info.Mode().Perm() != 0o755 {
		t.Errorf("the folder that the link led to is %v, %v", info, err)
	}
	if _, err := os.Lstat(file); err != nil {
		t.Error(err)
	}
}

// backends open the two kinds of sandbox.
var backends = map[string]func(context.Context, sandbox.Options) (sandbox.Sandbox, error){
	"portable": func(_ context.Context, o sandbox.Options) (sandbox.Sandbox, error) { return plain.Open(o) },
	"linux":    func(ctx context.Context, o sandbox.Options) (sandbox.Sandbox, error) { return Open(ctx, o) },
}
