package outcome

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"dlxjudge/judge/base/exit"
	"dlxjudge/judge/decide/grade"
)

// Status returns the error that a run ends with, or nil if all is as expected.
func Status(results grade.Results, allowSkips bool) error {
	unjudged, reasons := results.NotJudged()
	switch {
	case results.Interrupted:
		return exit.Error{Status: exit.Interrupted}
	case results.JudgeFailed():
		return exit.Error{Status: exit.Judge}
	case unjudged > 0 && !allowSkips:
		what := fmt.Sprintf("%d of %d submissions could not be judged", unjudged, len(results.Submissions))
		return exit.Error{Status: exit.Unexpected, Err: because(what, reasons, wayOut(results))}
	case results.Nothing() && results.Part == nil: // other shards may have judged something
		const what = "none of the selected submissions could be judged"
		return exit.Error{Status: exit.Unexpected, Err: because(what, reasons, "")}
	case results.Unexpected() > 0:
		return exit.Error{Status: exit.Unexpected}
	}
	return nil
}

// wayOut says what to do about submissions that could not be judged. The rows give the reason for each.
func wayOut(results grade.Results) string {
	way := "; --allow-skips allows that"
	for _, s := range results.Submissions {
		switch {
		case strings.HasPrefix(s.Missing, "worker"): // of a cluster
			way = "; cluster workers lists those that there are, --wait waits longer, and --allow-skips allows that"
		case s.Missing != "":
			return "; install what is missing, or allow it with --allow-skips"
		}
	}
	return way
}

// mostReasons is how many reasons are listed; the rows have the others.
const mostReasons = 5

// because returns an error with its reason on the same line, or with several reasons on lines of their own.
func because(what string, reasons []string, wayOut string) error {
	switch len(reasons) {
	case 0:
		return errors.New(what + wayOut)
	case 1:
		return errors.New(what + ": " + reasons[0] + wayOut)
	}
	if more := len(reasons) - mostReasons; more > 0 {
		reasons = append(slices.Clone(reasons[:mostReasons]), fmt.Sprintf("… and %d more", more))
	}
	return errors.New(what + wayOut + ":\n  " + strings.Join(reasons, "\n  "))
}
