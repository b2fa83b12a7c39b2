package problem

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"dlxjudge/judge/base/judgetest"
)

// TestErrors loads the base with each of the changes in testdata/errors, and compares the errors with those recorded
// there.
func TestErrors(t *testing.T) {
	recorded(t, "testdata/errors/*.txt", func(t *testing.T, changes string) string {
		checkout(t, changes)
		_, err := Load(Tree("."), nil)
		if err == nil {
			t.Error("no error")
			return ""
		}
		return err.Error()
	})
}

// recorded compares what is said of cases with what the files of that pattern record. A file holds many cases: a txtar
// archive each, after a line "=== what it shows", that ends with the file "want".
func recorded(t *testing.T, pattern string, say func(t *testing.T, archive string) string) {
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) == 0 {
		t.Fatal("no cases: ", err)
	}
	for _, file := range files {
		data := judgetest.Read(t, file)
		file, err := filepath.Abs(file)
		judgetest.Check(t, err)
		cases := strings.Split(data, "=== ")
		for i, c := range cases[1:] {
			title, archive, _ := strings.Cut(c, "\n")
			t.Run(title, func(t *testing.T) {
				files := txtar.Parse([]byte(archive))
				last := &files.Files[len(files.Files)-1]
				if last.Name != "want" {
					t.Fatal("the case does not end with want")
				}
				want := strings.TrimRight(string(last.Data), "\n")
				*last = txtar.File{Name: "unused"}
				got := say(t, escapes.Replace(string(txtar.Format(files))))
				*last = txtar.File{Name: "want", Data: []byte(got)}
				cases[i+1] = title + "\n" + string(txtar.Format(files)) + "\n"
				if *judgetest.Update {
					return
				}
				if diff := cmp.Diff(want, got); diff != "" {
					t.Errorf("(-want +got):\n%s", diff)
				}
			})
		}
		if *judgetest.Update {
			judgetest.Write(t, file, strings.TrimSuffix(strings.Join(cases, "=== "), "\n"))
		}
	}
}

// escapes stand in the cases for bytes that a text file should not have.
var escapes = strings.NewReplacer("<BOM>", "\ufeff", "<NUL>", "\x00", "<TAB>", "\t", "<CR>", "\r")
