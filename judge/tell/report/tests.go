package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/decide/check"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/tell/figures"
	"dlxjudge/judge/tell/terminal"
)

// mostFailures is the maximum number of a submission's failed tests that are shown without -v. mostStderr is the
// maximum number of lines of a program's standard error that are shown.
const (
	mostFailures = 5
	mostStderr   = 10
)

// tests writes the rows of a submission's tests. With -v, it shows all tests with all details. Without -v, it shows the
// unexpected tests, and gives details only for the first, and for the first on which the judge or a tool failed.
func (t *text) tests(s grade.Submission) {
	first := make(map[string]string) // maps each message of several lines, such as a traceback, to its first test
	once := func(test grade.Test) grade.Test {
		if on := first[test.Message]; on != "" {
			test.Message, test.Stderr = "same message as on "+on, ""
		} else if strings.Contains(test.Message, "\n") {
			first[test.Message] = test.Name
		}
		return test
	}
	if t.Verbose {
		for _, test := range s.Tests {
			t.test(s, once(test), true)
		}
		return
	}
	var failed []grade.Test
	for _, test := range s.Tests {
		if !test.Expected && (!test.LeftOut || len(failed) == 0) { // hides tests left out after a failure
			failed = append(failed, test)
		}
	}
	judge := slices.IndexFunc(failed, func(test grade.Test) bool { return test.Verdict == problem.JE })
	if judge >= mostFailures { // it decides the exit status, so it is always shown
		test := failed[judge]
		failed = slices.Insert(slices.Delete(failed, judge, judge+1), mostFailures-1, test)
		judge = mostFailures - 1
	}
	for i, test := range failed[:min(len(failed), mostFailures)] {
		t.test(s, once(test), i == 0 || i == judge)
	}
	if more := failed[min(len(failed), mostFailures):]; len(more) > 0 {
		small := slices.MinFunc(more, func(a, b grade.Test) int { return cmp.Compare(a.InputSize, b.InputSize) })
		t.out.Paragraph(8, fmt.Sprintf("      … %d more, the smallest is %s (%s)", len(more),
			legible.Line(small.Name), figures.Plural(int(small.InputSize), "byte")))
	}
}

// test writes the row of one test. If everything is true, it adds the lines around the first difference and the end of
// the program's standard error.
func (t *text) test(s grade.Submission, test grade.Test, everything bool) {
	name := legible.Line(test.Name)
	switch {
	case test.LeftOut:
		t.out.Paragraph(8, fmt.Sprintf("      %s: %s", name, legible.Line(test.Message)))
		return
	case test.Verdict == problem.NotRun:
		const around, least = len("      : "), 12
		message := legible.Line(test.Message)
		if room := t.out.Width - around - utf8.RuneCountInString(message); room >= least {
			name = terminal.Shorten(name, room)
		}
		t.out.Paragraph(8, fmt.Sprintf("      %s: %s", name, message))
		return
	}
	row := fmt.Sprintf("      %s: %s", name, legible.Line(string(test.Verdict)))
	if t.Verbose {
		row += fmt.Sprintf(", %s, %s", figures.Time(test), figures.Memory(test))
		if test.Score != nil {
			row += fmt.Sprintf(", score %s", test.Score)
		}
	}
	first, rest, _ := strings.Cut(test.Message, "\n")
	if first != "" {
		row += ": " + legible.Line(strings.TrimSuffix(first, "\r"))
	}
	t.out.Paragraph(8, row)
	t.indented(8, rest)
	if called := check.Called(test.Message); !t.called && called != "" {
		t.called = true
		t.indented(8, called)
	}
	if everything {
		t.indented(8, test.Difference)
	}
	if t.Verbose && test.Passes > 1 {
		t.indented(8, fmt.Sprintf("%d passes, %s in all", test.Passes, figures.Seconds(time.Duration(test.PassesCPU))))
	}
	if test.Conversation != nil {
		t.conversation(*test.Conversation, test.Verdict)
	}
	if everything && test.Verdict != problem.AC {
		t.stderr(test)
		t.advice(s, test)
	}
}

// stderr shows the last lines of a program's standard error. If the message already ends with all of it, as after a
// crash, stderr shows nothing.
func (t *text) stderr(test grade.Test) {
	stderr := strings.TrimSpace(test.Stderr)
	if stderr == "" || strings.HasSuffix(test.Message, stderr) {
		return
	}
	lines := strings.Split(stderr, "\n")
	fmt.Fprintln(t.out, "        standard error:")
	if left := len(lines) - mostStderr; left > 0 {
		fmt.Fprintf(t.out, "          … %s before\n", figures.Plural(left, "line"))
		lines = lines[left:]
	}
	t.indented(10, strings.Join(lines, "\n"))
}

// advice shows the command that repeats a failure of the judge or of a tool, or that finds out where a program crashed,
// if the message does not say where.
func (t *text) advice(s grade.Submission, test grade.Test) {
	crashed := test.Verdict == problem.RTE && test.Signal != "" && test.Message == test.Signal
	advice, command := "", "debug"
	switch {
	case t.Command == nil:
	case test.Verdict == problem.JE:
		advice, command = "again, with the program's output:", "exec"
	case crashed && (s.Language == "c" || s.Language == "cpp"):
		advice = "where? try, with sanitizers (--gdb opens the debugger):"
	}
	if advice != "" {
		t.out.Paragraph(8, "        "+advice)
		fmt.Fprintf(t.out, "          %s\n", t.Command(command, s, test)) // on one line, so that it can be copied
	}
}

// conversation writes the end of a conversation. If the test was not accepted, it adds the sample from the statement.
func (t *text) conversation(c grade.Conversation, verdict problem.Verdict) {
	if c.Before > 0 {
		t.indented(8, fmt.Sprintf("… %s before", figures.Plural(c.Before, "line")))
	}
	if len(c.Lines) == 0 {
		t.indented(8, "neither program wrote anything")
	}
	for _, line := range c.Lines {
		t.indented(8, line.String())
	}
	if len(c.Sample) > 0 && verdict != problem.AC {
		t.indented(8, "in the statement:\n"+strings.Join(c.Sample, "\n"))
	}
}
