package validate

import (
	"context"
	"path/filepath"

	"dlxjudge/judge/decide/check"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/read/score"
)

// scores finds maximum scores that do not add up. What the format does not allow was seen when the problem was loaded.
func scores(p *problem.Problem) (found []Finding) {
	standard, ok := p.Scoring.(*score.Standard)
	if !ok {
		return nil
	}
	for _, doubt := range standard.Doubts() {
		found = append(found, Finding{filepath.Join(p.DataDir, filepath.FromSlash(doubt.Group), "test_group.yaml"),
			doubt.Message})
	}
	return found
}

// decide has the checker decide an output of a test. A score that is missing, or must not be there, is a judge error.
func decide(ctx context.Context, checker check.Checker, p *problem.Problem, t problem.Test,
	output string) (check.Result, error) {
	result, err := checker.Check(ctx, check.Files{
		Input: t.Input, Answer: t.Answer, Output: output, Args: t.CheckerArgs, Checker: t.Checker,
		Scores: p.Scoring != nil,
	})
	if err != nil || p.Scoring == nil || result.Verdict == problem.JE {
		return result, err
	}
	if _, _, wrong := p.Scoring.Rule(t.Name).Score(result.Verdict == problem.AC, result.Scores); wrong != nil {
		result.Verdict, result.Message = problem.JE, wrong.Error()
	}
	return result, nil
}
