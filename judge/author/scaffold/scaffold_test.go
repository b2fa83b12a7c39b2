package scaffold

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/read/problem"
)

// tree turns an empty folder into a checkout, and makes it the working directory.
func tree(t testing.TB) problem.Roots {
	t.Helper()
	dir := t.TempDir()
	roots, err := NewCheckout(dir)
	judgetest.Check(t, err)
	return roots
}

var skeleton = Empty(File{"main.go", "package main\n\nfunc main() {}\n"})

// made returns the files and folders in the trees of a checkout.
func made(t *testing.T, roots problem.Roots) []string {
	t.Helper()
	var paths []string
	root := filepath.Dir(roots.Problems)
	judgetest.Check(t, filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if name, _ := filepath.Rel(root, path); err == nil && !entry.IsDir() && name != "problems/judges.yaml" {
			paths = append(paths, name)
		}
		return err
	}))
	return paths
}

// TestMake: the judge reads a new problem as specified, whatever its title has.
func TestMake(t *testing.T) {
	roots := tree(t)
	judges, err := problem.Judges(roots)
	judgetest.Check(t, err)
	spec := Spec{
		Name: "poj1000", Title: "A+B: \"the\" \\problem # 中文\n\x1b[31m\u202e!", Source: "POJ 1000",
		URL:   "http://poj.org/problem?id=1000",
		Judge: judges["poj"], ID: "1000", Time: 1320 * time.Millisecond, Memory: 64<<20 + 5,
		Unverified: []string{"time_limit"},
		Skeleton:   Empty(File{"main.cpp", "int main() {}\n"}),
	}
	files, err := spec.Make(roots)
	judgetest.Check(t, err)
	root := filepath.Dir(roots.Problems)
	for i, file := range files {
		files[i], _ = filepath.Rel(root, file)
	}
	want := []string{
		"problems/.schemas/judge.json", "problems/.schemas/problem.json", "problems/.schemas/test_group.json",
		"problems/poj1000/judge.yaml", "problems/poj1000/problem.yaml", "solutions/poj1000/mine/main.cpp",
		"testdata/poj1000/sample/1.ans", "testdata/poj1000/sample/1.in", "testdata/poj1000/sample/test_group.yaml",
	}
	if diff := cmp.Diff(want, files); diff != "" {
		t.Error("said to be made:", diff)
	}
	if diff := cmp.Diff(want, made(t, roots)); diff != "" {
		t.Error("made:", diff)
	}
	set, err := problem.Load(roots, nil)
	judgetest.Check(t, err)
	p := set.Problems[0]
	if p.Title != `A+B: "the" \problem # 中文 [31m !` || p.Limits.Time != spec.Time || p.Limits.Memory != 64<<20 {
		t.Errorf("title %q, limits %+v", p.Title, p.Limits)
	}
	if p.Judge.Key != "poj" || p.Judge.ID != "1000" || p.Judge.URL != spec.URL || len(p.Judge.Unverified) != 2 {
		t.Errorf("%+v", p.Judge)
	}
	if len(p.Tests) != 1 || p.Tests[0].CheckerArgs[0] != "case_sensitive" || len(p.Submissions) != 1 ||
		p.UUID == "" {
		t.Errorf("%+v", p)
	}
}

// TestMakeAllOrNothing: if a file is in the way in any tree, nothing changes.
func TestMakeAllOrNothing(t *testing.T) {
	spec := Spec{Name: "sum", Time: time.Second, Memory: 64 << 20, Skeleton: skeleton}
	for _, tree := range []string{"problems", "testdata", "solutions"} {
		roots, err := NewCheckout(t.TempDir())
		judgetest.Check(t, err)
		kept := filepath.Join(filepath.Dir(roots.Problems), tree, "sum", "mine")
		judgetest.Write(t, kept, "mine\n")
		_, err = spec.Make(roots)
		if !errors.Is(err, ErrExists) {
			t.Errorf("%s/sum is there: %v", tree, err)
		}
		if diff := cmp.Diff([]string{tree + "/sum/mine"}, made(t, roots)); diff != "" ||
			judgetest.Read(t, kept) != "mine\n" {
			t.Error(diff)
		}
	}
	roots := tree(t)
	judgetest.Check(t, os.Remove(roots.Problems+"/judges.yaml"))
	judgetest.Check(t, os.Remove(roots.Problems))
	judgetest.Write(t, roots.Problems, "a file in place of the folder\n")
	if _, err := spec.Make(roots); err == nil {
		t.Error("made below a file")
	}
	if diff := cmp.Diff([]string{"problems"}, made(t, roots)); diff != "" {
		t.Error(diff)
	}
}

// TestMakeLater: a second problem does not disturb the first.
func TestMakeLater(t *testing.T) {
	roots := tree(t)
	var uuids []string
	for _, name := range []string{"a", "b"} {
		_, err := Spec{Name: name, Time: time.Second, Memory: 64 << 20, Skeleton: skeleton}.Make(roots)
		judgetest.Check(t, err)
	}
	set, err := problem.Load(roots, nil)
	judgetest.Check(t, err)
	for _, p := range set.Problems {
		uuids = append(uuids, p.UUID)
	}
	if len(uuids) != 2 || uuids[0] == uuids[1] {
		t.Error(uuids)
	}
}

func TestCheckName(t *testing.T) {
	for name, want := range map[string]string{
		"poj1000": "", "A+B Problem": "such as abproblem;", "../../etc": "such as etc;", "中文": "such as sum;",
		"": "such as sum;", "a/b": "such as ab;",
		strings.Repeat("a", 61): "such as " + strings.Repeat("a", 60) + ";",
	} {
		err := CheckName(name)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%q: %v", name, err)
		}
	}
}

func TestNewCheckout(t *testing.T) {
	dir := t.TempDir()
	judgetest.Write(t, filepath.Join(dir, ".git", "HEAD"), "")
	roots, err := NewCheckout(dir)
	judgetest.Check(t, err)
	judges, err := problem.Judges(roots)
	if err != nil || judges["poj"].Key != "poj" {
		t.Errorf("judges %v, %v", judges, err)
	}
	if _, err := NewCheckout(dir); err == nil || !strings.Contains(err.Error(), "this folder is not empty") {
		t.Errorf("a second time: %v", err)
	}
}
