package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"dlxjudge/judge/base/judgetest"
)

// samples holds measured values.
type samples []float64

func (s *samples) add(figure float64) { *s = append(*s, figure) }

// report reports the median under a name, with minimum and maximum.
func (s samples) report(b *testing.B, name string) {
	slices.Sort(s)
	b.ReportMetric(s[len(s)/2], name)
	b.ReportMetric(s[0], name+"-least")
	b.ReportMetric(s[len(s)-1], name+"-most")
}

// ticks is how often per second the kernel counts CPU time, on every machine.
const ticks = 100

// cpuOf returns the CPU time so far of processes and their descendants. The kernel counts it in steps of 10 ms.
func cpuOf(t testing.TB, of ...*process) (sum time.Duration) {
	t.Helper()
	files, err := filepath.Glob("/proc/[0-9]*/stat")
	judgetest.Check(t, err)
	for _, file := range files {
		pid, err := strconv.Atoi(filepath.Base(filepath.Dir(file)))
		judgetest.Check(t, err)
		if !slices.ContainsFunc(of, func(p *process) bool { return descends(pid, p.cmd.Process.Pid) }) {
			continue
		}
		fields, ok := statOf(pid)
		if !ok {
			continue // it has ended, and its parent has its time
		}
		const user = 11 // index of the user time; then come the system time, and both times of ended children
		for _, field := range fields[user : user+4] {
			n, err := strconv.Atoi(field)
			judgetest.Check(t, err)
			sum += time.Duration(n) * time.Second / ticks
		}
	}
	return sum
}

// spent returns the CPU time of a finished process and its descendants.
func (p *process) spent() time.Duration {
	return p.cmd.ProcessState.UserTime() + p.cmd.ProcessState.SystemTime()
}

// writeCopies writes a package of many correct submissions, each a program that copies a number.
func writeCopies(t testing.TB, dir string, submissions, tests int) {
	t.Helper()
	judgetest.Write(t, filepath.Join(dir, "problem.yaml"), "problem_format_version: 2025-09\nname: Copy\n"+
		"uuid: 0b1f5b7e-6f0c-4c55-9d26-6f4b3ce3c0a2\nlimits: {time_limit: 1, memory: 64}\n")
	for i := range tests {
		name, number := filepath.Join(dir, "data/secret", fmt.Sprintf("%03d", i)), fmt.Sprintf("%d\n", i)
		judgetest.Write(t, name+".in", number)
		judgetest.Write(t, name+".ans", number)
	}
	for i := range submissions {
		judgetest.Write(t, filepath.Join(dir, "submissions/accepted", fmt.Sprintf("copy%03d.c", i)),
			fmt.Sprintf("#include <stdio.h>\nint main(void) { int n; return scanf(\"%%d\", &n) == 1 ? "+
				"!printf(\"%%d\\n\", n) : 1; }\n/* %d */\n", i))
	}
}

// load returns how many processes wanted a core in the last minute. Figures of a busy machine mean little.
func load(t testing.TB) string {
	text, err := os.ReadFile("/proc/loadavg")
	judgetest.Check(t, err)
	return strings.Fields(string(text))[0]
}
