package main

import (
	"io"

	"github.com/spf13/cobra"

	"dlxjudge/judge/report"
	"dlxjudge/judge/whole"
)

// jsonSchema is raised when a field of these documents changes its meaning; judge help json describes them.
const jsonSchema = 1

// addJSON adds the flag --json to a command that reports something.
func addJSON(cmd *cobra.Command, path *string) {
	cmd.Flags().StringVar(path, "json", "", "also write what is reported as JSON to `FILE` (- for standard output, in place of the rows)")
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
	var err error
	switch path {
	case "":
	case "-":
		err = report.Document(a.stdout, document)
	default:
		err = whole.Write(path, func(w io.Writer) error { return report.Document(w, document) })
	}
	if err != nil {
		return judgeFailed(err)
	}
	return nil
}
