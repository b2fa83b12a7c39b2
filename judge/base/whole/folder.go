package whole

import (
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"path/filepath"
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
	if err := Free(path); err != nil {
		return err
	}
	return os.Rename(hidden, path)
}

// ErrExists says that a path exists.
var ErrExists = errors.New("it exists, and stays as it is; remove it, or choose another name")

// Free returns an error if a path exists. The error is then ErrExists.
func Free(path string) error {
	if _, err := os.Lstat(path); err == nil {
		return fmt.Errorf("%s: %w", path, ErrExists)
	} else if !os.IsNotExist(err) {
		return err
	}
	return nil
}
