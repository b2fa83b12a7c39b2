package check

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/read/score"
)

// Named is a checker with the name that tests call it by.
type Named struct {
	Name string
	Checker
}

// All is the checker of a problem that brings several: an output is accepted if all of them accept it. They are asked
// in turn; the first that does not accept has the last word. A test that names one of them is decided by that one
// alone.
func All(checkers []Named) Checker { return all(checkers) }

type all []Named

func (a all) Check(ctx context.Context, files Files) (Result, error) {
	asked := a
	if files.Checker != "" {
		asked = slices.DeleteFunc(slices.Clone(a), func(c Named) bool { return c.Name != files.Checker })
	}
	if len(asked) == 0 {
		return judgeError("no checker is called %q", files.Checker), nil
	}
	var messages, says []string
	var scores score.Files
	wrote := "" // the checker that has given a score
	for _, c := range asked {
		result, err := c.Check(ctx, files)
		says = append(says, result.Says...)
		result.Says = says
		if len(result.Scores) > 0 {
			if wrote != "" && err == nil && result.Verdict == problem.AC {
				return judgeError("both %s and %s give the output a score; one of them may", wrote, c.Name), nil
			}
			wrote, scores = c.Name, result.Scores
		}
		if err != nil || result.Verdict != problem.AC {
			if len(a) > 1 {
				result.Message = fmt.Sprintf("%s: %s", c.Name, result.Message)
			}
			return result, err
		}
		if result.Message != "" {
			messages = append(messages, result.Message)
		}
	}
	return Result{Verdict: problem.AC, Message: strings.Join(messages, "\n"), Says: says, Scores: scores}, nil
}
