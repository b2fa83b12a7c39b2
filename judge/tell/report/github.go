package report

import (
	"bufio"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/tell/figures"
)

// mostAnnotations is the maximum number of errors that GitHub shows for a step. GitHub drops the others.
const mostAnnotations = 10

// Annotations writes workflow commands that make GitHub annotate the files of a commit. It writes a summary first, then
// one annotation for each unexpected submission, up to GitHub's limit. If all submissions are as expected, it writes
// nothing. root is the absolute path of the repository's folder. Annotations of submissions outside this folder name no
// file.
//
// https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands
func Annotations(w io.Writer, r grade.Results, root string) error {
	out := bufio.NewWriter(w)
	failed := unexpected(r)
	if len(failed) > 0 {
		fmt.Fprintf(out, "::error title=judge::%s\n", annotated(fmt.Sprintf("%d of %s unexpected", len(failed),
			figures.Plural(len(r.Submissions), "submission"))))
	}
	for i, s := range failed {
		if i+1 == mostAnnotations {
			break
		}
		file := ""
		source, err := filepath.Abs(s.Source)
		if path, outside := filepath.Rel(root, source); s.Source != "" && err == nil && outside == nil &&
			filepath.IsLocal(path) {
			file = "file=" + annotatedProperty(filepath.ToSlash(path)) + ","
		}
		fmt.Fprintf(out, "::error %stitle=%s::%s\n", file, annotatedProperty(s.Problem+"/"+s.Name),
			annotated(reason(s)))
	}
	return out.Flush()
}

// Markdown writes the results as the summary of a CI job: a list of the unexpected submissions, and a table of all
// submissions.
func Markdown(w io.Writer, r grade.Results) error {
	out := bufio.NewWriter(w)
	word := "judged"
	if r.Interrupted {
		word = "judged before an interrupt"
	}
	failed := unexpected(r)
	fmt.Fprintf(out, "### %s %s, %d unexpected\n\n", figures.Plural(len(r.Submissions), "submission"), word,
		len(failed))
	for _, s := range failed {
		fmt.Fprintf(out, "- **%s**: %s\n", Escaped(s.Problem+"/"+s.Name), Escaped(reason(s)))
	}
	if len(failed) > 0 {
		fmt.Fprintln(out)
	}
	fmt.Fprintln(out, "|  | submission | verdict | passed | slowest | memory |")
	fmt.Fprintln(out, "|---|---|---|---:|---:|---:|")
	for _, s := range r.Submissions {
		verdict, took := Escaped(string(s.Verdict)), " | | "
		switch {
		case !s.Expected:
		case s.Interrupted:
			verdict = "interrupted"
		case s.Skipped():
			verdict = "skipped"
		case s.Undecided:
			verdict += ", undecided"
		case s.Unstated:
			verdict += ", none stated"
		}
		if s.Run() > 0 {
			took = fmt.Sprintf("%s | %s | %s", Escaped(passed(s)), figures.Time(figures.Slowest(s)),
				figures.Memory(figures.Largest(s)))
		}
		fmt.Fprintf(out, "| %s | %s | %s | %s |\n", mark(s), Escaped(s.Problem+"/"+s.Name), verdict, took)
	}
	return out.Flush()
}

func unexpected(r grade.Results) []grade.Submission {
	var failed []grade.Submission
	for _, s := range r.Submissions {
		if !s.Expected {
			failed = append(failed, s)
		}
	}
	return failed
}

// reason explains why a submission is not as expected. It gives the first test on which the judge or a tool failed, or
// else the first unexpected test, with its verdict and message. Without such a test, it gives the submission's verdict.
// The submission's own message follows.
func reason(s grade.Submission) string {
	parts := []string{string(s.Verdict)}
	i := s.FirstFailure()
	if i < 0 {
		i = slices.IndexFunc(s.Tests, func(t grade.Test) bool { return !t.Expected })
	}
	if i >= 0 {
		t := s.Tests[i]
		parts = []string{fmt.Sprintf("%s on %s", t.Verdict, t.Name), t.Message}
	}
	if s.Message != "" {
		parts = append(parts, s.Message)
	}
	if i < 0 && s.Verdict == problem.NotRun {
		parts = parts[1:]
	}
	return strings.Join(parts, ": ")
}

// annotated escapes the message of a workflow command, and annotatedProperty escapes a property of one. Without this, a
// line of a program's output could become a command.
func annotated(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(legible.Lines(s))
}

func annotatedProperty(s string) string {
	return strings.NewReplacer(":", "%3A", ",", "%2C").Replace(annotated(s))
}

// Escaped returns a text as one line for a table cell of a summary, with all markup escaped.
func Escaped(s string) string {
	var out strings.Builder
	for _, r := range legible.Line(s) {
		switch {
		case r == '<':
			out.WriteString("&lt;")
		case r == '&':
			out.WriteString("&amp;")
		case strings.ContainsRune("\\`*_{}[]()>#+-.!|~@", r):
			out.WriteByte('\\')
			out.WriteRune(r)
		default:
			out.WriteRune(r)
		}
	}
	return out.String()
}
