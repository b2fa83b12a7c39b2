//go:build !linux

package executor

import "syscall"

// Attr puts a program into a process group of its own, so that all of it can be killed.
func Attr() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

// OnCores does nothing: this system keeps no program to some cores.
func OnCores([]int) (undo func()) { return func() {} }
