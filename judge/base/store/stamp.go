package store

import (
	"io/fs"
	"strconv"
	"syscall"
	"time"
)

// Stamp returns a text that identifies a file in its current state. changed is when the file last changed.
func Stamp(info fs.FileInfo) (stamp string, changed time.Time) {
	changed = info.ModTime()
	text := strconv.AppendInt(nil, info.Size(), 10)
	add := func(number int64) { text = strconv.AppendInt(append(text, ' '), number, 10) }
	add(changed.UnixNano())
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		inode := changeTime(stat)
		if inode.After(changed) {
			changed = inode
		}
		add(int64(stat.Dev))
		add(int64(stat.Ino))
		add(inode.UnixNano())
	}
	return string(text), changed
}
