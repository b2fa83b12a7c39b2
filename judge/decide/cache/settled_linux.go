package cache

import (
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// writtenBack exceeds the default 35 s in which the kernel writes a changed page to disk.
const writtenBack = 2 * time.Minute

// settled reports whether any later change of a file's content will change its times. A program that maps a file can
// rewrite a page without changing the times until the kernel writes that page to disk. So, on file systems where sync
// is quick, settled syncs a file that changed within writtenBack. Files in tmpfs are never written to disk, so their
// times prove nothing.
func settled(file *os.File, age time.Duration) bool {
	var system unix.Statfs_t
	if unix.Fstatfs(int(file.Fd()), &system) != nil || system.Type == unix.TMPFS_MAGIC || age <= coarse {
		return false
	}
	if age > writtenBack {
		return true
	}
	switch system.Type {
	case unix.EXT4_SUPER_MAGIC, unix.XFS_SUPER_MAGIC, unix.BTRFS_SUPER_MAGIC:
		const whole = unix.SYNC_FILE_RANGE_WAIT_BEFORE | unix.SYNC_FILE_RANGE_WRITE | unix.SYNC_FILE_RANGE_WAIT_AFTER
		return unix.SyncFileRange(int(file.Fd()), 0, 0, whole) == nil
	}
	return false
}
