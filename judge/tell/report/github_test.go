package report

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/read/problem"
)

func TestGitHub(t *testing.T) {
	r := results()
	for i := range r.Submissions {
		r.Submissions[i].Source = "/checkout/solutions/" + r.Submissions[i].Name + "/main.go"
	}
	var annotations, summary bytes.Buffer
	judgetest.Check(t, Annotations(&annotations, r, "/checkout"))
	judgetest.Check(t, Markdown(&summary, r))
	judgetest.Golden(t, "testdata/github.golden", annotations.String())
	judgetest.Golden(t, "testdata/summary.golden", summary.String())
}

// TestAnnotations: there are at most as many as GitHub shows, no text from a program becomes a command, and files
// outside the repository are not named.
func TestAnnotations(t *testing.T) {
	var r grade.Results
	for i := range 20 {
		r.Submissions = append(r.Submissions, grade.Submission{
			Problem: "p", Name: fmt.Sprintf("a,b:%d", i), Source: "/elsewhere/main.go", Verdict: problem.CE,
			Message: "100%\n::error::\x1b[2J\r\n",
		})
	}
	var out bytes.Buffer
	judgetest.Check(t, Annotations(&out, r, "/checkout"))
	lines := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
	if len(lines) != mostAnnotations {
		t.Errorf("%d lines", len(lines))
	}
	for _, line := range lines {
		if !strings.HasPrefix(line, "::error title=") || strings.ContainsAny(line, "\r\x1b") ||
			strings.Contains(line, "elsewhere") {
			t.Errorf("got %q", line)
		}
	}
	out.Reset()
	judgetest.Check(t, Annotations(&out, grade.Results{Submissions: []grade.Submission{{Problem: "p", Name: "a",
		Tests: []grade.Test{{Name: "1", Verdict: problem.WA}, {Name: "2", Verdict: problem.JE, Message: "failed"}}}}},
		"/"))
	if !strings.HasSuffix(out.String(), "title=p/a::JE on 2: failed\n") {
		t.Errorf("got %q", out.String())
	}
	out.Reset()
	judgetest.Check(t, Annotations(&out, grade.Results{Submissions: []grade.Submission{{Expected: true}}}, "/"))
	if out.Len() > 0 {
		t.Errorf("got %q", out.String())
	}
}
