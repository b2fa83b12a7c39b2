package problem

import (
	"os"
	"testing"
)

func TestSymbolicLinks(t *testing.T) {
	checkout(t, "")
	link := "testdata/sum/secret/small/02"
	for _, extension := range []string{".in", ".ans"} {
		if err := os.Symlink("01"+extension, link+extension); err != nil {
			t.Skip("needs a file system with symbolic links: ", err)
		}
	}
	set, err := Load(Tree("."), nil)
	if err != nil || len(set.Problems[0].Tests) != 4 {
		t.Fatalf("got %v, want four tests", err)
	}
	if err := os.Remove("testdata/sum/secret/small/01.in"); err != nil {
		t.Fatal(err)
	}
	_, err = Load(Tree("."), nil)
	wantErrors(t, err, "testdata/sum/secret/small/02.in: a symbolic link to nothing; remove it or fix its target",
		"testdata/sum/secret/small/01.ans: no input file 01.in beside it; write it, or remove 01.ans")
}

func TestUnreadable(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("needs another user than root, who may read every folder")
	}
	checkout(t, "")
	dir := "testdata/sum/secret/small"
	if err := os.Chmod(dir, 0); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.Chmod(dir, 0o777) })
	_, err := Load(Tree("."), nil)
	wantErrors(t, err, dir+": permission denied; make it readable with: chmod -R u+rX "+dir)
}
