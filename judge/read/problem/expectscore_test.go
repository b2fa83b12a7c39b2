package problem

import (
	"testing"

	"dlxjudge/judge/read/legacy"
	"dlxjudge/judge/read/score"
)

// scoredProblem has two groups, and what is expected of the scores of its submissions.
func scoredProblem(expectations ...Expectation) *Problem {
	p := &Problem{Tests: []Test{{Name: "sample/1"}, {Name: "secret/1/1"}, {Name: "secret/2/1"}},
		Expectations: expectations}
	settings := func(name string, most int64) score.Settings {
		s := score.Defaults(name)
		s.Max, s.Bounded = score.Int(most), true
		return s
	}
	names := []string{"sample/1", "secret/1/1", "secret/2/1"}
	p.Scoring, _ = score.NewStandard(score.Defaults(score.Secret), []score.Settings{settings("secret/1", 40),
		settings("secret/2", 60)}, names)
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
		{Expectation{Partial: true}, "AC", "AC", "the score is 100, which is all (file:1)"},
		{Expectation{Partial: true}, "WA", "WA", "the score is 0, and a part of the problem gives more (file:1)"},

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

// In a legacy format the verdict that is expected of the whole is the grader's, and what is rejected has no score.
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
			"the submission has no score, as it is not accepted; expected 1 (file:1)"},
		{[]string{"always_accept"}, Expectation{Tests: "secret/2", Score: &ScoreRange{score.Int(7), score.Int(8)}},
			"the score of secret/2 is 0, expected from 7 to 8 (file:1)"},
	} {
		says := row.says
		says.Submissions, says.File = "mixed", "file:1"
		p := scoredProblem(says)
		p.Scoring = score.NewLegacy(func(name string) score.Grader {
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
		// The first verdict that is not accepted is not that of the whole.
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
	p.graded = new(legacy.Package)
	if !p.Expects(Submission{Path: "accepted/a.c"}).Permits("secret/2/1", LeftOut) {
		t.Error("in a legacy format, what is left out is not permitted")
	}
	verdicts := map[string]Verdict{"sample/1": AC, "secret/1/1": WA, "secret/2/1": LeftOut}
	if got, want := wrong.Unmet(verdicts, nil),
		"no test of secret/2 has the verdict WA that is required (file:1)"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	verdicts["secret/2/1"] = NotRun
	if got := wrong.Unmet(verdicts, nil); got != "" {
		t.Errorf("what was not run for another reason counts as met, got %q", got)
	}
}
