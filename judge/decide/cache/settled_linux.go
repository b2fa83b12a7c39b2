package cache

import (
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// writtenBack exceeds the 35 s within which the kernel, by default, writes a changed page to disk.
const writtenBack = 2 * time.Minute

// settled reports whether any later change to a file's content will also change the file's times. age is the time since
// the last change. A program that maps a file may change a page repeatedly. Until the kernel writes the page to disk,
// only the first of these changes updates the times. So, on file systems where sync is quick, settled syncs a file
// whose age is at most writtenBack. Files in tmpfs are never written to disk, so their times prove nothing.
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
