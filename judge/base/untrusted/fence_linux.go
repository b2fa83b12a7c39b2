package untrusted

import (
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// openBeneath opens what is at a real path in one call, for which the kernel follows no link and stays in the folder.
// Where that fails it returns nil: before Linux 5.6, if anything has changed there, and for what os.Root cannot open
// either, which then says why.
func (f fence) openBeneath(real string, flags int) *os.File {
	folder, err := unix.Open(f.dir, unix.O_PATH|unix.O_DIRECTORY|unix.O_NOFOLLOW|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil
	}
	defer unix.Close(folder)
	var now unix.Stat_t
	if first, ok := f.info.Sys().(*syscall.Stat_t); !ok || unix.Fstat(folder, &now) != nil || now.Dev != first.Dev ||
		now.Ino != first.Ino {
		return nil
	}
	fd, err := unix.Openat2(folder, real, &unix.OpenHow{
		Flags:   uint64(unix.O_RDONLY | unix.O_CLOEXEC | unix.O_NONBLOCK | unix.O_NOCTTY | flags),
		Resolve: unix.RESOLVE_BENEATH | unix.RESOLVE_NO_SYMLINKS,
	})
	if err != nil {
		return nil
	}
	if _, err := unix.FcntlInt(uintptr(fd), unix.F_SETFL, 0); err != nil { // as blocking does
		unix.Close(fd)
		return nil
	}
	return os.NewFile(uintptr(fd), f.dir+"/"+real)
}
