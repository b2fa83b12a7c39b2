package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"syscall"
	"testing"
	"time"

	"dlxjudge/judge/base/judgetest"
)

// BenchmarkRun300 compares "judge run -j 1" of a trivial C program on 300 tiny tests, built before, with a bare loop
// that starts the program with the same redirections. The two take turns; the metrics are the median of the ratios of
// each turn, and its quartiles: of the time on the clock, and of the CPU time of all processes.
func BenchmarkRun300(b *testing.B) {
	const tests = 300
	dir, program := trivialPackage(b, tests), filepath.Join(b.TempDir(), "copy")
	gcc(b, program, filepath.Join(dir, "submissions/accepted/copy.c"))
	output := filepath.Join(b.TempDir(), "output")
	bare := func() {
		for i := range tests {
			judgetest.Check(b, startOnce(program, filepath.Join(dir, "data/secret", fmt.Sprintf("%03d.in", i)), output))
		}
	}
	judged := func() { judgePackage(b, dir, 1, io.Discard) }
	judged() // builds
	bare()
	var clock, cpu ratios
	for b.Loop() {
		without, with := take(b, bare), take(b, judged)
		clock.add(with.clock, without.clock)
		cpu.add(with.cpu, without.cpu)
	}
	clock.report(b, "judge/bare")
	cpu.report(b, "cpu-judge/bare")
}

// BenchmarkJobs2 compares "judge run -j 1" of the same program on 600 tests with "-j 2".
func BenchmarkJobs2(b *testing.B) {
	if runtime.NumCPU() < 2 {
		b.Skip("needs a machine of two cores")
	}
	const tests = 600
	dir := trivialPackage(b, tests)
	with := func(jobs int) func() { return func() { judgePackage(b, dir, jobs, io.Discard) } }
	with(1)() // builds
	var speed ratios
	var each []float64
	for b.Loop() {
		one, two := take(b, with(1)), take(b, with(2))
		speed.add(one.clock, two.clock)
		each = append(each, float64(one.cpu.Microseconds())/tests)
	}
	speed.report(b, "j1/j2")
	slices.Sort(each)
	b.ReportMetric(each[len(each)/2], "cpu-µs/test")
}

// spent is what something took.
type spent struct{ clock, cpu time.Duration }

// take measures f; the CPU time is that of this process and of all that it has waited for.
func take(b *testing.B, f func()) spent {
	cpu := func() (sum time.Duration) {
		for _, who := range []int{syscall.RUSAGE_SELF, syscall.RUSAGE_CHILDREN} {
			var usage syscall.Rusage
			judgetest.Check(b, syscall.Getrusage(who, &usage))
			sum += time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
		}
		return sum
	}
	start, before := time.Now(), cpu()
	f()
	return spent{time.Since(start), cpu() - before}
}

// ratios are those of turns.
type ratios []float64

func (r *ratios) add(a, b time.Duration) { *r = append(*r, float64(a)/float64(b)) }

// report reports the median under this name, and the quartiles.
func (r ratios) report(b *testing.B, name string) {
	slices.Sort(r)
	b.ReportMetric(r[len(r)/2], name)
	b.ReportMetric(r[len(r)/4], name+"-lower-quartile")
	b.ReportMetric(r[len(r)*3/4], name+"-upper-quartile")
}

// judgePackage judges the only submission of a package, with a cache that all runs of the benchmark share.
func judgePackage(b *testing.B, dir string, jobs int, out io.Writer, args ...string) {
	b.Setenv("XDG_CACHE_HOME", filepath.Join(filepath.Dir(dir), "cache"))
	args = append([]string{"run", "-j", fmt.Sprint(jobs), "--package", dir}, args...)
	if status := run(context.Background(), args, out, os.Stderr); status != 0 {
		b.Fatalf("exit status %d", status)
	}
}

func gcc(b *testing.B, program, source string) {
	compiler := judgetest.Need(b, "gcc")
	if out, err := exec.Command(compiler, "-O2", "-o", program, source).CombinedOutput(); err != nil {
		b.Fatalf("%v\n%s", err, out)
	}
}

// trivialPackage writes a package of a program that copies a number, with tests that hold one number each.
func trivialPackage(b *testing.B, tests int) string {
	dir := filepath.Join(b.TempDir(), "copy")
	files := map[string]string{
		"problem.yaml": "problem_format_version: 2025-09\nname: Copy\nuuid: " +
			"5f1c7b0e-2c52-4e19-9a14-6d1e7e5b1a01\nlimits: {time_limit: 1, memory: 64}\n",
		"submissions/accepted/copy.c": "#include <stdio.h>\nint main(void) { int n; return scanf(\"%d\", &n) == 1 ? " +
			"!printf(\"%d\\n\", n) : 1; }\n",
	}
	for i := range tests {
		number := fmt.Sprintf("%d\n", i)
		files[fmt.Sprintf("data/secret/%03d.in", i)] = number
		files[fmt.Sprintf("data/secret/%03d.ans", i)] = number
	}
	for name, text := range files {
		judgetest.Write(b, filepath.Join(dir, name), text)
	}
	return dir
}

// startOnce runs the program once with files for its standard input and output. The output is a new file each time, as
// the judge's is: to truncate an old one costs more than the program's start on some file systems.
func startOnce(program, input, output string) error {
	in, err := os.Open(input)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.Create(output)
	if err != nil {
		return err
	}
	defer os.Remove(output)
	defer out.Close()
	cmd := exec.Command(program)
	cmd.Stdin, cmd.Stdout = in, out
	return cmd.Run()
}
