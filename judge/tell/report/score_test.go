package report

import (
	"bytes"
	"testing"
	"time"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/read/score"
	"dlxjudge/judge/tell/terminal"
)

// scoredResults has one submission of every kind that a report on scores distinguishes.
func scoredResults(t testing.TB) grade.Results {
	third, err := score.Parse("33.3333333333")
	judgetest.Check(t, err)
	points := func(n int64) *score.Number { all := score.Int(n); return &all }
	group := func(name string, n, most int64) score.Group {
		return score.Group{Name: name, Known: true, Scored: true, Score: score.Int(n), Max: score.Int(most),
			Bounded: true}
	}
	test := func(name string, v problem.Verdict, n *score.Number) grade.Test {
		return grade.Test{Name: name, Verdict: v, Expected: true, CPU: 2 * ms, Wall: 3 * ms,
			Memory: 1511424, Score: n}
	}
	left := group("secret/2", 0, 70)
	left.LeftOut = true
	unknown := group("secret", 0, 100)
	unknown.Known, unknown.Scored, unknown.Score = false, false, score.Number{}
	rejected := score.Group{Name: ".", Known: true, Verdict: "WA"}
	unbounded := score.Group{Name: ".", Known: true, Scored: true, Score: score.Int(7), Verdict: "AC"}
	failed := score.Group{Name: ".", Known: true, Verdict: "JE", Max: score.Int(5), Bounded: true}
	part := group("secret", 0, 100)
	part.Score = third
	return grade.Results{
		Backend: "linux", Elapsed: time.Second,
		Submissions: []grade.Submission{
			{
				Problem: "marks", Name: "accepted/all.c", Language: "c", Solution: true, Verdict: problem.AC,
				Expected: true,
				Scores: &score.Outcome{Whole: group("secret", 100, 100), Groups: []score.Group{group("secret/1", 30,
					30), group("secret/2", 70, 70)}},
				Tests: []grade.Test{test("sample/1", problem.AC, nil), test("secret/1/1", problem.AC, points(30)),
					test("secret/2/1", problem.AC, nil)},
			}, {
				Problem: "marks", Name: "partially_accepted/part.c", Language: "c", Verdict: problem.WA, Expected: true,
				Scores: &score.Outcome{Whole: part, Groups: []score.Group{{Name: "secret/1", Known: true, Scored: true,
					Score: third, Max: score.Int(40), Bounded: true}, left}},
				Tests: []grade.Test{
					test("sample/1", problem.AC, nil), test("secret/1/1", problem.AC, &third),
					test("secret/1/2", problem.WA, points(0)),
					{Name: "secret/2/1", Expected: true, LeftOut: true,
						Message: "skipped: secret/1 is required, and secret/1/2 was not accepted"},
				},
			}, {
				Problem: "marks", Name: "wrong_answer/none.c", Language: "c", Verdict: problem.WA, Expected: false,
				Message: "the score is 30, expected 0 (submissions.yaml:3:1)",
				Scores: &score.Outcome{Whole: group("secret", 30, 100), Groups: []score.Group{group("secret/1", 30,
					30), group("secret/2", 0, 70)}},
				Tests: []grade.Test{test("sample/1", problem.AC, nil), test("secret/1/1", problem.AC, points(30)),
					test("secret/2/1", problem.WA, nil)},
			}, {
				Problem: "marks", Name: "accepted/part.c", Language: "c", Solution: true, Verdict: problem.AC,
				Expected: true,
				Scores:   &score.Outcome{Whole: unknown},
				Tests:    []grade.Test{test("sample/1", problem.AC, nil)},
			}, {
				Problem: "older", Name: "accepted/seven.c", Language: "c", Solution: true, Verdict: problem.AC,
				Expected: true,
				Scores: &score.Outcome{Whole: unbounded, Groups: []score.Group{{Name: "secret", Known: true,
					Scored: true, Score: score.Int(7), Verdict: "AC"}}},
				Tests: []grade.Test{test("secret/1", problem.AC, points(7))},
			}, {
				Problem: "older", Name: "wrong_answer/none.c", Language: "c", Verdict: problem.WA, Expected: true,
				Scores: &score.Outcome{Whole: rejected, Groups: []score.Group{{Name: "secret", Known: true,
					Verdict: "WA"}}},
				Tests: []grade.Test{test("secret/1", problem.WA, points(0))},
			}, {
				Problem: "older", Name: "accepted/more.c", Language: "c", Solution: true, Verdict: problem.JE,
				Message: "the score of all tests is 7, outside its range from 0 to 5",
				Scores: &score.Outcome{Whole: failed, Groups: []score.Group{{Name: "secret", Known: true, Scored: true,
					Score: score.Int(7), Verdict: "AC"}}, Failure: "the score"},
				Tests: []grade.Test{test("secret/1", problem.AC, points(7))},
			},
		},
	}
}

func TestScores(t *testing.T) {
	for name, options := range map[string]TextOptions{"scores": {}, "scores-verbose": {Verbose: true},
		"scores-table": {Table: true}} {
		var out bytes.Buffer
		judgetest.Check(t, Text(&out, scoredResults(t), options))
		judgetest.Golden(t, "testdata/"+name+".txt", out.String())
		judgetest.Fits(t, out.String(), terminal.Columns)
	}
	var out bytes.Buffer
	judgetest.Check(t, Markdown(&out, scoredResults(t)))
	judgetest.Golden(t, "testdata/scores-summary.golden", out.String())
	out.Reset()
	judgetest.Check(t, JSON(&out, scoredResults(t)))
	judgetest.Golden(t, "testdata/scores.json", out.String())
}
