package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"dlxjudge/judge/base/judgetest"
)

var startBase = flag.String("base", "", "BenchmarkStart: a judge to compare with; its path")

// clockProgram prints when it starts, by a clock that all processes share.
const clockProgram = `#include <stdio.h>
#include <time.h>
int main(void) {
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	printf("%lld\n", now.tv_sec * 1000000000LL + now.tv_nsec);
}
`

// sumProgram is the program of tiny tests.
const sumProgram = "#include <stdio.h>\nint main(void) { int a, b; scanf(\"%d %d\", &a, &b); " +
	"printf(\"%d\\n\", a + b); }\n"

var clockForm = regexp.MustCompile(`(?m)^\s*(\d{9,})\s*$`)

// BenchmarkStart measures commands whose programs are built, in turns with those of another judge: how long judge list
// takes, how long it takes from the start of judge test to that of the program, and how long judge run takes of a
// package with one tiny test.
//
//	make bench-start BASE=COMMIT
func BenchmarkStart(b *testing.B) {
	judgetest.Need(b, "gcc", "g++")
	dir := b.TempDir()
	self := filepath.Join(dir, "judge")
	if out, err := exec.Command("go", "build", "-o", self, ".").CombinedOutput(); err != nil {
		b.Fatalf("%v\n%s", err, out)
	}
	judges := []string{self}
	if *startBase != "" {
		judges = append(judges, *startBase)
	}
	program := filepath.Join(dir, "plain", "a.c")
	for path, text := range map[string]string{
		"plain/a.c": clockProgram, "plain/1.in": "1 2\n",
		"sum/problem.yaml":     "problem_format_version: 2025-09\nname: Sum\nlimits: {time_limit: 1.0}\n",
		"sum/data/secret/1.in": "1 2\n", "sum/data/secret/1.ans": "3\n",
		"sum/submissions/accepted/a.c": sumProgram,
	} {
		judgetest.Write(b, filepath.Join(dir, path), text)
	}
	commands := []struct {
		name string
		args []string
	}{
		{"list", []string{"list"}},
		{"test", []string{"test", program}},
		{"run", []string{"run", "--fresh", "--package", filepath.Join(dir, "sum")}},
	}
	took := make(map[string][]time.Duration)
	run := func(judge int, name string, args []string) time.Duration {
		command := exec.Command(judges[judge], args...)
		command.Env = append(os.Environ(), "XDG_CACHE_HOME="+filepath.Join(dir, fmt.Sprint("cache", judge)))
		var out, said bytes.Buffer
		command.Stdout, command.Stderr = &out, &said
		before := monotonic(b)
		err := command.Run()
		after := monotonic(b)
		if name != "test" {
			if err != nil {
				b.Fatalf("judge %s: %v\n%s%s", name, err, out.Bytes(), said.Bytes())
			}
			return after - before
		}
		found := clockForm.FindSubmatch(out.Bytes()) // the status is 1: there is no answer
		if found == nil {
			b.Fatalf("the program did not say when it started: %v\n%s%s", err, out.Bytes(), said.Bytes())
		}
		at, err := strconv.ParseInt(string(found[1]), 10, 64)
		judgetest.Check(b, err)
		return time.Duration(at) - before
	}
	for i := range judges { // programs are built, and answers kept
		for range 2 {
			for _, c := range commands {
				run(i, c.name, c.args)
			}
		}
	}
	for b.Loop() {
		for _, c := range commands {
			for i := range judges {
				name := c.name + []string{"", "-base"}[i]
				took[name] = append(took[name], run(i, c.name, c.args))
			}
		}
	}
	for _, c := range commands {
		if base := took[c.name+"-base"]; base != nil {
			ratios := make([]float64, len(base))
			for i := range base {
				ratios[i] = took[c.name][i].Seconds() / base[i].Seconds()
			}
			slices.Sort(ratios)
			n := len(ratios)
			b.Logf("%-10s ratio  median %.2f, half of them from %.2f to %.2f", c.name, ratios[n/2], ratios[n/4],
				ratios[3*n/4])
			quartiles(b, c.name+"-base", base)
		}
		quartiles(b, c.name, took[c.name])
	}
}

// quartiles logs the middle of some times and reports their median.
func quartiles(b *testing.B, name string, times []time.Duration) {
	slices.Sort(times)
	n := len(times)
	b.Logf("%-10s %d runs, median %.1f ms, half of them from %.1f to %.1f", name, n, 1e3*times[n/2].Seconds(),
		1e3*times[n/4].Seconds(), 1e3*times[3*n/4].Seconds())
	b.ReportMetric(1e3*times[n/2].Seconds(), name+"-ms")
}

func monotonic(b *testing.B) time.Duration {
	var now unix.Timespec
	judgetest.Check(b, unix.ClockGettime(unix.CLOCK_MONOTONIC, &now))
	return time.Duration(now.Nano())
}
