// Package report writes the results of a run for people and programs: rows for a terminal, a JSON document and its
// reader, a JUnit report, what GitHub shows of a job, and files side by side. Each report depends on its arguments
// only.
//
//	err := report.Text(os.Stdout, results, report.TextOptions{Color: true})
package report

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/tell/figures"
	"dlxjudge/judge/tell/terminal"
)

// TextOptions say how much Text shows.
type TextOptions struct {
	Verbose bool // every test, each wrong program in a row of its own, and how the figures were taken
	Color   bool
	ByFile  bool // programs are named by their files, since they are in no checkout and no package
}

// Text writes one row a submission, the tests that matter below it, and a closing line. Programs that are wrong on
// purpose are counted in one row a problem as long as they are rejected.
func Text(w io.Writer, r grade.Results, o TextOptions) error {
	out := bufio.NewWriter(w)
	t := &text{out: out, paint: terminal.Paint{On: o.Color}, verbose: o.Verbose, byFile: o.ByFile,
		nameWidth: nameWidth(r, o.Verbose), passedWidth: passedWidth(r)}
	var wrong tally // of the present problem
	for i, s := range r.Submissions {
		if tallied(s) && !o.Verbose {
			wrong.add(s)
		} else {
			t.submission(s)
		}
		if i+1 == len(r.Submissions) || r.Submissions[i+1].Problem != s.Problem {
			t.tally(s.Problem, wrong)
			wrong = tally{}
		}
	}
	t.closing(r)
	return out.Flush()
}

type text struct {
	out         *bufio.Writer
	paint       terminal.Paint
	byFile      bool
	verbose     bool
	nameWidth   int
	passedWidth int
}

// longestName leaves room in a row of 80 columns for the figures and the name of a test.
const longestName = 29

// nameWidth is the width of the names that have a row of their own.
func nameWidth(r grade.Results, verbose bool) int {
	width := 0
	for _, s := range r.Submissions {
		if verbose || !tallied(s) {
			width = max(width, utf8.RuneCountInString(nameOf(s)))
		}
	}
	return min(width, longestName)
}

func nameOf(s grade.Submission) string { return legible.Line(s.Problem + "/" + s.Name) }

// submission writes the row of a submission, and below it what is not as expected.
func (t *text) submission(s grade.Submission) {
	if s.Skipped() {
		terminal.Paragraph(t.out, 6, t.head(s, false)+skipped(s))
		return
	}
	fmt.Fprintln(t.out, t.head(s, s.Run() > 0)+t.verdict(s)+t.figures(s))
	if s.Unstated {
		t.indented(6, figures.Unstated)
	}
	t.indented(6, s.Message)
	if t.verbose {
		t.groups(s)
	}
	t.tests(s)
}

// head is how a row begins: a mark and a name.
func (t *text) head(s grade.Submission, ran bool) string {
	mark := t.mark(ran, s.Expected)
	if s.Unstated && s.Expected && !s.Skipped() {
		mark = t.paint.Dim("·")
	}
	return fmt.Sprintf("  %s %-*s  ", mark, t.nameWidth, terminal.Shorten(nameOf(s), longestName))
}

func (t *text) mark(ran, expected bool) string {
	switch {
	case !expected:
		return t.paint.Red("✖")
	case !ran:
		return t.paint.Dim("∅")
	}
	return t.paint.Green("✓")
}

// skipped is why a submission was not judged.
func skipped(s grade.Submission) string {
	switch first, _, _ := strings.Cut(s.Message, "\n"); {
	case s.Interrupted:
		return legible.Line(s.Message)
	case s.Message != "":
		return "skipped: " + legible.Line(first)
	}
	return "not run"
}

// verdict is a submission's verdict, three columns wide; "-" if no test was run.
func (t *text) verdict(s grade.Submission) string {
	word := fmt.Sprintf("%-3s", legible.Line(string(s.Verdict)))
	switch {
	case s.Verdict == problem.NotRun:
		return "-  "
	case !s.Expected:
		return t.paint.Red(word)
	case s.Verdict == problem.AC:
		return t.paint.Green(word)
	}
	return t.paint.Yellow(word)
}

// figures are how much a submission solves, its time and memory, and the test that a reader looks for first.
func (t *text) figures(s grade.Submission) string {
	if s.Run() == 0 {
		return ""
	}
	slow := figures.Slowest(s)
	said := fmt.Sprintf(" %*s %7s %8s  ", t.passedWidth, passed(s), figures.Time(slow),
		figures.Memory(figures.Largest(s)))
	const others = 4 + 2 + 3 // columns of the mark and the verdict, with the blanks before them
	room := terminal.Columns - others - t.nameWidth - utf8.RuneCountInString(said)
	return strings.TrimRight(said+remark(s, slow, room), " ")
}

// remark names the slowest test of an accepted submission, or the one that decided the verdict, without "secret/" and
// in at most room columns. That the verdict is expected is said if there is room: the row's mark shows it as well.
func remark(s grade.Submission, slow grade.Test, room int) string {
	const expected = ", expected"
	before, test := "slowest ", slow
	if s.Verdict != problem.AC {
		before, test = "at ", deciding(s)
	}
	name := strings.TrimPrefix(legible.Line(test.Name), "secret/")
	switch {
	case name == "": // the verdict is that of no test
		return ""
	case s.Expected && !s.Unstated && s.Verdict != problem.AC && len(before)+len(name)+len(expected) <= room:
		return before + name + expected
	}
	return before + terminal.Shorten(name, room-len(before))
}

// deciding is the test that gave the submission its verdict.
func deciding(s grade.Submission) grade.Test {
	if i := slices.IndexFunc(s.Tests, func(t grade.Test) bool { return t.Verdict == s.Verdict }); i >= 0 {
		return s.Tests[i]
	}
	return grade.Test{}
}

// closing sums up.
func (t *text) closing(r grade.Results) {
	tests, cached, skipped := 0, 0, 0
	for _, s := range r.Submissions {
		tests += s.Run()
		cached += s.Cached()
		if s.Skipped() && !r.Interrupted {
			skipped++
		}
	}
	if t.verbose && r.Measures != (sandbox.Measures{}) {
		terminal.Paragraph(t.out, 2, legible.Line(fmt.Sprintf("%s backend: %s", r.Backend, r.Measures)))
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
	fmt.Fprintf(t.out, "%s %s, %s, %s", t.paint.Bold(word), figures.Plural(len(r.Submissions), "submission"), run,
		unexpected(fmt.Sprintf("%d unexpected", r.Unexpected())))
	if skipped > 0 {
		fmt.Fprintf(t.out, ", %d skipped", skipped)
	}
	fmt.Fprintf(t.out, " in %.1fs\n", r.Elapsed.Seconds())
}

func (t *text) indented(columns int, lines string) {
	for line := range strings.Lines(lines) {
		fmt.Fprintf(t.out, "%*s%s\n", columns, "", legible.Lines(strings.TrimRight(line, "\r\n")))
	}
}
