package count

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/read/problem"
)

// openValgrind skips the test where there is no valgrind that works.
func openValgrind(t *testing.T) *Valgrind {
	t.Helper()
	v, err := OpenValgrind(t.Context(), sandbox.Uncontained())
	var missing *NoValgrindError
	if errors.As(err, &missing) {
		t.Skip(missing)
	}
	judgetest.Check(t, err)
	return v
}

// built compiles a program as it is submitted; a compiler that is missing skips the test.
func built(t *testing.T, s problem.Source) sandbox.Program {
	t.Helper()
	program, err := openCache(t).Build(t.Context(), compile.Submission, s)
	var missing *compile.MissingError
	if errors.As(err, &missing) {
		t.Skip(missing)
	}
	judgetest.Check(t, err)
	return program
}

// least runs a program as often as its language needs, and returns the least number and the most.
func least(t *testing.T, v *Valgrind, program sandbox.Program, language, input string) (least, most float64) {
	t.Helper()
	in := filepath.Join(t.TempDir(), "in")
	judgetest.Write(t, in, input)
	var all []float64
	for range Takes(language) {
		n, err := v.Run(t.Context(), program, language, problem.Test{Input: in}, filepath.Join(t.TempDir(), "out"))
		judgetest.Check(t, err)
		all = append(all, n)
	}
	return slices.Min(all), slices.Max(all)
}

// TestInstructions: C and C++ execute the same each time, but for a few instructions of the loader, which reads an
// environment that names a folder of the run; Go does within 0.1% by the least of five.
func TestInstructions(t *testing.T) {
	const loader = 0.00001
	v := openValgrind(t)
	for _, test := range []struct {
		file, language, disks string
		calls, apart          float64
	}{
		{"main.c", "c", "18\n", 1 << 19, loader},
		{"main.cpp", "cpp", "18\n", 1 << 19, loader},
		{"main.go", "go", "21\n", 1 << 22, 0.001},
	} {
		t.Run(test.file, func(t *testing.T) {
			if test.file != "main.c" {
				judgetest.Long(t, "valgrind runs large programs")
			}
			program := built(t, source(t, test.file, hanoi[test.file]))
			first, most := least(t, v, program, test.language, test.disks)
			again, _ := least(t, v, program, test.language, test.disks)
			if apart := max(first, again)/min(first, again) - 1; apart > test.apart {
				t.Errorf("%.0f and then %.0f instructions: %.4f%% apart, want at most %.4f%%", first, again, 100*apart,
					100*test.apart)
			}
			if test.apart == loader && most/first-1 > loader {
				t.Errorf("from %.0f to %.0f instructions in runs of the same program", first, most)
			}
			if first < 3*test.calls || first > 50*test.calls { // a call, a test and a return are three
				t.Errorf("%.0f instructions for %.0f calls: that cannot be", first, test.calls)
			}
		})
	}
}

// TestInstructionsUnknown: what a failing run executed says nothing.
func TestInstructionsUnknown(t *testing.T) {
	v := openValgrind(t)
	failing := built(t, source(t, "main.go", "package main\n\nimport \"os\"\n\nfunc main() {\n\tos.Exit(3)\n}\n"))
	in := filepath.Join(t.TempDir(), "in")
	judgetest.Write(t, in, "")
	_, err := v.Run(t.Context(), failing, "go", problem.Test{Input: in}, filepath.Join(t.TempDir(), "out"))
	var unknown *UnknownError
	if !errors.As(err, &unknown) || unknown.Reason != "under valgrind the program fails: exit status 3" {
		t.Errorf("got %v", err)
	}
}

// TestInstructionsForged: neither what a child executes nor what a program writes is taken for the program's
// instructions.
func TestInstructionsForged(t *testing.T) {
	v := openValgrind(t)
	const loop = "volatile long n; for (long i = 0; i < 1000000; i++) n += i; return 0;"
	const forge = `"==%d== \n==%d== I   refs:      5\n", getpid(), getpid()`
	for _, test := range []struct{ name, text, want string }{
		{"a child ends first", "#include <sys/wait.h>\n#include <unistd.h>\nint main(void) { if (fork() == 0) " +
			"return 0; wait(0); " + loop + " }\n", ""},
		{"a total on standard error", "#include <stdio.h>\n#include <unistd.h>\nint main(void) { fprintf(stderr, " +
			forge + "); " + loop + " }\n", "more than once"},
		{"a log of its own", "#include <stdio.h>\n#include <unistd.h>\nint main(void) { remove(\"valgrind.log\"); " +
			"FILE *f = fopen(\"valgrind.log\", \"w\"); " +
			"fprintf(f, " + forge + "); fclose(f); " + loop + " }\n", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			program := built(t, source(t, "main.c", test.text))
			in := filepath.Join(t.TempDir(), "in")
			judgetest.Write(t, in, "")
			n, err := v.Run(t.Context(), program, "c", problem.Test{Input: in}, filepath.Join(t.TempDir(), "out"))
			var unknown *UnknownError
			switch {
			case test.want != "":
				if !errors.As(err, &unknown) || !strings.Contains(unknown.Reason, test.want) {
					t.Errorf("%.0f instructions, %v; want %q", n, err, test.want)
				}
			case err != nil || n < 2e6:
				t.Errorf("%.0f instructions, %v; it executes millions", n, err)
			}
		})
	}
}

// TestInstructionsOfRunners: of a program that something else runs, nothing is counted.
func TestInstructionsOfRunners(t *testing.T) {
	v := openValgrind(t)
	program := built(t, source(t, "main.sh", "true\n"))
	in := filepath.Join(t.TempDir(), "in")
	judgetest.Write(t, in, "")
	_, err := v.Run(t.Context(), program, "bash", problem.Test{Input: in}, filepath.Join(t.TempDir(), "out"))
	var unknown *UnknownError
	if !errors.As(err, &unknown) || !strings.Contains(unknown.Reason, "what runs it") {
		t.Errorf("got %v", err)
	}
}

func TestNoValgrind(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	_, err := OpenValgrind(t.Context(), sandbox.Uncontained())
	var missing *NoValgrindError
	if !errors.As(err, &missing) || !strings.Contains(err.Error(), "valgrind is not on the PATH; install it") {
		t.Errorf("got %v", err)
	}
}

func TestBrokenValgrind(t *testing.T) {
	dir := t.TempDir()
	judgetest.Write(t, filepath.Join(dir, "valgrind"), "#!/bin/sh\necho 'valgrind: cannot run here' >&2\nexit 1\n")
	judgetest.Check(t, os.Chmod(filepath.Join(dir, "valgrind"), 0o755))
	t.Setenv("PATH", dir+":/usr/bin:/bin")
	_, err := OpenValgrind(t.Context(), sandbox.Uncontained())
	var missing *NoValgrindError
	if !errors.As(err, &missing) || !strings.Contains(err.Error(),
		"valgrind does not work here: under valgrind the program fails: exit status 1") {
		t.Errorf("got %v", err)
	}
}

func saying(text string) sandbox.Said { return sandbox.Said{First: []byte(text), Last: []byte(text)} }

func TestInstructionsIn(t *testing.T) {
	for log, want := range map[string]float64{
		"==7== Cachegrind\n==7== \n==7== I   refs:      127,358\n": 127358,
		"==12345== I refs: 9\n": 9,
	} {
		if got, err := instructionsIn(saying(log)); err != nil || got != want {
			t.Errorf("%q: got %v and %v, want %v", log, got, err, want)
		}
	}
	for _, log := range []string{"", "valgrind: no such tool\n", "I   refs:      127,358\n",
		"==7== I   refs:      99,999,999,999,999,999\n", "==7== D   refs:      127\n",
		"==7== I   refs:      127\n==7== I   refs:      128\n", "==7== Cachegrind\n==8== I   refs:      127\n"} {
		var unknown *UnknownError
		if got, err := instructionsIn(saying(log)); !errors.As(err, &unknown) {
			t.Errorf("%q: got %v and %v, want an *UnknownError", log, got, err)
		}
	}
}
