// Package programtest builds the programs of a problem for the problem's own tests, and runs them as a judge does.
//
//	func TestMain(m *testing.M) { programtest.Main(m, "./input_validators/format", "./generators/solver") }
//
//	want, _, status := programtest.Run(t, in, "solver")
package programtest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/read/problem"
	"dlxjudge/solutions/solutiontest"
)

// built are the paths of the programs of this test, by name.
var built = map[string]string{}

// Main builds programs, each under the name of its folder, runs the tests, and exits.
func Main(m *testing.M, folders ...string) {
	for _, folder := range folders {
		path, err := Build(compile.Tool, folder)
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		built[filepath.Base(folder)] = path
	}
	status := m.Run()
	if cache, err := opened(); err == nil {
		cache.Close()
	}
	os.Exit(status)
}

// Build returns the path of the program of a folder, in Go or in C++. It is built as the judge does, of a submission as
// an old online judge would, and kept with the programs that the judge has built.
func Build(kind compile.Kind, folder string) (string, error) {
	cache, err := opened()
	if err != nil {
		return "", err
	}
	source := problem.Source{Name: filepath.Base(folder), Dir: folder}
	if kind == compile.Submission {
		source.Standards = map[string]string{"go": "go1.12", "cpp": "c++98"}
	}
	for _, pattern := range []string{"*.go", "*.cpp"} {
		paths, err := filepath.Glob(filepath.Join(folder, pattern))
		if err != nil {
			return "", err
		}
		for _, path := range paths {
			if !strings.HasSuffix(path, "_test.go") {
				source.Files = append(source.Files, filepath.Base(path))
			}
		}
	}
	program, err := cache.Build(context.Background(), kind, source)
	return program.Path, err
}

var opened = sync.OnceValues(func() (*compile.Cache, error) { return compile.OpenCache("", sandbox.Uncontained()) })

// Run runs a program that was built, and returns what it printed and its exit status.
func Run(t *testing.T, in, name string, args ...string) (stdout, stderr string, status int) {
	t.Helper()
	var out, message bytes.Buffer
	cmd := exec.Command(built[name], args...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(in), &out, &message
	var exit *exec.ExitError
	if err := cmd.Run(); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return out.String(), message.String(), cmd.ProcessState.ExitCode()
}

// Data checks the tests of a problem: its input validator accepts every input, and its independent solver has the
// answer. A test of the group lenient is for a validator that is called so.
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
				if group := filepath.Base(filepath.Dir(input)); group == "killers" || group == "few" {
					judgetest.Long(t, "the independent solver takes long for hard tests")
				}
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

// Generate makes a test by a generator, and checks that it is the same whenever it is made, another with another seed,
// and valid.
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

// Solutions builds this project's own solutions of a problem, and returns their names. Those in C++ are skipped where
// there is no compiler.
func Solutions(t *testing.T, problem string) []string {
	t.Helper()
	var names []string
	for _, solution := range solutiontest.Own(problem) {
		name := filepath.Base(solution)
		path, err := Build(compile.Submission, filepath.Join("../../solutions", solution))
		var missing *compile.MissingError
		if errors.As(err, &missing) {
			t.Run(name, func(t *testing.T) { t.Skip(missing) })
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		built[name] = path
		names = append(names, name)
	}
	return names
}

// Repeat calls a test for seed 1, 2 and so on until last: the first quick ones always, all others in the long tier.
func Repeat(t *testing.T, quick, last int, test func(t *testing.T, seed int)) {
	for seed := 1; seed <= min(quick, last); seed++ {
		test(t, seed)
	}
	t.Run("all others", func(t *testing.T) {
		judgetest.Long(t, fmt.Sprintf("it goes from seed %d to %d", quick+1, last))
		for seed := quick + 1; seed <= last; seed++ {
			test(t, seed)
		}
	})
}
