package workload

import (
	"path/filepath"
	"strings"
	"testing"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/execute/sandbox/plain"
	"dlxjudge/judge/read/problem"
)

// ours are the project's problems, and how many lines depend on the number of cases, at the start and at the end of an
// input.
var ours = map[string][2]int{"hdu5046": {1, 0}, "poj3074": {0, 1}, "poj3076": {0, 0}, "spojnqueen": {0, 0},
	"zoj3122": {0, 0}}

// TestOurs: the project's workloads and sizes are valid, and an input begins with the cases of a shorter one.
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
			t.Errorf("%s has %d workloads; want two to four, for different kinds of cases", File(p), n)
		}
		for i, in := range append(s.Workloads, s.Growth.Inputs...) {
			if i >= len(s.Workloads) && i%4 > 0 {
				continue // every fourth size is enough
			}
			t.Run(p.Name+"/"+in.Name, func(t *testing.T) {
				if p.Name != "poj3074" && p.Name != "spojnqueen" {
					judgetest.Long(t, "its generators and validators search for long")
				}
				m, err := NewMaker(cache, p, s, t.TempDir())
				judgetest.Check(t, err)
				more, err := m.Test(t.Context(), in, 2)
				judgetest.Check(t, err)
				fewer, err := m.Test(t.Context(), in, 1)
				judgetest.Check(t, err)
				if differing := ours[p.Name]; !begins(judgetest.Read(t, more.Input), judgetest.Read(t, fewer.Input),
					differing[0], differing[1]) {
					t.Errorf("%s: two cases do not begin with one", in.Place)
				}
			})
		}
	}
}

// begins reports whether a text begins with another, apart from some lines at the start and the end of both.
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
