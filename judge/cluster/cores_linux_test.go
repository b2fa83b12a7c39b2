package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"
)

// TestCoresShared: three workers on one machine share its cores by the judge's locks. Each holds a place on a core that
// no other holds, and its programs may run on that core alone. Other judges of this machine may hold the rest.
func TestCoresShared(t *testing.T) {
	c, _ := newCluster(t)
	writePackage(t, c.pack, c.tag, 500*time.Millisecond, "")
	workers := []*process{c.work("one"), c.work("two"), c.work("three")}
	client := c.ask()
	holders := make(map[int64]string)
	for _, w := range workers {
		c.busy(w)
		places := heldPlaces(w.cmd.Process.Pid)
		if len(places) != 1 {
			t.Fatalf("worker %s, which runs one test at a time, holds %v", w.name, places)
		}
		if other, is := holders[places[0]]; is {
			t.Errorf("%s and %s hold the same place on a core", other, w.name)
		}
		holders[places[0]] = w.name
		core := fmt.Sprint(places[0] % (1 << 12))
		seen := 0
		w.eventually("a program of it runs", func() bool {
			for _, pid := range programs(c.tag, w.cmd.Process.Pid) {
				text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
				if err != nil {
					continue // it has ended
				}
				_, allowed, _ := strings.Cut(string(text), "Cpus_allowed_list:")
				allowed, _, _ = strings.Cut(allowed, "\n")
				if seen++; strings.TrimSpace(allowed) != core {
					t.Errorf("a program of %s may run on cores %s, and it holds core %s", w.name, allowed, core)
				}
			}
			return seen > 0
		})
	}
	c.asAlone(client)
}

// heldLock is a lock of an open file, as the kernel tells of it; the byte is after those of any other program.
var heldLock = regexp.MustCompile(`(?m)^lock:.* OFDLCK .* ([0-9]+) [0-9]+$`)

// heldPlaces are the places on cores that a process holds: the judge's locks begin at such a byte.
func heldPlaces(pid int) (places []int64) {
	const first = 0x646c786a << 16
	files, _ := filepath.Glob(fmt.Sprintf("/proc/%d/fdinfo/*", pid))
	for _, file := range files {
		text, _ := os.ReadFile(file) // it may be closed by now
		for _, lock := range heldLock.FindAllStringSubmatch(string(text), -1) {
			if at, err := strconv.ParseInt(lock[1], 10, 64); err == nil && at >= first {
				places = append(places, at-first)
			}
		}
	}
	return places
}
