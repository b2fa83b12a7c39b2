package report

import (
	"bytes"
	"strings"
	"testing"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/read/problem"
)

// A submission without an expected verdict has a row of its own that says so, even if it is wrong.
func TestUnstated(t *testing.T) {
	test := []grade.Test{{Name: "secret/1", Verdict: problem.WA, Expected: true}}
	r := grade.Results{Submissions: []grade.Submission{
		{Problem: "sum", Name: "mixed/a.py", Verdict: problem.WA, Expected: true, Unstated: true, Tests: test},
		{Problem: "sum", Name: "mixed/b.kt", Expected: true, Unstated: true, Missing: "kotlinc", Message: "no Kotlin"},
		{Problem: "sum", Name: "wrong_answer/c.py", Verdict: problem.WA, Expected: true, Tests: test},
	}}
	var rows, summary bytes.Buffer
	judgetest.Check(t, Text(&rows, r, TextOptions{}))
	want := `  · sum/mixed/a.py  WA    0/1  0.000s  0.0 MiB  at 1
      it has no expected verdict, so any verdict will do
  ∅ sum/mixed/b.kt  skipped: no Kotlin
  ✓ sum: 1 wrong program, rejected
DONE 3 submissions, 2 tests, 0 unexpected, 1 skipped in 0.0s
`
	if rows.String() != want {
		t.Errorf("got\n%swant\n%s", rows.String(), want)
	}
	judgetest.Check(t, Markdown(&summary, r))
	for _, line := range []string{`a\.py | WA, none stated |`, `c\.py | WA |`} {
		if !strings.Contains(summary.String(), line) {
			t.Errorf("no %s in\n%s", line, summary.String())
		}
	}
	read := again(t, r)
	if s := read.Submissions; !s[0].Unstated || !s[1].Unstated || s[2].Unstated {
		t.Errorf("the document says %+v", s)
	}
}
