// Package outcome ends a run: it writes the results as rows and to files, and says which exit status the program has.
//
//	err := errors.Join(reports.Write(stdout, stderr, results), outcome.Status(results, allowSkips))
package outcome

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"

	"github.com/spf13/cobra"

	"dlxjudge/judge/base/checkout"
	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/base/whole"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/decide/pick"
	"dlxjudge/judge/tell/report"
	"dlxjudge/judge/tell/terminal"
)

// Reports say where results are written, and how.
type Reports struct {
	JSON    string // file; "-" for standard output, in place of the rows; "" for none
	JUnit   string // file; "" for none
	HTML    string // file; "" for none
	Verbose bool   // rows for every test, and for every wrong program
	Table   bool   // a table of programs and groups in place of most rows
	Package string // that was judged; "" for a checkout
	ByFile  bool   // programs are named by their files, since they are in no checkout and no package
}

// debug is the command that runs a test of this run with checks.
func (r Reports) debug(s grade.Submission, test grade.Test) string {
	if r.ByFile {
		return "judge debug" + legible.Words(s.Source+":"+test.Name)
	}
	pattern := pick.Literal(s.Problem) + "/" + pick.Literal(s.Name) + ":" + pick.Literal(test.Name)
	if r.Package != "" {
		return "judge debug --package" + legible.Words(r.Package, pattern)
	}
	return "judge debug" + legible.Words(pattern)
}

// AddFlags adds the flags that name the reports: --json, --junit, --html, --verbose and --table.
func (r *Reports) AddFlags(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&r.JSON, "json", "", "also write the results as JSON to `FILE` (- for standard output, in place "+
		"of the rows)")
	flags.StringVar(&r.JUnit, "junit", "", "also write the results as a JUnit report to `FILE`, for CI services")
	r.AddPage(cmd)
	flags.BoolVarP(&r.Verbose, "verbose", "v", false, "show every test, and every wrong program")
	flags.BoolVar(&r.Table, "table", false, "show a table of programs and groups: the time of the slowest test, or a "+
		"verdict and how many tests pass")
}

// Check refuses what cannot be written, before anything is judged.
func (r Reports) Check() error {
	if r.JUnit == "-" {
		return errors.New("--junit -: standard output is for the rows, or for --json -; name a file")
	}
	if r.JSON != "" && r.JUnit != "" && filepath.Clean(r.JSON) == filepath.Clean(r.JUnit) {
		return fmt.Errorf("--json and --junit: both name %s; name two files", r.JSON)
	}
	return errors.Join(Writable("--json", r.JSON), Writable("--junit", r.JUnit), r.checkPage())
}

// Writable refuses a file for a report that cannot be written.
func Writable(flag, path string) error {
	switch {
	case path == "" || path == "-":
	case pick.IsFolder(path):
		return fmt.Errorf("%s %s: this is a folder; name a file in it", flag, path)
	case !pick.IsFolder(filepath.Dir(path)):
		return fmt.Errorf("%s %s: there is no folder %s", flag, path, filepath.Dir(path))
	}
	return nil
}

// Write writes all reports, and what GitHub shows if it runs this program. If one fails, the others are written.
func (r Reports) Write(stdout, stderr io.Writer, results grade.Results) error {
	rows := func(w io.Writer) error {
		style := terminal.StyleOf(w)
		return report.Text(w, results, report.TextOptions{Verbose: r.Verbose, Table: r.Table, Color: style.Color,
			Width: style.Width, Debug: r.debug})
	}
	json := func(w io.Writer) error { return report.JSON(w, results) }
	junit := func(w io.Writer) error { return report.JUnit(w, results) }
	printed, file := rows, r.JSON
	if r.JSON == "-" {
		printed, file = json, ""
	}
	return errors.Join(printed(stdout), write(file, json), tellGitHub(stderr, results), write(r.JUnit, junit))
}

// write writes a file, unless its path is "".
func write(path string, report func(io.Writer) error) error {
	if path == "" {
		return nil
	}
	return whole.Write(path, report)
}

// Commit is the commit of the checkout, and whether its files have changed since. It is "" if git does not know it, and
// for a package, where git is never run: anybody may have written its settings.
func Commit(ctx context.Context, pack string) (hash string, dirty bool) {
	if pack != "" {
		return "", false
	}
	roots, err := pick.FindTree()
	if err != nil {
		return "", false
	}
	commit, dirty, err := checkout.Of(ctx, filepath.Dir(roots.Problems))
	if err != nil {
		return "", false
	}
	return commit.Hash, dirty
}
