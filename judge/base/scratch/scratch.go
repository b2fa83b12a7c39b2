// Package scratch makes folders for temporary files. When a judge is killed, the next one can find its folders.
package scratch

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"dlxjudge/judge/base/untrusted"
)

const prefix = "dlxjudge-"

// Make makes a folder below parent, or below the system's temporary folder for "". This process holds a lock on it for
// as long as both live. Its name also holds this process and when it started, for file systems that cannot lock a
// folder.
func Make(parent string) (string, error) {
	pid := os.Getpid()
	for attempt := 0; ; attempt++ {
		dir, err := os.MkdirTemp(parent, fmt.Sprintf("%s%d-%d-", prefix, pid, startTime(pid)))
		if err != nil {
			return "", err
		}
		if Hold(dir) != errHeld || attempt == 100 {
			untrusted.Own(dir)
			return dir, nil
		}
		// Another judge has locked it first to remove it, because nobody held it yet.
	}
}

// MakeAt makes a folder of a path whose name is that of one that Make has made, and holds it likewise. Where another
// judge removes it first, because nobody held it yet, it waits up to a second for that, and makes it again. Other users
// cannot open the folder, and so cannot hold it before this judge does.
func MakeAt(dir string) (err error) {
	for pause := 50 * time.Microsecond; pause < time.Second; pause *= 2 {
		if err = os.Mkdir(dir, 0o700); err == nil {
			err = Hold(dir)
			if err == nil || errors.Is(err, errors.ErrUnsupported) {
				untrusted.Own(dir)
				return nil
			}
		} else if !errors.Is(err, fs.ErrExist) {
			return err
		}
		time.Sleep(pause)
	}
	return err
}

// Orphans are the folders below parent that judges of this user made which no longer live, in any PID namespace.
// Folders of other users are theirs to remove. The caller must remove the orphans: this process holds them until they
// are gone.
func Orphans(parent string) []string {
	entries, _ := os.ReadDir(parent) // a folder that cannot be read is not ours to tidy
	var found []string
	for _, entry := range entries {
		pid, started, ours := parse(entry.Name())
		if !ours || !entry.IsDir() {
			continue
		}
		info, err := entry.Info()
		if err != nil {
			continue
		}
		if stat, ok := info.Sys().(*syscall.Stat_t); !ok || int(stat.Uid) != os.Geteuid() {
			continue
		}
		dir := filepath.Join(parent, entry.Name())
		switch err := Hold(dir); {
		case err == nil, errors.Is(err, errors.ErrUnsupported) && gone(pid, started):
			found = append(found, dir)
		}
	}
	return found
}

// parse reads the name of a folder that a judge made: its process, and when that started.
func parse(name string) (pid int, started int64, ours bool) {
	rest, ours := strings.CutPrefix(name, prefix)
	parts := strings.SplitN(rest, "-", 3)
	if !ours || len(parts) != 3 {
		return 0, 0, false
	}
	pid, err := strconv.Atoi(parts[0])
	if err != nil || pid <= 0 {
		return 0, 0, false
	}
	started, err = strconv.ParseInt(parts[1], 10, 64)
	return pid, started, err == nil
}

// gone reports whether a process has ended, even if its number was given away again.
func gone(pid int, started int64) bool {
	return errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) || startTime(pid) != started
}
