package problems_test

import (
	"os/exec"
	"path/filepath"
	"testing"

	"dlxjudge/judge/base/judgetest"
)

// The tools for authors find no fault in these problems: the validators, generators, independent solvers and checkers
// agree about every test, and the tests are those that their recipes make.
func TestProblems(t *testing.T) {
	judgetest.Long(t, "it validates and makes the tests of all five problems")
	judge := filepath.Join(t.TempDir(), "judge")
	for _, command := range [][]string{
		{"go", "build", "-o", judge, "./judge"},
		{judge, "validate", "--untimed"},
		{judge, "gen", "--check"},
	} {
		cmd := exec.Command(command[0], command[1:]...)
		cmd.Dir = ".."
		if text, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v: %v\n%s", cmd, err, text)
		}
	}
}
