package lab

import (
	"fmt"
	"io"

	"dlxjudge/judge/author/audit"
	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/tell/figures"
	"dlxjudge/judge/tell/report"
	"dlxjudge/judge/tell/terminal"
)

// Audit is the audit of one problem.
type Audit struct {
	Problem  string
	Tests    int
	Programs int // that were judged
	Mutants  int // that were, without those that do not compile
	Planted  int // mutants that there are, if not all were chosen; else 0
	Margins  audit.Margins
	Findings []audit.Finding
	Skipped  []string // what was not looked at, with the reason
}

// Open is the number of findings that nothing explains.
func (a Audit) Open() (open int) {
	for _, f := range a.Findings {
		if f.Open() {
			open++
		}
	}
	return open
}

// Audits lists what was found in problems, each with its remedy. With verbose it lists what is explained as well.
func Audits(w io.Writer, all []Audit, verbose bool, style terminal.Style) error {
	out := terminal.NewSheet(w, style)
	open, explained := 0, 0
	for _, a := range all {
		mark := "✓"
		if a.Open() > 0 {
			mark = "✖"
		}
		out.Paragraph(6, fmt.Sprintf("  %s %s  %s", mark, legible.Line(a.Problem), a.Headline()))
		var unexplained []audit.Finding
		for _, f := range a.Findings {
			if f.Open() {
				unexplained = append(unexplained, f)
			}
		}
		openRows(out, unexplained, verbose)
		open += len(unexplained)
		for _, f := range a.Findings {
			if f.Open() {
				continue
			}
			explained++
			if verbose {
				out.Paragraph(8, legible.Line(fmt.Sprintf("      %s: %s: %s; meant: %s", f.Topic, f.About, f.Message,
					f.Reason)))
			}
		}
		for _, s := range a.Skipped {
			out.Paragraph(8, "      skipped: "+legible.Line(s))
		}
		marks(out, unexplained)
	}
	fmt.Fprintf(out, "DONE %s, %s, %d explained\n", figures.Plural(len(all), "problem"),
		figures.Plural(open, "finding"), explained)
	return out.Flush()
}

// Headline says what was looked at, and how far the time limit is from the programs on both sides.
func (a Audit) Headline() string {
	said := fmt.Sprintf("%s on %s", figures.Plural(a.Programs, "program"), figures.Plural(a.Tests, "test"))
	if a.Mutants > 0 {
		what := figures.Plural(a.Mutants, "mutant")
		if a.Planted > 0 {
			what = fmt.Sprintf("%d of %s", a.Mutants, figures.Plural(a.Planted, "mutant"))
		}
		said += ", " + what
	}
	m := a.Margins
	if m.Limit == 0 {
		return said
	}
	said += "; time limit " + figures.Exactly(m.Limit)
	switch {
	case m.Right != nil && m.Right.Stopped:
		said += fmt.Sprintf(", which is too low for %s, a program that must be in time", legible.Line(m.Right.Program))
	case m.Right != nil:
		said += fmt.Sprintf(", %.3g times the slowest program that must be in time (%s)",
			float64(m.Limit)/float64(m.Right.Time), legible.Line(m.Right.Program))
	}
	if m.Late != nil {
		least := ""
		if m.Late.Stopped {
			least = "at least "
		}
		said += fmt.Sprintf("; the fastest that must be too slow takes %s%.3g times the limit (%s)", least,
			float64(m.Late.Time)/float64(m.Limit), legible.Line(m.Late.Program))
	}
	return said
}

// AuditsJSON writes all findings as one document.
func AuditsJSON(w io.Writer, all []Audit, o Origin) error {
	type finding struct {
		Topic   audit.Topic `json:"topic"`
		About   string      `json:"about"`
		Message string      `json:"message"`
		Remedy  string      `json:"remedy"`
		Reason  string      `json:"reason"` // why it is meant; "" for one that nothing explains
	}
	type timed struct {
		Program string  `json:"submission"`
		Test    string  `json:"test"`
		Seconds float64 `json:"seconds"`
		Stopped bool    `json:"stopped"` // it would have taken longer
	}
	timedOf := func(t *audit.Timed) *timed {
		if t == nil {
			return nil
		}
		return &timed{t.Program, t.Test, t.Time.Seconds(), t.Stopped}
	}
	type one struct {
		Problem  string    `json:"problem"`
		Programs int       `json:"programs"`
		Tests    int       `json:"tests"`
		Mutants  int       `json:"mutants"`
		Planted  int       `json:"mutants_in_all"` // 0 if all were judged
		Limit    float64   `json:"time_seconds"`
		InTime   *timed    `json:"slowest_in_time"`
		TooSlow  *timed    `json:"fastest_too_slow"`
		Findings []finding `json:"findings"`
		Skipped  []string  `json:"skipped"`
	}
	d := struct {
		heading
		Open     int   `json:"open"` // findings that nothing explains
		Problems []one `json:"problems"`
	}{heading: o.heading(), Problems: []one{}}
	for _, a := range all {
		row := one{Problem: a.Problem, Programs: a.Programs, Tests: a.Tests, Mutants: a.Mutants, Planted: a.Planted,
			Limit: a.Margins.Limit.Seconds(), InTime: timedOf(a.Margins.Right), TooSlow: timedOf(a.Margins.Late),
			Findings: []finding{}, Skipped: texts(a.Skipped)}
		for _, f := range a.Findings {
			row.Findings = append(row.Findings, finding{f.Topic, f.About, f.Message, f.Remedy, f.Reason})
		}
		d.Open += a.Open()
		d.Problems = append(d.Problems, row)
	}
	return report.Document(w, d)
}
