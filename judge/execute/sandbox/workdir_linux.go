package sandbox

import (
	"os"
	"unsafe"

	"golang.org/x/sys/unix"
)

// A folderState tells a folder that a program has changed in any way from one that it has not. Times alone do not:
// before Linux 6.13 the clock of file systems ticks each 1 to 4 ms, and what is made in the same tick changes none; nor
// does a file that never has a name. So where the folder is a file system of its own, what is free there counts as
// well.
type folderState struct {
	stat         unix.Stat_t
	pages, files uint64 // that are free
}

// lookAt is the state of a folder. If it is a mount in memory, lookAt also tells how many bytes its files take, and how
// many are left.
func lookAt(path string, mounted bool) (now folderState, used, left int64) {
	if unix.Stat(path, &now.stat) != nil {
		return folderState{}, 0, 0
	}
	var disk unix.Statfs_t
	if mounted && unix.Statfs(path, &disk) == nil {
		now.pages, now.files = disk.Bfree, disk.Ffree
	}
	return now, int64(disk.Blocks-disk.Bfree) * disk.Bsize, int64(disk.Bfree) * disk.Bsize
}

// unchanged reports whether the folder is as it was. One that cannot be seen is not.
func (now folderState) unchanged(before folderState) bool { return now == before && now.stat.Mode != 0 }

// rememberWorkDir remembers the working folder as it is now, when it is new.
func (h *helper) rememberWorkDir() {
	h.locked = ""
	h.workDir, _, _ = lookAt(h.workDirPath(), h.Isolation.Namespaces)
}

// workDirChanged reports whether the working folder has changed since it was new. Where it is no mount of its own, it
// also looks for files.
func (h *helper) workDirChanged() bool {
	path := h.workDirPath()
	now, _, _ := lookAt(path, h.Isolation.Namespaces)
	return !now.unchanged(h.workDir) || !h.Isolation.Namespaces && h.locked == "" && !isEmpty(path)
}

// workDirSpace is what the files of the working folder take, and what is left, in bytes of memory. It is 0 and 1 if
// nothing has changed there, or if the folder is not in memory.
func (h *helper) workDirSpace() (used, left int64) {
	if !h.Isolation.Namespaces {
		return 0, 1
	}
	now, used, left := lookAt(h.workDirPath(), true)
	if now.unchanged(h.workDir) {
		return 0, 1
	}
	return used, left
}

// newWorkDir makes a new, empty working folder, which programs can write to.
func (h *helper) newWorkDir() error {
	if h.Isolation.Namespaces {
		return h.mountWorkDir(h.workDirSize)
	}
	if err := emptyDir(h.WorkDir); err != nil {
		return err
	}
	if h.User >= 0 {
		if err := os.Chown(h.WorkDir, h.User, h.User); err != nil { // the judge's own if it was read-only
			return err
		}
	}
	h.rememberWorkDir()
	return nil
}

// workDirPath is the path of the working folder for this process.
func (h *helper) workDirPath() string {
	if h.Isolation.Namespaces {
		return h.Root + boxWorkDir
	}
	return h.WorkDir
}

// isEmpty reports whether a folder holds nothing. One that cannot be read is not taken for empty.
func isEmpty(path string) bool {
	fd, err := unix.Open(path, unix.O_RDONLY|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	if err != nil {
		return false
	}
	defer unix.Close(fd)
	var entries [512]byte
	n, err := unix.Getdents(fd, entries[:])
	for rest := entries[:max(n, 0)]; len(rest) > 0; {
		dots := rest[unsafe.Offsetof(unix.Dirent{}.Name):]
		if string(dots[:2]) != ".\x00" && string(dots[:3]) != "..\x00" {
			return false
		}
		rest = rest[(*unix.Dirent)(unsafe.Pointer(&rest[0])).Reclen:]
	}
	return err == nil
}
