//go:build linux

package procfs

import (
	"path/filepath"
	"strings"
	"testing"

	"dlxjudge/judge/base/judgetest"
)

// The figures of a process are found however many groups its user is in.
func TestMemoryOf(t *testing.T) {
	for _, groups := range []int{0, 300, 600, 65536} {
		proc := t.TempDir()
		judgetest.Write(t, filepath.Join(proc, "7", "status"), "Name:\tcat\nGroups:\t"+
			strings.Repeat("1000000000 ", groups)+"\nVmHWM:\t    20 kB\nVmRSS:\t    10 kB\nRssShmem:\t     5 kB\n"+
			"Threads:\t3\n")
		if got, want := MemoryOf(proc, 7), (Memory{20 << 10, 10 << 10, 5 << 10, 3}); got != want {
			t.Errorf("with %d groups: got %+v, want %+v", groups, got, want)
		}
	}
}
