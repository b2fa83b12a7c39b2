package export

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/read/archive"
	"dlxjudge/judge/read/problem"
)

// TestPlan exports the packages in testdata. The end of each file has the expected result for each target: the paths,
// the files that are not copies, and the notes.
func TestPlan(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) < 4 {
		t.Fatal("no packages: ", files, err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".txtar")
		t.Run(name, func(t *testing.T) {
			story := txtar.Parse([]byte(judgetest.Read(t, file)))
			dir := t.TempDir()
			wants := 0
			for _, f := range story.Files {
				if !strings.HasPrefix(f.Name, "to ") {
					judgetest.Write(t, filepath.Join(dir, f.Name), string(f.Data))
				}
			}
			roots := problem.Package(filepath.Join(dir, name))
			if strings.HasPrefix(story.Files[0].Name, "problems/") {
				roots = problem.Tree(dir)
			}
			set, err := problem.Load(roots, nil)
			judgetest.Check(t, err)
			for i, f := range story.Files {
				target, ok := strings.CutPrefix(f.Name, "to ")
				if !ok {
					continue
				}
				wants++
				got := planned(t, set.Problems[0], Target(target))
				got = strings.ReplaceAll(got, dir+"/", "")
				if diff := cmp.Diff(string(f.Data), got); diff != "" && !*judgetest.Update {
					t.Errorf("%s (-want +got):\n%s", f.Name, diff)
				}
				story.Files[i].Data = []byte(got)
			}
			if wants == 0 {
				t.Error("the file has no expected result")
			}
			if *judgetest.Update {
				judgetest.Write(t, file, string(txtar.Format(story)))
			}
		})
	}
}

// planned returns a plan as text. The judge itself must be able to read the package.
func planned(t *testing.T, p *problem.Problem, to Target) string {
	pack, err := Plan(t.Context(), p, to)
	if err != nil {
		return fmt.Sprintln(err)
	}
	file := filepath.Join(t.TempDir(), p.Name+".zip")
	zipped(t, file, pack.Files)
	back, _, err := archive.Unpack(t.Context(), file, t.TempDir())
	judgetest.Check(t, err)
	set, err := problem.Load(problem.Package(back), nil)
	judgetest.Check(t, err)
	warnings := slices.DeleteFunc(set.Problems[0].Warnings, func(w error) bool { // folders of samples are kept
		return to == Standard && strings.Contains(w.Error(), "sample has no groups")
	})
	if len(warnings) > 0 {
		t.Errorf("to %s: read with %v", to, warnings)
	}
	if n := len(set.Problems[0].Submissions); n != pack.Submissions {
		t.Errorf("to %s: %d submissions, but %d are read", to, pack.Submissions, n)
	}
	var b strings.Builder
	for _, f := range pack.Files {
		run := ""
		if f.Run {
			run = " (run)"
		}
		switch {
		case strings.HasSuffix(f.Path, "/"):
			continue
		case f.From != "" && strings.HasSuffix(f.From, "/"+f.Path):
			fmt.Fprintf(&b, "%s%s\n", f.Path, run)
		case f.From != "":
			fmt.Fprintf(&b, "%s%s = %s\n", f.Path, run, f.From)
		default:
			fmt.Fprintf(&b, "%s%s:\n  %s\n", f.Path, run, strings.ReplaceAll(strings.TrimSuffix(string(f.Text), "\n"),
				"\n", "\n  "))
		}
	}
	for _, note := range pack.Notes {
		fmt.Fprintln(&b, "note:", note)
	}
	return b.String()
}

// zipped writes a ZIP file.
func zipped(t *testing.T, path string, files []File) {
	t.Helper()
	var b bytes.Buffer
	judgetest.Check(t, Write(&b, files))
	judgetest.Write(t, path, b.String())
}

// A file that cannot be read is an error that names it.
func TestUnreadable(t *testing.T) {
	path := filepath.Join(t.TempDir(), "1.in")
	if err := Write(io.Discard, []File{{Path: "data/1.in", From: path}}); !errors.Is(err, fs.ErrNotExist) ||
		!strings.Contains(err.Error(), path) {
		t.Errorf("got %v, want an error that names %s", err, path)
	}
}

// A package of 2025-09 is copied with its violations of the format, and a note.
func TestCopiedFaults(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "odd")
	judgetest.Unpack(t, dir, "-- problem.yaml --\nproblem_format_version: 2023-07-draft\nname: Odd\ncolour: red\n"+
		"-- data/secret/1.in --\n-- data/secret/1.ans --\n-- submissions/accepted/a.c --\n")
	set, err := problem.Load(problem.Package(dir), nil)
	judgetest.Check(t, err)
	pack, err := Plan(t.Context(), set.Problems[0], Standard)
	judgetest.Check(t, err)
	want := "the files are copied as they are, with 2 violations of the format; \"judge validate\" lists them"
	if !slices.Contains(pack.Notes, want) {
		t.Errorf("notes %q", pack.Notes)
	}
}

// The commands in the advice can be pasted, whatever the file's name is.
func TestUpload(t *testing.T) {
	for to, commands := range map[Target][]string{
		Legacy: {"-F zip=@'my sum.zip' ", "-F problem='my sum' ",
			"unzip -d 'my sum' 'my sum.zip' && verifyproblem 'my sum'\n"},
		Standard: {"--package 'my sum.zip'\n"},
	} {
		for _, command := range commands {
			if advice := Upload(to, "my sum.zip"); !strings.Contains(advice, command) {
				t.Errorf("to %s: no %q in\n%s", to, command, advice)
			}
		}
	}
}

var written = []File{
	{Path: "data/"}, {Path: "data/1.in", Text: []byte(strings.Repeat("2738", 100))}, {Path: "data/empty.in"},
	{Path: "output_validators/"}, {Path: "output_validators/build", Text: []byte("#!/bin/sh\n"), Run: true},
}

// TestWrite compares the two headers of each file, as libzip's strict check does. The times must be constant, so that
// archives are reproducible.
func TestWrite(t *testing.T) {
	var b bytes.Buffer
	judgetest.Check(t, Write(&b, written))
	z, err := zip.NewReader(bytes.NewReader(b.Bytes()), int64(b.Len()))
	judgetest.Check(t, err)
	for i, f := range z.File {
		if f.Name != written[i].Path || f.Flags != 0 || len(f.Extra) > 0 || f.Modified.Year() != 2000 {
			t.Errorf("%s: flags %x, extra %x, time %v", f.Name, f.Flags, f.Extra, f.Modified)
		}
		if run := f.Mode()&0o111 != 0; run != (written[i].Run || strings.HasSuffix(f.Name, "/")) {
			t.Errorf("%s: mode %v", f.Name, f.Mode())
		}
		at, err := f.DataOffset()
		judgetest.Check(t, err)
		local := b.Bytes()[at-30-int64(len(f.Name)):]
		crc, packed, size := binary.LittleEndian.Uint32(local[14:]), binary.LittleEndian.Uint32(local[18:]),
			binary.LittleEndian.Uint32(local[22:])
		if crc != f.CRC32 || uint64(packed) != f.CompressedSize64 || uint64(size) != f.UncompressedSize64 {
			t.Errorf("%s: the local header has %x %d %d, the central one %x %d %d", f.Name, crc, packed, size, f.CRC32,
				f.CompressedSize64, f.UncompressedSize64)
		}
		r, err := f.Open()
		judgetest.Check(t, err)
		if text, err := io.ReadAll(r); err != nil || !bytes.Equal(text, written[i].Text) {
			t.Errorf("%s: %q, %v", f.Name, text, err)
		}
	}
}

// TestStrict opens an archive with libzip, as DOMjudge does.
func TestStrict(t *testing.T) {
	ziptool := judgetest.Need(t, "ziptool")
	path := filepath.Join(t.TempDir(), "sum.zip")
	zipped(t, path, written)
	if out, err := exec.Command(ziptool, "-c", path, "get_num_entries", "").CombinedOutput(); err != nil { // -c checks
		t.Errorf("%v: %s", err, out)
	}
}
