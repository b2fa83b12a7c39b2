// Package judgetest holds helpers for the judge's tests: errors that end a test, files, golden files, and programs that
// a machine may lack.
//
//	plan, err := prepare()
//	judgetest.Check(t, err)
//	judgetest.Golden(t, "testdata/plan.txt", plan.String())
package judgetest

import (
	"archive/zip"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
)

// Update is set by -update, which makes tests write their golden files.
var Update = flag.Bool("update", false, "write the golden files")

// Check ends the test if there is an error.
func Check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// Write writes a file, and makes the folders above it.
func Write(t testing.TB, path, text string) {
	t.Helper()
	Check(t, os.MkdirAll(filepath.Dir(path), 0o755))
	Check(t, os.WriteFile(path, []byte(text), 0o644))
}

// Unpack writes the files of a txtar archive into a folder.
func Unpack(t testing.TB, dir, archive string) {
	t.Helper()
	for _, f := range txtar.Parse([]byte(archive)).Files {
		Write(t, filepath.Join(dir, f.Name), string(f.Data))
	}
}

// Zip packs all files below a folder, including hidden files, into a zip file.
func Zip(t testing.TB, file, dir string) {
	t.Helper()
	out, err := os.Create(file)
	Check(t, err)
	z := zip.NewWriter(out)
	Check(t, errors.Join(z.AddFS(os.DirFS(dir)), z.Close(), out.Close()))
}

// ProcessesWith returns the IDs of the processes whose arguments contain a mark. Without /proc, it returns no IDs.
func ProcessesWith(mark string) (pids []int) {
	files, _ := filepath.Glob("/proc/[0-9]*/cmdline")
	for _, file := range files {
		text, err := os.ReadFile(file) // the process may have ended meanwhile
		pid, parsed := strconv.Atoi(filepath.Base(filepath.Dir(file)))
		if err == nil && parsed == nil && strings.Contains(string(text), mark) {
			pids = append(pids, pid)
		}
	}
	return pids
}

func Read(t testing.TB, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	Check(t, err)
	return string(text)
}

// Golden compares a text with a golden file. With -update, it writes the text to the file first.
func Golden(t testing.TB, path, got string) {
	t.Helper()
	if *Update {
		Write(t, path, got)
	}
	if diff := cmp.Diff(Read(t, path), got); diff != "" {
		t.Errorf("%s; if this difference is intended, run go test with -update (-want +got):\n%s", path, diff)
	}
}
