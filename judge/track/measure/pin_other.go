//go:build !linux

package measure

import (
	"errors"
	"runtime"
)

// Pin keeps this process on one core, where the system can do that.
func Pin() (core int, undo func(), err error) {
	return 0, nil, errors.New(runtime.GOOS + " cannot keep a program on one core")
}
