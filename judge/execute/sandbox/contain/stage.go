//go:build linux

package contain

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"

	"dlxjudge/judge/base/untrusted"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/execute/sandbox/helper"
	"dlxjudge/judge/execute/sandbox/run"
)

// staged is the program, or the folder of a program's files, that a worker copied last.
type staged struct {
	path   string
	source os.FileInfo // state of the original when it was copied
}

// stage copies a program, or the folder of its files, to a place that the programs' user can read. It returns the path
// of the copy inside the sandbox. It reuses the last copy while the original has not changed. The files in a program's
// folder never change, so stage compares only the folder itself. If path is "", stage removes the last copy. If the
// worker's view already shows a program, stage does not copy the program but returns its path.
func (w *Worker) stage(path, name string, last *staged) (string, error) {
	target := w.path("program/" + name)
	visible := target
	if w.box.isolation.Namespaces {
		visible = helper.ProgramDir + "/" + name
	}
	if path == "" && last.path == "" {
		return visible, nil
	}
	var source os.FileInfo
	if path != "" {
		var err error
		if source, err = os.Stat(path); err != nil {
			return "", err
		}
		if !source.IsDir() {
			if !source.Mode().IsRegular() || !untrusted.Executable(source) {
				return "", fmt.Errorf("%s is not an executable file; make it one with chmod +x", path)
			}
			if w.view.Shows(path) {
				return path, nil
			}
		}
		if last.path == path && unchanged(source, last.source) && w.box.isolation.Contains() {
			return visible, nil
		}
	}
	*last = staged{}
	if err := run.RemoveAll(target); err != nil || path == "" {
		return visible, err
	}
	copied := copyFile
	if source.IsDir() {
		copied = linkTree
	}
	if err := copied(target, path); err != nil {
		return "", err
	}
	*last = staged{path, source}
	return visible, nil
}

// unchanged reports whether a and b describe the same file with the same content. It relies on the ctime, which nobody
// can set.
func unchanged(a, b os.FileInfo) bool {
	return os.SameFile(a, b) && a.Size() == b.Size() && a.Mode() == b.Mode() &&
		a.Sys().(*syscall.Stat_t).Ctim == b.Sys().(*syscall.Stat_t).Ctim
}

// copyFile copies a program, and prevents this process from forking meanwhile. Otherwise, a child would keep the copy
// open for writing until the child's exec, and executing the copy would fail with ETXTBSY.
func copyFile(target, source string) error {
	syscall.ForkLock.RLock()
	defer syscall.ForkLock.RUnlock()
	in, err := os.Open(source)
	if err != nil {
		return err
	}
	defer in.Close()
	os.Remove(target)
	out, err := os.OpenFile(target, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o755)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	if err = errors.Join(err, out.Chmod(0o755), out.Close()); err != nil { // regardless of the umask
		return fmt.Errorf("%s: %w", target, err)
	}
	return nil
}

// reach holds copies of folders that programs must read but cannot reach. For instance, a program that runs as another
// user cannot enter root's home.
type reach struct {
	mutex  sync.Mutex
	copies map[string]string // folders of the machine → their copies in the scratch folder
}

// reachable returns the task with copies instead of the folders that its program could not reach.
func (l *Sandbox) reachable(t sandbox.Task) (sandbox.Task, error) {
	if len(t.Reads) == 0 || l.userOf(firstPooled) < 0 {
		return t, nil
	}
	l.reach.mutex.Lock()
	defer l.reach.mutex.Unlock()
	reads, env := append([]string{}, t.Reads...), append([]string{}, t.Env...)
	for i, folder := range reads {
		if reachableByAll(folder, l.isolation.Namespaces) {
			continue
		}
		copied, ok := l.reach.copies[folder]
		if !ok {
			copied = filepath.Join(l.scratch, fmt.Sprint("reads", len(l.reach.copies)))
			if err := linkTree(copied, folder); err != nil {
				return t, fmt.Errorf("%s, which other users cannot reach: %w; move it to where they can", folder, err)
			}
			if l.reach.copies == nil {
				l.reach.copies = map[string]string{}
			}
			l.reach.copies[folder] = copied
		}
		reads[i] = copied
		for j := range env {
			env[j] = strings.ReplaceAll(env[j], folder, copied)
		}
		if rest, inside := strings.CutPrefix(t.Program, folder+"/"); inside {
			t.Program = filepath.Join(copied, rest)
		}
	}
	t.Reads, t.Env = reads, env
	return t, nil
}

// reachableByAll reports whether every user can enter a folder or use a file. mounted says that programs see the path
// as a mount. If not, every user must also be able to enter all parent folders. A missing path counts as reachable.
func reachableByAll(path string, mounted bool) bool {
	for {
		info, err := os.Stat(path)
		if err == nil && info.Mode()&0o001 == 0 && (info.IsDir() || info.Mode()&0o004 == 0) {
			return false
		}
		if mounted || path == filepath.Dir(path) {
			return true
		}
		path = filepath.Dir(path)
	}
}

// linkTree copies the folder source to the folder target, which is empty or does not exist. Where the file system
// allows it, linkTree makes hard links to files instead of copying them.
func linkTree(target, source string) error {
	return filepath.WalkDir(source, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		relative, err := filepath.Rel(source, path)
		if err != nil {
			return err
		}
		at := filepath.Join(target, relative)
		switch {
		case entry.IsDir():
			return errors.Join(os.MkdirAll(at, 0o755), os.Chmod(at, 0o755)) // regardless of the umask
		case entry.Type()&fs.ModeSymlink != 0:
			link, err := os.Readlink(path)
			if err != nil {
				return err
			}
			return os.Symlink(link, at)
		case !entry.Type().IsRegular():
			return nil
		}
		if info, err := entry.Info(); err == nil && info.Mode()&0o044 == 0o044 && os.Link(path, at) == nil {
			return nil
		}
		return copyFile(at, path) // which makes the copy readable to every user
	})
}
