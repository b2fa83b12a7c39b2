package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"dlxjudge/judge/base/exit"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/decide/pick"
	"dlxjudge/judge/tell/figures"
	"dlxjudge/judge/tell/outcome"
	"dlxjudge/judge/tell/pipeline"
	"dlxjudge/judge/tell/usage"
)

// runFlags holds the flags of "judge run" and "judge test".
type runFlags struct {
	pipeline.Flags
	folderFlags
	shardFlags        // only of "judge run"
	class      string // only of "judge run"
	sanitize   bool   // only of "judge run"
	jobs       int
	backend    string
	tests      string
	accept     bool
}

func (f *runFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	f.Flags.Add(cmd)
	f.Flags.AddOnce(cmd)
	f.Reports.AddEvents(cmd)
	f.folderFlags.add(cmd)
	addJobs(cmd, &f.jobs)
	flags.StringVar(&f.backend, "backend", "", "run programs with this sandbox instead of the best that works here")
	flags.StringVar(&f.tests, "tests", "", "for a program in a folder, take the tests in `DIR`, and in folders below "+
		"it, or in a ZIP file, instead of searching for them")
	flags.BoolVar(&f.accept, "accept", false, "for a program in a folder, write each output that is shown as wrong, "+
		"or as not judged, to its answer file")
}

func newRunCommand(a *app) *cobra.Command {
	var f runFlags
	cmd := &cobra.Command{
		Use:   "run [PATTERN|FILE|DIR...]",
		Short: "Judge submissions on their tests",
		Long: `Build the submissions, run them on their tests under the problem's limits, and
compare the verdicts with what is expected. A PATTERN is
problem[/approach][:test] with shell globs; without one, everything is judged.

The problems are those of this checkout. To judge a problem package (a folder or
a ZIP) or a folder of packages instead, pass it first, or with --package. To
judge a program from any other folder on a problem, name it after the problem.
If you name only the program, "judge run" does what "judge test" does.`,
		Example: `  judge run hdu5046
  judge run hdu5046 ~/try.cpp
  judge run hdu5046 --class ~/handed-in --csv marks.csv
  judge run -v 'poj3074/*:secret/hard'
  judge run ~/contest/knapsack --json results.json
  judge run a.cpp`,
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.run(cmd.Context(), f, false, args)
		},
		ValidArgsFunction: completePatterns(&f.Package),
	}
	f.add(cmd)
	cmd.Flags().StringVar(&f.Package, "package", "", "judge "+anyPackage)
	cmd.Flags().StringVar(&f.class, "class", "", "judge a program for each file, folder or ZIP file (at most 1 MiB) "+
		"in `FOLDER`, without an expected verdict")
	cmd.Flags().StringVar(&f.Reports.CSV, "csv", "", "also write a line for each submission to `FILE`, for a "+
		"spreadsheet")
	cmd.Flags().BoolVar(&f.sanitize, "sanitize", false, "build solutions with sanitizers, as judge debug does, and "+
		"show each report")
	f.shardFlags.add(cmd)
	return cmd
}

func newTestCommand(a *app) *cobra.Command {
	var f runFlags
	cmd := &cobra.Command{
		Use:   "test [FILE|DIR][:TEST]",
		Short: "Judge any program on the tests beside it, without a checkout",
		Long: `Judge a program on the tests beside it, in any folder. You need no checkout and
no package. Tests are 1.in and 1.ans, or have other usual names. A checker, an
interactor and a brute-force program are found by their names, too. judge.yaml
can name them, and set limits. "judge help folders" explains all this.

The whole output is compared with the answer, word for word; whitespace does not
matter. For an input without an answer, the output is shown but not judged, and
the exit status is 1.`,
		Example: `  judge test a.cpp
  judge test .
  judge test a.py --time-limit 2 --eps 1e-6
  judge test a.cpp --checker check.cpp --tests ~/Downloads/samples
  judge test a.cpp:2 --accept`,
		Args: usage.Args(0, 1, "name one program, or the folder that it is in"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				args = []string{"."}
			}
			return a.run(cmd.Context(), f, true, args)
		},
	}
	f.add(cmd)
	return cmd
}

// run does the main job: choose → open → judge → report. test is set for "judge test", which takes only a program in
// any folder.
func (a *app) run(ctx context.Context, f runFlags, test bool, args []string) error {
	for flag, folder := range map[string]string{"--tests": f.tests, "--class": f.class} {
		if folder != "" && !pick.IsFolder(folder) {
			return fmt.Errorf("%s %s: there is no such folder", flag, folder)
		}
	}
	if err := f.shardFlags.check(f.Failed); err != nil {
		return err
	}
	options := f.options(f.TimeLimit)
	options.Tests = f.tests
	a.picker.Class = f.class
	a.picker.Here, a.picker.Loose, a.picker.Many, a.picker.Only = true, &options, !test, test
	r := a.newRun(f.Flags, &here{backend: f.backend, jobs: f.jobs, sanitize: f.sanitize})
	if err := r.Choose(ctx, args); err != nil {
		return err
	}
	if f.sanitize { // what is wrong on purpose may get other verdicts
		r.Entries = slices.DeleteFunc(r.Entries, func(e grade.Entry) bool {
			return !e.Submission.Solution && !e.Submission.Stranger()
		})
	}
	folder := r.Picked.Folder
	switch {
	case folder == nil && f.accept:
		return errors.New("--accept is for a program in a folder; \"judge gen\" makes the answers of a problem")
	case folder != nil && f.shard != "":
		return errors.New("--shard is for problems; a program in a folder is judged as a whole")
	case folder != nil:
		r.Reports.Folder.Flags, r.Reports.Folder.TestsIn, r.Outputs.Whole = f.args(), f.tests, f.accept
		a.sayFolder(folder)
		a.sayTests(folder)
	}
	var err error
	if r.Part, err = a.cut(ctx, f, r); err != nil {
		return err
	}
	results, err := r.Judge(ctx)
	if err != nil {
		return err
	}
	if err := r.Report(ctx, results); err != nil {
		return err
	}
	if folder == nil || len(results.Submissions) == 0 {
		return a.stopped(r.Options, r.Status(results))
	}
	a.hints(f.folderFlags, r.Reports.Folder, results.Submissions[0])
	if f.accept && !results.Interrupted {
		failing, err := a.accept(folder, r.Reports.Folder.Judged, results.Submissions[0], &r.Outputs)
		if err != nil {
			return err
		}
		return exit.Decide(false, results.JudgeFailed(), failing, nil)
	}
	return a.stopped(r.Options, cmp.Or(unanswered(r.Reports.Folder, results), r.Status(results)))
}

// unanswered returns an error if nothing is wrong except that inputs have no answer.
func unanswered(f *outcome.Folder, results grade.Results) error {
	open, s := f.Unanswered(), results.Submissions[0]
	if len(open) == 0 || results.Interrupted || results.JudgeFailed() || results.Unexpected() > 0 || s.Unjudged ||
		s.Missing != "" {
		return nil
	}
	return exitError{Status: statusUnexpected, Err: fmt.Errorf("%s without an answer: not judged; %s",
		figures.Plural(len(open), "input"), howToAnswer(f.Folder, open[0]))}
}
