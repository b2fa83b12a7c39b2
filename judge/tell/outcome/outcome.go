// Package outcome ends a run: it writes the results as rows and to files, and says which exit status the program has.
//
//	err := errors.Join(reports.Write(stdout, stderr, results), outcome.Status(results, allowSkips))
package outcome

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"dlxjudge/judge/base/checkout"
	"dlxjudge/judge/base/exit"
	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/base/whole"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/decide/pick"
	"dlxjudge/judge/tell/page"
	"dlxjudge/judge/tell/report"
	"dlxjudge/judge/tell/terminal"
)

// Reports say where results are written, and how.
type Reports struct {
	JSON    string // file; "-" for standard output, in place of the rows; "" for none
	JUnit   string // file; "" for none
	HTML    string // file; "" for none
	Events  string // file; "-" for standard output, in place of the rows; "" for none
	Verbose bool   // rows for every test, and for every wrong program
	Table   bool   // a table of programs and groups in place of most rows
	Show    bool   // the first failed test, side by side
	Package string // that was judged; "" for a checkout
	ByFile  bool   // programs are named by their files, since they are in no checkout and no package

	Transcripts string // folder for what is said; "" for none
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

// AddPage adds the flag --html.
func (r *Reports) AddPage(cmd *cobra.Command) {
	cmd.Flags().StringVar(&r.HTML, "html", "", "also write the results as a page to `FILE`, for a browser")
}

// AddEvents adds the flag --events.
func (r *Reports) AddEvents(cmd *cobra.Command) {
	cmd.Flags().StringVar(&r.Events, "events", "", "write results as they come to `FILE`, a JSON line each (- for "+
		"standard output, in place of the rows)")
}

// AddShow adds --show and --transcript.
func (r *Reports) AddShow(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.BoolVar(&r.Show, "show", false, "set input, answer, output and standard error of the first failed test "+
		"side by side")
	flags.StringVar(&r.Transcripts, "transcript", "", "write what submissions to interactive and multi-pass problems "+
		"and the judge say to files in `DIR`")
}

// Check refuses what cannot be written, before anything is judged.
func (r Reports) Check() error {
	shown := ""
	if r.Show {
		shown = "-"
	}
	var errs []error
	flags := make(map[string]string) // by where they write to
	for _, one := range []struct{ flag, path string }{{"--show", shown}, {"--events", r.Events}, {"--json", r.JSON},
		{"--junit", r.JUnit}, {"--html", r.HTML}} {
		path := filepath.Clean(one.path)
		other, taken := flags[path]
		switch {
		case one.path == "":
			continue
		case path == "-" && (one.flag == "--junit" || one.flag == "--html"):
			errs = append(errs, fmt.Errorf("%s -: standard output is for the rows, or for --json -; name a file",
				one.flag))
		case path == "-" && taken:
			errs = append(errs, fmt.Errorf("%s and %s: standard output is for one of them; name a file for the other",
				other, one.flag))
		case taken:
			errs = append(errs, fmt.Errorf("%s and %s: both name %s; name two files", other, one.flag, path))
		default:
			errs = append(errs, Writable(one.flag, path))
		}
		flags[path] = one.flag
	}
	return errors.Join(errs...)
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

// WritePage writes the page that --html names, if one is wanted. The results name the inputs of their tests, whose
// beginnings input reads. If there is too much for a page, the user can judge less; any other failure is the judge's.
func (r Reports) WritePage(results grade.Results, input func(path string) string) error {
	err := write(r.HTML, func(w io.Writer) error {
		return page.Page{Results: results, Input: input, Of: r.judged(), Date: time.Now()}.Write(w)
	})
	var size *page.SizeError
	if err == nil || errors.As(err, &size) {
		return err
	}
	return exit.Failed(err)
}

// judged is the name of the folder of the checkout or of the package.
func (r Reports) judged() string {
	folder := r.Package
	if roots, err := pick.FindTree(); folder == "" && err == nil {
		folder = filepath.Dir(roots.Problems)
	}
	path, err := filepath.Abs(folder)
	if err != nil {
		return ""
	}
	return filepath.Base(path)
}

// tellGitHub marks what is unexpected in the files of the commit, and appends to the summary of the job. It writes
// nothing where GitHub Actions does not run this program.
func tellGitHub(stderr io.Writer, results grade.Results) error {
	if os.Getenv("GITHUB_ACTIONS") != "true" {
		return nil
	}
	root, err := filepath.Abs(cmp.Or(os.Getenv("GITHUB_WORKSPACE"), "."))
	if err != nil {
		return err
	}
	results.Submissions = slices.Clone(results.Submissions)
	for i := range results.Submissions {
		source := &results.Submissions[i].Source
		path, err := filepath.Abs(*source)
		if _, missing := os.Stat(*source); err != nil || missing != nil { // as in an archive
			path = ""
		}
		*source = path
	}
	err = report.Annotations(terminal.Commands(stderr), results, root)
	path := os.Getenv("GITHUB_STEP_SUMMARY")
	if path == "" {
		return err
	}
	file, unopened := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if unopened != nil {
		return errors.Join(err, unopened)
	}
	return errors.Join(err, report.Markdown(file, results), file.Close())
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
