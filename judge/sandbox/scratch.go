package sandbox

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"dlxjudge/judge/scratch"
)

// stderrKept is how much of the end of standard error a Result carries.
const stderrKept = 4 << 10

// newScratch makes this judge's own folder below parent (or the system's temporary folder), after removing those of
// judges that no longer live, with what else they left.
func newScratch(parent string) (string, error) {
	if parent == "" {
		parent = os.TempDir()
	}
	if err := os.MkdirAll(parent, 0o755); err != nil {
		return "", fmt.Errorf("scratch folder: %w", err)
	}
	for _, dir := range scratch.Orphans(parent) {
		removeLeftovers(dir) // first, while the folder still tells of the rest
		removeAll(dir)
	}
	dir, err := scratch.Make(parent)
	if err != nil {
		return "", fmt.Errorf("scratch folder: %w", err)
	}
	if dir, err = filepath.Abs(dir); err != nil {
		return "", fmt.Errorf("scratch folder: %w", err)
	}
	return dir, os.Chmod(dir, 0o711) // a program under another user must be able to reach its own folder
}

// removeAll removes a folder in which a program was let loose: one whose permissions it has taken away, too.
func removeAll(dir string) error {
	if err := os.RemoveAll(dir); err == nil {
		return nil
	}
	filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && entry.IsDir() {
			os.Chmod(path, 0o700) // before it is read
		}
		return nil
	})
	return os.RemoveAll(dir)
}

// emptyFolder makes a folder as good as new, in which a program was let loose.
func emptyDir(dir string) error {
	if err := os.Chmod(dir, 0o700); err != nil {
		return err
	}
	entries, err := os.ReadDir(dir)
	for _, entry := range entries {
		err = errors.Join(err, removeAll(filepath.Join(dir, entry.Name())))
	}
	return err
}

// tail returns the last bytes of a file, from the first whole line on where the file is longer than that.
func tail(file *os.File) (string, error) {
	size, err := file.Seek(0, io.SeekEnd)
	if err != nil {
		return "", err
	}
	from := max(0, size-stderrKept)
	text := make([]byte, size-from)
	if _, err := file.ReadAt(text, from); err != nil && err != io.EOF {
		return "", err
	}
	if from > 0 {
		if _, rest, found := strings.Cut(string(text), "\n"); found && rest != "" {
			return rest, nil
		}
	}
	return string(text), nil
}
