//go:build !linux

package sandbox

import "syscall"

// processGroup puts a program into a process group of its own, so that all of it can be killed.
func processGroup() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

// onCores does nothing: this system keeps no program to some cores.
func onCores([]int) (undo func()) { return func() {} }
