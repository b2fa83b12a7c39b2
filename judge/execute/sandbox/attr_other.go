//go:build !linux

package sandbox

import (
	"syscall"
	"time"
)

// processGroup puts a program into a process group of its own, so that all of it can be killed.
func processGroup() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

// onCores does nothing: this system keeps no program to some cores.
func onCores([]int) (undo func()) { return func() {} }

// adoptOrphans does nothing: on this system, the CPU time of what a program leaves running is not known.
func adoptOrphans() (undo func()) { return func() {} }

// reapGroup finds no process.
func reapGroup(int) time.Duration { return 0 }
