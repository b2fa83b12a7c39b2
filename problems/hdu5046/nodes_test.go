package hdu5046_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/measure/count"
	"dlxjudge/judge/read/problem"
	"dlxjudge/problems/programtest"
)

// A solution makes few nodes, each a call of search, and as many in either language.
func TestNodes(t *testing.T) {
	tests := []struct {
		flags string
		most  int64
		why   string
	}{
		{"-seed 1 -n 60 -k 1 -reach 1000000000", 36,
			"a binary search over all lengths up to 10¹¹ searches 37 times, one over the distances of 60 cities 11 " +
				"times"},
		{"-seed 1003 -cases 20 -n 60 -k 8-25 -reach 1000000000", 2000,
			"without dominance, and with sizes that stay as they were when options go, it takes 23 million nodes"},
	}
	made := map[string][]int64{}
	for _, solution := range []string{"dlx", "dlx-cpp", "bits"} {
		t.Run(solution, func(t *testing.T) {
			program := buildCounting(t, solution)
			for _, test := range tests {
				n := countNodes(t, program, test.flags)
				if n < 1 || n > test.most {
					t.Errorf("airports %s: %d nodes, want 1 to %d: %s", test.flags, n, test.most, test.why)
				}
				made[solution] = append(made[solution], n)
			}
		})
	}
	// The distances are all different, so that sorting them leaves no choice.
	for i := range min(len(made["dlx"]), len(made["dlx-cpp"])) {
		if golang, cpp := made["dlx"][i], made["dlx-cpp"][i]; golang != cpp {
			t.Errorf("airports %s: dlx makes %d nodes, dlx-cpp %d: it is not the same search", tests[i].flags, golang,
				cpp)
		}
	}
}

// buildCounting builds a solution that counts its nodes, or skips the test where there is no compiler that does.
func buildCounting(t *testing.T, solution string) *count.Executable {
	t.Helper()
	source := problem.Source{Name: solution, Dir: filepath.Join("../../solutions/hdu5046", solution),
		Files: []string{"main.go"}}
	if solution == "dlx-cpp" {
		source.Files, source.Standards = []string{"main.cpp"}, map[string]string{"cpp": "c++98"}
		for _, tool := range []string{"g++", "gcov"} {
			if _, err := exec.LookPath(tool); err != nil {
				t.Skip("needs g++ and gcov; install them, for example with: apt-get install g++: ", err)
			}
		}
	}
	cache, err := compile.OpenCache("", sandbox.Uncontained())
	judgetest.Check(t, err)
	program, err := count.Build(t.Context(), cache, source, "search")
	judgetest.Check(t, err)
	return program
}

// countNodes counts the nodes that a program makes on the test that the flags of airports describe.
func countNodes(t *testing.T, program *count.Executable, flags string) int64 {
	t.Helper()
	in, message, status := programtest.Run(t, "", "airports", strings.Fields(flags)...)
	if status != 0 {
		t.Fatalf("airports %s: %s", flags, message)
	}
	scratch := t.TempDir()
	input := filepath.Join(scratch, "in")
	judgetest.Check(t, os.WriteFile(input, []byte(in), 0o644))
	counts, err := program.Run(t.Context(), problem.Test{Input: input}, filepath.Join(scratch, "out"), time.Minute)
	judgetest.Check(t, err)
	if !counts.HasNodes {
		t.Fatal("the program has no function search")
	}
	return counts.Nodes
}
