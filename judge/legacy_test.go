package main

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"dlxjudge/judge/base/judgetest"
)

// TestLegacyPackages judges the packages of testdata/legacy, each in a legacy format, and those of testdata/polygon. It
// compares what is said of each submission with what stands at the end of its file. Each is judged as a folder and as
// an archive.
func TestLegacyPackages(t *testing.T) {
	judgetest.Long(t, "it judges a dozen packages")
	for _, compiler := range []string{"gcc", "g++"} {
		judgetest.Need(t, compiler)
	}
	files, err := filepath.Glob("testdata/legacy/*.txtar")
	polygon, polygonErr := filepath.Glob("testdata/polygon/*.txtar")
	if err != nil || polygonErr != nil || len(files) < 6 || len(polygon) < 4 {
		t.Fatal("no packages: ", files, polygon, err, polygonErr)
	}
	files = append(files, polygon...)
	header := judgetest.Read(t, "testdata/testlib/testlib.h")
	submissions := 0
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".txtar")
		t.Run(name, func(t *testing.T) {
			story := txtar.Parse([]byte(judgetest.Read(t, file)))
			last := &story.Files[len(story.Files)-1]
			if last.Name != "want" {
				t.Fatal("the story does not end with want")
			}
			dir := t.TempDir()
			judgetest.Unpack(t, dir, string(txtar.Format(&txtar.Archive{Files: story.Files[:len(story.Files)-1]})))
			if library := filepath.Join(dir, name, "files", "testlib.h"); filepath.Dir(file) == "testdata/polygon" {
				judgetest.Write(t, library, header)
			}
			got := judged(t, filepath.Join(dir, name))
			submissions += strings.Count(got, "\n  ")
			if *judgetest.Update {
				last.Data = []byte(got)
				judgetest.Write(t, file, string(txtar.Format(story)))
			}
			if diff := cmp.Diff(string(last.Data), got); diff != "" {
				t.Errorf("as a folder (-want +got):\n%s", diff)
			}
			packed := filepath.Join(t.TempDir(), name+".kpp")
			zipped(t, packed, dir)
			if diff := cmp.Diff(string(last.Data), judged(t, packed)); diff != "" {
				t.Errorf("as an archive (-want +got):\n%s", diff)
			}
		})
	}
	if submissions < 20 && !t.Failed() {
		t.Errorf("only %d submissions were judged", submissions)
	}
}

// A refused archive is named, and no file of any archive is left behind.
func TestArchivesLeaveNothing(t *testing.T) {
	dir, temp := t.TempDir(), t.TempDir()
	t.Setenv("TMPDIR", temp)
	judgetest.Unpack(t, dir, "-- good/problem.yaml --\nname: Good\n-- good/data/secret/1.in --\n-- bad/problem.yaml "+
		"--\nname: [\n")
	for name, want := range map[string]string{
		"good": "PACKAGE/data/secret/1.in: no answer file 1.ans beside it; write it, or remove 1.in",
		"bad":  "PACKAGE/problem.yaml:1:7: ",
		"none": "PACKAGE: no problem.yaml at its top, nor in one folder at its top, and no problem.xml of Polygon; it is " +
			"no problem package",
	} {
		judgetest.Check(t, os.MkdirAll(filepath.Join(dir, name), 0o755))
		pack := filepath.Join(t.TempDir(), name+".zip")
		zipped(t, pack, filepath.Join(dir, name))
		for _, command := range []string{"run", "list", "validate"} {
			var stdout, stderr bytes.Buffer
			status := run(t.Context(), []string{command, "--package", pack}, &stdout, &stderr)
			said := strings.ReplaceAll(stderr.String(), pack, "PACKAGE")
			if status != statusUsage || !strings.Contains(said, want) {
				t.Errorf("%s %s: exit status %d and %s, want %s", command, name, status, said, want)
			}
		}
	}
	left, err := os.ReadDir(temp)
	judgetest.Check(t, err)
	if len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

// judged is what judge run says of a package: its exit status, a line for each submission, and the messages.
func judged(t *testing.T, pack string) string {
	t.Helper()
	var stdout, stderr bytes.Buffer
	status := run(t.Context(), []string{"run", "--package", pack, "--json", "-"}, &stdout, &stderr)
	var said strings.Builder
	fmt.Fprintf(&said, "exit status %d\n", status)
	var d jsonForm
	if err := json.Unmarshal(stdout.Bytes(), &d); err != nil {
		t.Fatalf("%v, after:\n%s", err, &stderr)
	}
	for _, s := range d.Submissions {
		verdict, expected := s.Verdict, "as expected"
		if verdict == "" {
			verdict, expected = "-", s.Message
		} else if !s.Expected {
			expected = "UNEXPECTED"
			if s.Message != "" {
				expected += ": " + s.Message
			}
		}
		fmt.Fprintf(&said, "  %s %s %s\n", s.Submission, verdict, expected)
	}
	said.WriteString(stderr.String())
	folder := strings.NewReplacer(pack, "PACKAGE", os.TempDir(), "TMP")
	return derivedFrom.ReplaceAllString(folder.Replace(said.String()), "what SUBMISSION took")
}

// derivedFrom matches the source of a derived time limit: which submission is the slowest depends on the machine.
var derivedFrom = regexp.MustCompile(`what \S+ took \(\S+ on \S+\)`)

// zipped packs all files below dir, hidden ones too.
func zipped(t *testing.T, file, dir string) {
	t.Helper()
	out, err := os.Create(file)
	judgetest.Check(t, err)
	z := zip.NewWriter(out)
	judgetest.Check(t, z.AddFS(os.DirFS(dir)))
	judgetest.Check(t, z.Close())
	judgetest.Check(t, out.Close())
}
