package scaffold

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/base/whole"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/execute/sandbox/plain"
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

var skeleton = Empty(whole.File{Path: "main.go", Text: "package main\n\nfunc main() {}\n"})

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
		Skeleton:   Empty(whole.File{Path: "main.cpp", Text: "int main() {}\n"}),
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
		"testdata/poj1000/secret/test_group.yaml",
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
		if !errors.Is(err, whole.ErrExists) {
			t.Errorf("%s/sum is there: %v", tree, err)
		}
		if diff := cmp.Diff([]string{tree + "/sum/mine"}, made(t, roots)); diff != "" ||
			judgetest.Read(t, kept) != "mine\n" {
			t.Error(diff)
		}
	}
	roots := tree(t)
	before := made(t, roots)
	spec.Skeleton = slices.Concat(skeleton, []whole.File{{Path: "problem/a"}, {Path: "problem/a/b"}})
	if _, err := spec.Make(roots); err == nil {
		t.Error("made a file below a file")
	}
	if diff := cmp.Diff(before, made(t, roots)); diff != "" {
		t.Error(diff)
	}
	spec.Skeleton = skeleton
	judgetest.Check(t, os.Remove(roots.Problems+"/judges.yaml"))
	judgetest.Check(t, os.Remove(roots.Problems))
	judgetest.Write(t, roots.Problems, "a file instead of the folder\n")
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

func TestFindTemplate(t *testing.T) {
	poj := problem.OnlineJudge{Name: "POJ", Languages: []string{"C", "C++", "Java"}}
	fortran := problem.OnlineJudge{Name: "OJ", Languages: []string{"Fortran"}}
	for _, c := range []struct {
		name      string
		judge     problem.OnlineJudge
		want, err string
	}{
		{want: "main.go"},
		{judge: poj, want: "main.cpp"},
		{judge: fortran, err: "no template is in a language that OJ takes (Fortran); name one with --from: go, cpp, "},
		{name: "c", judge: poj, want: "main.c"},
		{name: "java", want: "Main.java"},
		{name: "../go", err: "--from ../go: there is no such template; there are go, cpp, c, java, python3"},
	} {
		got, err := FindTemplate(c.name, c.judge)
		if got.Path != c.want || (err == nil) != (c.err == "") || err != nil && !strings.HasPrefix(err.Error(), c.err) {
			t.Errorf("%q of %s: got %q, %v\nwant %q, %s", c.name, c.judge.Name, got.Path, err, c.want, c.err)
		}
	}
}

// TestBuiltIns: the templates compile if there is a compiler, also in the standards of the online judges.
func TestBuiltIns(t *testing.T) {
	cache, err := compile.OpenCache("", plain.Executor{})
	judgetest.Check(t, err)
	defer cache.Close()
	for _, name := range TemplateNames() {
		t.Run(name, func(t *testing.T) {
			found, err := FindTemplate(name, problem.OnlineJudge{})
			judgetest.Check(t, err)
			dir := t.TempDir()
			judgetest.Write(t, filepath.Join(dir, found.Path), found.Text)
			_, err = cache.Build(t.Context(), compile.Strict, problem.Source{Name: found.Path, Dir: dir,
				Files: []string{found.Path}})
			var missing *compile.MissingError
			if errors.As(err, &missing) {
				t.Skip(err)
			}
			judgetest.Check(t, err)
		})
	}
}

// TestSkeleton: the judge reads the skeleton of each type without a warning. It has a right and a wrong program, a
// validator, and tools with testlib if requested.
func TestSkeleton(t *testing.T) {
	roots := tree(t)
	config := t.TempDir()
	t.Setenv("XDG_CONFIG_HOME", config)
	judgetest.Write(t, filepath.Join(config, "dlxjudge", "testlib.h"), "")
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
