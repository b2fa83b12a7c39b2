//go:build !linux

package sampling

// cores is empty: this system cannot keep a program on one core.
func cores() []int { return nil }
