//go:build !linux

package sampling

// cores returns nil, since this system cannot keep a program on one core.
func cores() []int { return nil }
