package problem

import (
	"path/filepath"
	"strings"
	"testing"

	"dlxjudge/judge/base/judgetest"
)

// TestBounds shows which submissions bound the time limit, and from which side.
func TestBounds(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "bounds")
	judgetest.Unpack(t, dir, `
-- problem.yaml --
problem_format_version: 2025-09
name: B
-- data/secret/easy.in --
-- data/secret/easy.ans --
-- data/secret/hard.in --
-- data/secret/hard.ans --
-- submissions/accepted/a.c --
-- submissions/accepted/unused.c --
-- submissions/wrong_answer/a.c --
-- submissions/run_time_error/a.c --
-- submissions/time_limit_exceeded/a.c --
-- submissions/time_limit_exceeded/easy.c --
-- submissions/brute_force/a.c --
-- submissions/brute_force/used.c --
-- submissions/rejected/a.c --
-- submissions/mine/slow.c --
-- submissions/mine/both.c --
-- submissions/mine/more.c --
-- submissions/submissions.yaml --
accepted/unused.c: {use_for_time_limit: false}
wrong_answer: {use_for_time_limit: false}
time_limit_exceeded/easy.c: {secret/easy: {permitted: [AC]}}
brute_force/used.c: {use_for_time_limit: upper}
mine/slow.c: {secret/easy: {required: [TLE]}, secret/hard: {required: [TLE]}}
mine/both.c: {use_for_time_limit: lower}
mine/more.c: {required: [TLE], use_for_time_limit: false, secret/hard: {required: [TLE, RTE]}}
`)
	// What opts out is the expectation, not the submission: accepted still asks for its time.
	want := map[string]string{
		"accepted/a.c": "easy hard", "accepted/unused.c": "easy hard", "wrong_answer/a.c": "",
		"run_time_error/a.c": "easy hard", "time_limit_exceeded/a.c": "| easy hard",
		"time_limit_exceeded/easy.c": "easy | easy hard",
		"brute_force/a.c":            "", "brute_force/used.c": "| easy hard", "rejected/a.c": "",
		"mine/slow.c": "| easy | hard", "mine/both.c": "easy hard", "mine/more.c": "",
	}
	p := mustLoad(t, dir)
	for _, s := range p.Submissions {
		if got := bounds(p.Expects(s)); got != want[s.Path] {
			t.Errorf("%s: got %q, want %q", s.Path, got, want[s.Path])
		}
	}
	if len(p.Submissions) != len(want) {
		t.Errorf("%d submissions, want %d", len(p.Submissions), len(want))
	}
}

// bounds are the tests on which a submission must be fast enough, and behind bars those on which it is meant to be too
// slow.
func bounds(e Expected) string {
	var words []string
	for _, test := range e.tests {
		if e.Timely(test) {
			words = append(words, strings.TrimPrefix(test, "secret/"))
		}
	}
	for _, set := range e.TooSlow() {
		words = append(words, "|")
		for _, test := range set {
			words = append(words, strings.TrimPrefix(test, "secret/"))
		}
	}
	return strings.Join(words, " ")
}

// In the legacy formats it is the folder, or what the source says.
func TestLegacyBounds(t *testing.T) {
	p, err := loadLegacy(t, `
-- sum/submissions/time_limit_exceeded/a.c --
-- sum/submissions/wrong_answer/a.c --
-- sum/submissions/mixed/slow.c --
// @EXPECTED_RESULTS@: TIMELIMIT
-- sum/submissions/mixed/fine.c --
// @EXPECTED_RESULTS@: CORRECT
-- sum/submissions/mixed/either.c --
// @EXPECTED_RESULTS@: CORRECT, TIMELIMIT
`)
	judgetest.Check(t, err)
	want := map[string]string{
		"accepted/a.c": "1", "time_limit_exceeded/a.c": "| 1", "wrong_answer/a.c": "",
		"mixed/slow.c": "| 1", "mixed/fine.c": "1", "mixed/either.c": "",
	}
	for _, s := range p.Submissions {
		if got := bounds(p.Expects(s)); got != want[s.Path] {
			t.Errorf("%s: got %q, want %q", s.Path, got, want[s.Path])
		}
	}
}

// A solution of a checkout that may be too slow on some tests does not bound the limit there.
func TestPermittedIsNoBound(t *testing.T) {
	p := &Problem{Tests: []Test{{Name: "secret/1"}, {Name: "secret/2"}}, Expectations: []Expectation{
		{Submissions: "accepted", Permitted: []Verdict{AC}, Yields: true},
		{Submissions: "accepted/backtrack", Tests: "secret/2", Permitted: []Verdict{AC, TLE}},
	}}
	e := p.Expects(Submission{Path: "accepted/backtrack"})
	if got := bounds(e); got != "1" {
		t.Errorf("got %q", got)
	}
}

func mustLoad(t *testing.T, dir string) *Problem {
	t.Helper()
	set, err := Load(Package(dir), nil)
	judgetest.Check(t, err)
	return set.Problems[0]
}
