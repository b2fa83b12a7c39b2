// Package programtest builds the programs of a problem for the problem's own tests, and runs them as a judge does.
//
//	func TestMain(m *testing.M) { programtest.Main(m, "./input_validators/format", "./generators/solver") }
//
//	want, _, status := programtest.Run(t, in, "solver")
package programtest

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"dlxjudge/solutions/solutiontest"
)

// folder holds the built programs of this test.
var folder string

// Main builds Go programs, each under the name of its folder, runs the tests, and exits.
func Main(m *testing.M, folders ...string) { os.Exit(buildAndRun(m, folders)) }

func buildAndRun(m *testing.M, folders []string) int {
	var err error
	if folder, err = os.MkdirTemp("", "programs-"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(folder)
	build := exec.Command("go", append([]string{"build", "-o", folder}, folders...)...)
	if message, err := build.CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "%v: %v\n%s", build, err, message)
		return 1
	}
	return m.Run()
}

// Run runs a program that was built, and returns what it printed and its exit status.
func Run(t *testing.T, in, name string, args ...string) (stdout, stderr string, status int) {
	t.Helper()
	var out, message bytes.Buffer
	cmd := exec.Command(filepath.Join(folder, name), args...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(in), &out, &message
	var exit *exec.ExitError
	if err := cmd.Run(); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return out.String(), message.String(), cmd.ProcessState.ExitCode()
}

// Data checks the tests of a problem: its input validator accepts every input, and its independent solver has the answer.
// A test of the group lenient is for a validator that is called so.
func Data(t *testing.T, problem, validator string) {
	t.Helper()
	for _, pattern := range []string{"sample/*.in", "secret/*/*.in"} {
		inputs, err := filepath.Glob(filepath.Join("../../testdata", problem, pattern))
		if err != nil || len(inputs) == 0 {
			t.Fatalf("%s: %d inputs, %v", pattern, len(inputs), err)
		}
		for _, input := range inputs {
			t.Run(input, func(t *testing.T) {
				t.Parallel()
				var args []string
				if filepath.Base(filepath.Dir(input)) == "lenient" {
					args = []string{"lenient"}
				}
				in := Read(t, input)
				if _, message, status := Run(t, in, validator, args...); status != 42 {
					t.Errorf("the validator exits with %d: %s", status, message)
				}
				want := Read(t, strings.TrimSuffix(input, ".in")+".ans")
				if got, message, status := Run(t, in, "solver"); status != 0 || got != want {
					t.Errorf("the solver exits with %d (%s) and this is not the answer:\n%s", status, message, got)
				}
			})
		}
	}
}

// Generate makes a test by a generator, and checks that it is the same whenever it is made, another with another seed, and
// valid.
func Generate(t *testing.T, generator, validator string, flags ...string) string {
	t.Helper()
	in, message, status := Run(t, "", generator, flags...)
	if status != 0 {
		t.Fatalf("exit status %d: %s", status, message)
	}
	if again, _, _ := Run(t, "", generator, flags...); again != in {
		t.Errorf("the same flags give\n%s\nand then\n%s", in, again)
	}
	if other, _, _ := Run(t, "", generator, append(flags, "-seed", "99")...); other == in {
		t.Error("another seed gives the same test")
	}
	if _, message, status := Run(t, in, validator); status != 42 {
		t.Errorf("the validator exits with %d: %s", status, message)
	}
	return in
}

// Read reads a file.
func Read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// Solutions builds this project's own solutions of a problem, and returns their names. Those in C++ are built as their
// judge does, or skipped where there is no compiler.
func Solutions(t *testing.T, problem string) []string {
	t.Helper()
	var names []string
	for _, solution := range solutiontest.Own(problem) {
		name, source := filepath.Base(solution), filepath.Join("../../solutions", solution)
		program := filepath.Join(folder, name)
		build := exec.Command("go", "build", "-o", program, source)
		if _, err := os.Stat(filepath.Join(source, "main.cpp")); err == nil {
			if _, err := exec.LookPath("g++"); err != nil {
				t.Run(name, func(t *testing.T) { t.Skip(err) })
				continue
			}
			build = exec.Command("g++", "-std=c++98", "-O2", "-o", program, filepath.Join(source, "main.cpp"))
		}
		if message, err := build.CombinedOutput(); err != nil {
			t.Fatalf("%v: %v\n%s", build, err, message)
		}
		names = append(names, name)
	}
	return names
}
