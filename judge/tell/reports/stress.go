package reports

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"dlxjudge/judge/author/mutate"
	"dlxjudge/judge/author/stress"
	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/tell/figures"
	"dlxjudge/judge/tell/terminal"
)

// NoFinding says how many tests a search judged without a finding. If all were inconclusive, it says what would help.
func NoFinding(w io.Writer, pair stress.Pair, s stress.Stats, style terminal.Style) error {
	out := terminal.NewSheet(w, style)
	programs := fmt.Sprintf("%s/%s and %s", legible.Line(pair.Problem.Name),
		legible.Line(pair.A.Name), legible.Line(pair.B.Name))
	if s.Decided() == 0 {
		out.Paragraph(2, fmt.Sprintf("%s: no test says whether they differ: %s in %s; give more time (--time), or "+
			"have the generators make smaller inputs", programs, figures.Plural(s.Tests, "test"),
			figures.Seconds(s.Elapsed)))
	} else {
		out.Paragraph(2, fmt.Sprintf("%s do not differ on %s in %s (%.0f a second)", programs,
			figures.Plural(s.Tests, "test"),
			figures.Seconds(s.Elapsed), float64(s.Tests)/max(s.Elapsed.Seconds(), 1e-3)))
	}
	if s.Equal != "" {
		out.Paragraph(2, "tests are equal: "+legible.Line(s.Equal)+" make the same input; make the generator use its "+
			"seed")
	}
	if s.Unknown > 0 {
		out.Paragraph(2, fmt.Sprintf("%s inconclusive, the last because %s", figures.Plural(s.Unknown, "test"),
			legible.Line(s.Reason)))
	}
	fmt.Fprintf(out, "more tests: --seed %d\n", s.Next)
	return out.Flush()
}

// Finding shows an input on which two programs differ, the outputs of both, and how to reproduce the input.
func Finding(w io.Writer, pair stress.Pair, f *stress.Finding, style terminal.Style) error {
	out := terminal.NewSheet(w, style)
	const column = 10 // where the second column begins
	out.Paragraph(2, fmt.Sprintf("%s/%s: %s", legible.Line(pair.Problem.Name), legible.Line(pair.A.Name),
		legible.Line(differs(pair, f))))
	out.Paragraph(column, fmt.Sprintf("found by  %s  (test %d, in %s)", legible.Line(f.Command), f.Test,
		figures.Seconds(f.Elapsed)))
	if f.Shrunk.Command != "" {
		out.Paragraph(column, "smaller   "+legible.Line(f.Shrunk.Command))
	}
	out.Paragraph(column, fmt.Sprintf("shrunk    from %d to %d bytes in %s, %s tried", f.Before, len(f.Input),
		figures.Seconds(f.Shrunk.Elapsed), figures.Plural(f.Shrunk.Tried, "input")))
	for _, note := range notes(f) {
		out.Paragraph(column, strings.Repeat(" ", column)+note)
	}
	part(out, "input", f.Input)
	what := "output of "
	if pair.Problem.Talks() {
		what = "conversation with "
	}
	part(out, what+pair.A.Name, f.Output)
	part(out, what+pair.B.Name, f.Answer)
	return out.Flush()
}

// differs says how two programs differ.
func differs(pair stress.Pair, f *stress.Finding) string {
	if f.Shrunk.Flaky {
		return "differs, but not each time"
	}
	switch {
	case f.Kind == stress.Slow:
		return fmt.Sprintf("slow: more than %s, where %s takes %s", figures.Seconds(figures.Effort(f.A)), pair.B.Name,
			figures.Seconds(figures.Effort(f.B)))
	case f.Kind == stress.Score:
		return fmt.Sprintf("score: %s, and %s with %s", scored(f.A), scored(f.B), pair.B.Name)
	case f.OfB():
		return fmt.Sprintf("%s of %s: %s", f.B.Verdict, pair.B.Name, f.B.Reason())
	}
	return fmt.Sprintf("%s: %s", f.A.Verdict, f.A.Reason())
}

// scored formats the score that the checker wrote.
func scored(t grade.Test) string {
	var files []string
	for _, name := range slices.Sorted(maps.Keys(t.ScoreFiles)) {
		files = append(files, strings.TrimSpace(t.ScoreFiles[name])+" in "+name)
	}
	return cmp.Or(strings.Join(files, ", "), "none")
}

// notes says what a reader should know about the input.
func notes(f *stress.Finding) (notes []string) {
	if f.Shrunk.Flaky {
		return []string{"when run again on this input, the programs did not differ: one of them is not deterministic"}
	}
	if f.Shrunk.Over {
		notes = append(notes, "time ran out; smaller inputs may fail too (--time)")
	}
	if f.Shrunk.Unchecked && !f.Made {
		notes = append(notes, "no validator has checked it: check that it is valid")
	}
	return notes
}

// mostLines and mostBytes limit how much of an input or an output is shown.
const mostLines, mostBytes = 40, 4 << 10

func part(b *terminal.Sheet, title string, text []byte) {
	shown := text[:min(len(text), mostBytes)]
	if lines := bytes.SplitAfterN(shown, []byte("\n"), mostLines+1); len(lines) > mostLines {
		shown = bytes.Join(lines[:mostLines], nil)
	}
	content := cmp.Or(legible.Lines(string(bytes.TrimSuffix(shown, []byte("\n")))), "(nothing)")
	fmt.Fprintf(b, "\n%s:\n%s\n", legible.Line(title), content)
	if len(shown) < len(text) {
		fmt.Fprintf(b, "… (%d bytes in all)\n", len(text))
	}
}

// Mutants lists the mutants that survived, with their changes, and the number of mutants in each state. If verbose is
// true, it lists all mutants.
func Mutants(w io.Writer, r mutate.Report, verbose bool, style terminal.Style) error {
	out := terminal.NewSheet(w, style)
	// The change quotes the source, so it is not wrapped.
	tell := func(m mutate.Result, format string, args ...any) {
		out.Paragraph(2, legible.Line(m.Name)+": "+fmt.Sprintf(format, args...))
		fmt.Fprintf(out, "- %s\n+ %s\n\n", legible.Line(m.Before), legible.Line(m.After))
	}
	for _, m := range r.Results {
		switch {
		case m.State == mutate.Failed:
			tell(m, "%s", legible.Line(m.By))
		case m.State == mutate.Survived:
			tell(m, "no test catches this")
		case verbose && m.State == mutate.Marked:
			tell(m, "marked: %s", legible.Line(m.Mark.Reason))
		case verbose:
			became := "does not compile"
			if m.State == mutate.Caught {
				became = "caught by " + m.By
			}
			tell(m, "%s", legible.Line(became))
		}
	}
	for _, s := range r.Stale {
		out.Paragraph(2, legible.Line(s.String()))
	}
	for _, failed := range r.Failed {
		out.Paragraph(2, legible.Line(failed))
	}
	if len(r.SkippedTests) > 0 {
		out.Paragraph(2, "tests left out because the program fails them or uses over half the limit: "+
			legible.Line(strings.Join(r.SkippedTests, ", ")))
	}
	of := ""
	if len(r.Results) < r.Total {
		of = fmt.Sprintf(" of %d", r.Total)
	}
	failed := ""
	if n := r.Count(mutate.Failed); n > 0 {
		failed = fmt.Sprintf("; the judge or a tool failed on %d", n)
	}
	out.Paragraph(2, fmt.Sprintf("%s: %s%s on %s: %d caught, %d marked, %d survive; %d do not compile%s",
		legible.Line(r.Program), figures.Plural(len(r.Results), "mutant"), of, figures.Plural(r.Tests, "test"),
		r.Count(mutate.Caught), r.Count(mutate.Marked), r.Count(mutate.Survived), r.Count(mutate.Broken), failed))
	return out.Flush()
}

// Slowest shows the slowest inputs that a search has found, with the commands that make them.
func Slowest(w io.Writer, pair stress.Pair, best []stress.Worst, s stress.Stats, style terminal.Style) error {
	out := terminal.NewSheet(w, style)
	limit := pair.Problem.Limits.Time
	took := func(one stress.Worst) string {
		if one.Stopped {
			return ">" + figures.Seconds(one.CPU)
		}
		return figures.Seconds(one.CPU)
	}
	out.Paragraph(2, fmt.Sprintf("%s/%s: the slowest of %s in %s takes %s, %.0f%% of the limit of %s",
		legible.Line(pair.Problem.Name), legible.Line(pair.B.Name), figures.Plural(s.Tests, "test"),
		figures.Seconds(s.Elapsed), took(best[0]), 100*best[0].CPU.Seconds()/limit.Seconds(), figures.Exactly(limit)))
	for _, one := range best {
		out.Paragraph(10, fmt.Sprintf("%8s  %s", took(one), legible.Line(one.Command)))
	}
	return out.Flush()
}
