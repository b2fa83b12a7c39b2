package workload

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"dlxjudge/judge/author/validate"
	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/execute/sandbox/plain"
	"dlxjudge/judge/read/problem"
)

// ours are the project's problems, and how the beginning of their inputs is told from what tells the number of cases:
// the number of lines at the start and at the end that may differ.
var ours = map[string][2]int{"hdu5046": {1, 0}, "poj3074": {0, 1}, "poj3076": {0, 0}, "spojnqueen": {0, 0},
	"zoj3122": {0, 0}}

// TestOurs: the project's workloads and sizes are valid inputs, and begin with the cases of those with fewer.
func TestOurs(t *testing.T) {
	dir, err := filepath.Abs("../../..")
	judgetest.Check(t, err)
	set, err := problem.LoadPrograms(problem.Tree(dir), func(name string) bool { _, is := ours[name]; return is })
	judgetest.Check(t, err)
	cache, err := compile.OpenCache("", plain.Executor{})
	judgetest.Check(t, err)
	for _, p := range set.Problems {
		s, err := Read(p)
		judgetest.Check(t, err)
		if n := len(s.Workloads); n < 2 || n > 4 {
			t.Errorf("%s has %d workloads; two to four show how its cases differ", File(p), n)
		}
		for i, in := range append(s.Workloads, s.Growth.Inputs...) {
			if i >= len(s.Workloads) && i%4 > 0 {
				continue // some of the sizes will do
			}
			source, err := p.Generator(in.Generator) // which may add a warning to the problem
			judgetest.Check(t, err)
			t.Run(p.Name+"/"+in.Name, func(t *testing.T) {
				t.Parallel()
				if p.Name != "poj3074" && p.Name != "spojnqueen" {
					judgetest.Long(t, "its generators and validators search for long")
				}
				more := generated(t, cache, p, source, in, 2)
				fewer := generated(t, cache, p, source, in, 1)
				if differing := ours[p.Name]; !begins(more, fewer, differing[0], differing[1]) {
					t.Errorf("%s: two cases do not begin with one", in.Place)
				}
			})
		}
	}
}

// begins reports whether a text begins with another, but for some lines at its start and at its end.
func begins(more, fewer string, first, last int) bool {
	a, b := strings.SplitAfter(more, "\n"), strings.SplitAfter(fewer, "\n")
	a, b = a[first:], b[first:len(b)-1-last]
	for i, line := range b {
		if i >= len(a) || a[i] != line {
			return false
		}
	}
	return len(b) > 0 && len(a) > len(b)
}

// generated is an input, which every validator must accept.
func generated(t *testing.T, cache *compile.Cache, p *problem.Problem, source problem.Source, in Input,
	cases int) string {
	ctx := context.Background()
	program, err := cache.Build(ctx, compile.Tool, source)
	judgetest.Check(t, err)
	test := problem.Test{Input: filepath.Join(t.TempDir(), "in")}
	args := replaced(in.Args, "{cases}", fmt.Sprint(cases))
	judgetest.Check(t, sandbox.Transform(ctx, cache.Programs, in.Generator, program, args, os.DevNull, test.Input))
	for _, v := range p.InputValidators {
		reason, err := validate.Input(ctx, cache, p, v, test, 10*time.Minute)
		judgetest.Check(t, err)
		if reason != "" {
			t.Errorf("%s: %s rejects %d cases: %s", in.Place, v.Name, cases, reason)
		}
	}
	return judgetest.Read(t, test.Input)
}
