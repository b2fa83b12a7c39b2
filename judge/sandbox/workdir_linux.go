package sandbox

import (
	"fmt"
	"unsafe"

	"golang.org/x/sys/unix"
)

// A folderState is what tells whether a program has left something in the working folder: its change time, which no program
// can set, and its mode.
type folderState struct {
	changed unix.Timespec
	mode    uint32
}

// rememberWorkDir remembers the working folder as it is now, when it is new.
func (h *helper) rememberWorkDir() {
	h.locked = ""
	if !h.Isolation.Namespaces {
		h.freezeAccessTime(h.WorkDir) // at worst it tells something
	}
	h.workDir = stateOf(h.workDirPath())
}

// workDirChanged reports whether the working folder or its list of files has changed since it was new. Before Linux 6.13 the
// clock of file systems ticks each 1 to 4 ms, and what is made in the same tick changes no time; so the files are looked for, too.
func (h *helper) workDirChanged() bool {
	path := h.workDirPath()
	return stateOf(path) != h.workDir || h.locked == "" && !isEmpty(path)
}

// workDirPath is the path of the working folder for this process.
func (h *helper) workDirPath() string {
	if h.Isolation.Namespaces {
		return h.Root + boxWorkDir
	}
	return h.WorkDir
}

func stateOf(path string) folderState {
	var stat unix.Stat_t
	if unix.Stat(path, &stat) != nil {
		return folderState{}
	}
	return folderState{stat.Ctim, stat.Mode}
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

// accessTime is later than any change: a mount with the option relatime, which is the usual one, then leaves it as it is
// when the file is read. It is as late as every file system can keep.
var accessTime = unix.Timespec{Sec: 1<<31 - 1}

// freezeAccessTime keeps programs from learning from the access time of a file or folder who has read it.
func (h *helper) freezeAccessTime(path string) error {
	name, err := unix.BytePtrFromString(path)
	if err != nil {
		return err
	}
	times := [2]unix.Timespec{accessTime, {Nsec: unix.UTIME_OMIT}}
	here := unix.AT_FDCWD
	if err := h.privileged(unix.SYS_UTIMENSAT, uintptr(here), uintptr(unsafe.Pointer(name)), uintptr(unsafe.Pointer(&times)),
		unix.AT_SYMLINK_NOFOLLOW); err != nil {
		return fmt.Errorf("the access time of %s: %w", path, err)
	}
	return nil
}

// keepsTimes reports whether files that are read keep their frozen access times. On a mount with the option strictatime they do not.
func (h *helper) keepsTimes() bool {
	var disk unix.Statfs_t
	return h.Isolation.Namespaces || unix.Statfs(h.WorkDir, &disk) == nil && disk.Flags&(unix.ST_RELATIME|unix.ST_NOATIME) != 0
}
