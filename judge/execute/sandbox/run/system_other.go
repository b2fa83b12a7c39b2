//go:build !linux

package run

// OnCores does nothing: this system cannot restrict a program to some cores.
func OnCores([]int) (undo func()) { return func() {} }
