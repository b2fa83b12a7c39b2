package main

import (
	"context"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"dlxjudge/judge/base/checkout"
	"dlxjudge/judge/base/whole"
	"dlxjudge/judge/tell/outcome"
	"dlxjudge/judge/tell/report"
)

// addJSON adds the flag --json to a command.
func addJSON(cmd *cobra.Command, path *string) {
	cmd.Flags().StringVar(path, "json", "", "also write the report as JSON to `FILE` (- for standard output, "+
		"instead of the rows)")
}

// rows returns the writer for a command's rows. If one of the files is "-", a report goes to standard output instead,
// and the writer discards the rows.
func (a *app) rows(files ...string) io.Writer {
	if slices.Contains(files, "-") {
		return io.Discard
	}
	return a.stdout
}

// writeReport writes the rows of a command, and its JSON document if json names a file.
func (a *app) writeReport(json string, rows, document func(io.Writer) error) error {
	rows(a.rows(json)) // the function run in main.go reports write errors
	return a.writeJSON(json, document)
}

// findings returns the error that ends a command if it has found something. Otherwise, it returns nil.
func findings(found bool) error {
	if found {
		return exitError{Status: statusUnexpected}
	}
	return nil
}

// document returns a function that writes a value as a JSON document.
func document(value any) func(io.Writer) error {
	return func(w io.Writer) error { return report.Document(w, value) }
}

// writeJSON writes a JSON document to path, or to standard output for "-". It does nothing for "".
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

// stateOf returns the state of the checkout for a JSON document. It asks git only if json is not "".
func stateOf(ctx context.Context, json, pack string, used ...string) checkout.State {
	if json == "" {
		return checkout.State{}
	}
	return checkout.StateOf(outcome.Commit(ctx, pack, used...))
}
