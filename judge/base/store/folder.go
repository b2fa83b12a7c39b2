package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Folder returns the path of a key's folder. cached reports whether the folder exists.
func (s *Store) Folder(key string) (path string, cached bool) {
	path = s.path(key)
	info, err := os.Lstat(path)
	if err != nil || !info.IsDir() {
		return path, false
	}
	s.used(key, info)
	return path, true
}

// Work makes an empty folder in which to prepare an entry. The caller removes this folder.
func (s *Store) Work() (string, error) { return os.MkdirTemp(s.Dir, temporary) }

// SaveFolder moves a folder into the store as the entry of a key, and returns its new path. The folder must be below a
// folder that Work returned. Whatever the umask is, other users, such as the sandbox's user, can read the entry's files
// and run its programs, but cannot change them. If another judge has added the entry meanwhile, SaveFolder returns the
// path of that entry.
func (s *Store) SaveFolder(key, folder string) (path string, err error) {
	if err := seal(folder); err != nil {
		return "", err
	}
	path = s.path(key)
	err = os.Rename(folder, path)
	if _, cached := s.Folder(key); err != nil && cached {
		return path, nil
	}
	if err != nil { // something damaged is there, which is not a folder
		err = errors.Join(os.RemoveAll(path), os.Rename(folder, path))
	}
	if err != nil {
		return "", err
	}
	s.added()
	return path, nil
}

// seal sets the modes of a folder's files and syncs them to disk.
func seal(folder string) error {
	return filepath.WalkDir(folder, func(path string, file fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := file.Info()
		mode := fs.FileMode(0o644)
		switch {
		case err != nil:
			return err
		case info.IsDir(), info.Mode().IsRegular() && info.Mode()&0o100 != 0:
			mode = 0o755
		case !info.Mode().IsRegular():
			return fmt.Errorf("%s: neither a file nor a folder", path)
		}
		if err := os.Chmod(path, mode); err != nil || info.IsDir() {
			return err
		}
		opened, err := os.Open(path)
		if err != nil {
			return err
		}
		return errors.Join(opened.Sync(), opened.Close())
	})
}
