package reports

import (
	"fmt"
	"io"
	"strings"

	"dlxjudge/judge/author/validate"
	"dlxjudge/judge/base/checkout"
	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/tell/figures"
	"dlxjudge/judge/tell/report"
	"dlxjudge/judge/tell/terminal"
)

// Validation holds the findings in several problems. It is the document of "judge validate".
type Validation struct {
	Schema int `json:"schema"`
	checkout.State
	Findings int               `json:"findings"`
	Problems []validate.Report `json:"problems"`
	Unbuilt  int               `json:"-"` // number of programs in all problems that could not be built
	Missing  int               `json:"-"` // number of these programs whose compiler is missing on this machine
}

// ValidationSheet writes the findings in each problem as soon as they are known.
type ValidationSheet struct {
	Validation
	out            *terminal.Sheet
	tests, skipped int
}

func NewValidation(w io.Writer, style terminal.Style) *ValidationSheet {
	return &ValidationSheet{Validation: Validation{Schema: report.Schema, Problems: []validate.Report{}},
		out: terminal.NewSheet(w, style)}
}

// Add writes the row of a problem and its findings.
func (v *ValidationSheet) Add(r validate.Report) error {
	mark := "✓"
	if len(r.Findings) > 0 {
		mark = "✖"
	} else if r.Unbuilt > 0 || r.Incomplete {
		mark = "∅"
	}
	answers := fmt.Sprintf("%d/%d answers accepted", r.Answers, r.Tests-r.Unanswered)
	switch {
	case r.AnswersSkipped:
		answers = "answers not checked"
	case r.Unanswered > 0:
		answers += fmt.Sprintf(", %s without an answer", figures.Plural(r.Unanswered, "test"))
	}
	v.out.Paragraph(6, fmt.Sprintf("  %s %s  %d/%d inputs valid, %s%s", mark, r.Problem, r.Inputs, r.Tests, answers,
		folderResults(r.Folders)))
	for _, f := range r.Findings {
		first, rest, more := strings.Cut(legible.Lines(f.String()), "\n")
		v.out.Paragraph(8, fmt.Sprintf("      %s [%s]", first, f.ID))
		for line := range strings.SplitSeq(rest, "\n") {
			if more {
				v.out.Paragraph(8, "      "+line)
			}
		}
	}
	for _, s := range r.Skipped {
		v.out.Paragraph(8, "      skipped: "+legible.Line(s))
	}
	for _, note := range r.Notes {
		v.out.Paragraph(8, "      note: "+legible.Line(note))
	}
	v.Problems = append(v.Problems, r)
	v.Findings, v.Unbuilt, v.Missing = v.Findings+len(r.Findings), v.Unbuilt+r.Unbuilt, v.Missing+r.Missing
	v.tests, v.skipped = v.tests+r.Tests, v.skipped+len(r.Skipped)
	return v.out.Flush()
}

// Close writes the closing line.
func (v *ValidationSheet) Close() error {
	fmt.Fprintf(v.out, "DONE %s, %s, %s", figures.Plural(len(v.Problems), "problem"), figures.Plural(v.tests, "test"),
		figures.Plural(v.Findings, "finding"))
	if v.skipped > 0 {
		fmt.Fprintf(v.out, ", %d skipped", v.skipped)
	}
	fmt.Fprintln(v.out)
	return v.out.Flush()
}

// folderResults formats the results of a problem's extra folders of tests, for the end of the problem's row:
// ", 7 invalid outputs rejected". If one of the outputs is not rejected, the text begins with ", 6/7".
func folderResults(all []validate.FolderResult) (text string) {
	for _, one := range all {
		does := " rejected"
		if one.Folder == problem.ValidOutput {
			does = " accepted"
		}
		what := figures.Plural(one.Tests, strings.ReplaceAll(one.Folder, "_", " "))
		if one.Right < one.Tests {
			what = fmt.Sprintf("%d/%s", one.Right, what)
		}
		text += ", " + what + does
	}
	return text
}
