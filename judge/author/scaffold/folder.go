package scaffold

import (
	"bytes"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"dlxjudge/judge/base/untrusted"
)

// File is a file to write. Its path is relative to a folder.
type File struct{ Path, Text string }

// MakeFolder writes a new folder with these files, all or none. The error is ErrExists if the path exists.
func MakeFolder(path string, files []File) error {
	hidden := filepath.Join(filepath.Dir(path), ".new-"+rand.Text())
	defer os.RemoveAll(hidden) // does nothing after the folder is renamed
	for _, f := range files {
		file := filepath.Join(hidden, f.Path)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(file, []byte(f.Text), 0o666); err != nil {
			return err
		}
	}
	if err := free(path); err != nil {
		return err
	}
	return os.Rename(hidden, path)
}

// ErrExists says that a path exists.
var ErrExists = errors.New("it exists, and stays as it is; remove it, or choose another name")

// free returns an error if a path exists.
func free(path string) error {
	if _, err := os.Lstat(path); err == nil {
		return fmt.Errorf("%s: %w", path, ErrExists)
	} else if !os.IsNotExist(err) {
		return err
	}
	return nil
}

// Holds reports whether a folder has these files, byte for byte. The folder may also have other files.
func Holds(path string, files []File) bool {
	for _, f := range files {
		text, err := untrusted.Read(filepath.Join(path, f.Path), int64(len(f.Text)))
		if err != nil || !bytes.Equal(text, []byte(f.Text)) {
			return false
		}
	}
	return true
}
