//go:build !linux

package untrusted

import "os"

func (f fence) openBeneath(string, int) *os.File { return nil }
