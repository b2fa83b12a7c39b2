package check

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/read/score"
)

// TestTestlibDecides checks the exit statuses of testlib programs, with the usual header and a changed one.
func TestTestlibDecides(t *testing.T) {
	usual := testlib{sandbox.Testlib{OK: 0, Wrong: 1, Format: 2, Failed: 3}}
	ejudge := testlib{sandbox.Testlib{OK: 0, Wrong: 5, Format: 4, Failed: 6}}
	for _, row := range []struct {
		library testlib
		status  int
		stderr  string
		want    problem.Verdict
		message string
	}{
		{usual, 0, "ok fine\n", ac, "ok fine"},
		{usual, 0, "", ac, ""},
		{usual, 1, "wrong answer no\n", wa, "wrong answer no"},
		{usual, 1, "", wa, "the checker rejects the output and says nothing"},
		{usual, 2, "wrong output format no\n", problem.PE, "wrong output format no"},
		{usual, 4, "wrong output format Extra\n", problem.PE, "Extra"},
		{usual, 8, "unexpected eof\n", problem.PE, "unexpected eof"},
		{usual, 3, "FAIL no\n", je, "the answer or the checker itself is wrong; its standard error:\nFAIL no"},
		{usual, 7, "points 3\n", je, "the checker gives points, but the problem has no scores: points 3"},
		{usual, 7, "", je, "the checker gives points"},
		{usual, 5, "points 3\n", je, "the checker gives points"},
		{usual, 5, "", je, "exit status 5 is not a status of testlib"},
		{usual, 0, "it counted\npoints 3\n", je, "the checker gives points"},
		{usual, 13, "partially correct (13) some\n", je, "the checker calls the output partially correct"},
		{usual, 50, "", je, "partially correct (status 50)"},
		{usual, 1, "points of no return\n", wa, "points of no return"},
		{ejudge, 5, "wrong answer no\n", wa, "wrong answer no"},
		{ejudge, 4, "wrong output format no\n", problem.PE, "no"},
		{ejudge, 6, "FAIL no\n", je, "the answer or the checker itself is wrong"},
		{ejudge, 1, "", je, "exit status 1 is not a status of testlib"},
		{testlib{sandbox.Testlib{Unknown: "why"}}, 0, "ok\n", je,
			"cannot tell how to call the checker: why"},
	} {
		result := sandbox.Result{ExitCode: row.status, Stderr: saying(row.stderr)}
		got := row.library.outcome(result, Files{role: "checker"})
		if got.Verdict != row.want || !strings.Contains(got.Message, row.message) {
			t.Errorf("status %d and %q: got %s (%s), want %s (%s)", row.status, row.stderr, got.Verdict, got.Message,
				row.want, row.message)
		}
	}
	scored := Files{Scores: true}
	for stderr, status := range map[string]int{"partially correct (13) some\n": 29, "points some\n": 7, "": 7,
		"\n": 29} {
		got := usual.outcome(sandbox.Result{ExitCode: status, Stderr: saying(stderr)}, scored)
		if got.Verdict != je || strings.Contains(got.Message, "no scores") ||
			!strings.Contains(got.Message, "only a line such as points 3.5 gives a score") {
			t.Errorf("with scores, status %d and %q: got %s (%s)", status, stderr, got.Verdict, got.Message)
		}
	}
	points := sandbox.Result{ExitCode: 7, Stderr: saying("points 3.5 of 7\n")}
	if got := usual.outcome(points, scored); got.Verdict != ac || got.Scores[score.ScoreFile] != "3.5" {
		t.Errorf("points: got %+v", got)
	}
	killed := sandbox.Result{End: sandbox.Signaled, ExitCode: -1, Signal: "SIGSEGV"}
	if got := usual.outcome(killed, scored); got.Verdict != je || !strings.Contains(got.Message, "segmentation fault") {
		t.Errorf("a crash: got %+v", got)
	}
	stderr := sandbox.Result{Stderr: saying("ok far\tin\n")}
	got := usual.outcome(stderr, Files{Wanted: []string{"far\tin", "near"}})
	if !cmp.Equal(got.Found, []string{"far\tin"}) {
		t.Errorf("it says %q", got.Found)
	}
}

func saying(text string) sandbox.Excerpt {
	return sandbox.Excerpt{First: []byte(text), Last: []byte(text)}
}
