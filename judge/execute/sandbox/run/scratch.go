package run

import (
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"dlxjudge/judge/base/scratch"
)

// unwritable returns the error for a scratch folder that cannot be made or has no space. Without a scratch folder, no
// program can run.
func unwritable(err error) error {
	return fmt.Errorf("temporary files cannot be written: %w; set TMPDIR to a folder that can be written and has "+
		"space", err)
}

// CheckSpace returns an error if no file can be written to a scratch folder, for instance because its disk is full.
func CheckSpace(dir string) error {
	file := filepath.Join(dir, "space")
	if err := os.WriteFile(file, make([]byte, 4096), 0o600); err != nil {
		return unwritable(err)
	}
	return os.Remove(file)
}

// NewScratch makes a scratch folder for this judge below parent; "" means the system's temporary folder. Only the
// judge's user can enter it. First NewScratch removes the scratch folders of judges that were killed.
func NewScratch(parent string) (string, error) {
	if parent == "" {
		parent = os.TempDir()
	}
	if err := os.MkdirAll(parent, 0o755); err != nil {
		return "", unwritable(err)
	}
	for _, dir := range scratch.Orphans(parent) {
		RemoveAll(dir)
	}
	dir, err := scratch.Make(parent)
	if err != nil {
		return "", unwritable(err)
	}
	return filepath.Abs(dir)
}

// RemoveAll is like os.RemoveAll, but also works if a program has removed permissions of the folder or its subfolders,
// or has nested them so deep that their paths are too long, or that one open file for each level is too many.
func RemoveAll(dir string) error {
	if os.RemoveAll(dir) == nil {
		return nil
	}
	for folders := []string{dir}; len(folders) > 0; folders = folders[1:] {
		os.Chmod(folders[0], 0o700)
		entries, _ := os.ReadDir(folders[0])
		for _, entry := range entries {
			if entry.IsDir() { // move it up, which needs permission to write to it
				path, up := filepath.Join(folders[0], entry.Name()), filepath.Join(dir, rand.Text())
				os.Chmod(path, 0o700)
				if os.Rename(path, up) == nil {
					folders = append(folders, up)
				}
			}
		}
	}
	return os.RemoveAll(dir)
}

// EmptyDir removes everything in a folder that a program has written to. If the program has replaced the folder with
// something else, EmptyDir makes a new one.
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
