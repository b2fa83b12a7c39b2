package main

import (
	"fmt"

	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/decide/pick"
)

// count is a number of things: "1 test", "2 tests".
func count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// patternOf selects the first test of a submission.
func patternOf(e grade.Entry) string {
	return pick.Literal(e.Problem.Name) + "/" + pick.Literal(e.Submission.Name) + ":" +
		pick.Literal(e.Problem.Tests[0].Name)
}
