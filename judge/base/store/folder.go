package store

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"dlxjudge/judge/base/untrusted"
)

// sumName is the file of a kept folder that holds the digest of the others.
const sumName = "entry.sha256"

// Folder returns the folder that is kept under a key, if it is there and intact. All of its files are read for that.
func (s *Store) Folder(key string) (path string, kept bool) {
	path, kept = s.LargeFolder(key)
	return path, kept && intact(path)
}

// LargeFolder is Folder for one with too many files to read each time: it checks only that no other user can have put
// it there.
func (s *Store) LargeFolder(key string) (path string, kept bool) {
	path = s.path(key)
	info, err := os.Lstat(path)
	if err != nil || !info.IsDir() || !ours(info) {
		return path, false
	}
	s.used(key, info)
	return path, true
}

// Work makes an empty folder in which a folder can be filled that is to be kept. The caller removes it.
func (s *Store) Work() (string, error) { return os.MkdirTemp(s.Dir, temporary) }

// Keep makes a folder, made in one of Work's, the entry of a key, and returns its new path. Other users may read what
// is in it and run its programs, as a sandbox does, and not change it, whatever the umask is. An entry that is there
// already and intact was made by another judge meanwhile, and is as good.
func (s *Store) Keep(key, folder string) (path string, err error) {
	if err := seal(folder); err != nil {
		return "", err
	}
	path = s.path(key)
	for attempt := range 4 {
		if err = os.Rename(folder, path); err == nil || intact(path) {
			return path, nil
		}
		// A damaged entry is in the way. It is moved aside in one step, since its program may be running.
		os.Rename(path, fmt.Sprintf("%s-damaged%d", folder, attempt))
	}
	return "", err
}

// seal sets the modes of a folder's files and writes the digest.
func seal(folder string) error {
	err := filepath.WalkDir(folder, func(path string, file fs.DirEntry, err error) error {
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
		return os.Chmod(path, mode)
	})
	if err != nil {
		return err
	}
	sum, err := digest(folder)
	if err != nil {
		return err
	}
	path := filepath.Join(folder, sumName)
	return errors.Join(os.WriteFile(path, []byte(sum), 0o644), os.Chmod(path, 0o644))
}

// intact reports whether a folder holds the very files that were kept, and no other user can have written them.
func intact(folder string) bool {
	got, err := digest(folder)
	if err != nil {
		return false
	}
	want, err := untrusted.Read(filepath.Join(folder, sumName), 1<<10)
	return err == nil && string(want) == got
}

// digest is over the names and contents of a folder's files, and which can be run. It is an error if another user can
// have written one, or if something else is among them, such as a link.
func digest(folder string) (string, error) {
	sum := sha256.New()
	err := filepath.WalkDir(folder, func(path string, file fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := file.Info()
		if err == nil && !(ours(info) && (info.IsDir() || info.Mode().IsRegular())) {
			err = fmt.Errorf("%s: not a file of this user alone", path)
		}
		if err != nil || info.IsDir() {
			return err
		}
		name, err := filepath.Rel(folder, path)
		if err != nil || name == sumName {
			return err
		}
		content, err := untrusted.Open(path)
		if err != nil {
			return err
		}
		defer content.Close()
		if info, err = content.Stat(); err != nil {
			return err
		}
		fmt.Fprintf(sum, "%d:%s,%v,%d:", len(name), name, info.Mode()&0o100 != 0, info.Size())
		_, err = io.Copy(sum, content)
		return err
	})
	return hex.EncodeToString(sum.Sum(nil)) + "\n", err
}
