package report

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/read/problem"
)

// TestCSV: a line for each submission. No cell begins a formula, and none breaks its line.
func TestCSV(t *testing.T) {
	accepted := []grade.Test{{Name: "secret/1", Verdict: problem.AC, CPU: grade.Seconds(20 * time.Millisecond)},
		{Name: "secret/2", Verdict: problem.AC, CPU: grade.Seconds(1234567 * time.Microsecond)}}
	failed := []grade.Test{accepted[0], {Name: "=2+3", Verdict: problem.WA}}
	var out strings.Builder
	judgetest.Check(t, CSV(&out, grade.Results{Submissions: []grade.Submission{
		{Name: "ada", Verdict: problem.AC, Tests: accepted},
		{Name: `=cmd|' /C calc'!A0`, Verdict: problem.WA, Tests: failed},
		{Name: "+1", Verdict: problem.CE, Message: "=1"},
		{Name: "-1, \"x\"", Message: "not judged: @SUM(1)"},
		{Name: "@a"}, {Name: "\t=1"}, {Name: "\r=1"}, {Name: "\n=1"}, {Name: "a\nb"},
	}}))
	want := `name,verdict,score,tests passed,slowest time,first failure
ada,AC,,2,1.235,
'=cmd|' /C calc'!A0,WA,,1,0.020,'=2+3: WA
'+1,CE,,0,,
"'-1, ""x""",not judged,,0,,'@SUM(1)
'@a,not judged,,0,,
'\t=1,not judged,,0,,
'\r=1,not judged,,0,,
'\n=1,not judged,,0,,
a\nb,not judged,,0,,
`
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Error(diff)
	}
}
