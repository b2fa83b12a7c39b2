// Package outcome ends a run: it writes the results as rows and to files, and decides the exit status of the program.
//
//	err := errors.Join(reports.Write(stdout, stderr, results), outcome.Status(results, allowSkips))
package outcome

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
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

// Reports says where and how results are written.
type Reports struct {
	JSON    string // path of the file; "-" to replace the rows on standard output; "" for none
	JUnit   string // path of the file; "" for none
	HTML    string // path of the file; "" for none
	CSV     string // path of the file; "" for none
	Events  string // path of the file; "-" to replace the rows on standard output; "" for none
	Verbose bool   // rows for every test, and for every wrong program
	Table   bool   // a table of programs and groups instead of most rows
	Show    bool   // show the files of the first failed test side by side
	Package string // folder or archive of the judged package; "" for a checkout

	Folder      *Folder // of a program that belongs to no checkout or package; nil for problems
	Transcripts string  // folder for conversations; "" for none
}

// command returns the command line that runs "judge debug" or the like on one test of this run.
func (r Reports) command(name string, s grade.Submission, test grade.Test) string {
	arguments := []string{pick.Literal(s.Problem) + "/" + pick.Literal(s.Name) + ":" + pick.Literal(test.Name)}
	if s.Stranger {
		arguments = []string{pick.Literal(s.Problem), s.Source + ":" + test.Name}
	}
	switch {
	case r.Folder != nil:
		return r.Folder.command(name, s, test)
	case r.Package != "":
		return "judge " + name + " --package" + legible.Words(append([]string{r.Package}, arguments...)...)
	}
	return "judge " + name + legible.Words(arguments...)
}

// AddFlags adds the flags for reports: --json, --junit, --html, --verbose and --table.
func (r *Reports) AddFlags(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&r.JSON, "json", "", "also write the results as JSON to `FILE` (- for standard output, instead "+
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
	cmd.Flags().StringVar(&r.Events, "events", "", "write each result to `FILE` at once, a JSON line each (- for "+
		"standard output, instead of the rows)")
}

// AddShow adds --show and --transcript.
func (r *Reports) AddShow(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.BoolVar(&r.Show, "show", false, "show input, answer, output and standard error of the first failed test "+
		"side by side")
	flags.StringVar(&r.Transcripts, "transcript", "", "write the conversations of submissions to interactive "+
		"and multi-pass problems to files in `DIR`")
}

// Check returns an error if a report cannot be written. Commands call it before they judge anything.
func (r Reports) Check() error {
	shown := ""
	if r.Show {
		shown = "-"
	}
	var errs []error
	flags := make(map[string]string) // by the path that they write to
	for _, one := range []struct{ flag, path string }{{"--show", shown}, {"--events", r.Events}, {"--json", r.JSON},
		{"--junit", r.JUnit}, {"--html", r.HTML}, {"--csv", r.CSV}} {
		path := filepath.Clean(one.path)
		other, taken := flags[path]
		switch {
		case one.path == "":
			continue
		case path == "-" && slices.Contains([]string{"--junit", "--html", "--csv"}, one.flag):
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

// Writable returns an error if the file of a report cannot be written. It does not change the file.
func Writable(flag, path string) error {
	switch {
	case path == "" || path == "-":
		return nil
	case pick.IsFolder(path):
		return fmt.Errorf("%s %s: this is a folder; name a file in it", flag, path)
	case !pick.IsFolder(filepath.Dir(path)):
		return fmt.Errorf("%s %s: there is no folder %s", flag, path, filepath.Dir(path))
	}
	err := whole.Probe(path)
	if failed := (*fs.PathError)(nil); errors.As(err, &failed) { // its path may be that of a temporary file
		err = failed.Err
	}
	if err != nil {
		err = fmt.Errorf("%s %s: this file cannot be written: %w; name another", flag, path, err)
	}
	return err
}

// Write writes the rows, the JSON document and the JUnit report. In GitHub Actions, it also writes annotations and the
// summary. If it fails to write one of them, it still writes the others.
func (r Reports) Write(stdout, stderr io.Writer, results grade.Results) error {
	rows := func(w io.Writer) error {
		style := terminal.StyleOf(w)
		options := report.TextOptions{Verbose: r.Verbose, Table: r.Table, Color: style.Color, Width: style.Width,
			Command: r.command}
		if r.Folder == nil {
			return report.Text(w, results, options)
		}
		options.Note = r.Folder.Files()
		return errors.Join(r.Folder.excerpts(w, results, r.Show, style.Width), report.Text(w, results, options))
	}
	json := func(w io.Writer) error {
		if r.Folder != nil {
			return report.LooseJSON(w, results, r.Folder.unjudged())
		}
		return report.JSON(w, results)
	}
	junit := func(w io.Writer) error { return report.JUnit(w, results) }
	csv := func(w io.Writer) error { return report.CSV(w, results) }
	printed, file := rows, r.JSON
	if r.JSON == "-" {
		printed, file = json, ""
	}
	if r.Events == "-" {
		stdout = io.Discard
	}
	return errors.Join(printed(stdout), write(file, json), tellGitHub(stderr, results), write(r.JUnit, junit),
		write(r.CSV, csv))
}

// write writes a file, unless its path is "".
func write(path string, report func(io.Writer) error) error {
	if path == "" {
		return nil
	}
	return whole.Write(path, report)
}

// WritePage writes the page for --html, if one is wanted. The function input reads the beginning of a test's input. If
// the page is too large, the error is a page.SizeError, and the user can judge less. Any other error is a failure of
// the judge.
func (r Reports) WritePage(results grade.Results, input func(path string) string) error {
	err := write(r.HTML, func(w io.Writer) error {
		return page.Page{Results: results, Input: input, Of: r.judged(), Date: time.Now()}.Write(w)
	})
	var size page.SizeError
	if err == nil || errors.As(err, &size) {
		return err
	}
	return exit.Failed(err)
}

// judged returns the name of the folder of the checkout or package.
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

// tellGitHub annotates the files of unexpected submissions, and appends to the summary of the job. It does nothing
// outside GitHub Actions.
func tellGitHub(stderr io.Writer, results grade.Results) error {
	if os.Getenv("GITHUB_ACTIONS") != "true" {
		return nil
	}
	root, err := filepath.Abs(cmp.Or(os.Getenv("GITHUB_WORKSPACE"), "."))
	if err != nil {
		return err
	}
	return errors.Join(report.Annotations(terminal.Commands(stderr), results, root),
		Summary(func(w io.Writer) error { return report.Markdown(w, results) }))
}

// Summary appends to the summary of the job. It does nothing outside GitHub Actions.
func Summary(write func(io.Writer) error) error {
	path := os.Getenv("GITHUB_STEP_SUMMARY")
	if os.Getenv("GITHUB_ACTIONS") != "true" || path == "" {
		return nil
	}
	file, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	return errors.Join(write(file), file.Close())
}

// Commit returns the hash of the checkout's commit. dirty reports whether files have changed since that commit, or one
// of the used files is not in it. The hash is "" if git does not know it. It is also "" for a package: git never runs
// there, because anybody may have written the package's git settings.
func Commit(ctx context.Context, pack string, used ...string) (hash string, dirty bool) {
	if pack != "" {
		return "", false
	}
	roots, err := pick.FindTree()
	if err != nil {
		return "", false
	}
	// even the document of an interrupted run, whose ctx is done, names the commit
	commit, dirty, err := checkout.Of(context.WithoutCancel(ctx), filepath.Dir(roots.Problems), used...)
	if err != nil {
		return "", false
	}
	return commit.Hash, dirty
}

// Status returns the error that a run ends with, or nil if all is as expected.
func Status(results grade.Results, allowSkips bool) error {
	found, why := results.Unexpected() > 0, error(nil)
	unjudged, reasons := results.NotJudged()
	switch {
	case results.Interrupted || results.JudgeFailed(): // the rows say why
	case unjudged > 0 && !allowSkips:
		what := fmt.Sprintf("%d of %d submissions could not be judged", unjudged, len(results.Submissions))
		found, why = true, because(what, reasons, wayOut(results))
	case results.Nothing() && results.Part == nil: // other shards may have judged something
		found, why = true, because("none of the selected submissions could be judged", reasons, "")
	}
	return exit.Decide(results.Interrupted, results.JudgeFailed(), found, why)
}

// wayOut says what to do about submissions that could not be judged. The rows give the reason for each.
func wayOut(results grade.Results) string {
	way := "; --allow-skips allows that"
	for _, s := range results.Submissions {
		switch {
		case strings.HasPrefix(s.Missing, "worker"): // missing workers of a cluster
			way = "; see cluster workers, wait longer with --wait, or allow it with --allow-skips"
		case s.Missing != "":
			return "; install what is missing, or allow it with --allow-skips"
		}
	}
	return way
}

// mostReasons is the maximum number of reasons that are listed. The rows have the others.
const mostReasons = 5

// because returns an error that says what happened. A single reason is on the same line; several have a line each.
func because(what string, reasons []string, wayOut string) error {
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
