// Package outcome is how a run ends: its results as rows and in files, and its exit status.
package outcome

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"dlxjudge/judge/base/checkout"
	"dlxjudge/judge/base/exit"
	"dlxjudge/judge/base/whole"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/decide/selection"
	"dlxjudge/judge/tell/report"
	"dlxjudge/judge/tell/terminal"
)

// Reports are what is written of results beside the rows.
type Reports struct {
	JSON    string // file; "-" for standard output, in place of the rows; "" for none
	JUnit   string // file; "" for none
	Verbose bool   // rows for every test, and for every wrong program
}

// Check refuses what cannot be written, before anything is judged.
func (r Reports) Check() error {
	if r.JUnit == "-" {
		return errors.New("--junit -: standard output is for the rows, or for --json -; name a file")
	}
	if r.JSON != "" && r.JUnit != "" && filepath.Clean(r.JSON) == filepath.Clean(r.JUnit) {
		return fmt.Errorf("--json and --junit: both name %s; name two files", r.JSON)
	}
	return errors.Join(Writable("--json", r.JSON), Writable("--junit", r.JUnit))
}

// Writable refuses a file for a report that cannot be written.
func Writable(flag, path string) error {
	switch {
	case path == "" || path == "-":
	case selection.IsFolder(path):
		return fmt.Errorf("%s %s: this is a folder; name a file in it", flag, path)
	case !selection.IsFolder(filepath.Dir(path)):
		return fmt.Errorf("%s %s: there is no folder %s", flag, path, filepath.Dir(path))
	}
	return nil
}

// Write writes the rows or the JSON document, the files that were asked for, and what GitHub shows where it runs this.
func (r Reports) Write(stdout, stderr io.Writer, results grade.Results) error {
	var errs []error
	if r.JSON == "-" {
		errs = append(errs, report.JSON(stdout, results))
	} else {
		errs = append(errs, report.Text(stdout, results, report.TextOptions{Verbose: r.Verbose,
			Color: terminal.Colored(stdout)}))
	}
	if r.JSON != "" && r.JSON != "-" {
		errs = append(errs, whole.Write(r.JSON, func(w io.Writer) error { return report.JSON(w, results) }))
	}
	if os.Getenv("GITHUB_ACTIONS") == "true" {
		errs = append(errs, tellGitHub(stderr, results))
	}
	if r.JUnit != "" {
		errs = append(errs, whole.Write(r.JUnit, func(w io.Writer) error { return report.JUnit(w, results) }))
	}
	return errors.Join(errs...)
}

// Status is the error that a run ends with, nil if all is as expected.
func Status(results grade.Results, allowSkips bool) error {
	unjudged, reasons := results.NotJudged()
	switch {
	case results.Interrupted:
		return exit.Error{Status: exit.Interrupted}
	case results.JudgeFailed():
		return exit.Error{Status: exit.Judge}
	case unjudged > 0 && !allowSkips:
		wayOut := "--allow-skips allows that" // what is wrong with a submission says its own
		if slices.ContainsFunc(results.Submissions, func(s grade.Submission) bool { return s.Missing != "" }) {
			wayOut = "install what is missing, or allow it with --allow-skips"
		}
		return exit.Error{Status: exit.Unexpected, Err: because(fmt.Sprintf("%d of %d submissions could not be judged",
			unjudged, len(results.Submissions)), reasons, wayOut)}
	case results.Nothing() && results.Part == nil: // the other parts may have been judged
		return exit.Error{Status: exit.Unexpected, Err: because("nothing of what was selected could be judged", reasons,
			"")}
	case results.Unexpected() > 0:
		return exit.Error{Status: exit.Unexpected}
	}
	return nil
}

// mostReasons are listed; the rows have the others.
const mostReasons = 5

// because is an error with its reason on the same line, or its reasons on lines of their own.
func because(what string, reasons []string, wayOut string) error {
	if wayOut != "" {
		wayOut = "; " + wayOut
	}
	switch len(reasons) {
	case 0:
		return errors.New(what + wayOut)
	case 1:
		return errors.New(what + ": " + reasons[0] + wayOut)
	}
	if more := len(reasons) - mostReasons; more > 0 {
		reasons = append(slices.Clone(reasons[:mostReasons]), fmt.Sprintf("… and %d more", more))
	}
	return errors.New(what + wayOut + ":\n  " + strings.Join(reasons, "\n  "))
}

// Commit is the commit of the checkout or, unless it is "", of the folder of a package, and whether there are changes
// since; "" if git does not know.
func Commit(ctx context.Context, pack string) (commit string, dirty bool) {
	dir := pack
	switch roots, err := selection.FindTree(); {
	case pack == "" && err == nil:
		dir = filepath.Dir(roots.Problems)
	case !selection.IsFolder(pack):
		return "", false
	}
	of, dirty, err := checkout.Of(ctx, dir)
	if err != nil {
		return "", false
	}
	return of.Hash, dirty
}
