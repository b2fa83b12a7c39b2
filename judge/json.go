package main

import (
	"context"
	"io"

	"github.com/spf13/cobra"

	"dlxjudge/judge/base/whole"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/tell/lab"
	"dlxjudge/judge/tell/outcome"
	"dlxjudge/judge/tell/report"
)

// jsonSchema is raised when a field of these documents changes its meaning; judge help json describes them.
const jsonSchema = 1

// addJSON adds the flag --json to a command that reports something.
func addJSON(cmd *cobra.Command, path *string) {
	cmd.Flags().StringVar(path, "json", "", "also write what is reported as JSON to `FILE` (- for standard output, "+
		"in place of the rows)")
}

// rows is where the rows of a command go: nowhere if its document takes their place.
func (a *app) rows(jsonPath string) io.Writer {
	if jsonPath == "-" {
		return io.Discard
	}
	return a.stdout
}

// writeDocument writes a command's document, if one is wanted.
func (a *app) writeDocument(path string, document any) error {
	return a.writeJSON(path, func(w io.Writer) error { return report.Document(w, document) })
}

// writeJSON has a report write its document, if one is wanted.
func (a *app) writeJSON(path string, write func(io.Writer) error) error {
	var err error
	switch path {
	case "":
	case "-":
		err = write(a.stdout)
	default:
		err = whole.Write(path, write)
	}
	if err != nil {
		return judgeFailed(err)
	}
	return nil
}

// committed is the commit of the checkout, or of the folder of a package.
type committed struct {
	Commit string `json:"commit"` // "" outside of git
	Dirty  bool   `json:"dirty"`
}

// commit is what a document says of that; without a document nobody asks.
func commit(ctx context.Context, json, pack string) (c committed) {
	if json != "" {
		c.Commit, c.Dirty = outcome.Commit(ctx, pack)
	}
	return c
}

// origin says what a document is about; without a document nobody asks.
func (a *app) origin(ctx context.Context, json, pack string, programs ...lab.Program) lab.Origin {
	if json == "" {
		return lab.Origin{}
	}
	o := lab.Origin{Programs: programs}
	for i := range o.Programs {
		o.Programs[i].Source = a.picker.Named(o.Programs[i].Source)
	}
	o.Commit, o.Dirty = outcome.Commit(ctx, pack)
	return o
}

// programIn is a submission as a document names it, with the limits that it is run under.
func programIn(p *problem.Problem, s problem.Submission) lab.Program {
	told := lab.Program{
		Problem: p.Name, Name: s.Name, Source: s.Main(), Solution: s.Solution, Limits: report.LimitsOf(p.Limits),
	}
	if language, err := compile.LanguageOf(s.Source); err == nil {
		told.Language = language.Name
	}
	return told
}
