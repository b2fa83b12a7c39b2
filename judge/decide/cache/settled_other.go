//go:build !linux

package cache

import (
	"os"
	"time"
)

// settled reports whether any later change of a file's content will change its times.
func settled(_ *os.File, age time.Duration) bool { return age > coarse }
