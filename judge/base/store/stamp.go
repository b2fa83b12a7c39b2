package store

import (
	"fmt"
	"io/fs"
	"syscall"
	"time"
)

// Stamp is a text that differs between files, and changes with a file; and when the file last changed.
func Stamp(info fs.FileInfo) (stamp string, changed time.Time) {
	changed = info.ModTime()
	stamp = fmt.Sprint(info.Size(), changed.UnixNano())
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		inode := changeTime(stat)
		if inode.After(changed) {
			changed = inode
		}
		stamp += fmt.Sprint(" ", stat.Dev, stat.Ino, inode.UnixNano())
	}
	return stamp, changed
}
