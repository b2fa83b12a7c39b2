package page

import (
	"dlxjudge/judge/author/audit"
	"dlxjudge/judge/base/legible"
)

// Audit is what an audit has found in a problem.
type Audit struct {
	Problem, Headline string // what was looked at
	Findings          []audit.Finding
	Skipped           []string // what was not, and why
}

// audited is the audit of a problem as the page shows it: findings, those that are meant, and what was not looked at.
type audited struct {
	Problem, Headline string
	Open, Meant       []found
	LeftOut           int // findings that are not shown
	Skipped           []string
}

type found struct{ Topic, About, Message, Remedy, Reason string }

// mostFindings is how many findings of a problem are shown, of those that are meant as many.
const mostFindings = 200

func auditedOf(all []Audit) []audited {
	var shown []audited
	for _, a := range all {
		one := audited{Problem: legible.Line(a.Problem), Headline: legible.Line(a.Headline)}
		for _, f := range a.Findings {
			list := &one.Open
			if !f.Open() {
				list = &one.Meant
			}
			if len(*list) == mostFindings {
				one.LeftOut++
				continue
			}
			*list = append(*list, found{legible.Line(string(f.Topic)), legible.Line(f.About), legible.Line(f.Message),
				legible.Line(f.Remedy), legible.Line(f.Reason)})
		}
		for _, s := range a.Skipped {
			one.Skipped = append(one.Skipped, legible.Line(s))
		}
		shown = append(shown, one)
	}
	return shown
}
