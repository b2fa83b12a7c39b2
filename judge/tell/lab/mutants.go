package lab

import (
	"fmt"
	"io"
	"strings"

	"dlxjudge/judge/author/mutate"
	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/tell/figures"
)

// Mutants lists the mutants that survived, with their changes, and says how many did not. With verbose it lists the
// others, too.
func Mutants(w io.Writer, r mutate.Report, verbose bool) error {
	var b strings.Builder
	for _, m := range r.Results {
		switch {
		case m.State == mutate.Survived:
			fmt.Fprintf(&b, "%s:%d: no test catches this: %s\n- %s\n+ %s\n\n", legible.Line(m.File), m.Line,
				legible.Line(m.Name), legible.Line(m.Before), legible.Line(m.After))
		case verbose && m.State == mutate.Marked:
			fmt.Fprintf(&b, "%s:%d: marked: %s\n- %s\n+ %s\n\n", legible.Line(m.File), m.Line,
				legible.Line(m.Mark.Reason), legible.Line(m.Before), legible.Line(m.After))
		case verbose:
			became := "does not compile"
			if m.State == mutate.Caught {
				became = "caught by " + m.By
			}
			fmt.Fprintf(&b, "%s:%d: %s\n- %s\n+ %s\n\n", legible.Line(m.File), m.Line, legible.Line(became),
				legible.Line(m.Before), legible.Line(m.After))
		}
	}
	for _, s := range r.Stale {
		fmt.Fprintf(&b, "%s\n", legible.Line(s.String()))
	}
	if len(r.Left) > 0 {
		fmt.Fprintf(&b, "left out, as the program itself does not pass them with ease: %s\n",
			legible.Line(strings.Join(r.Left, ", ")))
	}
	of := ""
	if len(r.Results) < r.Of {
		of = fmt.Sprintf(" of %d", r.Of)
	}
	fmt.Fprintf(&b, "%s: %s%s on %s: %d caught, %d marked, %d survive; %d do not compile\n", legible.Line(r.Program),
		figures.Plural(len(r.Results), "mutant"), of,
		figures.Plural(r.Tests, "test"), r.Count(mutate.Caught), r.Count(mutate.Marked), r.Count(mutate.Survived),
		r.Count(mutate.Broken))
	_, err := io.WriteString(w, b.String())
	return err
}
