package report

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"dlxjudge/judge/check"
	"dlxjudge/judge/grade"
	"dlxjudge/judge/judgetest"
)

// TestRead: what JSON has written is read back, but for what only this run of the judge could use.
func TestRead(t *testing.T) {
	want := results()
	want.Commit, want.Dirty = "0123456789ab", true
	want.Submissions[0].Source, want.Submissions[0].Memory = "solutions/hdu5046/dlx/main.go", 64<<20
	want.Submissions[0].Tests[0].InputFile = "testdata/hdu5046/sample/1.in"
	want.Submissions[1].Tests[1].Idle, want.Submissions[1].Tests[1].Stderr = true, "a\x1b[2J\nb\n"
	var document bytes.Buffer
	judgetest.Check(t, JSON(&document, want))
	got, err := Read(&document)
	judgetest.Check(t, err)
	left := []cmp.Option{
		cmpopts.IgnoreFields(grade.Submission{}, "Unjudged", "Missing"), cmpopts.IgnoreFields(grade.Test{}, "Says"),
		cmpopts.IgnoreFields(check.Difference{}, "Line", "Token", "Want", "Got"), cmpopts.EquateEmpty(),
	}
	if diff := cmp.Diff(want, got, left...); diff != "" {
		t.Errorf("read back (-written +read):\n%s", diff)
	}
}

func TestReadRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"":                                 "no results as judge run --json writes them: EOF",
		"[1]":                              "no results as judge run --json writes them: json: ",
		`{"schema": 2, "submissions": []}`: "its schema is 2, and this judge knows those up to 1",
		`{"problems": []}`:                 "it has no schema or no submissions",
	} {
		if _, err := Read(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %q", text, err, want)
		}
	}
}

func FuzzRead(f *testing.F) {
	var document bytes.Buffer
	judgetest.Check(f, JSON(&document, results()))
	f.Add(document.String())
	f.Add(`{"schema": 1, "submissions": [{"tests": [{"cpu_seconds": 1e300}]}]}`)
	f.Fuzz(func(t *testing.T, text string) {
		r, err := Read(strings.NewReader(text))
		if err != nil {
			return
		}
		var again bytes.Buffer
		judgetest.Check(t, JSON(&again, r))
	})
}
