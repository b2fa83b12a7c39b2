package problem

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/read/score"
)

// permitted lists, for each submission and test, the verdicts that are permitted there.
func permitted(p *Problem) string {
	var out strings.Builder
	for _, s := range p.Submissions {
		expected := p.Expects(s)
		for _, t := range p.Tests {
			var verdicts []string
			for _, v := range []Verdict{AC, PE, WA, TLE, MLE, OLE, RTE, CE, JE} {
				if expected.Permits(t.Name, v) {
					verdicts = append(verdicts, string(v))
				}
			}
			fmt.Fprintf(&out, "%s %s: %s\n", s.Name, t.Name, strings.Join(verdicts, " "))
		}
	}
	return out.String()
}

func TestPermits(t *testing.T) {
	const all = "AC PE WA TLE MLE OLE RTE"
	for _, c := range []struct{ title, yaml, want string }{
		{"a solution yields where submissions.yaml says otherwise",
			"accepted/slow: {secret/big: {permitted: [AC, TLE]}}", `
dlx sample/1: AC
dlx secret/big/01: AC
dlx secret/small/01: AC
slow sample/1: AC
slow secret/big/01: AC TLE OLE
slow secret/small/01: AC
wrong_answer/int32 sample/1: AC PE WA
wrong_answer/int32 secret/big/01: AC PE WA
wrong_answer/int32 secret/small/01: AC PE WA
`},
		{"a directory's default is overwritten, a pattern adds to it", `
accepted: {permitted: [AC, PE]}
wrong_answer: {permitted: [AC, RTE, WA]}
wrong_answer/*: {secret/*: {permitted: [AC, WA, TLE]}}
`, `
dlx sample/1: AC PE
dlx secret/big/01: AC PE
dlx secret/small/01: AC PE
slow sample/1: AC PE
slow secret/big/01: AC PE
slow secret/small/01: AC PE
wrong_answer/int32 sample/1: AC PE WA MLE OLE RTE
wrong_answer/int32 secret/big/01: AC PE WA OLE
wrong_answer/int32 secret/small/01: AC PE WA OLE
`},
	} {
		t.Run(c.title, func(t *testing.T) {
			checkout(t, "-- problems/sum/submissions/submissions.yaml --\n"+c.yaml)
			set, err := Load(Tree("."), nil)
			judgetest.Check(t, err)
			if diff := cmp.Diff(strings.TrimPrefix(c.want, "\n"), permitted(set.Problems[0])); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}

	t.Run("a package's defaults do not yield, and rejected permits all", func(t *testing.T) {
		checkout(t, `
-- p/problem.yaml --
problem_format_version: 2025-09
name: P
limits: {time_limit: 1}
-- p/data/secret/1.in --
-- p/data/secret/1.ans --
-- p/submissions/accepted/a.c --
-- p/submissions/rejected/b.c --
-- p/submissions/own/c.c --
-- p/submissions/submissions.yaml --
accepted/a.c: {permitted: [AC, TLE]}
own/*.{c,cpp}: {message: x}
`)
		set, err := Load(Package("p"), nil)
		judgetest.Check(t, err)
		want := "accepted/a.c secret/1: AC\nown/c.c secret/1: " + all + "\nrejected/b.c secret/1: " + all + "\n"
		if diff := cmp.Diff(want, permitted(set.Problems[0])); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	})
}

func TestUnmet(t *testing.T) {
	checkout(t, `
-- problems/sum/submissions/time_limit_exceeded/slow/main.go --
-- problems/sum/submissions/brute_force/slow/main.go --
-- problems/sum/submissions/presentation_error/blank/main.go --
-- problems/sum/submissions/rejected/any/main.go --
-- problems/sum/submissions/submissions.yaml --
wrong_answer/int32:
  message: overflow
  secret/big: {required: [WA]}
`)
	set, err := Load(Tree("."), nil)
	judgetest.Check(t, err)
	p := set.Problems[0]
	submissions := make(map[string]Submission)
	for _, s := range p.Submissions {
		submissions[s.Name] = s
	}
	const (
		noMessage = `no judgemessage.txt of a test contains "overflow", which is required (problems/sum/submissions/submissions.yaml:1:1)`
		notBig    = `no test of secret/big has the required verdict WA (problems/sum/submissions/submissions.yaml:3:3)`
	)
	for _, c := range []struct {
		submission         string
		sample, big, small Verdict
		message            string
		want               string
	}{
		{"dlx", AC, AC, AC, "", ""},
		{"wrong_answer/int32", AC, WA, AC, "overflow", ""},
		{"wrong_answer/int32", AC, WA, AC, "Overflow", noMessage},
		{"wrong_answer/int32", WA, AC, AC, "overflow", notBig},
		{"wrong_answer/int32", AC, AC, AC, "overflow", "no test has the required verdict WA (the format's " +
			"default for wrong_answer)"},
		{"wrong_answer/int32", AC, NotRun, AC, "", ""},
		{"wrong_answer/int32", WA, AC, NotRun, "", notBig},
		{"time_limit_exceeded/slow", AC, AC, AC, "", "no test has the required verdict TLE (the format's " +
			"default for time_limit_exceeded)"},
		{"time_limit_exceeded/slow", AC, OLE, AC, "", ""},
		{"brute_force/slow", AC, AC, AC, "", "no test has the required verdict RTE or TLE (the format's " +
			"default for brute_force)"},
		{"presentation_error/blank", AC, PE, AC, "", ""},
		{"presentation_error/blank", AC, WA, AC, "", "no test has the required verdict PE (the format's " +
			"default for presentation_error)"},
		{"rejected/any", AC, AC, AC, "", "no test has the required verdict RTE or TLE or WA (the format's " +
			"default for rejected)"},
	} {
		verdicts := map[string]Verdict{"sample/1": c.sample, "secret/big/01": c.big, "secret/small/01": c.small}
		messages := map[string][]string{"secret/big/01": {c.message}}
		got := p.Expects(submissions[c.submission]).Unmet(verdicts, messages)
		if got != c.want {
			t.Errorf("%s, %v: got %q, want %q", c.submission, verdicts, got, c.want)
		}
	}
}

// A test that was not run meets every expectation. A program that cannot be built or a checker that fails meets none.
func TestPermitsNoVerdict(t *testing.T) {
	var anything Expected
	for v, want := range map[Verdict]bool{NotRun: true, AC: true, CE: false, JE: false} {
		if got := anything.Permits("sample/1", v); got != want {
			t.Errorf("Permits(%q) = %v", v, got)
		}
	}
}

func TestGlob(t *testing.T) {
	for _, c := range []struct {
		pattern, name string
		want          bool
	}{
		{"secret", "secret/hard/03", true},
		{"secret/hard", "secret/hard/03", true},
		{"secret/hard/03", "secret/hard/03", true},
		{"secret/har", "secret/hard/03", false},
		{"hard", "secret/hard/03", false},
		{"*", "secret/hard/03", true},
		{"*/hard", "secret/hard/03", true},
		{"*/03", "secret/hard/03", false}, // a * ends at a /
		{"*/*/*3", "secret/hard/03", true},
		{"secret/*-easy", "secret/very-easy/1", true},
		{"accepted/{simple,complex}.py", "accepted/complex.py", true},
		{"accepted/{simple,complex}.py", "accepted/simplex.py", false},
		{"{accepted/a,wrong_answer/{b,c*}}.{py,cpp}", "wrong_answer/cat.cpp", true},
		{"a{,b}", "a", true},
		{"sample/{ 4 }", "sample/4", true}, // blanks around a name in braces are stripped
		{"{ a , b c }", "b c", true},
		{"{ a , b c }", "a", true},
		{"a b/{c}", "a b/c", true},
		{"a,b", "a,b", true},
		{"a.c", "abc", false},
		{"a+(c", "a+(c", true},
		{"ä*", "äb", true},
		{"", "a", false},
	} {
		g, err := parseGlob(c.pattern)
		if err != nil {
			t.Errorf("%q: %v", c.pattern, err)
		} else if got := g.matches(c.name); got != c.want {
			t.Errorf("%q matches %q: got %v", c.pattern, c.name, got)
		}
	}
}

// scoredProblem has two groups, and what is expected of the scores of its submissions.
func scoredProblem(expectations ...Expectation) *Problem {
	p := &Problem{Tests: []Test{{Name: "sample/1"}, {Name: "secret/1/1"}, {Name: "secret/2/1"}},
		Expectations: expectations}
	settings := func(name string, most int64) score.Settings {
		s := score.Defaults(name)
		s.High = score.Int(most)
		return s
	}
	names := []string{"sample/1", "secret/1/1", "secret/2/1"}
	p.Scoring, _ = score.New([]score.Settings{settings("secret/1", 40), settings("secret/2", 60)}, names)
	return p
}

func TestUnmetScore(t *testing.T) {
	exactly := func(n int64) *ScoreRange { return &ScoreRange{score.Int(n), score.Int(n)} }
	for _, row := range []struct {
		says     Expectation
		one, two string // verdicts in the groups
		want     string
	}{
		{Expectation{Score: exactly(40)}, "AC", "WA", ""},
		{Expectation{Score: exactly(40)}, "AC", "AC", "the score is 100, expected 40 (file:1)"},
		{Expectation{Score: &ScoreRange{score.Int(40), score.Int(60)}}, "AC", "WA", ""},
		{Expectation{Score: &ScoreRange{score.Int(40), score.Int(60)}}, "WA", "AC", ""},
		{Expectation{Score: &ScoreRange{score.Int(41), score.Int(59)}}, "AC", "WA",
			"the score is 40, expected from 41 to 59 (file:1)"},
		{Expectation{Score: &ScoreRange{score.Int(41), score.Int(59)}}, "WA", "AC",
			"the score is 60, expected from 41 to 59 (file:1)"},
		{Expectation{Tests: "secret/2", Score: exactly(0)}, "AC", "WA", ""},
		{Expectation{Tests: "secret/2", Score: exactly(0)}, "AC", "AC",
			"the score of secret/2 is 60, expected 0 (file:1)"},
		{Expectation{Tests: "secret/*", Score: &ScoreRange{score.Int(40), score.Int(60)}}, "AC", "AC", ""},
		{Expectation{Tests: "secret/*", Score: &ScoreRange{score.Int(40), score.Int(60)}}, "WA", "AC",
			"the score of secret/1 is 0, expected from 40 to 60 (file:1)"},
		{Expectation{Tests: "secret", Score: exactly(60)}, "WA", "AC", ""}, // its own score, not that of its groups
		{Expectation{Partial: true}, "AC", "WA", ""},
		{Expectation{Partial: true}, "AC", "AC", "the score is 100, the maximum (file:1)"},
		{Expectation{Partial: true}, "WA", "WA", "the score is 0, but a partial score is more than 0 (file:1)"},

		{Expectation{Score: exactly(40)}, "AC", "", ""}, // it is not known
		{Expectation{Tests: "secret/1", Score: exactly(1)}, "AC", "",
			"the score of secret/1 is 40, expected 1 (file:1)"},
		{Expectation{Partial: true}, "WA", "", ""},
	} {
		says := row.says
		says.Submissions, says.File = "accepted", "file:1"
		p := scoredProblem(says)
		var tests []score.Test
		for name, verdict := range map[string]string{"secret/1/1": row.one, "secret/2/1": row.two} {
			tests = append(tests, score.Test{Name: name, Verdict: verdict})
		}
		if got := p.Expects(Submission{Path: "accepted/a.c"}).UnmetScore(p.Scoring.Outcome(tests)); got != row.want {
			t.Errorf("%+v, %s and %s: got %q, want %q", row.says, row.one, row.two, got, row.want)
		}
	}
}

// In the legacy formats, the verdict expected of the whole submission is the grader's, and a rejected submission has no
// score.
func TestUnmetVerdictOfTheGrader(t *testing.T) {
	for _, row := range []struct {
		flags []string
		says  Expectation
		want  string
	}{
		{nil, Expectation{Whole: []Verdict{AC}}, "the verdict is WA, expected AC (file:1)"},
		{nil, Expectation{Whole: []Verdict{WA}}, ""},
		{[]string{"always_accept"}, Expectation{Whole: []Verdict{AC}, Partial: true}, ""},
		{nil, Expectation{Score: &ScoreRange{score.Int(1), score.Int(1)}},
			"the submission has no score, because it is not accepted; expected 1 (file:1)"},
		{[]string{"always_accept"}, Expectation{Tests: "secret/2", Score: &ScoreRange{score.Int(7), score.Int(8)}},
			"the score of secret/2 is 0, expected from 7 to 8 (file:1)"},
	} {
		says := row.says
		says.Submissions, says.File = "mixed", "file:1"
		p := scoredProblem(says)
		p.Scoring = score.NewGraded(func(name string) score.Settings {
			g := score.DefaultGrader(name)
			if err := g.Flags(row.flags); err != nil {
				t.Fatal(err)
			}
			return g
		}, false, []string{"secret/1/1", "secret/2/1"})
		expected := p.Expects(Submission{Path: "mixed/a.c"})
		outcome := p.Scoring.Outcome([]score.Test{{Name: "secret/1/1", Verdict: "AC", Score: score.Int(1)},
			{Name: "secret/2/1", Verdict: "WA"}})
		if got := expected.UnmetScore(outcome); got != row.want {
			t.Errorf("%v %+v: got %q, want %q", row.flags, row.says, got, row.want)
		}
		// The first verdict other than AC is not the verdict of the whole submission.
		if got := expected.Unmet(map[string]Verdict{"sample/1": AC, "secret/1/1": AC, "secret/2/1": TLE},
			nil); got != "" {
			t.Errorf("%v %+v: got %q of the verdicts of tests", row.flags, row.says, got)
		}
	}
}

// A test that the format leaves out counts as not accepted: it is unexpected where only AC is permitted, and meets no
// requirement.
func TestLeftOut(t *testing.T) {
	p := scoredProblem(
		Expectation{Submissions: "accepted", Permitted: []Verdict{AC}},
		Expectation{Submissions: "wrong_answer", Permitted: []Verdict{AC, WA}},
		Expectation{Submissions: "wrong_answer", Tests: "secret/2", Required: []Verdict{WA}, File: "file:1"},
	)
	accepted, wrong := p.Expects(Submission{Path: "accepted/a.c"}), p.Expects(Submission{Path: "wrong_answer/a.c"})
	if accepted.Permits("secret/2/1", LeftOut) || !wrong.Permits("secret/2/1", LeftOut) {
		t.Error("what is left out is permitted where only AC is, or not where WA is")
	}
	p.Scoring = score.NewGraded(score.DefaultGrader, false, []string{"secret/2/1"})
	if !p.Expects(Submission{Path: "accepted/a.c"}).Permits("secret/2/1", LeftOut) {
		t.Error("in a legacy format, what is left out is not permitted")
	}
	verdicts := map[string]Verdict{"sample/1": AC, "secret/1/1": WA, "secret/2/1": LeftOut}
	if got, want := wrong.Unmet(verdicts, nil),
		"no test of secret/2 has the required verdict WA (file:1)"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	verdicts["secret/2/1"] = NotRun
	if got := wrong.Unmet(verdicts, nil); got != "" {
		t.Errorf("what was not run for another reason counts as met, got %q", got)
	}
}

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
	// Only the expectation opts out, not the submission, so accepted still requires that it is fast enough.
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

// bounds returns the tests on which a submission must be fast enough, then a bar and the tests on which it should be
// too slow.
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

// In the legacy formats, the folder or an annotation in the source decides this.
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
