package scaffold

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/read/problem"
)

// TestSkeleton: the judge reads the skeleton of each type without a warning. It has a right and a wrong program, a
// validator, and tools with testlib if requested.
func TestSkeleton(t *testing.T) {
	roots := tree(t)
	config := t.TempDir()
	t.Setenv("XDG_CONFIG_HOME", config)
	judgetest.Write(t, filepath.Join(config, "judge", "testlib.h"), "")
	for _, kind := range Types {
		for suffix, flavor := range map[string]string{"": "", "cpp": "cpp", "lib": "testlib"} {
			files, err := Skeleton(kind, flavor)
			judgetest.Check(t, err)
			for _, f := range files {
				cpp, python := strings.HasSuffix(f.Path, ".cpp"), strings.HasSuffix(f.Path, ".py")
				judged := strings.HasPrefix(f.Path, "solution/") || strings.Contains(f.Path, "/submissions/")
				if flavor == "testlib" && python || flavor == "" && cpp || flavor == "cpp" && judged && python ||
					flavor != "testlib" && strings.Contains(f.Text, "testlib.h") {
					t.Errorf("%s%s: %s", kind, suffix, f.Path)
				}
			}
			name := strings.ReplaceAll(kind, "-", "") + suffix
			_, err = Spec{Name: name, Time: time.Second, Memory: 1 << 28, Type: kind, Skeleton: files}.Make(roots)
			judgetest.Check(t, err)
		}
	}
	set, err := problem.LoadPrograms(roots, nil) // the tests are made later
	judgetest.Check(t, err)
	if len(set.Problems) != 3*len(Types) {
		t.Errorf("%d problems", len(set.Problems))
	}
	for _, p := range set.Problems {
		if len(p.Warnings) > 0 || len(p.InputValidators) != 1 {
			t.Errorf("%s: warnings %v, %d validators", p.Name, p.Warnings, len(p.InputValidators))
		}
		right := 0
		for _, s := range p.Submissions {
			if s.Solution {
				right++
			}
		}
		if right != 1 || len(p.Submissions) < 2 {
			t.Errorf("%s: %d of %d submissions are right", p.Name, right, len(p.Submissions))
		}
	}
	if _, err := Skeleton("pass-fial", ""); err == nil {
		t.Error("a type that there is not")
	}
}
