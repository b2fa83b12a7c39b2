//go:build linux

package helper

import (
	"strconv"
	"unsafe"

	"golang.org/x/sys/unix"
)

// copyInput copies a program's input to a file in memory, seals that file against changes, and closes the judge's
// descriptor. With that descriptor, a program that owns the file could reopen it for writing. The file's link in /proc
// would also reveal the problem's path and the test's name. Copying takes 0.3 ms for each MiB. copyInput returns a
// descriptor of the copy. It returns the judge's descriptor if copying fails, or if the input is neither a regular file
// nor /dev/null.
func (h *helper) copyInput(theirs int) int {
	var stat unix.Stat_t
	null := unix.Mkdev(1, 3) // an empty file replaces /dev/null: a program that owns the device could change its mode
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
	h.privileged(unix.SYS_FCHMOD, fd, 0o444) // seals prevent writing; the mode prevents even opening for writing
	path := "/proc/thread-self/fd/" + strconv.Itoa(copied)
	readOnly, err := unix.Open(path, unix.O_RDONLY|unix.O_CLOEXEC, 0)
	if err != nil {
		return theirs
	}
	unix.Close(theirs)
	return readOnly
}
