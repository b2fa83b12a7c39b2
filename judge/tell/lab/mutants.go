package lab

import (
	"fmt"
	"io"
	"strings"

	"dlxjudge/judge/author/mutate"
	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/tell/figures"
	"dlxjudge/judge/tell/terminal"
)

// Mutants lists the mutants that survived, with their changes, and counts the others. If verbose is set, it lists those
// too.
func Mutants(w io.Writer, r mutate.Report, verbose bool, style terminal.Style) error {
	out := terminal.NewSheet(w, style)
	// The change quotes the source, so it is not wrapped.
	tell := func(m mutate.Result, format string, args ...any) {
		out.Paragraph(2, legible.Line(m.Name)+": "+fmt.Sprintf(format, args...))
		fmt.Fprintf(out, "- %s\n+ %s\n\n", legible.Line(m.Before), legible.Line(m.After))
	}
	for _, m := range r.Results {
		switch {
		case m.State == mutate.Survived:
			tell(m, "no test catches this")
		case verbose && m.State == mutate.Marked:
			tell(m, "marked: %s", legible.Line(m.Mark.Reason))
		case verbose:
			became := "does not compile"
			if m.State == mutate.Caught {
				became = "caught by " + m.CaughtBy
			}
			tell(m, "%s", legible.Line(became))
		}
	}
	for _, s := range r.Stale {
		out.Paragraph(2, legible.Line(s.String()))
	}
	if len(r.SkippedTests) > 0 {
		out.Paragraph(2, "left out, as the program itself does not pass them with ease: "+
			legible.Line(strings.Join(r.SkippedTests, ", ")))
	}
	of := ""
	if len(r.Results) < r.Total {
		of = fmt.Sprintf(" of %d", r.Total)
	}
	out.Paragraph(2, fmt.Sprintf("%s: %s%s on %s: %d caught, %d marked, %d survive; %d do not compile",
		legible.Line(r.Program), figures.Plural(len(r.Results), "mutant"), of, figures.Plural(r.Tests, "test"),
		r.Count(mutate.Caught), r.Count(mutate.Marked), r.Count(mutate.Survived), r.Count(mutate.Broken)))
	return out.Flush()
}
