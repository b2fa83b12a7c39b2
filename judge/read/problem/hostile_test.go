package problem

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dlxjudge/judge/base/judgetest"
)

// loaded returns the error of loading the checkout, with what is wrong with submissions.
func loaded() error {
	set, err := Load(Tree("."), nil)
	for _, p := range set.Problems {
		for _, s := range p.Submissions {
			if s.Broken != "" {
				err = errors.Join(err, errors.New(s.Broken))
			}
		}
	}
	return err
}

// A FIFO waits for a writer that never comes, and a device never ends. Loading reports either one, wherever it is in a
// package.
func TestNotFiles(t *testing.T) {
	const fifo, device = "a FIFO, not a regular file; remove it", "a device, not a regular file; remove it"
	const listed = "neither a file nor a folder; remove it" // files in a folder are examined before they are opened
	for path, want := range map[string][2]string{
		"problems/sum/problem.yaml":                           {fifo, device},
		"problems/sum/judge.yaml":                             {fifo, device},
		"problems/judges.yaml":                                {listed, listed},
		"problems/sum/submissions/submissions.yaml":           {listed, listed},
		"problems/sum/submissions/wrong_answer/int32/main.go": {listed, listed},
		"solutions/sum/dlx/main.go":                           {listed, listed},
		"testdata/sum/secret/test_group.yaml":                 {listed, listed},
		"testdata/sum/secret/big/01.in":                       {listed, listed},
		"testdata/sum/secret/big/01.ans":                      {listed, listed},
		"problems/sum/output_validator":                       {listed, listed},
		"problems/sum/input_validators":                       {listed, listed},
	} {
		for i, make := range []func(path string) error{
			func(path string) error { return syscall.Mkfifo(path, 0o600) },
			func(path string) error { return os.Symlink("/dev/zero", path) },
		} {
			checkout(t, "")
			if err := errors.Join(os.RemoveAll(path), make(path)); err != nil {
				t.Fatal(err)
			}
			wantErrors(t, loaded(), path+": "+want[i])
		}
	}
}

// A folder of tests that contains a link to one of its parents never ends.
func TestLinksInCircles(t *testing.T) {
	checkout(t, "")
	for _, link := range []string{"a", "b", "c"} { // with two or more, each level multiplies them
		if err := os.Symlink(".", "testdata/sum/secret/big/"+link); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("../..", "testdata/sum/secret/small/up"); err != nil {
		t.Fatal(err)
	}
	const want = ": this link leads to a folder that contains it; remove it"
	dir := "testdata/sum/secret/"
	wantErrors(t, loaded(), dir+"big/a"+want, dir+"big/b"+want, dir+"big/c"+want, dir+"small/up"+want)
}

// Even links without a circle can make far too many folders. Each of these 13 folders has two links to the next one, so
// 8,192 paths lead to the last.
func TestLinksBeyondNumber(t *testing.T) {
	checkout(t, "")
	const levels = 13
	for i := range levels {
		dir := fmt.Sprintf("links/%d/", i)
		err := os.MkdirAll(dir, 0o755)
		for _, side := range []string{"l", "r"} {
			err = errors.Join(err, os.Symlink(fmt.Sprintf("../%d", i+1), dir+side))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	err := errors.Join(os.Mkdir(fmt.Sprintf("links/%d", levels), 0o755), os.Symlink("../../../../links/0",
		"testdata/sum/secret/big/many"))
	if err != nil {
		t.Fatal(err)
	}
	err = loaded()
	if err == nil || strings.Count(err.Error(), "\n") > 0 || !strings.Contains(err.Error(),
		": the problem's links lead to more than 10000 folders; ") {
		t.Errorf("got %.1000v", err)
	}
	// Folders that are merely deep are refused, too.
	checkout(t, "-- testdata/sum/secret/big"+strings.Repeat("/d", 19)+"/1.in --\n")
	wantErrors(t, loaded(), "testdata/sum/secret/big"+strings.Repeat("/d", 18)+
		": a folder in 20 others; move its files up")
}

// A sparse file takes no space and can have any size. No problem with one is loaded.
func TestLargeTestFiles(t *testing.T) {
	const want = ": 1073741825 bytes; a file of a test may have at most 1073741824 (1 GiB): make it smaller, or " +
		"remove the test"
	grow := func(path string) string {
		judgetest.Write(t, path, "")
		if err := os.Truncate(path, MaxTestFile+1); err != nil {
			t.Skip("needs a file system on which files have holes: ", err)
		}
		return path + want
	}
	for _, name := range []string{"1.in", "1.ans", "1.files/x"} {
		checkout(t, "-- testdata/sum/sample/1.files/y --\n")
		want := grow("testdata/sum/sample/" + name)
		wantErrors(t, loaded(), want)
	}
	for _, name := range []string{"tests/02", "tests/02.a"} {
		dir := polygonPackage(t, polygonXML("", "", solution("main", "solutions/main.cpp", "cpp.g++17")), nil)
		want := grow(filepath.Join(dir, name))
		_, err := Load(Package(dir), nil)
		wantErrors(t, err, want)
	}
}

// A submission whose files cannot be read as they are is broken, with what is wrong and a way out. The others are read.
func TestBrokenSubmissions(t *testing.T) {
	checkout(t, "-- problems/sum/submissions/wrong_answer/folder/main.c --\n-- "+
		"problems/sum/submissions/wrong_answer/right.c --\n-- problems/sum/submissions/wrong_answer/many/0.c --\n")
	const dir = "problems/sum/submissions/wrong_answer/"
	err := errors.Join(
		os.Symlink("gone.c", dir+"file.c"), os.Symlink("gone.md", dir+"notes.md"),
		os.Symlink("gone.h", dir+"folder/a.h"), os.Symlink("gone.h", dir+"folder/b.h"),
		syscall.Mkfifo(dir+"pipe.c", 0o600),
	)
	for i := range MaxFiles {
		err = errors.Join(err, os.WriteFile(fmt.Sprintf("%smany/%d.h", dir, i), nil, 0o600))
	}
	if err != nil {
		t.Fatal(err)
	}
	set, err := Load(Tree("."), nil)
	if err != nil {
		t.Fatal(err)
	}
	const nothing = ": a symbolic link to nothing; remove it or fix its target"
	want := map[string]string{
		"file.c":   dir + "file.c" + nothing,
		"notes.md": dir + "notes.md" + nothing,
		"folder":   dir + "folder/a.h" + nothing + "; " + dir + "folder/b.h" + nothing,
		"pipe.c":   dir + "pipe.c: neither a file nor a folder; remove it",
		"many":     dir + "many: more than 2000 files in this folder; remove or combine some",
		"right.c":  "",
		"int32":    "",
	}
	got := make(map[string]string)
	for _, s := range set.Problems[0].Submissions {
		if name, in := strings.CutPrefix(s.Name, "wrong_answer/"); in {
			got[name] = s.Broken
			if (s.Broken == "") != (len(s.Files) > 0) || (s.Broken == "") != (s.NotJudged() == "") {
				t.Errorf("%s has the files %v, and is not judged since %q", s.Name, s.Files, s.NotJudged())
			}
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("broken (-want +got):\n%s", diff)
	}
}
