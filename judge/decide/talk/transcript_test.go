package talk

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dlxjudge/judge/base/judgetest"
)

// outFile returns a new file for a transcript.
func outFile(t *testing.T) *os.File {
	file, err := os.Create(filepath.Join(t.TempDir(), "out"))
	judgetest.Check(t, err)
	t.Cleanup(func() { file.Close() })
	return file
}

func text(t *testing.T, file *os.File) string {
	all, err := os.ReadFile(file.Name())
	judgetest.Check(t, err)
	return string(all)
}

func TestTranscript(t *testing.T) {
	out := outFile(t)
	record := &Transcript{Out: out}
	record.Begin()
	record.submission([]byte("50\n2"))
	record.checker([]byte("lower\nhig"))
	record.submission([]byte("5\n"))
	record.checker([]byte("her\n\x1b[2J\n"))
	record.submission([]byte("no end"))
	record.Begin()
	judgetest.Check(t, record.Show(false, strings.NewReader("decode\n")))
	judgetest.Check(t, record.Show(true, strings.NewReader(strings.Repeat("x", 2*longestLine)+"\n")))
	judgetest.Check(t, record.End())
	got := regexp.MustCompile(`(?m)^([<>]) +[0-9.]+  `).ReplaceAllString(text(t, out), "$1 0.0 ")
	want := `> 0.0 50
< 0.0 lower
> 0.0 25
< 0.0 higher
< 0.0 \x1b[2J
> 0.0 no end (the line does not end)
---
< decode
> ` + strings.Repeat("x", longestLine) + "…\n"
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	lines, before := record.Last()
	if len(lines) != 9 || before != 0 || lines[6].String() != "---" {
		t.Errorf("%d lines, %d before: %v", len(lines), before, lines)
	}
}

// Only the last lines are kept, and the file is bounded.
func TestTranscriptIsBounded(t *testing.T) {
	out := outFile(t)
	record := &Transcript{Out: out}
	record.Begin()
	for range 3 * longestText / longestLine {
		record.checker([]byte(strings.Repeat("y", longestLine) + "\n"))
	}
	judgetest.Check(t, record.End())
	lines, before := record.Last()
	if len(lines) != lastLines || before != 3*longestText/longestLine-lastLines {
		t.Errorf("%d lines, %d before", len(lines), before)
	}
	if all := text(t, out); !strings.HasSuffix(all, "\n… more than 16 MiB\n") || len(all) > longestText+100 {
		t.Errorf("%d bytes, ending with %q", len(all), all[len(all)-40:])
	}
}
