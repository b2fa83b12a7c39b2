package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"dlxjudge/judge/base/quantity"
	"dlxjudge/judge/base/untrusted"
	"dlxjudge/judge/base/whole"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/tell/outcome"
	"dlxjudge/judge/tell/page"
	"dlxjudge/judge/tell/report"
)

func newReportCommand(a *app) *cobra.Command {
	f := runFlags{jobs: defaultJobs()}
	open := false
	cmd := &cobra.Command{
		Use:   "report [RESULTS.json|PATTERN...] OUT.html",
		Short: "Make a page of results, in one file",
		Long: `Make a page of results: all verdicts in tables that sort and filter, times against their limits, each failing test with
its input, where its output differs and its standard error, and charts of the records in bench/. The page is one file
that needs no network.

RESULTS.json is what judge run --json wrote. Without it the submissions that the PATTERNs select are judged first, as
judge run does, and the exit status says whether all was as expected.`,
		Example: `  judge report poj3074 poj3074.html
  judge report --open results.json results.html`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			for _, judging := range []string{"package", "jobs", "all", "first", "allow-skips", "backend",
				"time-limit"} {
				if cmd.Flags().Changed(judging) && areResults(args[:len(args)-1]) {
					return fmt.Errorf("--%s: what %s holds was judged before; leave the flag out, or judge again by "+
						"naming a PATTERN", judging, args[0])
				}
			}
			return a.makePage(cmd.Context(), f, open, args)
		},
		ValidArgsFunction: func(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
			patterns, _ := completePatterns(f.pack, typed)
			return patterns, cobra.ShellCompDirectiveDefault // files, too
		},
	}
	flags := cmd.Flags()
	flags.BoolVar(&open, "open", false, "show the page in the browser")
	flags.StringVar(&f.pack, "package", "", "judge the problem package in `DIR` (or a .zip or .kpp file) instead of "+
		"this checkout")
	flags.IntVarP(&f.jobs, "jobs", "j", f.jobs, "tests run side by side")
	flags.BoolVar(&f.all, "all", false, "run every test, also after one that was too slow")
	flags.BoolVar(&f.first, "first", false, "stop a submission at its first test that is not accepted")
	flags.BoolVar(&f.allowSkips, "allow-skips", false, "do not fail if submissions cannot be judged here, for want "+
		"of a compiler")
	flags.StringVar(&f.backend, "backend", "", "run programs with this sandbox instead of the best that works here")
	flags.Var(quantity.Of(&f.timeLimit, quantity.Seconds), "time-limit",
		"`SECONDS` in place of the problems' own time limits")
	cmd.MarkFlagsMutuallyExclusive("all", "first")
	return cmd
}

// areResults reports whether the arguments before the page are a file of results, and no patterns.
func areResults(args []string) bool { return len(args) == 1 && filepath.Ext(args[0]) == ".json" }

// makePage makes a page of results that are there, or judges first.
func (a *app) makePage(ctx context.Context, f runFlags, open bool, args []string) error {
	out, rest := args[len(args)-1], args[:len(args)-1]
	if ext := filepath.Ext(out); ext != ".html" && ext != ".htm" {
		return fmt.Errorf("%s: the last argument is the page to make, and its name ends with .html", out)
	}
	if err := outcome.Writable("the page", out); err != nil {
		return err
	}
	var ended error
	switch {
	case areResults(rest):
		results, err := readResults(rest[0])
		if err != nil {
			return err
		}
		if err := a.writePage(ctx, out, page.Page{Results: results, Input: page.Named}, true); err != nil {
			return unwritten(err)
		}
	default:
		f.page = out
		ended = a.run(ctx, f, rest)
		var exit exitError
		if ended != nil && !(errors.As(ended, &exit) && exit.Status == statusUnexpected) {
			return ended
		}
	}
	a.say("the page is %s", out)
	if open {
		if err := show(ctx, out); err != nil {
			return fmt.Errorf("--open: %w", err)
		}
	}
	return ended
}

// mostResults bounds a file of results. A test takes about 500 bytes of it.
const mostResults = 256 << 20

func readResults(path string) (grade.Results, error) {
	text, err := untrusted.Read(path, mostResults)
	if err != nil {
		return grade.Results{}, err
	}
	results, err := report.Read(strings.NewReader(string(text)))
	if err != nil {
		return results, fmt.Errorf("%s: %w", path, err)
	}
	return results, nil
}

// unwritten is the error of a report that was not written. That there is too much for a page, the user can mend.
func unwritten(err error) error {
	var size *page.SizeError
	if errors.As(err, &size) {
		return err
	}
	return judgeFailed(err)
}

// writePage writes a page; its charts are those of the checkout's records, if it is the checkout that was judged.
func (a *app) writePage(ctx context.Context, path string, p page.Page, checkout bool) error {
	if checkout {
		p.Charts = a.charts(ctx, p.Results)
	}
	return whole.Write(path, func(w io.Writer) error { return p.Write(w) })
}

// show opens a page in the browser of the desktop.
func show(ctx context.Context, path string) error {
	whole, err := filepath.Abs(path)
	if err != nil {
		return err
	}
	address := url.URL{Scheme: "file", Path: filepath.ToSlash(whole)}
	return browse(ctx, address.String())
}
