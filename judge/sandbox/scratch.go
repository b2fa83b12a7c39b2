package sandbox

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

const (
	scratchPrefix = "dlxjudge-"
	stderrKept    = 4 << 10 // how much of the end of standard error a Result carries
)

// newScratch makes this judge's own folder below parent (or the system's temporary folder), after removing those of
// judges that no longer live. Its name holds the process and when it started, so that a living judge's folder is told
// from a dead one's even after its process number was given away again.
func newScratch(parent string) (string, error) {
	if parent == "" {
		parent = os.TempDir()
	}
	if err := os.MkdirAll(parent, 0o755); err != nil {
		return "", fmt.Errorf("scratch folder: %w", err)
	}
	sweepScratch(parent)
	pid := os.Getpid()
	dir, err := os.MkdirTemp(parent, fmt.Sprintf("%s%d-%d-", scratchPrefix, pid, startTime(pid)))
	if err != nil {
		return "", fmt.Errorf("scratch folder: %w", err)
	}
	if dir, err = filepath.Abs(dir); err != nil {
		return "", fmt.Errorf("scratch folder: %w", err)
	}
	return dir, os.Chmod(dir, 0o711) // a program under another user must be able to reach its own folder
}

// sweepScratch removes what judges that were killed have left below parent. What cannot be removed is another user's.
func sweepScratch(parent string) {
	entries, err := os.ReadDir(parent)
	if err != nil {
		return
	}
	for _, entry := range entries {
		info, err := entry.Info()
		if err != nil || !entry.IsDir() || !orphan(entry.Name()) {
			continue
		}
		if stat, ok := info.Sys().(*syscall.Stat_t); !ok || int(stat.Uid) != os.Geteuid() {
			continue
		}
		dir := filepath.Join(parent, entry.Name())
		sweepMachine(dir) // first, while the folder still tells of the rest
		removeAll(dir)
	}
}

// orphan reports whether name is that of something a judge made for itself, and that judge is dead.
func orphan(name string) bool {
	rest, ours := strings.CutPrefix(name, scratchPrefix)
	parts := strings.SplitN(rest, "-", 3)
	if !ours || len(parts) != 3 {
		return false
	}
	pid, err := strconv.Atoi(parts[0])
	if err != nil || pid <= 0 {
		return false
	}
	started, err := strconv.ParseInt(parts[1], 10, 64)
	if err != nil {
		return false
	}
	if errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) {
		return true
	}
	return startTime(pid) != started
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
func emptyFolder(dir string) error {
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
