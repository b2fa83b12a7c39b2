package page

import (
	"regexp"
	"strings"
	"testing"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/read/score"
)

// scored has a problem with scores, in an order that no score gives, and a multi-pass problem.
func scored(t *testing.T) grade.Results {
	t.Helper()
	third, err := score.Parse("33.3333333333")
	judgetest.Check(t, err)
	group := func(name string, n score.Number, most int64) score.Group {
		return score.Group{Name: name, Known: true, Scored: true, Score: n, Max: score.Int(most), Bounded: true}
	}
	left := group("secret/2", score.Int(0), 70)
	left.LeftOut = true
	test := func(name string, v problem.Verdict, n *score.Number) grade.Test {
		return grade.Test{Name: name, Verdict: v, Expected: true, CPU: 2 * ms, Memory: 2 << 20, Score: n}
	}
	submission := func(name string, v problem.Verdict, scores *score.Outcome, tests ...grade.Test) grade.Submission {
		return grade.Submission{Problem: "marks", Name: name, Language: "c", Verdict: v, Expected: true,
			Limits: limits, Scores: scores, Tests: tests}
	}
	passes := test("secret/1", problem.WA, nil)
	passes.Passes, passes.PassesCPU, passes.Message = 3, 5*ms, "pass 3: line 1"
	return grade.Results{Backend: "linux", Jobs: 1, Submissions: []grade.Submission{
		submission("part", problem.WA, &score.Outcome{Whole: group("secret", third, 100),
			Groups: []score.Group{group("secret/1", third, 40), left}},
			test("secret/1/1", problem.AC, &third), test("secret/1/2", problem.WA, nil),
			grade.Test{Name: "secret/2/1", Expected: true, LeftOut: true,
				Message: "skipped: secret/1 is required, and secret/1/2 was not accepted"}),
		submission("none", problem.WA, &score.Outcome{Whole: group("secret", score.Int(0), 100),
			Groups: []score.Group{{Name: "secret/1", Known: true, Verdict: "WA"}}},
			test("secret/1/1", problem.WA, nil)),
		submission("unknown", problem.AC, &score.Outcome{Whole: score.Group{Name: "secret", Max: score.Int(100),
			Bounded: true}}, test("secret/1/1", problem.AC, nil)),
		submission("broken", problem.CE, nil),
		submission("all", problem.AC, &score.Outcome{Whole: group("secret", score.Int(100), 100),
			Groups: []score.Group{group("secret/1", score.Int(30), 30), group("secret/2", score.Int(70), 70)}},
			test("secret/1/1", problem.AC, nil), test("secret/1/2", problem.AC, nil), test("secret/2/1", problem.AC,
				nil)),
		submission("endless", problem.AC, &score.Outcome{Whole: score.Group{Name: ".", Known: true, Scored: true,
			Score: score.Infinity(1)}}, test("secret/1/1", problem.AC, nil)),
		{Problem: "passes", Name: "late", Language: "go", Verdict: problem.WA, Expected: true, Limits: limits,
			Tests: []grade.Test{passes}},
	}}
}

// TestScores: scores, those of groups, what is left out, and passes.
func TestScores(t *testing.T) {
	text := write(t, Page{Results: scored(t)})
	text = strings.Replace(strings.Replace(text, style, "…", 1), script, "…", 1)
	text = regexp.MustCompile(`sha256-.*?&#39;`).ReplaceAllString(text, "sha256-…&#39;")
	judgetest.Golden(t, "testdata/scores.html", text)
}
