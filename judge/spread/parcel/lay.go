package parcel

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"syscall"

	"dlxjudge/judge/base/untrusted"
	"dlxjudge/judge/read/problem"
)

// lay makes a tree of contents in the store. The error is fs.ErrNotExist if one was removed meanwhile.
func (s *Store) lay(l list) (*tree, error) {
	s.mu.Lock()
	s.made++
	t := &tree{folder: filepath.Join(s.own, strconv.Itoa(s.made))}
	s.mu.Unlock()
	t.Name = l.name
	if l.layout == pack {
		t.Dir = filepath.Join(t.folder, l.name)
		t.Roots = problem.Package(t.Dir)
	} else {
		t.Dir = filepath.Join(t.folder, checkout)
		t.Roots = problem.Tree(t.Dir)
	}
	err := os.MkdirAll(t.Dir, 0o755)
	made := make(map[string]bool)
	for _, f := range l.files {
		path := filepath.Join(t.Dir, filepath.FromSlash(f.path))
		if dir := filepath.Dir(path); err == nil && !made[dir] {
			err, made[dir] = os.MkdirAll(dir, 0o755), true
		}
		if err == nil {
			err = s.link(f, path)
			t.files = append(t.files, path)
		}
		if err != nil {
			return nil, errors.Join(err, os.RemoveAll(t.folder))
		}
	}
	return t, err
}

// link gives a content a name, or copies it where the file system permits no more links, or none.
func (s *Store) link(f file, path string) error {
	from := s.path(f.stored())
	err := os.Link(from, path)
	switch {
	case err == nil, errors.Is(err, fs.ErrNotExist), errors.Is(err, fs.ErrExist), errors.Is(err, syscall.ENOSPC):
		return err
	}
	return s.copy(from, path, f.executable)
}

// copy copies a content.
func (s *Store) copy(from, path string, executable bool) error {
	in, err := untrusted.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Chmod(modeOf(executable)), out.Close())
}

// modeOf is the mode of a content: read-only.
func modeOf(executable bool) os.FileMode {
	if executable {
		return 0o555
	}
	return 0o444
}
