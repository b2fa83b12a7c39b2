package report

import (
	"io"

	"dlxjudge/judge/decide/grade"
)

// Output is what a program printed for an input without an answer.
type Output struct {
	Input string
	Head  []byte
	Size  int64
}

// The document of judge test: that of judge run, and the outputs for inputs without an answer.
type (
	testDocument struct {
		document
		Unjudged []unjudged `json:"not_judged"`
	}
	unjudged struct {
		Input  string    `json:"input"`
		Output Beginning `json:"output"`
	}
)

// LooseJSON writes the results of one program as JSON does, and its outputs for the inputs without an answer.
func LooseJSON(w io.Writer, r grade.Results, outputs []Output) error {
	d := testDocument{documentOf(r), []unjudged{}}
	for _, o := range outputs {
		d.Unjudged = append(d.Unjudged, unjudged{o.Input, BeginningOf(o.Head, o.Size)})
	}
	return Document(w, d)
}
