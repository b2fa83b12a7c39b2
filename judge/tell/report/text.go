// Package report writes the results of a run for people and programs: rows for a terminal, a JSON document and its
// reader, a JUnit report, output for GitHub Actions, and files side by side. Each report depends only on its arguments.
//
//	err := report.Text(os.Stdout, results, report.TextOptions{Color: true})
package report

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/tell/figures"
	"dlxjudge/judge/tell/terminal"
)

// TextOptions says how much Text shows.
type TextOptions struct {
	Verbose bool // show every test, a row for each wrong program, and how the figures were measured
	Table   bool // show a table of programs and groups, and rows only for unexpected, undecided or unjudged submissions
	Color   bool
	Width   int // columns; 0 for 80
	Command Command
	Note    string // text below each row; "" for none
}

// Command returns the command line that runs one of the judge's commands, such as debug, on a test of a submission.
type Command func(name string, s grade.Submission, test grade.Test) string

// Text writes a row for each submission, followed by the tests that matter, and a closing line at the end. A problem's
// programs that are wrong on purpose share one row if their verdicts are as expected.
func Text(w io.Writer, r grade.Results, o TextOptions) error {
	out := terminal.NewSheet(w, terminal.Style{Width: o.Width, Color: o.Color})
	t := &text{TextOptions: o, out: out, paint: out.Paint, reasons: make(map[string]string)}
	t.setWidths(r)
	var wrong tally // counts the wrong programs of the current problem
	begin := 0      // index of the current problem's first submission
	for i, s := range r.Submissions {
		if o.Table {
			if i+1 == len(r.Submissions) || r.Submissions[i+1].Problem != s.Problem {
				t.table(r.Submissions[begin : i+1])
				begin = i + 1
			}
			continue
		}
		if tallied(s) && !o.Verbose {
			wrong.add(s)
		} else {
			t.submission(s)
			wrong.others = wrong.others || !s.Solution && !s.Unstated && !(s.Expected && s.Verdict == problem.AC)
		}
		if i+1 == len(r.Submissions) || r.Submissions[i+1].Problem != s.Problem {
			t.tally(s.Problem, wrong)
			wrong = tally{}
		}
	}
	if o.Table && len(r.Submissions) > 0 {
		out.Paragraph(2, legend)
	}
	t.closing(r)
	return out.Flush()
}

type text struct {
	TextOptions
	out         *terminal.Sheet
	paint       terminal.Paint
	nameWidth   int
	passedWidth int
	called      bool              // whether a test showed how checkers are called
	reasons     map[string]string // the first submission with each message of JE, or reason why it was skipped
}

// The widths of the parts of a row, in columns.
const (
	aroundName  = 4 + 2 + 3 // the mark, the verdict, and blanks
	figureWidth = 20        // time and memory
	remarkWidth = 12        // minimum for the name of a test
)

// setWidths sets the widths of two columns: the names, and the passed tests or scores. It considers only submissions
// that have their own row.
func (t *text) setWidths(r grade.Results) {
	t.passedWidth = 5
	for _, s := range r.Submissions {
		if t.Verbose || !tallied(s) {
			t.nameWidth = max(t.nameWidth, legible.Width(nameOf(s)))
		}
		if s.Scores != nil { // a score can be longer than a number of tests
			t.passedWidth = max(t.passedWidth, legible.Width(passed(s)))
		}
	}
	t.nameWidth = min(t.nameWidth, max(t.out.Width-aroundName-t.passedWidth-figureWidth-remarkWidth, 20))
}

func nameOf(s grade.Submission) string { return legible.Line(s.Problem + "/" + s.Name) }

// submission writes the row of a submission and, below it, messages and the tests that matter.
func (t *text) submission(s grade.Submission) {
	if s.Skipped() {
		t.out.Paragraph(6, t.head(s)+t.skipped(s))
		return
	}
	fmt.Fprintln(t.out, strings.TrimRight(t.head(s)+t.verdict(s)+t.figures(s), " "))
	if s.Unstated && !s.InClass() {
		t.indented(6, figures.Unstated)
	}
	if r := s.Recorded; r != nil && r.Verdict != s.Verdict && s.Run() > 0 {
		t.indented(6, r.Answer+", about this text")
	}
	t.indented(6, t.Note)
	if !s.InClass() || t.Verbose {
		t.indented(6, s.Message)
	}
	if t.Verbose {
		t.groups(s)
	}
	t.tests(s)
}

// head returns the start of a row: a mark and a name.
func (t *text) head(s grade.Submission) string {
	name := terminal.Shorten(nameOf(s), t.nameWidth)
	return fmt.Sprintf("  %s %s%*s", t.painted(mark(s)), name, t.nameWidth-legible.Width(name)+2, "")
}

// mark returns the mark of a submission.
func mark(s grade.Submission) string {
	switch {
	case !s.Expected:
		return "✖"
	case s.Skipped():
		return "∅"
	case s.Undecided:
		return "?"
	case s.Unstated:
		return "·"
	}
	return "✓"
}

// painted returns a mark in its colour.
func (t *text) painted(mark string) string {
	return map[string]func(string) string{"✖": t.paint.Red, "∅": t.paint.Dim, "?": t.paint.Yellow, "·": t.paint.Dim,
		"✓": t.paint.Green}[mark](mark)
}

// skipped returns the reason why a submission was not judged. It says only once what to do about a missing tool, and
// gives a long reason only once.
func (t *text) skipped(s grade.Submission) string {
	first, _, _ := strings.Cut(s.Message, "\n")
	switch of := t.reasons[s.Message]; {
	case s.Message == "":
		return "not run"
	case s.Interrupted:
		return legible.Line(s.Message)
	case of != "" && s.Missing != "":
		return "skipped: no " + legible.Line(s.Missing)
	case of != "" && len(first) > t.out.Width:
		return "skipped: for the same reason as " + of
	}
	t.reasons[s.Message] = nameOf(s)
	return "skipped: " + legible.Line(strings.Replace(first, ": "+s.Missing+" is not on the PATH", "", 1))
}

// verdict returns a submission's verdict or, if no test was run, "-". It pads both to three characters.
func (t *text) verdict(s grade.Submission) string {
	word := cmp.Or(legible.Line(string(s.Verdict)), "-")
	return t.color(s)(word) + strings.Repeat(" ", max(3-len(word), 0))
}

// color returns the colour of a submission's verdict.
func (t *text) color(s grade.Submission) func(string) string {
	switch {
	case !s.Expected:
		return t.paint.Red
	case s.Verdict == problem.AC:
		return t.paint.Green
	case s.Verdict == problem.NotRun:
		return t.paint.Dim
	}
	return t.paint.Yellow
}

// figures returns the number of passed tests or the score of a submission, its time and memory, and a remark on one
// test. If no test ran, it returns "".
func (t *text) figures(s grade.Submission) string {
	if s.Run() == 0 {
		return ""
	}
	slow := figures.Slowest(s)
	columns := fmt.Sprintf(" %*s %7s %8s  ", t.passedWidth, passed(s), figures.Time(slow),
		figures.Memory(figures.Largest(s)))
	return columns + remark(s, slow, t.out.Width-aroundName-t.nameWidth-legible.Width(columns))
}

// remark names the slowest test of an accepted submission, or the test that decided any other verdict. It drops
// "secret/" and takes at most the given number of columns. If there is room, it adds that the verdict is expected. The
// row's mark shows that too.
func remark(s grade.Submission, slow grade.Test, room int) string {
	const expected = ", expected"
	before, test := "slowest ", slow
	if s.Verdict != problem.AC {
		before, test = "at ", deciding(s)
	}
	name := strings.TrimPrefix(legible.Line(test.Name), "secret/")
	switch {
	case name == "": // no single test decided the verdict
		return ""
	case s.Expected && !s.Unstated && s.Verdict != problem.AC && len(before)+len(name)+len(expected) <= room:
		return before + name + expected
	}
	return before + terminal.Shorten(name, room-len(before))
}

// deciding returns the first test that has the submission's verdict, or an empty one if no test has it.
func deciding(s grade.Submission) grade.Test {
	if i := slices.IndexFunc(s.Tests, func(t grade.Test) bool { return t.Verdict == s.Verdict }); i >= 0 {
		return s.Tests[i]
	}
	return grade.Test{}
}

// closing writes the summary.
func (t *text) closing(r grade.Results) {
	tests, cached, skipped := 0, 0, 0
	for _, s := range r.Submissions {
		tests += s.Run()
		cached += s.Cached()
		if s.Skipped() && !r.Interrupted {
			skipped++
		}
	}
	if t.Verbose && r.Measures != (sandbox.Measures{}) {
		t.out.Paragraph(2, legible.Line(fmt.Sprintf("%s backend: %s", r.Backend, r.Measures)))
	}
	t.machines(r)
	word, run, unexpected := "DONE", figures.Plural(tests, "test"), t.paint.Green
	if r.Interrupted {
		word = "INTERRUPTED"
	}
	if cached > 0 {
		run += fmt.Sprintf(" (%d cached)", cached)
	}
	if r.Unexpected() > 0 {
		unexpected = t.paint.Red
	}
	line := fmt.Sprintf("%s %s, %s, %s", t.paint.Bold(word), figures.Plural(len(r.Submissions), "submission"), run,
		unexpected(fmt.Sprintf("%d unexpected", r.Unexpected())))
	if skipped > 0 {
		line += fmt.Sprintf(", %d skipped", skipped)
	}
	t.out.Paragraph(2, fmt.Sprintf("%s in %.1fs", line, r.Elapsed.Seconds()))
}

func (t *text) indented(columns int, lines string) {
	for line := range strings.Lines(lines) {
		t.out.Paragraph(columns+2, strings.Repeat(" ", columns)+legible.Lines(strings.TrimRight(line, "\r\n")))
	}
}

// passed formats how many tests a submission passed, "3/4", or the submission's score, "42/100".
func passed(s grade.Submission) string {
	if s.Scores == nil {
		return fmt.Sprintf("%d/%d", s.Passed(), len(s.Tests))
	}
	return s.Scores.Whole.String()
}

// groups writes a row for each group with a score.
func (t *text) groups(s grade.Submission) {
	if s.Scores == nil {
		return
	}
	for _, g := range s.Scores.Groups {
		row := fmt.Sprintf("      %s: %s", legible.Line(g.Name), g)
		if g.LeftOut {
			row += ", left out"
		} else if g.Verdict != "" {
			row += ", " + legible.Line(g.Verdict)
		}
		t.out.Paragraph(8, row)
	}
}
