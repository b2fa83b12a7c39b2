package talk

import (
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dlxjudge/judge/judgetest"
)

func TestTranscript(t *testing.T) {
	var out strings.Builder
	record := &Transcript{Out: &out}
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
	got := regexp.MustCompile(`(?m)^([<>]) +[0-9.]+  `).ReplaceAllString(out.String(), "$1 0.0 ")
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

// Only the last lines are kept, and what is written has an end.
func TestTranscriptIsBounded(t *testing.T) {
	var out strings.Builder
	record := &Transcript{Out: &out}
	record.Begin()
	for range 3 * longestText / longestLine {
		record.checker([]byte(strings.Repeat("y", longestLine) + "\n"))
	}
	judgetest.Check(t, record.End())
	lines, before := record.Last()
	if len(lines) != lastLines || before != 3*longestText/longestLine-lastLines {
		t.Errorf("%d lines, %d before", len(lines), before)
	}
	if !strings.HasSuffix(out.String(), "\n… more than 16 MiB\n") || out.Len() > longestText+100 {
		t.Errorf("%d bytes, ending with %q", out.Len(), out.String()[out.Len()-40:])
	}
}
