package problem

import (
	"path/filepath"
	"testing"

	"dlxjudge/judge/judgetest"
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
-- submissions/submissions.yaml --
accepted/unused.c: {use_for_time_limit: false}
time_limit_exceeded/easy.c: {secret/easy: {use_for_time_limit: lower}}
brute_force/used.c: {use_for_time_limit: upper}
mine/slow.c: {secret/hard: {required: [TLE]}}
mine/both.c: {use_for_time_limit: true}
`)
	want := map[string][2]Bounds{
		"accepted/a.c": {Above, Above}, "accepted/unused.c": {Neither, Neither}, "wrong_answer/a.c": {Above, Above},
		"run_time_error/a.c": {Above, Above}, "time_limit_exceeded/a.c": {Below, Below}, "time_limit_exceeded/easy.c": {Above, Below},
		"brute_force/a.c": {Neither, Neither}, "brute_force/used.c": {Below, Below}, "rejected/a.c": {Neither, Neither},
		"mine/slow.c": {Neither, Below}, "mine/both.c": {Neither, Neither},
	}
	p := mustLoad(t, dir)
	for _, s := range p.Submissions {
		e := p.Expects(s)
		if got := [2]Bounds{e.Bounds("secret/easy"), e.Bounds("secret/hard")}; got != want[s.Path] {
			t.Errorf("%s: got %q, want %q", s.Path, got, want[s.Path])
		}
	}
	if len(p.Submissions) != len(want) {
		t.Errorf("%d submissions, want %d", len(p.Submissions), len(want))
	}
}

// In the older formats it is the folder, or what the source says.
func TestOlderBounds(t *testing.T) {
	p, err := loadOlder(t, `
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
	want := map[string]Bounds{
		"accepted/a.c": Above, "time_limit_exceeded/a.c": Below, "wrong_answer/a.c": Neither,
		"mixed/slow.c": Below, "mixed/fine.c": Above, "mixed/either.c": Neither,
	}
	for _, s := range p.Submissions {
		if got := p.Expects(s).Bounds("secret/1"); got != want[s.Path] {
			t.Errorf("%s: got %q, want %q", s.Path, got, want[s.Path])
		}
	}
}

// A solution of a checkout that may be too slow on some tests does not bound the limit there.
func TestPermittedIsNoBound(t *testing.T) {
	p := &Problem{Tests: []Test{{Name: "secret/1"}, {Name: "secret/2"}}, Expectations: []Expectation{
		{Submissions: "accepted", Permitted: []Verdict{AC}, Bounds: Above, Yields: true},
		{Submissions: "accepted/backtrack", Tests: "secret/2", Permitted: []Verdict{AC, TLE}},
	}}
	e := p.Expects(Submission{Path: "accepted/backtrack"})
	if e.Bounds("secret/1") != Above || e.Bounds("secret/2") != Neither {
		t.Errorf("got %q and %q", e.Bounds("secret/1"), e.Bounds("secret/2"))
	}
}

func mustLoad(t *testing.T, dir string) *Problem {
	t.Helper()
	set, err := Load(Package(dir), nil)
	judgetest.Check(t, err)
	return set.Problems[0]
}
