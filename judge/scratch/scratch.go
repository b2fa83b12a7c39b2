// Package scratch makes folders for temporary files. When a judge is killed, the next one can tell what it has left.
package scratch

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

const prefix = "dlxjudge-"

// Make makes a folder below parent, or below the system's temporary folder for "". Its name holds this process and when it
// started, so that a living judge's folder is told from a dead one's even after its process number was given away again.
func Make(parent string) (string, error) {
	pid := os.Getpid()
	return os.MkdirTemp(parent, fmt.Sprintf("%s%d-%d-", prefix, pid, startTime(pid)))
}

// Orphans are the folders below parent that judges of this user made which no longer live. What another user's have left is
// his to remove.
func Orphans(parent string) []string {
	entries, _ := os.ReadDir(parent) // a folder that cannot be read is not ours to tidy
	var found []string
	for _, entry := range entries {
		info, err := entry.Info()
		if err != nil || !entry.IsDir() || !orphan(entry.Name()) {
			continue
		}
		if stat, ok := info.Sys().(*syscall.Stat_t); ok && int(stat.Uid) == os.Geteuid() {
			found = append(found, filepath.Join(parent, entry.Name()))
		}
	}
	return found
}

// orphan reports whether name is that of something a judge made for itself, and that judge is dead.
func orphan(name string) bool {
	rest, ours := strings.CutPrefix(name, prefix)
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
