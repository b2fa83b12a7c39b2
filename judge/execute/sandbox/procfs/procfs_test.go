//go:build linux

package procfs

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"dlxjudge/judge/base/judgetest"
)

// The pages of a mapped file are found, unless they come after a long list of other mappings.
func TestMapped(t *testing.T) {
	const list = "7f00-7f01 r--p 00000000 00:01 %d  /memfd:input (deleted)\nSize: 99 kB\nRss:      %d kB\n" +
		"Anonymous:   4 kB\nLocked: 0 kB\n"
	for others, want := range map[int][2]int64{0: {6 << 10, 4 << 10}, 100: {6 << 10, 2004 << 10}, 10000: {}} {
		proc := t.TempDir()
		judgetest.Write(t, filepath.Join(proc, "7/smaps"), strings.Repeat(fmt.Sprintf(list, 51, 20), others)+
			fmt.Sprintf(list, 5, 10))
		file := unix.Stat_t{Dev: unix.Mkdev(0, 1), Ino: 5}
		if mapped, rest := Mapped(proc, 7, file); mapped != want[0] || rest != want[1] {
			t.Errorf("after %d other mappings: got %d and %d, want %d", others, mapped, rest, want)
		}
	}
}

// The figures of a process are found however many groups its user is in.
func TestMemoryOf(t *testing.T) {
	for _, groups := range []int{0, 300, 600, 65536} {
		proc := t.TempDir()
		judgetest.Write(t, filepath.Join(proc, "7", "status"), "Name:\tcat\nGroups:\t"+
			strings.Repeat("1000000000 ", groups)+"\nVmHWM:\t    20 kB\nVmRSS:\t    10 kB\nRssShmem:\t     5 kB\n"+
			"VmStk:\t     8 kB\nThreads:\t3\n")
		if got, want := MemoryOf(proc, 7), (Memory{20 << 10, 10 << 10, 5 << 10, 8 << 10, 3}); got != want {
			t.Errorf("with %d groups: got %+v, want %+v", groups, got, want)
		}
	}
}
