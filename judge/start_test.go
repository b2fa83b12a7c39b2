package main

import (
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

var startBase = flag.String("base", "", "BenchmarkStart and BenchmarkTests: a judge to compare with, in its checkout")

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

// loopProgram starts a program once for each of the first N inputs of a folder, one after the other, with its output
// and standard error in files that it empties each time: PROGRAM FOLDER N.
const loopProgram = `#define _GNU_SOURCE
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
extern char **environ;
int main(int argc, char **argv) {
	char input[4096], output[4096], error[4096];
	snprintf(output, sizeof output, "%s.out", argv[0]);
	snprintf(error, sizeof error, "%s.err", argv[0]);
	for (int i = 1; i <= atoi(argv[3]); i++) {
		snprintf(input, sizeof input, "%s/%04d.in", argv[2], i);
		posix_spawn_file_actions_t files;
		posix_spawn_file_actions_init(&files);
		posix_spawn_file_actions_addopen(&files, 0, input, O_RDONLY, 0);
		posix_spawn_file_actions_addopen(&files, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0644);
		posix_spawn_file_actions_addopen(&files, 2, error, O_WRONLY | O_CREAT | O_TRUNC, 0644);
		char *arguments[] = {argv[1], NULL};
		pid_t pid;
		int status;
		if (posix_spawn(&pid, argv[1], &files, NULL, arguments, environ) || waitpid(pid, &status, 0) != pid || status)
			return 1;
		posix_spawn_file_actions_destroy(&files);
	}
}
`

var clockForm = regexp.MustCompile(`(?m)^\s*(\d{9,})\s*$`)

// inTurns measures judges in turns: this one and, with -base, another.
type inTurns struct {
	*testing.B
	dir, loop string
	judges    []string
	names     []string // of the figures
	figures   map[string][]float64
}

// startTurns builds this judge, the loop, and a package with N tiny tests in a folder N.
func startTurns(b *testing.B, sizes ...int) *inTurns {
	judgetest.Need(b, "gcc", "g++")
	dir := b.TempDir()
	m := &inTurns{B: b, dir: dir, loop: filepath.Join(dir, "loop"), judges: []string{filepath.Join(dir, "judge")},
		figures: make(map[string][]float64)}
	sum := filepath.Join(dir, "sum")
	judgetest.Write(b, m.loop+".c", loopProgram)
	judgetest.Write(b, sum+".c", sumProgram)
	for _, command := range [][]string{{"go", "build", "-o", m.judges[0], "."},
		{"gcc", "-O2", "-o", m.loop, m.loop + ".c"}, {"gcc", "-O2", "-o", sum, sum + ".c"}} {
		if out, err := exec.Command(command[0], command[1:]...).CombinedOutput(); err != nil {
			b.Fatalf("%v\n%s", err, out)
		}
	}
	if *startBase != "" {
		m.judges = append(m.judges, *startBase)
	}
	for _, tests := range sizes {
		pack := m.pack(tests)
		judgetest.Write(b, filepath.Join(pack, "problem.yaml"), "problem_format_version: 2025-09\nname: Sum\n"+
			"limits: {time_limit: 1.0}\n")
		judgetest.Write(b, filepath.Join(pack, "submissions", "accepted", "sum.c"), sumProgram)
		for i := 1; i <= tests; i++ {
			test := filepath.Join(pack, "data", "secret", fmt.Sprintf("%04d", i))
			judgetest.Write(b, test+".in", fmt.Sprintln(i, 2*i))
			judgetest.Write(b, test+".ans", fmt.Sprintln(3*i))
		}
	}
	return m
}

func (m *inTurns) pack(tests int) string { return filepath.Join(m.dir, strconv.Itoa(tests)) }

// command returns a command of a judge, which has a cache of its own, and reads the checkout that it was built from.
func (m *inTurns) command(judge int, args ...string) *exec.Cmd {
	command := exec.Command(m.judges[judge], args...)
	if m.judges[judge] == *startBase {
		command.Dir = filepath.Dir(*startBase)
	}
	command.Env = append(os.Environ(), "XDG_CACHE_HOME="+filepath.Join(m.dir, fmt.Sprint("cache", judge)))
	return command
}

// duration returns how long a command takes, which must succeed.
func (m *inTurns) duration(command *exec.Cmd) time.Duration {
	start := time.Now()
	if out, err := command.CombinedOutput(); err != nil {
		m.Fatalf("%v: %v\n%s", command, err, out)
	}
	return time.Since(start)
}

func (m *inTurns) note(judge int, name string, figure float64) {
	name += []string{"", " (base)"}[judge]
	if m.figures[name] == nil {
		m.names = append(m.names, name)
	}
	m.figures[name] = append(m.figures[name], figure)
}

// report prints the middle of each figure.
func (m *inTurns) report() {
	m.ReportMetric(0, "ns/op") // this sum means nothing
	for _, name := range m.names {
		all := m.figures[name]
		slices.Sort(all)
		n := len(all)
		fmt.Printf("%-45s median %7.2f, half of them from %.2f to %.2f\n", name, all[n/2], all[n/4], all[3*n/4])
	}
}

// BenchmarkStart measures commands whose programs are already built, in turns with another judge's. It times judge
// list, judge test until the program starts, and judge run on a package with one tiny test.
//
//	make bench-start BASE=COMMIT
func BenchmarkStart(b *testing.B) {
	m := startTurns(b, 1)
	program := filepath.Join(m.dir, "plain", "a.c")
	judgetest.Write(b, program, clockProgram)
	judgetest.Write(b, filepath.Join(m.dir, "plain", "1.in"), "1 2\n")
	tested := func(judge int) time.Duration {
		var now unix.Timespec
		judgetest.Check(b, unix.ClockGettime(unix.CLOCK_MONOTONIC, &now))
		out, err := m.command(judge, "test", program).CombinedOutput()
		found := clockForm.FindSubmatch(out) // the status is 1: there is no answer
		if found == nil {
			b.Fatalf("the program did not say when it started: %v\n%s", err, out)
		}
		at, err := strconv.ParseInt(string(found[1]), 10, 64)
		judgetest.Check(b, err)
		return time.Duration(at - now.Nano())
	}
	round := func(judge int) (list, test, run time.Duration) {
		list, test = m.duration(m.command(judge, "list")), tested(judge)
		return list, test, m.duration(m.command(judge, "run", "--fresh", "--package", m.pack(1)))
	}
	for judge := range m.judges { // programs are built
		round(judge)
	}
	for b.Loop() {
		for judge := range m.judges {
			list, test, run := round(judge)
			m.note(judge, "ms of judge list", 1e3*list.Seconds())
			m.note(judge, "ms from judge test to the program", 1e3*test.Seconds())
			m.note(judge, "ms of judge run, one test", 1e3*run.Seconds())
		}
	}
	m.report()
}

// BenchmarkTests measures, in turns, the cost of a tiny test in judge run, and in a bare loop that starts the same
// program and compares nothing. The cost of one test is a seven-hundredth of the time of 700 more tests, without the
// start-up. JUDGE_VERDICTS=off leaves out the cost of keeping verdicts.
//
//	make bench-tests BASE=COMMIT
func BenchmarkTests(b *testing.B) {
	const few, many = 300, 1000
	m := startTurns(b, few, many)
	looped := func(tests int) time.Duration {
		return m.duration(exec.Command(m.loop, filepath.Join(m.dir, "sum"),
			filepath.Join(m.pack(tests), "data", "secret"), strconv.Itoa(tests)))
	}
	judged := func(judge, tests, jobs int) time.Duration {
		return m.duration(m.command(judge, "run", "--fresh", "-j", strconv.Itoa(jobs), "--package", m.pack(tests)))
	}
	ofOne := func(less, more time.Duration) float64 { return (more - less).Seconds() / (many - few) }
	for judge := range m.judges { // programs are built, and folders made
		judged(judge, many, 2)
	}
	for b.Loop() {
		loop := ofOne(looped(few), looped(many))
		for judge := range m.judges {
			start, whole, two := judged(judge, few, 1), judged(judge, many, 1), judged(judge, many, 2)
			one := ofOne(start, whole)
			m.note(judge, "one test, over the loop's", one/loop)
			m.note(judge, "1,000 tests, -j 1 over -j 2", whole.Seconds()/two.Seconds())
			m.note(judge, "ms of the start", 1e3*(start.Seconds()-few*one))
			m.note(judge, "ms of one test", 1e3*one)
		}
	}
	m.report()
}
