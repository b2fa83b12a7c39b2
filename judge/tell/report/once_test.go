package report

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/read/problem"
)

// What many submissions have in common is said once: the message of a failed checker, and what to do about a missing
// tool.
func TestSaidOnce(t *testing.T) {
	failed := grade.Test{Name: "secret/1", Verdict: problem.JE, Message: "the checker failed:\nTraceback",
		Stderr: "own"}
	missing := grade.Submission{Problem: "p", Solution: true, Expected: true, Missing: "rustc",
		Message: "no Rust: rustc is not on the PATH; apt-get install rustc"}
	broken := grade.Submission{Problem: "p", Solution: true, Expected: true, Unjudged: true,
		Message: "not judged: it is" + strings.Repeat(" long", 20)}
	var r grade.Results
	for _, name := range []string{"a", "b"} {
		r.Submissions = append(r.Submissions, grade.Submission{Problem: "p", Name: name, Verdict: problem.JE,
			Tests: []grade.Test{failed}})
		missing.Name, broken.Name = name+".rs", name+".x"
		r.Submissions = append(r.Submissions, missing, broken)
	}
	var out strings.Builder
	judgetest.Check(t, Text(&out, r, TextOptions{}))
	want := `  ✖ p/a     JE    0/1  0.000s  0.0 MiB  at 1
      secret/1: JE: the checker failed:
        Traceback
        standard error:
          own
  ∅ p/a.rs  skipped: no Rust; apt-get install rustc
  ∅ p/a.x   skipped: not judged: it is long long long long long long long long
      long long long long long long long long long long long long
  ✖ p/b     JE    0/1  0.000s  0.0 MiB  at 1
      secret/1: JE: same message as for p/a
  ∅ p/b.rs  skipped: no rustc
  ∅ p/b.x   skipped: for the same reason as p/a.x
DONE 6 submissions, 2 tests, 2 unexpected, 4 skipped in 0.0s
`
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
