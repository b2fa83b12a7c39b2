package lab

import (
	"io"

	"dlxjudge/judge/author/mutate"
	"dlxjudge/judge/tell/report"
)

// The document of judge mutants.
type (
	mutantsDocument struct {
		heading
		Program  string   `json:"program"`
		Of       int      `json:"mutants"` // in all
		Tests    int      `json:"tests"`
		Caught   int      `json:"caught"`
		Marked   int      `json:"marked"`
		Survived int      `json:"survived"`
		Broken   int      `json:"broken"`
		Left     []string `json:"left_out"`
		Stale    []string `json:"stale"`
		Results  []mutant `json:"results"`
	}
	mutant struct {
		Name   string       `json:"name"` // for marks
		File   string       `json:"file"`
		Line   int          `json:"line"`
		Was    string       `json:"was"`
		Is     string       `json:"is"`
		Before string       `json:"before"`
		After  string       `json:"after"`
		State  mutate.State `json:"state"`
		By     string       `json:"caught_by"` // "" unless it is
		Reason string       `json:"reason"`    // of its mark; "" without one
	}
)

// MutantsJSON writes all mutants and their states as one document.
func MutantsJSON(w io.Writer, r mutate.Report, o Origin) error {
	d := mutantsDocument{
		heading: o.heading(), Program: r.Program, Of: r.Of, Tests: r.Tests,
		Caught: r.Count(mutate.Caught), Marked: r.Count(mutate.Marked),
		Survived: r.Count(mutate.Survived), Broken: r.Count(mutate.Broken),
		Left: texts(r.Left), Stale: []string{}, Results: []mutant{},
	}
	for _, s := range r.Stale {
		d.Stale = append(d.Stale, s.String())
	}
	for _, m := range r.Results {
		row := mutant{Name: m.Name, File: m.File, Line: m.Line, Was: m.Was, Is: m.Is, Before: m.Before, After: m.After,
			State: m.State, By: m.By}
		if m.Mark != nil {
			row.Reason = m.Mark.Reason
		}
		d.Results = append(d.Results, row)
	}
	return report.Document(w, d)
}
