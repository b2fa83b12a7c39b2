// Package scratch makes folders for temporary files, and finds the folders that a killed judge has left.
//
// A judge locks its folders while it lives. Judges in other PID namespaces see these locks, too. The kernel releases
// the locks when the judge's process ends, even if the process is killed.
package scratch

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"sync"
	"syscall"

	"dlxjudge/judge/base/untrusted"
)

const prefix = "dlxjudge-"

// nameForm matches the start of a folder name that Make chose: the prefix, the process ID and a random number.
var nameForm = regexp.MustCompile(`^` + prefix + `[0-9]+-[0-9]`)

// Make makes a folder below parent. If parent is "", Make uses the system's temporary folder. This process holds a lock
// on the new folder until the folder is removed or the process ends.
func Make(parent string) (string, error) {
	for attempt := 0; ; attempt++ {
		dir, err := os.MkdirTemp(parent, fmt.Sprintf("%s%d-", prefix, os.Getpid()))
		if err != nil {
			return "", err
		}
		err = lock(dir)
		if err == nil || errors.Is(err, errors.ErrUnsupported) {
			untrusted.Own(dir)
			return dir, nil
		}
		if attempt == 100 {
			return "", err
		}
		// Another judge locked or removed the folder first.
	}
}

// Orphans returns the folders below parent whose judges have ended, including judges in other PID namespaces. It leaves
// out other users' folders, and all folders on a file system without locks. The caller must remove the orphans: this
// process has locked them, so no other judge finds them.
func Orphans(parent string) []string {
	entries, _ := os.ReadDir(parent) // an unreadable folder is not ours to clean up
	var orphans []string
	for _, entry := range entries {
		if !nameForm.MatchString(entry.Name()) || !entry.IsDir() {
			continue
		}
		info, err := entry.Info()
		if err != nil {
			continue
		}
		if stat, ok := info.Sys().(*syscall.Stat_t); !ok || int(stat.Uid) != os.Geteuid() {
			continue
		}
		if dir := filepath.Join(parent, entry.Name()); lock(dir) == nil {
			orphans = append(orphans, dir)
		}
	}
	return orphans
}

var errLocked = errors.New("another judge, or this one, has locked this folder")

// locked holds the folders that this process has locked.
var locked struct {
	sync.Mutex
	folders []*os.File
}

// lock locks a folder until the folder is removed or this process ends. The error is errors.ErrUnsupported if the file
// system has no locks.
func lock(dir string) error {
	file, err := os.Open(dir)
	if err != nil {
		return err
	}
	switch err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); {
	case errors.Is(err, syscall.EWOULDBLOCK):
		file.Close()
		return errLocked
	case err != nil:
		file.Close()
		return errors.Join(errors.ErrUnsupported, err)
	}
	locked.Lock()
	defer locked.Unlock()
	existing := locked.folders[:0]
	for _, other := range locked.folders {
		if removed(other) {
			other.Close()
			continue
		}
		existing = append(existing, other)
	}
	locked.folders = append(existing, file)
	if removed(file) { // another judge locked the folder first, and then removed it
		return errLocked
	}
	return nil
}

// removed reports whether an open folder has been removed. It does not use the folder's link count, because a removed
// cgroup keeps its link count.
func removed(dir *os.File) bool {
	opened, err := dir.Stat()
	there, gone := os.Lstat(dir.Name())
	return err != nil || gone != nil || !os.SameFile(opened, there)
}
