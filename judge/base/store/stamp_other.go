//go:build !linux

package store

import (
	"syscall"
	"time"
)

// changeTime returns when a file's content, name or mode last changed.
func changeTime(stat *syscall.Stat_t) time.Time { return time.Unix(stat.Ctimespec.Unix()) }
