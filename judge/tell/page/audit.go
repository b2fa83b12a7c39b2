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

// mostFindings is how many rows of a problem are shown, of findings that are meant as many.
const mostFindings = 200

func auditedOf(all []Audit) []audited {
	var shown []audited
	for _, a := range all {
		one := audited{Problem: legible.Line(a.Problem), Headline: legible.Line(a.Headline)}
		var open []audit.Finding
		for _, f := range a.Findings {
			if f.Open() {
				open = append(open, f)
			} else {
				one.Meant = one.add(one.Meant, audit.Row{Topic: f.Topic, About: f.About, Message: f.Message,
					Findings: []audit.Finding{f}})
			}
		}
		for _, r := range audit.Rows(open) {
			one.Open = one.add(one.Open, r)
		}
		for _, s := range a.Skipped {
			one.Skipped = append(one.Skipped, legible.Line(s))
		}
		shown = append(shown, one)
	}
	return shown
}

// add adds a row to one of the two lists, unless that is long.
func (a *audited) add(list []found, r audit.Row) []found {
	if len(list) == mostFindings {
		a.LeftOut += len(r.Findings)
		return list
	}
	return append(list, found{legible.Line(string(r.Topic)), legible.Line(r.About), legible.Line(r.Message),
		legible.Line(r.Remedy), legible.Line(r.Findings[0].Reason)})
}
