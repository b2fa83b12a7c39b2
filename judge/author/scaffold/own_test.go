package scaffold

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/read/problem"
)

// TestOwn: what is written of each of the project's own problems is what the project has of it, with the files that
// links point to in their places, and without tests in Go. It is read without a warning.
func TestOwn(t *testing.T) {
	if want := []string{"hdu5046", "poj3074", "poj3076", "spojnqueen", "zoj3122"}; !slices.Equal(Own(), want) {
		t.Error(Own())
	}
	for _, name := range Own() {
		roots := tree(t)
		files, err := MakeOwn(roots, name)
		judgetest.Check(t, err)
		root := filepath.Dir(roots.Problems)
		want, got := make(map[string]string), make(map[string]string)
		for _, below := range []string{"problems", "testdata", "solutions"} {
			follow(t, filepath.Join("../../..", below, name), filepath.Join(below, name), want)
			follow(t, filepath.Join(root, below, name), filepath.Join(below, name), got)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-here +written):\n%s", name, diff)
		}
		for i, file := range files {
			files[i], _ = filepath.Rel(root, file)
			delete(want, files[i])
		}
		if !slices.IsSorted(files) || !slices.Contains(files, "solutions/ladder.yaml") || len(want) > 0 {
			t.Errorf("said to be written: %v; not said: %v", files, want)
		}
		set, err := problem.Load(roots, nil)
		if err != nil || len(set.Problems) != 1 || len(set.Problems[0].Warnings) > 0 {
			t.Errorf("%s: %v, %+v", name, err, set)
		}
	}
}

// follow notes the files below a folder, and those below links, but for tests in Go.
func follow(t *testing.T, folder, as string, files map[string]string) {
	t.Helper()
	entries, err := os.ReadDir(folder)
	judgetest.Check(t, err)
	for _, entry := range entries {
		path, name := filepath.Join(folder, entry.Name()), filepath.Join(as, entry.Name())
		info, err := os.Stat(path)
		judgetest.Check(t, err)
		switch {
		case info.IsDir():
			follow(t, path, name, files)
		case !strings.HasSuffix(name, "_test.go"):
			files[name] = judgetest.Read(t, path)
		}
	}
}

// TestOwnBeside: all five go into one checkout. What is there stays, whichever tree it is in.
func TestOwnBeside(t *testing.T) {
	roots := tree(t)
	judgetest.Write(t, filepath.Join(roots.Solutions, "ladder.yaml"), "[bits, dlx]\n")
	for _, name := range Own() {
		_, err := MakeOwn(roots, name)
		judgetest.Check(t, err)
	}
	if text := judgetest.Read(t, filepath.Join(roots.Solutions, "ladder.yaml")); text != "[bits, dlx]\n" {
		t.Errorf("ladder.yaml is now %q", text)
	}
	before := made(t, roots)
	var exists *ExistsError
	if _, err := MakeOwn(roots, "poj3074"); !errors.As(err, &exists) {
		t.Errorf("a second time: %v", err)
	}
	if diff := cmp.Diff(before, made(t, roots)); diff != "" {
		t.Error(diff)
	}
	for _, in := range []string{"problems", "testdata", "solutions"} {
		roots := tree(t)
		kept := filepath.Join(filepath.Dir(roots.Problems), in, "poj3074", "mine")
		judgetest.Write(t, kept, "mine\n")
		if _, err := MakeOwn(roots, "poj3074"); !errors.As(err, &exists) {
			t.Errorf("%s/poj3074 is there: %v", in, err)
		}
		if diff := cmp.Diff([]string{in + "/poj3074/mine"}, made(t, roots)); diff != "" {
			t.Error(diff)
		}
	}
}

// TestOwnJudges: a checkout whose judges.yaml lacks the problem's judge would not read the problem. Without that file
// the judge's own is written.
func TestOwnJudges(t *testing.T) {
	roots := tree(t)
	path := filepath.Join(roots.Problems, "judges.yaml")
	judgetest.Write(t, path, "local: {name: Ours, whitespace: ignore}\n")
	_, err := MakeOwn(roots, "poj3074")
	if err == nil || !strings.Contains(err.Error(), path+": it has no poj, the online judge of poj3074; add it") {
		t.Error(err)
	}
	if files := made(t, roots); len(files) > 0 {
		t.Error(files)
	}
	judgetest.Check(t, os.Remove(path))
	_, err = MakeOwn(roots, "poj3074")
	judgetest.Check(t, err)
	if judges, err := problem.Judges(roots); err != nil || judges["poj"].Key != "poj" {
		t.Error(judges, err)
	}
	if _, err := MakeOwn(roots, "nosuch"); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
}
