package main

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"dlxjudge/judge/base/judgetest"
)

// programs returns the processes that have the tag as an argument and descend from a worker's process; 0 means any
// process.
func programs(tag string, from int) []int {
	foreign := func(pid int) bool { return from != 0 && !descends(pid, from) }
	return slices.DeleteFunc(judgetest.ProcessesWith(tag), foreign)
}

// descends reports whether a process is the given one or a descendant of it.
func descends(pid, from int) bool {
	for pid > 1 && pid != from {
		fields, ok := statOf(pid)
		if !ok {
			return false
		}
		const parent = 1
		var err error
		if pid, err = strconv.Atoi(fields[parent]); err != nil {
			return false
		}
	}
	return pid == from
}

// statOf returns the kernel's statistics of a process, after its name. The name is in parentheses and may contain
// anything.
func statOf(pid int) (fields []string, ok bool) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return nil, false // it has ended
	}
	fields = strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:]))
	return fields, len(fields) > 15
}
