package reports

import (
	"context"
	"fmt"
	"io"

	"dlxjudge/judge/author/submit"
	"dlxjudge/judge/base/checkout"
	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/tell/figures"
	"dlxjudge/judge/tell/report"
	"dlxjudge/judge/tell/terminal"
)

// Listing is the document of "judge list".
type Listing struct {
	Schema int `json:"schema"`
	checkout.State
	Problems []listedProblem `json:"problems"`
	Refused  []string        `json:"refused,omitempty"` // names of packages that cannot be judged
}

type listedProblem struct {
	Problem string `json:"problem"`
	Title   string `json:"title"`
	grade.Limits
	Tests       int                `json:"tests"`
	Judge       string             `json:"judge"`
	ID          string             `json:"id"`
	URL         string             `json:"url"`
	Facts       []submit.Fact      `json:"facts"` // about the online judge
	Submissions []listedSubmission `json:"submissions"`
	limit       string             // the time limit in words, for Text
}

type listedSubmission struct {
	Submission string `json:"submission"`
	Language   string `json:"language"` // "" if unknown
	Source     string `json:"source"`
	Solution   bool   `json:"solution"`
	// what an online judge answered; nil if no answer is recorded
	Recorded *grade.Recorded `json:"recorded,omitempty"`
	in       string          // the language in words, for Text
}

// ListingOf lists the problems of the entries, with their submissions. An entry may have a problem alone. It shows
// named(path) instead of a source's path.
func ListingOf(ctx context.Context, entries []grade.Entry, named func(path string) string) *Listing {
	l := &Listing{Schema: report.Schema, Problems: []listedProblem{}}
	for _, e := range entries {
		p := e.Problem
		if n := len(l.Problems); n == 0 || l.Problems[n-1].Problem != p.Name {
			limit := "no time limit"
			if p.Limits.Time > 0 {
				limit = p.Limits.Time.String()
			}
			l.Problems = append(l.Problems, listedProblem{
				Problem: p.Name, Title: p.Title, Limits: grade.LimitsOf(p.Limits), Tests: len(p.Tests),
				Judge: p.Judge.Name, ID: p.Judge.ID, URL: p.Judge.URL, Facts: submit.Facts(p), limit: limit,
				Submissions: []listedSubmission{},
			})
		}
		if e.Submission.Name == "" { // the problem has no submissions
			continue
		}
		s := listedSubmission{Submission: e.Submission.Name, Source: named(e.Submission.Main()),
			Solution: e.Submission.Solution, Recorded: submit.Recorded(ctx, e.Submission.Source),
			in: "in an unknown language"}
		if len(e.Submission.Files) == 0 {
			s.in = legible.Line(e.Submission.Broken)
		} else if language, err := compile.LanguageOf(e.Submission.Source); err == nil {
			s.in, s.Language = language.Display, language.Name
		}
		of := &l.Problems[len(l.Problems)-1]
		of.Submissions = append(of.Submissions, s)
	}
	return l
}

// Text writes each problem with its online judge, and a line for each submission. If facts is true, it adds the
// facts about the online judge.
func (l *Listing) Text(w io.Writer, facts bool, style terminal.Style) error {
	var name string // of the problem
	out := terminal.NewTable(
		terminal.Text("", func(s listedSubmission) string { return "  " + name + "/" + s.Submission }),
		terminal.LeftText("", func(s listedSubmission) string { return s.in }))
	for _, p := range l.Problems {
		name = p.Problem
		out.Add(terminal.Cell{Text: fmt.Sprintf("%s: %s (%s, %d MiB, %s)", p.Problem, legible.Line(p.Title), p.limit,
			p.Memory>>20, figures.Plural(p.Tests, "test"))})
		if p.Judge != "" {
			out.Add(terminal.Cell{Text: fmt.Sprintf("  %s %s: %s", legible.Line(p.Judge), legible.Line(p.ID),
				legible.Line(p.URL))})
		}
		for _, f := range p.Facts {
			if facts {
				out.Add(terminal.Cell{Text: "    " + legible.Line(f.String())})
			}
		}
		for _, s := range p.Submissions {
			out.Row(s)
			if facts && s.Recorded != nil {
				out.Add(terminal.Cell{Text: "    " + s.Recorded.Answer})
			}
		}
	}
	sheet := terminal.NewSheet(w, style)
	out.Write(sheet)
	return sheet.Flush()
}
