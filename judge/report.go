package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"dlxjudge/judge/base/whole"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/decide/pick"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/tell/outcome"
	"dlxjudge/judge/tell/page"
	"dlxjudge/judge/tell/report"
	"dlxjudge/judge/tell/usage"
)

// reportFlags are the flags of judge report.
type reportFlags struct {
	judgeFlags
	open, audit bool
	mutants     int
}

func newReportCommand(a *app) *cobra.Command {
	var f reportFlags
	cmd := &cobra.Command{
		Use:   "report [RESULTS.json|PATTERN...] OUT.html",
		Short: "Make a page of results, in one file",
		Long: `Make a page of results: all verdicts in tables that sort and filter, times against their limits,
each failing test with its input, where its output differs and its standard error, and charts of the
records in bench/. The page is one file that needs no network.

RESULTS.json is what judge run --json wrote. Without it, the submissions that the PATTERNs select are
judged first, those of the checkout or with --package DIR of any problem package. The exit status is
that of judge run.

--audit adds what judge audit finds in the problems, without a share in the status.`,
		Example: `  judge report poj3074 poj3074.html
  judge report --open results.json results.html
  judge report --audit hdu5046 hdu5046.html
  judge report --package ~/contest/knapsack knapsack.html`,
		Args: usage.Args(1, usage.Any, "name the page to make last, and before it what is to be on it"),
		RunE: func(cmd *cobra.Command, args []string) error {
			for _, judging := range []string{"package", "strict", "jobs", "all", "first", "allow-skips", "backend",
				"time-limit", "audit", "mutants"} {
				if cmd.Flags().Changed(judging) && areResults(args[:len(args)-1]) {
					return fmt.Errorf("--%s: what %s holds was judged before; leave the flag out, or judge again by "+
						"naming a PATTERN", judging, args[0])
				}
			}
			return a.makePage(cmd.Context(), f, args)
		},
		ValidArgsFunction: func(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
			return patterns(f.pack, typed), cobra.ShellCompDirectiveDefault // files, too
		},
	}
	f.judgeFlags.add(cmd)
	f.judgeFlags.addOnce(cmd)
	cmd.Flags().BoolVar(&f.open, "open", false, "show the page in the browser")
	cmd.Flags().BoolVar(&f.audit, "audit", false, "audit the problems, too: judge audit --help")
	cmd.Flags().IntVar(&f.mutants, "mutants", auditMutants, "with --audit, as of judge audit")
	return cmd
}

// areResults reports whether the arguments before the page are a file of results, and no patterns.
func areResults(args []string) bool { return len(args) == 1 && filepath.Ext(args[0]) == ".json" }

// makePage makes a page of results that are there, or judges first.
func (a *app) makePage(ctx context.Context, f reportFlags, args []string) error {
	out, rest := args[len(args)-1], args[:len(args)-1]
	if ext := filepath.Ext(out); ext != ".html" && ext != ".htm" {
		return fmt.Errorf("%s: the last argument is the page to make, and its name ends with .html", out)
	}
	if err := outcome.Writable("the page", out); err != nil {
		return err
	}
	make := a.judgePage
	if areResults(rest) {
		make = a.resultsPage
	}
	unexpected := make(ctx, f, rest, out)
	var exit exitError
	if unexpected != nil && !(errors.As(unexpected, &exit) && exit.Status == statusUnexpected) {
		return unexpected
	}
	a.say("the page is %s", out)
	if f.open {
		if err := page.Show(ctx, out); err != nil {
			return fmt.Errorf("--open: %w", err)
		}
	}
	return unexpected
}

// resultsPage makes a page of the results in a file.
func (a *app) resultsPage(ctx context.Context, _ reportFlags, file []string, out string) error {
	results, err := report.ReadFile(file[0])
	if err != nil {
		return err
	}
	return a.writePage(ctx, out, page.Page{Results: results, Input: page.Named, Of: filepath.Base(file[0]),
		Date: written(file[0])}, true)
}

// judgePage judges what the patterns select, and makes a page of the results; the rows are printed as well.
func (a *app) judgePage(ctx context.Context, f reportFlags, patterns []string, out string) error {
	j, err := a.choose(ctx, f.judgeFlags, patterns)
	if err != nil {
		return err
	}
	close, err := j.open(f.backend)
	if err != nil {
		return err
	}
	defer close()
	results, err := j.judge(ctx, false)
	if err != nil {
		return err
	}
	results.Commit, results.Dirty = outcome.Commit(ctx, f.pack)
	if err := (outcome.Reports{Package: f.pack}).Write(a.stdout, a.stderr, a.picker.Told(results)); err != nil {
		return judgeFailed(err)
	}
	shown := page.Page{Results: results, Input: page.Beginning, Of: judgedIn(f.pack), Date: time.Now()}
	if f.audit && !results.Interrupted {
		audits, err := a.auditAll(ctx, problemsOf(j.entries), auditing{f.mutants, tamperTime, j.options})
		if err != nil {
			return err
		}
		for _, one := range audits {
			shown.Audits = append(shown.Audits, page.Audit{Problem: one.Problem, Headline: one.Headline(),
				Findings: one.Findings, Skipped: one.Skipped})
		}
	}
	if err := a.writePage(ctx, out, shown, f.pack == ""); err != nil {
		return err
	}
	return a.stopped(j.options, outcome.Status(results, f.allowSkips))
}

// problemsOf are the problems of entries, each once.
func problemsOf(entries []grade.Entry) []*problem.Problem {
	var problems []*problem.Problem
	for _, e := range entries {
		if !slices.Contains(problems, e.Problem) {
			problems = append(problems, e.Problem)
		}
	}
	return problems
}

// judgedIn is the name of the folder of a checkout or of a package, for people.
func judgedIn(pack string) string {
	folder := pack
	if roots, err := pick.FindTree(); pack == "" && err == nil {
		folder = filepath.Dir(roots.Problems)
	}
	path, err := filepath.Abs(folder)
	if err != nil {
		return ""
	}
	return filepath.Base(path)
}

// written is when a file was written, the zero time if that is not known.
func written(path string) time.Time {
	info, err := os.Stat(path)
	if err != nil {
		return time.Time{}
	}
	return info.ModTime()
}

// writePage writes a page; its charts are those of the checkout's records, if it is the checkout that was judged. If
// there is too much for a page, the user can judge less; any other failure is the judge's.
func (a *app) writePage(ctx context.Context, path string, p page.Page, checkout bool) error {
	if checkout {
		p.Charts = page.Charts(ctx, p.Results)
	}
	err := whole.Write(path, func(w io.Writer) error { return p.Write(w) })
	var size *page.SizeError
	if err == nil || errors.As(err, &size) {
		return err
	}
	return judgeFailed(err)
}
