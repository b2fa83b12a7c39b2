package loose

import (
	"archive/zip"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dlxjudge/judge/base/judgetest"
)

// Tests are found in samples.zip, and one folder up, but nothing is written there.
func TestElsewhere(t *testing.T) {
	for _, c := range []struct{ name, files, zipped, tests, want, notes string }{
		{"beside", "p/s/a.py", "1.in 1.ans", "", "1 = p/s/samples.zip/1.in p/s/samples.zip/1.ans", ""},
		{"in folders", "p/s/a.py", "x/1.in x/1.ans __MACOSX/x/._1.in", "",
			"x/1 = p/s/samples.zip/x/1.in p/s/samples.zip/x/1.ans", ""},
		{"beside other tests", "p/s/a.py p/s/1.in p/s/1.ans", "2.in 2.ans", "", "1 = p/s/1.in p/s/1.ans",
			"samples.zip is left out: there are other tests; --tests takes it"},
		{"named", "p/s/a.py p/s/1.in p/s/1.ans", "2.in 2.ans", "p/s/samples.zip",
			"2 = p/s/samples.zip/2.in p/s/samples.zip/2.ans", ""},
		{"empty", "p/s/a.py", "notes.md", "p/s/samples.zip", "no tests in p/s/samples.zip", ""},
		{"two answers", "p/s/a.py", "1.in 1.ans 1.answer", "", "1 = p/s/samples.zip/1.in p/s/samples.zip/1.ans",
			"1.answer is left out: 1.ans is the answer"},
		{"another format", "p/s/a.py p/t.tar.gz", "", "p/t.tar.gz", "p/t.tar.gz: only ZIP files", ""},
		{"above", "p/s/a.py p/tests/1.in p/tests/1.ans", "", "", "tests/1 = p/tests/1.in p/tests/1.ans",
			"these tests are in p, above the program"},
		{"above, without a folder", "p/s/a.py p/1.in p/1.out", "", "", "1 = p/1.in p/1.out",
			"these tests are in p, above the program"},
		{"above, in git", ".git/HEAD p/s/a.py p/1.in p/1.out", "", "", "1 = p/1.in p/1.out",
			"these tests are in p, above the program"},
		{"above the root", "p/s/.git/HEAD p/s/a.py p/1.in p/1.out", "", "", "no tests in p/s", ""},
		{"above, with programs", "p/s/a.py p/b.py p/1.in p/1.out", "", "", "no tests in p/s", ""},
		{"two folders up", "p/q/s/a.py p/1.in p/1.out", "", "", "no tests in p/q/s", ""},
		{"above, but others here", "p/s/a.py p/s/2.in p/s/2.out p/1.in p/1.out", "", "", "2 = p/s/2.in p/s/2.out", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			lay(t, c.files)
			program := "p/s/a.py"
			if _, err := os.Stat(program); err != nil {
				program = "p/q/s/a.py"
			}
			if c.zipped != "" {
				file, err := os.Create("p/s/samples.zip")
				judgetest.Check(t, err)
				z := zip.NewWriter(file)
				for _, name := range strings.Fields(c.zipped) {
					_, err := z.Create(name)
					judgetest.Check(t, err)
				}
				judgetest.Check(t, z.Close())
				judgetest.Check(t, file.Close())
			}
			f, err := Open(t.Context(), program, Options{Tests: c.tests})
			if err != nil {
				if !strings.HasPrefix(err.Error(), c.want) {
					t.Errorf("got %v, want %s", err, c.want)
				}
				return
			}
			defer f.Close()
			var got []string
			for _, test := range f.Problem.Tests {
				got = append(got, test.Name+" = "+f.Display(test.Input)+" "+f.Display(test.Answer))
				wrote, err := f.Tests.WriteAnswer(test, []byte("x"))
				judgetest.Check(t, err)
				if beside := filepath.Dir(test.Input) == "p/s"; (wrote != "") != beside {
					t.Errorf("%s was written", wrote)
				}
			}
			if list := strings.Join(got, "; "); list != c.want {
				t.Errorf("got %s\nwant %s", list, c.want)
			}
			if notes := strings.Join(f.Tests.Notes, "; "); notes != c.notes {
				t.Errorf("got %s\nwant %s", notes, c.notes)
			}
		})
	}
}
