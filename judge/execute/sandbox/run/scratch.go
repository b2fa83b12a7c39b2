package run

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"dlxjudge/judge/base/scratch"
)

// ScratchError says that there is no scratch folder, or no space in it: nothing runs then, isolated or not.
type ScratchError struct{ err error }

func (e *ScratchError) Error() string {
	return fmt.Sprintf("temporary files cannot be written: %v; set TMPDIR to a folder that can be written and has "+
		"space", e.err)
}

func (e *ScratchError) Unwrap() error { return e.err }

// IsScratch reports whether an error is of the scratch folder of a judge: it cannot be made, or its disk is full.
func IsScratch(err error) bool {
	var scratch *ScratchError
	return errors.As(err, &scratch)
}

// CheckSpace is an error if no file can be written to a scratch folder, because its disk is full.
func CheckSpace(dir string) error {
	file := filepath.Join(dir, "space")
	if err := os.WriteFile(file, make([]byte, 4096), 0o600); err != nil {
		return &ScratchError{err}
	}
	return os.Remove(file)
}

// NewScratch makes a scratch folder for this judge below parent, or below the system's temporary folder for "". First
// it removes the scratch folders of judges that were killed.
func NewScratch(parent string) (string, error) {
	if parent == "" {
		parent = os.TempDir()
	}
	if err := os.MkdirAll(parent, 0o755); err != nil {
		return "", &ScratchError{err}
	}
	for _, dir := range scratch.Orphans(parent) {
		RemoveAll(dir)
	}
	dir, err := scratch.Make(parent)
	if err != nil {
		return "", &ScratchError{err}
	}
	if dir, err = filepath.Abs(dir); err != nil {
		return "", &ScratchError{err}
	}
	return dir, os.Chmod(dir, 0o711) // a program under another user must be able to reach its working folder
}

// RemoveAll is os.RemoveAll for a folder that a program has written to, even if it has removed all permissions.
func RemoveAll(dir string) error {
	if err := os.RemoveAll(dir); err == nil {
		return nil
	}
	filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && entry.IsDir() {
			os.Chmod(path, 0o700) // WalkDir reads the folder after this call
		}
		return nil
	})
	return os.RemoveAll(dir)
}

// EmptyDir removes everything inside a folder that a program has written to. A link that the program has put in its
// place is not followed, but replaced by a folder.
func EmptyDir(dir string) error {
	if info, err := os.Lstat(dir); err == nil && !info.IsDir() {
		return errors.Join(os.Remove(dir), os.Mkdir(dir, 0o700))
	}
	if err := os.Chmod(dir, 0o700); err != nil {
		return err
	}
	entries, err := os.ReadDir(dir)
	for _, entry := range entries {
		err = errors.Join(err, RemoveAll(filepath.Join(dir, entry.Name())))
	}
	return err
}
