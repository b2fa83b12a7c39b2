// Package report writes results for people and programs: rows for a terminal, a JSON document, comparisons of records,
// and the status line that shows progress. Each report depends on its arguments alone.
//
//	err := report.Text(os.Stdout, results, report.TextOptions{Color: true})
package report

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/read/problem"
)

// TextOptions say how much Text shows.
type TextOptions struct {
	Verbose bool // every test, each wrong program in a row of its own, and how the figures were taken
	Color   bool
}

// Text writes one row a submission, the tests that matter below it, and a closing line. Programs that are wrong on
// purpose share one row a problem as long as they are rejected.
func Text(w io.Writer, r grade.Results, o TextOptions) error {
	out := bufio.NewWriter(w)
	t := &text{out: out, paint: paint{on: o.Color}, verbose: o.Verbose, nameWidth: nameWidth(r, o.Verbose),
		passedWidth: passedWidth(r)}
	for rest := r.Submissions; len(rest) > 0; {
		n := 1
		for n < len(rest) && rest[n].Problem == rest[0].Problem {
			n++
		}
		t.problem(rest[:n])
		rest = rest[n:]
	}
	t.closing(r)
	return out.Flush()
}

type text struct {
	out         *bufio.Writer
	paint       paint
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
			width = max(width, utf8.RuneCountInString(legible.Line(s.Problem+"/"+s.Name)))
		}
	}
	return min(width, longestName)
}

// problem writes the rows of one problem's submissions.
func (t *text) problem(submissions []grade.Submission) {
	var wrong tally
	for _, s := range submissions {
		if tallied(s) && !t.verbose {
			wrong.add(s)
			continue
		}
		t.submission(s)
	}
	if wrong.programs > 0 {
		Paragraph(t.out, 6, fmt.Sprintf("  %s %s: %s", t.mark(wrong.rejected+wrong.passed > 0, true),
			legible.Line(submissions[0].Problem), wrong))
	}
}

// tallied reports whether a submission is one of the wrong programs that are as expected. Where there are scores, each
// has its own.
func tallied(s grade.Submission) bool { return !s.Solution && s.Expected && s.Scores == nil }

// tally counts the wrong programs that are as expected.
type tally struct {
	programs, rejected int
	passed             int // accepted on the tests that were selected, or where nothing is required of them
	interrupted        int
	skipped            []string // reasons, each once
}

func (w *tally) add(s grade.Submission) {
	w.programs++
	switch {
	case s.Verdict == problem.AC:
		w.passed++
	case s.Verdict != problem.NotRun:
		w.rejected++
	case s.Interrupted:
		w.interrupted++
	case s.Message != "" && !slices.Contains(w.skipped, s.Message):
		w.skipped = append(w.skipped, s.Message)
	}
}

func (w tally) String() string {
	said := plural(w.programs, "wrong program")
	switch {
	case w.programs == 1 && w.rejected == 1:
		said += ", rejected"
	case w.rejected == w.programs:
		said += ", all rejected"
	case w.rejected > 0:
		said += fmt.Sprintf(", %d rejected", w.rejected)
	}
	if w.passed > 0 {
		said += fmt.Sprintf(", %d accepted on these tests", w.passed)
	}
	if w.interrupted > 0 {
		said += fmt.Sprintf(", %d interrupted", w.interrupted)
	}
	if rest := w.programs - w.rejected - w.passed - w.interrupted; rest > 0 && len(w.skipped) > 0 {
		said += fmt.Sprintf(", %d skipped: %s", rest, legible.Line(strings.Join(w.skipped, "; ")))
	} else if rest > 0 {
		said += fmt.Sprintf(", %d not run", rest)
	}
	return said
}

// submission writes one row, and below it what was not as expected.
func (t *text) submission(s grade.Submission) {
	name := shorten(legible.Line(s.Problem+"/"+s.Name), longestName)
	if s.Skipped() {
		why := "not run"
		switch {
		case s.Interrupted:
			why = legible.Line(s.Message)
		case s.Message != "":
			why = "skipped: " + legible.Line(firstLine(s.Message))
		}
		Paragraph(t.out, 6, fmt.Sprintf("  %s %-*s  %s", t.mark(false, true), t.nameWidth, name, why))
		return
	}
	fmt.Fprintf(t.out, "  %s %-*s  %s", t.mark(s.Run() > 0, s.Expected), t.nameWidth, name, t.paint.verdict(s))
	if s.Run() > 0 {
		slow := slowest(s)
		figures := fmt.Sprintf(" %*s %7s %8s  ", t.passedWidth, passed(s), timeOf(slow), memoryOf(largest(s)))
		const others = 4 + 2 + 3 // columns of the mark and the verdict, with the blanks before them
		room := columns - others - t.nameWidth - utf8.RuneCountInString(figures)
		fmt.Fprint(t.out, strings.TrimRight(figures+remark(s, slow, room), " "))
	}
	fmt.Fprintln(t.out)
	if s.Message != "" {
		t.indented(6, s.Message)
	}
	if t.verbose {
		t.groups(s)
	}
	shown := 0
	var more []grade.Test
	for _, test := range s.Tests {
		switch {
		case !t.verbose && (test.Expected || test.LeftOut && shown > 0): // it is left out for one that was shown
			continue
		case !t.verbose && shown == mostFailures:
			more = append(more, test)
			continue
		}
		t.test(test, shown == 0 || t.verbose)
		if test.Verdict != problem.AC && (shown == 0 || t.verbose) {
			t.stderr(test)
			t.advice(s, test)
		}
		shown++
	}
	if len(more) > 0 {
		small := slices.MinFunc(more, func(a, b grade.Test) int { return cmp.Compare(a.Input, b.Input) })
		Paragraph(t.out, 8, fmt.Sprintf("      … %d more, the smallest is %s (%s)", len(more), legible.Line(small.Name),
			plural(int(small.Input), "byte")))
	}
}

// mostFailures is how many failed tests of a submission are shown without -v.
const mostFailures = 5

// stderr shows the last lines that a program wrote to its standard error, unless its message has them, as that of a
// program that crashed.
func (t *text) stderr(test grade.Test) {
	said := strings.TrimSpace(test.Stderr)
	if said == "" || strings.HasSuffix(test.Message, said) {
		return
	}
	lines := strings.Split(said, "\n")
	fmt.Fprintln(t.out, "        standard error:")
	if left := len(lines) - mostStderr; left > 0 {
		fmt.Fprintf(t.out, "          … %s before\n", plural(left, "line"))
		lines = lines[left:]
	}
	t.indented(10, strings.Join(lines, "\n"))
}

// mostStderr is how many of its lines are shown.
const mostStderr = 10

// advice says how to find out where a program crashed that did not say so.
func (t *text) advice(s grade.Submission, test grade.Test) {
	if test.Verdict == problem.RTE && test.Signal != "" && test.Message == test.Signal && (s.Language == "c" ||
		s.Language == "cpp") {
		Paragraph(t.out, 8, "        where? try: judge debug "+legible.Line(s.Problem+"/"+s.Name+":"+test.Name)+
			" (with sanitizers; --gdb opens the debugger)")
	}
}

// remark names the test that a reader looks for first, without "secret/", in at most room columns. That the verdict is
// expected, which the row's mark shows as well, is said if there is room.
func remark(s grade.Submission, slow grade.Test, room int) string {
	const expected = ", expected"
	before, test := "at ", deciding(s)
	if s.Verdict == problem.AC {
		before, test = "slowest ", slow
	}
	name := strings.TrimPrefix(legible.Line(test.Name), "secret/")
	if name == "" { // the verdict is that of no test
		return ""
	}
	if s.Expected && s.Verdict != problem.AC && len(before)+len(name)+len(expected) <= room {
		return before + name + expected
	}
	return before + shorten(name, room-len(before))
}

// test writes the row of one test, and, if asked to, the window around the first difference.
func (t *text) test(test grade.Test, window bool) {
	if test.LeftOut {
		Paragraph(t.out, 8, fmt.Sprintf("      %s: %s", legible.Line(test.Name), legible.Line(test.Message)))
		return
	}
	if test.Verdict == problem.NotRun {
		const around = len("      : ")
		fmt.Fprintf(t.out, "      %s: %s\n", shorten(legible.Line(test.Name),
			columns-around-utf8.RuneCountInString(test.Message)), legible.Line(test.Message))
		return
	}
	row := fmt.Sprintf("      %s: %s", legible.Line(test.Name), legible.Line(string(test.Verdict)))
	if t.verbose {
		row += fmt.Sprintf(", %s, %s", timeOf(test), memoryOf(test))
		if test.Score != nil {
			row += fmt.Sprintf(", score %s", test.Score)
		}
	}
	first, rest, _ := strings.Cut(test.Message, "\n")
	if first != "" {
		row += ": " + legible.Line(strings.TrimSuffix(first, "\r"))
	}
	Paragraph(t.out, 8, row)
	t.indented(8, rest)
	if window && test.Difference != nil {
		t.indented(8, test.Difference.Window)
	}
	if t.verbose && test.Passes > 1 {
		t.indented(8, fmt.Sprintf("%d passes, %s in all", test.Passes, secondsOf(test.PassesCPU)))
	}
	if test.Conversation != nil {
		t.conversation(*test.Conversation, test.Verdict)
	}
}

func (t *text) indented(columns int, lines string) {
	for line := range strings.Lines(lines) {
		fmt.Fprintf(t.out, "%*s%s\n", columns, "", legible.Lines(strings.TrimRight(line, "\r\n")))
	}
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
		Paragraph(t.out, 2, legible.Line(fmt.Sprintf("%s backend: %s", r.Backend, r.Measures)))
	}
	t.machines(r)
	word := "DONE"
	if r.Interrupted {
		word = "INTERRUPTED"
	}
	run := plural(tests, "test")
	if cached > 0 {
		run += fmt.Sprintf(" (%d cached)", cached)
	}
	fmt.Fprintf(t.out, "%s %s, %s, %s", t.paint.bold(word), plural(len(r.Submissions), "submission"), run,
		t.paint.unexpected(r.Unexpected()))
	if skipped > 0 {
		fmt.Fprintf(t.out, ", %d skipped", skipped)
	}
	fmt.Fprintf(t.out, " in %.1fs\n", r.Elapsed.Seconds())
}

func (t *text) mark(ran, expected bool) string {
	switch {
	case !expected:
		return t.paint.red("✖")
	case !ran:
		return t.paint.dim("∅")
	}
	return t.paint.green("✓")
}

// deciding is the test that gave the submission its verdict.
func deciding(s grade.Submission) grade.Test {
	for _, test := range s.Tests {
		if test.Verdict == s.Verdict {
			return test
		}
	}
	return grade.Test{}
}

func slowest(s grade.Submission) grade.Test {
	slow := s.Tests[0]
	for _, test := range s.Tests[1:] {
		if effort(test) > effort(slow) {
			slow = test
		}
	}
	return slow
}

// effort is the time that a test took: its CPU time or, if it was stopped at the wall-clock limit, that.
func effort(test grade.Test) time.Duration {
	if test.Stopped && test.Verdict == problem.TLE {
		return max(test.CPU, test.Wall)
	}
	return test.CPU
}

// largest is the test with the highest peak of memory. Of equal ones it is a lower bound, if any is.
func largest(s grade.Submission) (most grade.Test) {
	for _, test := range s.Tests {
		if test.Memory > most.Memory || test.Memory == most.Memory && test.AtLeast {
			most = test
		}
	}
	return most
}

func timeOf(test grade.Test) string {
	bound := ""
	if test.Stopped {
		bound = ">"
	}
	seconds := test.CPU.Seconds()
	if test.Idle { // its CPU time says little
		seconds = test.Wall.Seconds()
	}
	return bound + secondsOf(time.Duration(seconds*float64(time.Second)))
}

func secondsOf(d time.Duration) string {
	if d < time.Second/10 {
		return fmt.Sprintf("%.3fs", d.Seconds())
	}
	return fmt.Sprintf("%.2fs", d.Seconds())
}

// memoryOf keeps to eight columns: "2.1 MiB", "1536 MiB", and "≥" before a lower bound.
func memoryOf(test grade.Test) string {
	bound := ""
	if test.AtLeast {
		bound = "≥"
	}
	mib := float64(test.Memory) / (1 << 20)
	if mib >= 99.95 {
		return fmt.Sprintf("%s%.0f MiB", bound, mib)
	}
	return fmt.Sprintf("%s%.1f MiB", bound, mib)
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
