//go:build !linux

package sampling

import (
	"errors"
	"runtime"
)

// Pin does nothing on this system.
func Pin() (undo func(), err error) {
	return nil, errors.New(runtime.GOOS + " cannot keep a program on one core")
}

func otherCores() []int { return nil }

func lastCore() []int { return nil }
