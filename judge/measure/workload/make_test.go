package workload

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/execute/sandbox/plain"
	"dlxjudge/judge/read/problem"
)

// double is a problem whose generator prints 0, 1, 2 …, and a validator that rejects 5.
const double = `
-- problems/double/problem.yaml --
problem_format_version: 2025-09
name: Double
limits: {time_limit: 1}
-- problems/double/generators/numbers/main.c --
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
	for (int i = 0; i < atoi(argv[1]); i++) printf("%d\n", i);
	return 0;
}
-- problems/double/input_validators/small/main.c --
#include <stdio.h>
int main(void) {
	for (int n; scanf("%d", &n) == 1;) {
		if (n == 5) return fputs("a five\n", stderr), 43;
	}
	return 42;
}
-- solutions/double/plus/main.c --
#include <stdio.h>
int main(void) {
	for (int n; scanf("%d", &n) == 1;) printf("%d\n", n + n);
	return 0;
}
-- problems/double/generators/workloads.yaml --
answer: plus
workloads:
  all: {cases: 8, input: "numbers {cases}"}
`

// Programs are built once for all tests of this package.
var cacheDir string

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "workload-test-")
	if err != nil {
		panic(err)
	}
	cacheDir = dir
	status := m.Run()
	os.RemoveAll(dir)
	os.Exit(status)
}

// maker loads the problem of an archive, with a maker of its workloads.
func maker(t *testing.T, archive string) (*Maker, *Set) {
	t.Helper()
	judgetest.Need(t, "gcc") // a program in C takes a tenth of one in Go to build
	dir := t.TempDir()
	judgetest.Unpack(t, dir, archive)
	t.Chdir(dir)
	set, err := problem.LoadPrograms(problem.Tree("."), nil)
	judgetest.Check(t, err)
	cache, err := compile.OpenCache(cacheDir, plain.Executor{})
	judgetest.Check(t, err)
	s, err := Read(set.Problems[0])
	judgetest.Check(t, err)
	m, err := NewMaker(cache, set.Problems[0], s, t.TempDir())
	judgetest.Check(t, err)
	return m, s
}

// counting is an executor that counts the runs of generators and validators, and of solutions that make answers.
type counting struct {
	sandbox.Executor
	runs *int
}

func (c counting) Run(ctx context.Context, task sandbox.Task) (sandbox.Result, error) {
	if task.Profile == sandbox.Tool {
		*c.runs++
	}
	return c.Executor.Run(ctx, task)
}

// TestCached: only programs with a change run again, so a commit with another solution uses the stored inputs.
func TestCached(t *testing.T) {
	const generator, validator, answer = 1, 1, 1
	tens := strings.Replace(double, "printf(\"%d\\n\", i)", "printf(\"%d\\n\", i + 10)", 1) // used by no other test
	for _, c := range []struct {
		old, new string
		cases    int
		want     int
	}{
		{"", "", 3, generator + validator + answer},
		{"", "", 3, 0},
		{"n + n", "2 * n", 3, answer},
		{"n == 5", "n == 6", 3, validator},
		{"i + 10", "10 + i", 3, generator}, // with the same output
		{"", "", 4, generator + validator + answer},
		{"i + 10", "i + 11", 3, generator + validator + answer},
	} {
		m, set := maker(t, strings.Replace(tens, c.old, c.new, 1))
		runs := 0
		m.cache.Programs = counting{m.cache.Programs, &runs}
		test, err := m.Test(t.Context(), set.Workloads[0], c.cases)
		judgetest.Check(t, err)
		if runs != c.want {
			t.Errorf("%q, %d cases: %d runs, want %d", c.new, c.cases, runs, c.want)
		}
		var want strings.Builder
		for line := range strings.Lines(judgetest.Read(t, test.Input)) {
			n, err := strconv.Atoi(strings.TrimSpace(line))
			judgetest.Check(t, err)
			fmt.Fprintln(&want, 2*n)
		}
		if got := judgetest.Read(t, test.Answer); got != want.String() || strings.Count(got, "\n") != c.cases ||
			test.Name != fmt.Sprint("workload/all/", c.cases) {
			t.Errorf("%q, %d cases: the answer is %q, want %q", c.new, c.cases, got, want.String())
		}
	}
}

func TestMakeErrors(t *testing.T) {
	const place = "problems/double/generators/workloads.yaml:3:3: workload/all/8: "
	for _, c := range []struct{ title, old, new, want string }{
		{"the validator rejects", "", "", place + "numbers 8 makes an input that small rejects: exit status 43; a five"},
		{"no such generator", "numbers {cases}", "letters {cases}",
			place + "problems/double/generators/letters: no such generator; there is only numbers"},
		{"no such solution", "answer: plus", "answer: minus", place + "double has no solution minus; there is only plus"},
		{"the solution fails", "return 0;\n}\n-- problems/double/generators/workloads", "return 2;\n}\n-- problems/double/generators/workloads",
			"exit status 2"},
	} {
		t.Run(c.title, func(t *testing.T) {
			archive := double
			if c.title == "the solution fails" {
				archive = strings.Replace(archive, "n == 5", "n == 99", 1)
			}
			m, set := maker(t, strings.Replace(archive, c.old, c.new, 1))
			_, err := m.Test(t.Context(), set.Workloads[0], 8)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %s", err, c.want)
			}
		})
	}
}
