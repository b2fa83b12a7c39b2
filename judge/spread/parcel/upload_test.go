package parcel

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"dlxjudge/judge/base/judgetest"
)

// TestPack: a digest depends on names, contents and whether they are executable, not on where and when.
func TestPack(t *testing.T) {
	roots, p := unpack(t, small)
	digest := packed(t, roots, p).Digest()
	var paths []string
	for _, f := range packed(t, roots, p).list.files {
		paths = append(paths, f.path)
	}
	want := []string{
		"common/odd name+.h", "data/sample/1.ans", "data/sample/1.in", "data/secret/empty.ans", "data/secret/empty.in",
		"data/secret/one.ans",
		"data/secret/one.in", "generators/random.h", "output_validator/check.cpp", "problem.yaml",
		"submissions/accepted/a.py",
		"submissions/accepted/folder/build", "submissions/accepted/folder/run", "submissions/wrong_answer/b.py",
	}
	if !slices.Equal(paths, want) {
		t.Errorf("these travel: %q", paths)
	}

	elsewhere, q := unpack(t, small)
	input := filepath.Join(elsewhere.Package, "data/secret/one.in")
	judgetest.Check(t, os.Chtimes(input, time.Unix(1, 0), time.Unix(1, 0)))
	judgetest.Check(t, os.Rename(input, filepath.Join(elsewhere.Package, "real.in")))
	judgetest.Check(t, os.Symlink("../../real.in", input))
	judgetest.Write(t, filepath.Join(elsewhere.Package, "statement/problem.en.md"), "Another statement.")
	if got := packed(t, elsewhere, q).Digest(); got != digest {
		t.Errorf("a copy elsewhere, with a link: %s, not %s", got, digest)
	}

	judgetest.Check(t, os.Chmod(filepath.Join(roots.Package, "submissions/accepted/folder/run"), 0o644))
	if packed(t, roots, p).Digest() == digest {
		t.Error("a program that is not executable any more has the same digest")
	}
	fewer, err := Pack(roots, p, p.Submissions[:1])
	judgetest.Check(t, err)
	text := string(fewer.list.encode())
	if strings.Contains(text, "wrong_answer") || strings.Contains(text, "folder") ||
		!strings.Contains(text, "accepted/a.py") {
		t.Errorf("other submissions travel than those that are asked for:\n%s", text)
	}
}

// TestUpload: what is there is not sent again, and a change sends little.
func TestUpload(t *testing.T) {
	c := connect(t)
	roots, p := unpack(t, small)
	large := filepath.Join(roots.Package, "data/secret/one.in")
	var numbers strings.Builder
	for n := range 500_000 {
		fmt.Fprintln(&numbers, n)
	}
	judgetest.Write(t, large, numbers.String())
	first := uploaded(t, c.Files, packed(t, roots, p))
	if size := packed(t, roots, p).Size(); first.Bytes < size {
		t.Errorf("%d bytes sent of %d", first.Bytes, size)
	}
	if again := uploaded(t, c.Files, packed(t, roots, p)); again != (Sent{}) {
		t.Errorf("sent again: %+v", again)
	}
	judgetest.Write(t, filepath.Join(roots.Package, "submissions/accepted/a.py"), "print(3)\n")
	changed := uploaded(t, c.Files, packed(t, roots, p))
	if changed.Blocks == 0 || changed.Blocks > 3 || changed.Bytes > 4<<10 {
		t.Errorf("for one changed source: %+v", changed)
	}
	t.Logf("at first %+v; after a change of one source %+v", first, changed)
}

// TestUploadAgain: blocks that would vanish soon are stored again.
func TestUploadAgain(t *testing.T) {
	c := connect(t)
	roots, p := unpack(t, small)
	first := uploaded(t, c.Files, packed(t, roots, p))
	again, err := Upload(t.Context(), c.Files, packed(t, roots, p), 0) // all are older than half of that
	judgetest.Check(t, err)
	if again != first || again.Blocks == 0 {
		t.Errorf("of %+v, these were stored again: %+v", first, again)
	}
}

// TestUploadChanged: a file that changes between Pack and Upload is an error that names it, and nobody finds the
// parcel.
func TestUploadChanged(t *testing.T) {
	c := connect(t)
	for name, change := range map[string]func(path string) error{
		"shorter": func(path string) error { return os.Truncate(path, 1) },
		"other":   func(path string) error { return os.WriteFile(path, []byte("2 1\n"), 0o644) },
		"gone":    os.Remove,
	} {
		roots, p := unpack(t, strings.ReplaceAll(small, "1 2\n", "1 "+name+"\n"))
		parcel := packed(t, roots, p)
		judgetest.Check(t, change(filepath.Join(roots.Package, "data/sample/1.in")))
		if _, err := Upload(t.Context(), c.Files, parcel, time.Hour); err == nil || !strings.Contains(err.Error(),
			"data/sample/1.in") {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := GetContent(t.Context(), c.Files, parcel.Digest(), mostList); !errors.Is(err, ErrMissing) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestNeeded: what cannot travel is an error that names it.
func TestNeeded(t *testing.T) {
	roots, p := unpack(t, small)
	inner := filepath.Join(roots.Package, "submissions/accepted/folder/inner")
	judgetest.Check(t, os.Mkdir(inner, 0o755))
	judgetest.Check(t, os.Symlink("..", filepath.Join(inner, "around")))
	_, err := Pack(roots, p, p.Submissions)
	if err == nil || !strings.Contains(err.Error(), "folder/inner/around: a link to a folder that it is in") {
		t.Errorf("a link around: %v", err)
	}
	broken := slices.Clone(p.Submissions)
	for i := range broken {
		broken[i].Broken = "a link to a folder that it is in"
	}
	if _, err := Pack(roots, p, broken); err != nil { // its verdict is known
		t.Error(err)
	}
}
