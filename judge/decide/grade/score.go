package grade

import (
	"context"
	"maps"
	"slices"
	"strings"

	"dlxjudge/judge/decide/check"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/read/score"
)

// score sets the score of a test that ran. If the checker's score is invalid, the verdict becomes JE.
func (p *Candidate) score(t *Test) {
	scheme := p.problem.Scoring
	if scheme == nil || t.Verdict == problem.JE || t.Verdict == problem.NotRun {
		return
	}
	rule := scheme.Rule(t.Name)
	n, from, err := rule.Score(t.Verdict == problem.AC, t.ScoreFiles)
	switch {
	case err != nil:
		t.Verdict, t.Message, t.Difference = problem.JE, err.Error(), ""
	case rule.Kind != score.Ignored && rule.Kind != score.PassFail:
		t.Score, t.ScoreFrom = &n, from
		if warning := rule.Warning(t.Verdict == problem.AC, t.ScoreFiles); warning != "" {
			t.Message = strings.TrimPrefix(t.Message+"\n"+warning, "\n")
		}
	}
}

// SameScore reports whether two accepted outputs for one test got the same score from the checker.
func (t Test) SameScore(other Test) bool { return maps.Equal(t.ScoreFiles, other.ScoreFiles) }

// scoresOf computes the scores of a submission and its groups; nil for a problem without scores.
func scoresOf(tests []Test, scheme *score.Scheme) *score.Outcome {
	if scheme == nil {
		return nil
	}
	var all []score.Test
	for _, t := range tests {
		all = append(all, scored(t))
	}
	outcome := scheme.Outcome(all)
	return &outcome
}

// scored converts the result of a test for package score.
func scored(t Test) score.Test {
	one := score.Test{Name: t.Name, Verdict: string(t.Verdict), From: t.ScoreFrom}
	if t.Score != nil {
		one.Score = *t.Score
	}
	return one
}

// scoring returns the problem's scoring scheme. If groups use the problem's own grader, the grader runs only once for
// the same arguments and input. When ctx is done, the grader does not run, and j.ungraded is set.
func (j *judging) scoring(ctx context.Context) *score.Scheme {
	scheme := j.entry.Problem.Scoring
	if scheme == nil || j.grader == nil {
		return scheme
	}
	j.ungraded = false
	return scheme.By(func(group score.Settings, results []score.Result) (score.Result, error) {
		lines := check.Lines(results)
		question := strings.Join(append(slices.Clone(group.Args), lines), "\x00")
		if known, ok := j.answers[question]; ok {
			return known.result, known.err
		}
		result, err := j.grader.Grade(ctx, group.Args, lines)
		if ctx.Err() != nil {
			j.ungraded = true
			return score.Result{}, nil
		}
		if j.answers == nil {
			j.answers = make(map[string]gradedAnswer)
		}
		j.answers[question] = gradedAnswer{result, err}
		return result, err
	})
}

// gradedAnswer is a result of a problem's own grader.
type gradedAnswer struct {
	result score.Result
	err    error
}
