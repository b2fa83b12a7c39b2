//go:build linux

package helper

import (
	"strconv"
	"unsafe"

	"golang.org/x/sys/unix"
)

// copyInput gives a program its input as a file in memory, sealed against changes, and closes the judge's descriptor. A
// program that owns the judge's file could reopen it for writing, and its link in /proc would reveal the problem's path
// and the test's name. A copy takes 0.3 ms for each MiB. copyInput returns the judge's descriptor if the input is not a
// regular file, or if the copy fails.
func (h *helper) copyInput(theirs int) int {
	var stat unix.Stat_t
	null := unix.Mkdev(1, 3) // /dev/null becomes an empty file, since its owner could change the device's mode
	if unix.Fstat(theirs, &stat) != nil || stat.Mode&unix.S_IFMT != unix.S_IFREG && uint64(stat.Rdev) != null {
		return theirs
	}
	name := []byte("input\x00")
	fd, _, errno := unix.Syscall6(unix.SYS_MEMFD_CREATE, uintptr(unsafe.Pointer(&name[0])),
		unix.MFD_CLOEXEC|unix.MFD_ALLOW_SEALING, 0, 0, 0, uintptr(h.pass))
	if errno != 0 {
		return theirs
	}
	copied := int(fd)
	defer unix.Close(copied)
	for at := int64(0); at < stat.Size; {
		n, _, errno := unix.Syscall6(unix.SYS_SENDFILE, fd, uintptr(theirs), uintptr(unsafe.Pointer(&at)),
			uintptr(stat.Size-at), 0, uintptr(h.pass))
		if errno != 0 || n == 0 {
			return theirs
		}
	}
	const seals = unix.F_SEAL_WRITE | unix.F_SEAL_GROW | unix.F_SEAL_SHRINK | unix.F_SEAL_SEAL
	if _, err := unix.FcntlInt(fd, unix.F_ADD_SEALS, seals); err != nil {
		return theirs
	}
	h.privileged(unix.SYS_FCHMOD, fd, 0o444) // seals prevent writing; the mode also prevents opening for it
	path := "/proc/thread-self/fd/" + strconv.Itoa(copied)
	readOnly, err := unix.Open(path, unix.O_RDONLY|unix.O_CLOEXEC, 0)
	if err != nil {
		return theirs
	}
	unix.Close(theirs)
	return readOnly
}
