package audit

import (
	"fmt"
	"time"

	"dlxjudge/judge/author/tamper"
	"dlxjudge/judge/read/problem"
)

// fewOf is the part of the cases, one of so many, up to which a kind of change is accepted in few of them: what was
// changed may be another right answer.
const fewOf = 4

// Checker finds kinds of changes of an answer that the problem's checker accepts, and faults of the checker itself.
func Checker(p *problem.Problem, r tamper.Report) []Finding {
	var findings []Finding
	for _, f := range r.Faults {
		findings = append(findings, Finding{Topic: CheckerTopic, About: f.Kind, Fault: true, Group: "failures",
			Message: fmt.Sprintf("the checker itself fails, such as on %s: %s", f.Test, f.Message),
			Remedy:  "mend it: whatever a program prints is right or wrong"})
	}
	for _, a := range r.Accepted {
		f := Finding{Topic: CheckerTopic, About: a.Kind, Group: tamper.Group(a.Kind),
			Message: fmt.Sprintf("accepted in %d of %d cases, such as on %s", a.Times, a.Tries, a.Test),
			Remedy:  "have the checker read more strictly, or mark it as meant"}
		if a.Times*fewOf <= a.Tries {
			f.Group = ""
			f.Message = fmt.Sprintf("accepted in %d of %d cases, such as on %s: another right answer, or a hole",
				a.Times, a.Tries, a.Test)
			f.Remedy = fmt.Sprintf("look at %s: if the changed answer is right, mark it as meant; if not, mend the "+
				"checker", a.Test)
		}
		findings = append(findings, f)
	}
	return findings
}

// Untried says what is not known of a checker that was tried for so long at most, and why.
func Untried(p *problem.Problem, r tamper.Report, limit time.Duration) (skipped []string) {
	if r.Unfit != "" {
		if p.Checkers != nil {
			skipped = append(skipped, "the checker: "+r.Unfit)
		}
		return skipped
	}
	const marks = "; the marks of the checker are not checked"
	tried := fmt.Sprintf("some changes of answers: %d of %d kinds were tried, on %d of %d tests", r.Tried, r.Kinds,
		r.Tests, r.Of)
	switch {
	case r.Hangs > 0:
		skipped = append(skipped, fmt.Sprintf("%s, and then no more, as the checker hung %d times in a row%s", tried,
			r.Hangs, marks))
	case r.Cut:
		running := ""
		if r.Running != "" {
			running = fmt.Sprintf("; the checker was still running on %s", r.Running)
		}
		skipped = append(skipped, fmt.Sprintf("%s, in %v (judge audit --time gives more)%s%s", tried, limit,
			running, marks))
	}
	if n := len(r.Unknown); n > 0 {
		skipped = append(skipped, fmt.Sprintf("what the checker says of %d changed answers (first: %s, of %s) is not "+
			"known, as the machine was too busy; audit again when it has less to do%s", n, r.Unknown[0].Kind,
			r.Unknown[0].Test, marks))
	}
	return skipped
}
