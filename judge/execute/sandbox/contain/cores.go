//go:build linux

package contain

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"golang.org/x/sys/unix"
)

// Cores lists the cores that this process may use. The first core comes last: the system itself tends to run there, so
// that core is used only if all cores are needed.
func Cores() []int {
	var set unix.CPUSet
	if err := unix.SchedGetaffinity(0, &set); err != nil {
		return nil
	}
	var cores []int
	for core := 0; core < len(set)*64 && len(cores) < set.Count(); core++ {
		if set.IsSet(core) {
			cores = append(cores, core)
		}
	}
	if len(cores) > 1 {
		cores = append(cores[1:], cores[0])
	}
	return cores
}

// A coreHold reserves a core for a worker's programs. It is a lock on one byte of a file, so it ends with the judge.
// Each core has several bytes, for workers that share the core. Only the judge's user can open the file, so no other
// user can take this judge's cores.
type coreHold struct {
	core int
	file *os.File // the open lock file; nil if no core is reserved
}

// mostCores bounds the number of cores, and mostSharers the number of workers that share a core.
const mostCores, mostSharers int64 = 1 << 12, 64

// holdCore reserves the core that the fewest workers of this user's judges hold. If there are several such cores, it
// takes the first. holdCore never waits; it returns false if it can reserve no core. folders lists candidates for the
// lock file's folder.
func holdCore(folders []string, among []int) (coreHold, bool) {
	file := openHolds(folders)
	if file == nil {
		return coreHold{}, false
	}
	for sharer := range mostSharers {
		for _, core := range among {
			lock := unix.Flock_t{Type: unix.F_WRLCK, Start: sharer*mostCores + int64(core), Len: 1}
			if unix.FcntlFlock(file.Fd(), unix.F_OFD_SETLK, &lock) == nil {
				return coreHold{core: core, file: file}, true
			}
		}
	}
	file.Close()
	return coreHold{}, false
}

func (h *coreHold) release() {
	if h.file != nil {
		h.file.Close()
		h.file = nil
	}
}

// holdFolders returns the candidates for the lock file's folder. All judges of a user choose the first usable folder.
// Only the last candidate depends on the environment. /tmp is not usable if another user has made a file with the lock
// file's name there.
func holdFolders() []string {
	folders := []string{"/run/user/" + strconv.Itoa(os.Geteuid()), "/tmp"}
	if os.Geteuid() == 0 {
		folders = slices.Insert(folders, 0, "/run")
	}
	if home, err := os.UserCacheDir(); err == nil {
		folders = append(folders, home)
	}
	return folders
}

// openHolds opens the lock file in the first folder where other users cannot open it; nil if there is no such folder.
func openHolds(folders []string) *os.File {
	for _, folder := range folders {
		path := filepath.Join(folder, "dlxjudge-cores-"+strconv.Itoa(os.Geteuid()))
		file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|unix.O_NOFOLLOW|unix.O_NONBLOCK, 0o600)
		if err != nil {
			continue
		}
		var stat unix.Stat_t
		if unix.Fstat(int(file.Fd()), &stat) == nil && stat.Uid == uint32(os.Geteuid()) &&
			stat.Mode&(unix.S_IFMT|0o077) == unix.S_IFREG {
			return file
		}
		file.Close()
	}
	return nil
}
