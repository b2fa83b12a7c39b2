package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
	"time"

	"dlxjudge/judge/base/judgetest"
)

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

const fewTests, manyTests = 300, 1000

// A timed is how long a command took, and the CPU time of it and all that it waited for.
type timed struct{ wall, cpu time.Duration }

// BenchmarkTests measures what judge run takes for packages of tiny tests over what a bare loop takes that starts the
// same program on the same inputs and compares nothing, in turns. Of one test the start is taken off: it is what 700
// more tests take. JUDGE_VERDICTS=off leaves out what it takes to keep verdicts.
//
//	make bench-tests BASE=COMMIT
func BenchmarkTests(b *testing.B) {
	judgetest.Need(b, "gcc")
	dir := b.TempDir()
	self, loop, program := filepath.Join(dir, "judge"), filepath.Join(dir, "loop"), filepath.Join(dir, "sum")
	judgetest.Write(b, loop+".c", loopProgram)
	judgetest.Write(b, program+".c", sumProgram)
	for _, command := range [][]string{{"go", "build", "-o", self, "."}, {"gcc", "-O2", "-o", loop, loop + ".c"},
		{"gcc", "-O2", "-o", program, program + ".c"}} {
		if out, err := exec.Command(command[0], command[1:]...).CombinedOutput(); err != nil {
			b.Fatalf("%v\n%s", err, out)
		}
	}
	for _, tests := range []int{fewTests, manyTests} {
		tinyTests(b, filepath.Join(dir, fmt.Sprint(tests)), tests)
	}
	measure := func(command *exec.Cmd) timed {
		start := time.Now()
		out, err := command.CombinedOutput()
		took := time.Since(start)
		if err != nil {
			b.Fatalf("%v: %v\n%s", command, err, out)
		}
		return timed{took, command.ProcessState.UserTime() + command.ProcessState.SystemTime()}
	}
	looped := func(tests int) timed {
		return measure(exec.Command(loop, program, filepath.Join(dir, fmt.Sprint(tests), "data", "secret"),
			strconv.Itoa(tests)))
	}
	judges := []string{self}
	if *startBase != "" {
		judges = append(judges, *startBase)
	}
	judged := func(judge, tests, jobs int) timed {
		command := exec.Command(judges[judge], "run", "--fresh", "-j", strconv.Itoa(jobs), "--package",
			filepath.Join(dir, fmt.Sprint(tests)))
		command.Env = append(os.Environ(), "XDG_CACHE_HOME="+filepath.Join(dir, fmt.Sprint("cache", judge)))
		return measure(command)
	}
	beside := func(core int, f func() timed) timed {
		defer judgetest.Busy(b, core)()
		return f()
	}
	for judge := range judges { // programs are built, and folders made
		judged(judge, fewTests, 1)
		judged(judge, manyTests, 2)
	}

	var names []string
	figures := make(map[string][]float64)
	for b.Loop() {
		loopFew, loopMany := looped(fewTests), looped(manyTests)
		var loopBeside [2]timed // by the busy core
		for core := range loopBeside {
			loopBeside[core] = beside(core, func() timed { return looped(manyTests) })
		}
		for judge := range judges {
			note := func(name string, figure float64) {
				name += []string{"", " (base)"}[judge]
				if figures[name] == nil {
					names = append(names, name)
				}
				figures[name] = append(figures[name], figure)
			}
			few, many, two := judged(judge, fewTests, 1), judged(judge, manyTests, 1), judged(judge, manyTests, 2)
			one := (many.wall - few.wall).Seconds() / (manyTests - fewTests)
			oneLooped := (loopMany.wall - loopFew.wall).Seconds() / (manyTests - fewTests)
			note("300 tests, -j 1, over the loop", few.wall.Seconds()/loopFew.wall.Seconds())
			note("one test, over the loop's", one/oneLooped)
			for core := range loopBeside {
				took := beside(core, func() timed { return judged(judge, manyTests, 1) })
				note(fmt.Sprint("1,000 tests, over the loop, both beside a busy core ", core),
					took.wall.Seconds()/loopBeside[core].wall.Seconds())
			}
			note("1,000 tests, -j 1 over -j 2", many.wall.Seconds()/two.wall.Seconds())
			note("CPU time of 1,000 tests, -j 1, over the loop's", many.cpu.Seconds()/loopMany.cpu.Seconds())
			note("ms of the start", 1e3*(few.wall.Seconds()-fewTests*one))
			note("ms of one test", 1e3*one)
			note("ms of the loop's", 1e3*oneLooped)
		}
	}
	b.ReportMetric(0, "ns/op") // the sum over all is of no interest
	for _, name := range names {
		all := figures[name]
		slices.Sort(all)
		n := len(all)
		fmt.Printf("%-55s median %5.2f, half of them from %5.2f to %5.2f\n", name, all[n/2], all[n/4], all[3*n/4])
	}
}

// tinyTests writes a package with one program that adds two numbers.
func tinyTests(b *testing.B, dir string, tests int) {
	judgetest.Write(b, filepath.Join(dir, "problem.yaml"), "problem_format_version: 2025-09\nname: Sum\n"+
		"limits: {time_limit: 1.0}\n")
	judgetest.Write(b, filepath.Join(dir, "submissions", "accepted", "sum.c"), sumProgram)
	for i := 1; i <= tests; i++ {
		test := filepath.Join(dir, "data", "secret", fmt.Sprintf("%04d", i))
		judgetest.Write(b, test+".in", fmt.Sprintln(i, 2*i))
		judgetest.Write(b, test+".ans", fmt.Sprintln(3*i))
	}
}
