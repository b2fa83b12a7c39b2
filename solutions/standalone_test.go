// Package solutions_test checks the rules for every solution of this project. It is one file that needs no other. An
// old Go compiles it. It copes with all inputs that an online judge may have, and its answers are right.
package solutions_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"dlxjudge/judge/author/submit"
	"dlxjudge/judge/author/submit/oldgo"
	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/execute/sandbox/plain"
	"dlxjudge/judge/read/problem"
	"dlxjudge/solutions/solutiontest"
)

const (
	maxRung   = 150 // lines of a page to learn from: a rung of the ladder, with the core
	maxTaught = 320 // lines of a solution that teaches Dancing Links, with the core, in either language
	maxLines  = 350 // lines of any other
)

// inCPlusPlus says whether a solution is written in C++, and not in Go.
func inCPlusPlus(solution string) bool {
	_, err := os.Stat(filepath.Join(solution, "main.cpp"))
	return err == nil
}

// isPlain says whether a solution is plain backtracking, which does not finish where there are many empty cells.
func isPlain(solution string) bool { return filepath.Base(solution) == "backtrack" }

// isRung says whether a solution is one of the steps between plain backtracking and dlx, which are compared with each
// other.
func isRung(solution string) bool {
	return slices.Contains([]string{"mrv", "smallest", "knuth", "knuth-cpp", "cells"}, filepath.Base(solution))
}

// Every problem has a solution with Dancing Links, one without to compare it with, and the steps between the two.
func TestApproaches(t *testing.T) {
	for _, problem := range solutiontest.Problems() {
		for _, approach := range []string{"dlx", "cells", "knuth", "smallest", "backtrack"} {
			if solution := problem + "/" + approach; !slices.Contains(solutiontest.Own(problem), solution) {
				t.Errorf("no solution %s", solution)
			}
		}
	}
}

// The judges' compilers are old. They should accept solutions that compile as Go 1.12, or as C++98 without a warning.
func TestStandalone(t *testing.T) {
	cache, err := compile.OpenCache("", plain.Executor{})
	judgetest.Check(t, err)
	t.Cleanup(func() { judgetest.Check(t, cache.Close()) })
	root, open, err := cache.GoLibrary(t.Context())
	judgetest.Check(t, err)
	judges := map[string]problem.OnlineJudge{}
	set, err := problem.Load(problem.Tree(".."), nil)
	judgetest.Check(t, err)
	for _, p := range set.Problems {
		judges[p.Name] = p.Judge
	}
	reviewer, err := oldgo.New(root, open)
	judgetest.Check(t, err)
	for _, solution := range solutiontest.Own(solutiontest.Problems()...) {
		t.Run(solution, func(t *testing.T) {
			program(t, solution)
			checkSize(t, solution, judges[filepath.Dir(solution)])
			if inCPlusPlus(solution) {
				source, err := os.ReadFile(filepath.Join(solution, "main.cpp"))
				judgetest.Check(t, err)
				checkLines(t, solution, source)
				if judgetest.Shortened(t, "warnings of the compiler") {
					return
				}
				warned := exec.Command(judgetest.Need(t, "g++"), "-std=c++98", "-O2", "-Wall", "-Wextra", "-pedantic",
					"-Werror", "-S", "-o", filepath.Join(t.TempDir(), "main.s"), "main.cpp")
				warned.Dir = solution
				if output, err := warned.CombinedOutput(); err != nil {
					t.Errorf("%s: %v\n%s", warned, err, output)
				}
				return
			}
			if files := goFiles(t, solution); len(files) != 1 {
				t.Errorf("a solution is one file, but there are %q", files)
			}
			source, err := os.ReadFile(filepath.Join(solution, "main.go"))
			judgetest.Check(t, err)
			checkLines(t, solution, source)
			if !bytes.HasPrefix(source, []byte("// ")) {
				t.Error("no header comment")
			}
			for _, wrong := range reviewer.Review("main.go", source) {
				t.Error(wrong)
			}
		})
	}
}

// checkSize holds a solution to the size that its problem's online judge takes.
func checkSize(t *testing.T, solution string, judge problem.OnlineJudge) {
	t.Helper()
	name := "main.go"
	if inCPlusPlus(solution) {
		name = "main.cpp"
	}
	source, err := os.ReadFile(filepath.Join(solution, name))
	judgetest.Check(t, err)
	if n := submit.Size(source); n < judge.Source.Min || judge.Source.Max > 0 && n > judge.Source.Max {
		t.Errorf("%d bytes, %s takes %d to %d", n, judge.Name, judge.Source.Min, judge.Source.Max)
	}
}

// checkLines limits the lines of a solution, which is a page to learn from.
func checkLines(t *testing.T, solution string, source []byte) {
	t.Helper()
	limit := maxLines
	if approach := filepath.Base(solution); approach == "dlx" || approach == "dlx-cpp" {
		limit = maxTaught
	}
	if isRung(solution) {
		limit = maxRung
	}
	if lines := bytes.Count(source, []byte("\n")); lines > limit {
		t.Errorf("%d lines are more than %d", lines, limit)
	}
}

func goFiles(t *testing.T, folder string) []string {
	t.Helper()
	all, err := filepath.Glob(filepath.Join(folder, "*.go"))
	judgetest.Check(t, err)
	var files []string
	for _, path := range all {
		if !strings.HasSuffix(path, "_test.go") {
			files = append(files, path)
		}
	}
	return files
}

// program returns the path of a compiled solution. It is compiled as its online judge would: by itself, outside the
// module, in the language of Go 1.12 or in C++98.
func program(t *testing.T, solution string) string {
	t.Helper()
	cache, err := opened()
	judgetest.Check(t, err)
	source := problem.Source{Name: filepath.Base(solution), Dir: solution, Files: []string{"main.go"},
		Standards: map[string]string{"go": "go1.12", "cpp": "c++98"}}
	if inCPlusPlus(solution) {
		source.Files[0] = "main.cpp"
	}
	built, err := cache.Build(t.Context(), compile.Submission, source)
	var missing *compile.MissingError
	if errors.As(err, &missing) {
		t.Skip(missing)
	}
	judgetest.Check(t, err)
	return built.Path
}

var opened = sync.OnceValues(func() (*compile.Cache, error) { return compile.OpenCache("", plain.Executor{}) })

// A run is the result of a program on one input.
type run struct {
	output, message string // of standard output and standard error
	status          int    // exit status
}

// feed runs a solution on an input, for at most a minute.
func feed(t *testing.T, solution, input string) run {
	t.Helper()
	var output bytes.Buffer
	got := connect(t, solution, strings.NewReader(input), &output)
	got.output = output.String()
	return got
}

// connect runs a solution with the given standard input and output; the returned run has no output.
func connect(t *testing.T, solution string, input io.Reader, output io.Writer) run {
	t.Helper()
	var message bytes.Buffer
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	command := exec.CommandContext(ctx, program(t, solution))
	command.Stdin, command.Stdout, command.Stderr = input, output, &message
	if err := command.Run(); err != nil {
		if _, exited := err.(*exec.ExitError); !exited {
			t.Fatal(err)
		}
	}
	if ctx.Err() != nil {
		t.Fatalf("%s is still running after a minute", solution)
	}
	return run{message: message.String(), status: command.ProcessState.ExitCode()}
}
