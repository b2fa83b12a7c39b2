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

	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/execute/sandbox/helper"
	"dlxjudge/judge/execute/sandbox/run"
)

// staged is the program, or the folder of a program's files, that a worker copied last.
type staged struct {
	path   string
	source os.FileInfo // as it was when copied
}

// stage copies a program, or the folder of its files, to where the sandbox's user can read it, and returns its path
// inside the sandbox. If path is "", it removes the last copy. It reuses the copy while the original has not changed.
// The files in a program's folder never change. Runtime files need no copy.
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
			if !source.Mode().IsRegular() || source.Mode()&0o111 == 0 {
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

// unchanged reports whether a file had the same content at two times. It relies on the ctime, which nobody can set.
func unchanged(a, b os.FileInfo) bool {
	return os.SameFile(a, b) && a.Size() == b.Size() && a.Mode() == b.Mode() &&
		a.Sys().(*syscall.Stat_t).Ctim == b.Sys().(*syscall.Stat_t).Ctim
}

// copyFile copies a program. It prevents this process from forking meanwhile. A child would keep the copy open for
// writing until its exec, and executing the copy would fail with ETXTBSY.
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
	if _, err := io.Copy(out, in); err != nil {
		out.Close()
		return fmt.Errorf("%s: %w", target, err)
	}
	return out.Close()
}

// reach holds copies of folders that programs must read but cannot reach. With another user's rights, a program cannot
// enter root's home, for instance.
type reach struct {
	mutex  sync.Mutex
	copies map[string]string // folders of the machine → their copies in the scratch folder
}

// reachable replaces the folders that the task's program could not reach with copies.
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

// reachableByAll reports whether every user can enter a folder, or read a file, and enter its parents. A mounted path
// does not need its parents. A missing one counts as reachable.
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

// linkTree copies a folder to one that is empty or does not exist. It links the files, where the file system allows
// that.
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
			return errors.Join(os.MkdirAll(at, 0o755), os.Chmod(at, 0o755)) // whatever the umask
		case entry.Type()&fs.ModeSymlink != 0:
			link, err := os.Readlink(path)
			if err != nil {
				return err
			}
			return os.Symlink(link, at)
		case !entry.Type().IsRegular():
			return nil
		}
		if os.Link(path, at) == nil {
			return nil
		}
		return copyFile(at, path)
	})
}
