package sandbox

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
)

// reach holds copies of folders that programs are to read and cannot reach. A program that runs as another user than
// the judge sees files with that user's rights, and root's home, say, is closed to it.
type reach struct {
	mutex  sync.Mutex
	copies map[string]string // folders of the machine → their copies in the scratch folder
}

// reachable returns the task with copies in place of the folders that its program could not reach.
func (l *linux) reachable(t Task) (Task, error) {
	if len(t.Reads) == 0 || l.userOf(firstPooled) < 0 {
		return t, nil
	}
	l.reach.mutex.Lock()
	defer l.reach.mutex.Unlock()
	reads, env := append([]string{}, t.Reads...), append([]string{}, t.Env...)
	for i, folder := range reads {
		if l.isolation.Namespaces && isOpen(folder) || openToAll(folder) { // a mount makes the folders above it anew
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

// isOpen reports whether every user can enter a folder, or read a file, as far as the folders above allow. One that is
// not there is as good.
func isOpen(folder string) bool {
	info, err := os.Stat(folder)
	return err != nil || info.Mode()&0o001 != 0 || !info.IsDir() && info.Mode()&0o004 != 0
}

// openToAll reports whether every user can enter a folder and those above it.
func openToAll(folder string) bool {
	for dir := folder; ; dir = filepath.Dir(dir) {
		if !isOpen(dir) {
			return false
		}
		if dir == filepath.Dir(dir) {
			return true
		}
	}
}

// linkTree makes a copy of a folder, in one that is empty or does not exist. Its files are links to the same files,
// where the file system allows that.
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
