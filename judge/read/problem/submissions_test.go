package problem

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
)

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
	for i := range maxFiles {
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
		"many":     dir + "many: more than 200 files where each is read; put some together",
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
