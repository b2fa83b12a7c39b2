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
	"slices"
	"strings"
	"testing"
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

// Solutions builds all solutions of a problem and returns their names. It is an error if a named solution in Go is missing.
// Those in C++ are built as their judge does, or skipped if there is no compiler.
func Solutions(t *testing.T, problem string, named ...string) []string {
	t.Helper()
	sources, err := filepath.Glob(filepath.Join("../../solutions", problem, "*/main.*"))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, source := range sources {
		name := filepath.Base(filepath.Dir(source))
		program := filepath.Join(folder, name)
		build := exec.Command("go", "build", "-o", program, filepath.Dir(source))
		if strings.HasSuffix(source, ".cpp") {
			if _, err := exec.LookPath("g++"); err != nil {
				t.Run(name, func(t *testing.T) { t.Skip(err) })
				continue
			}
			build = exec.Command("g++", "-std=c++98", "-O2", "-o", program, source)
		}
		if message, err := build.CombinedOutput(); err != nil {
			t.Fatalf("%v: %v\n%s", build, err, message)
		}
		names = append(names, name)
	}
	for _, name := range named {
		if !slices.Contains(names, name) {
			t.Errorf("no solution %s, only %v", name, names)
		}
	}
	return names
}
