package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"dlxjudge/judge/judgetest"
)

// BenchmarkRun300 compares "judge run -j 1" of a trivial C program on 300 tiny tests, built before, with a bare loop that
// starts the program with the same redirections. The two take turns; the metrics are the median of the ratios of each
// turn, and its quartiles.
func BenchmarkRun300(b *testing.B) {
	const tests = 300
	compiler, err := exec.LookPath("gcc")
	if err != nil {
		b.Skip("no gcc on the PATH")
	}
	dir := trivialPackage(b, tests)
	b.Setenv("XDG_CACHE_HOME", b.TempDir())
	program := filepath.Join(b.TempDir(), "copy")
	if out, err := exec.Command(compiler, "-O2", "-o", program, filepath.Join(dir, "submissions/accepted/copy.c")).CombinedOutput(); err != nil {
		b.Fatalf("%v\n%s", err, out)
	}
	judged := func() time.Duration {
		start := time.Now()
		if status := run(context.Background(), []string{"run", "-j", "1", "--package", dir}, io.Discard, os.Stderr); status != 0 {
			b.Fatalf("exit status %d", status)
		}
		return time.Since(start)
	}
	output := filepath.Join(b.TempDir(), "output")
	bare := func() time.Duration {
		start := time.Now()
		for i := range tests {
			judgetest.Check(b, startOnce(program, filepath.Join(dir, "data/secret", fmt.Sprintf("%03d.in", i)), output))
		}
		return time.Since(start)
	}
	judged() // builds
	bare()
	var ratios []float64
	for b.Loop() {
		without := bare()
		ratios = append(ratios, float64(judged())/float64(without))
	}
	slices.Sort(ratios)
	b.ReportMetric(ratios[len(ratios)/2], "judge/bare")
	b.ReportMetric(ratios[len(ratios)/4], "lower-quartile")
	b.ReportMetric(ratios[len(ratios)*3/4], "upper-quartile")
}

// trivialPackage writes a package of a program that copies a number, with tests that hold one number each.
func trivialPackage(b *testing.B, tests int) string {
	dir := filepath.Join(b.TempDir(), "copy")
	files := map[string]string{
		"problem.yaml":                "problem_format_version: 2025-09\nname: Copy\nuuid: 5f1c7b0e-2c52-4e19-9a14-6d1e7e5b1a01\nlimits: {time_limit: 1, memory: 64}\n",
		"submissions/accepted/copy.c": "#include <stdio.h>\nint main(void) { int n; return scanf(\"%d\", &n) == 1 ? !printf(\"%d\\n\", n) : 1; }\n",
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
