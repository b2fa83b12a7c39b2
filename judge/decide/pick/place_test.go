package pick

import (
	"path/filepath"
	"testing"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/read/problem"
)

// TestPatternFor: the patterns of paths in a checkout and in a package.
func TestPatternFor(t *testing.T) {
	dir := t.TempDir()
	for _, path := range []string{
		"solutions/sum/dlx/main.go", "solutions/sum/one.go", "solutions/README.md", "problems/sum/problem.yaml",
		"problems/judges.yaml",
		"problems/sum/submissions/wrong_answer/int32/main.go", "testdata/sum/secret/hard/01.in",
		"testdata/sum/secret/hard/test_group.yaml",
		"testdata/other/1.in", "submissions/accepted/a.cpp", "data/secret/01.ans", "notes.txt", "problem.yaml",
	} {
		judgetest.Write(t, filepath.Join(dir, path), "")
	}
	for _, row := range []struct{ path, checkout, pack string }{
		{"solutions/sum/dlx/main.go", "sum/dlx", "sum"},
		{"solutions/sum/dlx", "sum/dlx", "sum"},
		{"solutions/sum/one.go", "sum/one.go", "sum"},
		{"solutions/sum", "sum", "sum"},
		{"solutions/README.md", "", "sum"},
		{"solutions", "", "sum"},
		{".", "", "sum"},
		{"problems/sum/problem.yaml", "sum", "sum"},
		{"problems/judges.yaml", "", "sum"},
		{"problems/sum/submissions", "sum", "sum"},
		{"problems/sum/submissions/wrong_answer", "sum/wrong_answer", "sum"},
		{"problems/sum/submissions/wrong_answer/int32/main.go", "sum/wrong_answer/int32", "sum"},
		{"testdata/sum", "sum", "sum"},
		{"testdata/sum/secret/hard", "sum:secret/hard", "sum"},
		{"testdata/sum/secret/hard/01.in", "sum:secret/hard/01", "sum"},
		{"testdata/other/1.in", "", "sum"}, // there is no such problem
		{"submissions/accepted/a.cpp", "", "sum/accepted/a.cpp"},
		{"submissions/accepted", "", "sum/accepted"},
		{"data/secret/01.ans", "", "sum:secret/01"},
		{"problem.yaml", "", "sum"},
		{"..", "", ""},
	} {
		for roots, want := range map[problem.Roots]string{problem.Tree(dir): row.checkout,
			problem.Package(dir): row.pack} {
			if got, is := PatternFor(filepath.Join(dir, row.path), roots, []string{"sum"}); got != want ||
				is != (want != "") {
				t.Errorf("%s, package %q: got %q, %v, want %q", row.path, roots.Package, got, is, want)
			}
		}
	}
}
