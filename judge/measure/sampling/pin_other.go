//go:build !linux

package sampling

import (
	"errors"
	"runtime"
)

// Pin keeps this process on one core, where the system can do that.
func Pin() (undo func(), err error) {
	return nil, errors.New(runtime.GOOS + " cannot keep a program on one core")
}

// otherCores are the cores beside the one that Pin keeps this process on: none.
func otherCores() []int { return nil }

// lastCore is unknown.
func lastCore() []int { return nil }
