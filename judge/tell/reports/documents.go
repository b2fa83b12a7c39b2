package reports

import (
	"io"

	"dlxjudge/judge/base/checkout"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/measure/compare"
	"dlxjudge/judge/measure/trend"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/tell/report"
)

// Origin says where the results in a document come from: the commit of the checkout, and the programs.
type Origin struct {
	checkout.State
	Programs []Identity `json:"submissions"`
}

// Identity names a submission or a checker that a document has results for.
type Identity struct {
	Problem  string       `json:"problem"`
	Name     string       `json:"submission"`
	Language string       `json:"language"` // "" if it is not known
	Source   string       `json:"source"`   // path of its first file
	Solution bool         `json:"solution"` // meant to be right
	Limits   grade.Limits `json:"limits"`
}

// IdentityOf describes a submission for a document, with the limits of its problem.
func IdentityOf(p *problem.Problem, s problem.Submission) Identity {
	program := Identity{
		Problem: p.Name, Name: s.Name, Source: s.Main(), Solution: s.Solution, Limits: grade.LimitsOf(p.Limits),
	}
	if language, err := compile.LanguageOf(s.Source); err == nil {
		program.Language = language.Name
	}
	return program
}

// heading holds the first fields of the documents of all commands that run programs.
type heading struct {
	Schema int `json:"schema"`
	Origin
}

func (o Origin) heading() heading {
	o.Programs = append([]Identity{}, o.Programs...) // never null
	return heading{report.Schema, o}
}

// ComparisonJSON writes the findings of "judge bench" as one document.
func ComparisonJSON(w io.Writer, c *compare.Comparison, o Origin) error {
	return report.Document(w, struct {
		heading
		*compare.Comparison
	}{o.heading(), c})
}

// LadderJSON writes the ladder of a problem's solutions as one document.
func LadderJSON(w io.Writer, l *compare.Ladder, o Origin) error {
	return report.Document(w, struct {
		heading
		*compare.Ladder
	}{o.heading(), l})
}

// TrendJSON writes the figures over the recorded commits as one document. The document has no Origin, since no program
// was run. Each record has its own commit.
func TrendJSON(w io.Writer, h trend.History) error {
	return report.Document(w, struct {
		Schema int `json:"schema"`
		trend.History
	}{report.Schema, h})
}
