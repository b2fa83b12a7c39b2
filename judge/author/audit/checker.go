package audit

import (
	"fmt"

	"dlxjudge/judge/author/tamper"
	"dlxjudge/judge/read/problem"
)

// Checker finds kinds of changes of an answer that the problem's checker accepts, and faults of the checker itself.
func Checker(p *problem.Problem, r tamper.Report) []Finding {
	var findings []Finding
	for _, f := range r.Faults {
		findings = append(findings, Finding{Topic: CheckerTopic, About: f.Kind, Fault: true,
			Message: fmt.Sprintf("the checker itself fails, such as on %s: %s", f.Test, f.Message),
			Remedy:  "mend it: whatever a program prints is right or wrong"})
	}
	for _, a := range r.Accepted {
		findings = append(findings, Finding{Topic: CheckerTopic, About: a.Kind,
			Message: fmt.Sprintf("accepted %d times of %d, such as on %s", a.Times, a.Tries, a.Test),
			Remedy:  "have the checker read more strictly, or mark it as meant"})
	}
	return findings
}
