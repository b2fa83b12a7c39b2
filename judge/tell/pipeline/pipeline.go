// Package pipeline leads from a command's arguments to its results: choose → open → judge → report. The commands run,
// test and watch, and "cluster run", differ in their flags and in the Engine that judges.
//
//	r := &pipeline.Run{Flags: f, Engine: engine, Picker: picker, Stdout: stdout, Stderr: stderr, Say: say}
//	err := r.Choose(ctx, args)
//	results, err := r.Judge(ctx)
//	err = r.Report(ctx, results)
//	return r.Status(results)
package pipeline

import (
	"cmp"
	"context"
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
	"dlxjudge/judge/base/quantity"
	"dlxjudge/judge/base/scratch"
	"dlxjudge/judge/decide/failures"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/decide/loose"
	"dlxjudge/judge/decide/pick"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/tell/outcome"
	"dlxjudge/judge/tell/page"
	"dlxjudge/judge/tell/report"
)

// Flags holds the flags of all commands that judge.
type Flags struct {
	Package    string
	TimeLimit  time.Duration
	All, First bool
	Failed     bool
	Fresh      bool
	AllowSkips bool
	Reports    outcome.Reports
}

// Add adds the flags that even "judge watch" has.
func (f *Flags) Add(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&f.First, "first", false, "stop a submission at its first test that is not accepted")
	quantity.AddTimeLimit(cmd, &f.TimeLimit)
}

// AddOnce adds the flags of a command that judges once, and ends with a status.
func (f *Flags) AddOnce(cmd *cobra.Command) {
	flags := cmd.Flags()
	f.Reports.AddFlags(cmd)
	f.Reports.AddShow(cmd)
	flags.BoolVar(&f.All, "all", false, "run every test, even after a TLE")
	flags.BoolVar(&f.Failed, "failed", false, "judge only what was not as expected when it was last judged")
	flags.BoolVar(&f.Fresh, "fresh", false, "run every test again, even if its result is cached")
	flags.BoolVar(&f.AllowSkips, "allow-skips", false, "do not fail if submissions cannot be judged, for example "+
		"because a compiler is missing")
	cmd.MarkFlagsMutuallyExclusive("all", "first")
}

// Engine judges on this machine, or on the machines of a cluster.
type Engine interface {
	// Open opens what judging needs, and sets at least the cache in r.Options.
	Open(ctx context.Context, r *Run) error
	// Judge judges r.Entries, as grade.Judge does. There may be none.
	Judge(ctx context.Context, r *Run) (grade.Results, error)
	// Again judges one test once more, as grade.JudgeOne does.
	Again(ctx context.Context, r *Run, e grade.Entry, t problem.Test, printed string) (grade.Test, error)
}

// Run is one call of a command, or one round of "judge watch".
type Run struct {
	Flags
	Engine         Engine
	Picker         *pick.Picker
	Stdout, Stderr io.Writer
	Say            func(format string, args ...any)

	Picked  *pick.Picked
	Entries []grade.Entry // the caller may narrow them between Choose and Judge
	Part    *grade.Part   // the shard that Entries are; nil for a whole run
	Options grade.Options
	Outputs loose.Outputs // of a program in any folder

	nothing   bool  // with --failed: nothing failed the last time
	unwritten error // of the file of --events
}

// Choose finds what the arguments name.
func (r *Run) Choose(ctx context.Context, args []string) error {
	err := r.Reports.Check()
	if err != nil {
		return err
	}
	if r.Picked, err = r.Picker.Pick(ctx, r.Package, args, problem.Load); err != nil {
		return err
	}
	if r.Entries, err = r.Picker.Judged(r.Picked); err != nil {
		return err
	}
	r.Options = grade.Options{All: r.All, First: r.First, TimeLimit: r.TimeLimit, Conversations: r.Reports.Verbose,
		Transcripts: r.Reports.Transcripts}
	r.Options.Several = r.Picked.Roots.Several() || slices.ContainsFunc(r.Entries, func(e grade.Entry) bool {
		return e.Problem != r.Entries[0].Problem
	})
	r.Reports.Package = r.Picked.Package()
	if folder := r.Picked.Folder; folder != nil {
		r.Options.Conversations = r.Reports.Verbose || r.Reports.JSON != ""
		r.Options.Failures, r.Options.Around = true, r.Outputs.Around
		r.Reports.Folder = &outcome.Folder{Folder: folder, Outputs: &r.Outputs}
	}
	return r.Reports.Prepare(r.Entries)
}

// Judge opens the engine, judges the entries, and remembers what was not as expected. With --failed, it judges only
// what was not as expected the last time. If a signal ended it, it returns the results so far, and no error.
func (r *Run) Judge(ctx context.Context) (results grade.Results, err error) {
	if err := r.Engine.Open(ctx, r); err != nil {
		return results, err
	}
	folder, _ := r.Options.Cache.Folder("failed") // without this folder, no failures are recorded
	known := failures.Read(folder, cmp.Or(r.Picked.Package(), r.Picked.Root()))
	if r.Failed {
		r.Entries = known.Of(r.Entries)
		r.nothing = len(r.Entries) == 0
	}
	events, err := r.begin(ctx)
	if err != nil {
		return results, err
	}
	if r.nothing {
		r.Say("nothing failed the last time")
	} else if r.Reports.Folder != nil {
		r.Reports.Folder.Judged = r.Entries[0].Tests
	}
	r.Options.Listener = events.Listener()
	results, err = r.Engine.Judge(ctx, r)
	note, unwritten := events.End(ctx, results, err)
	if note != "" {
		r.Say("%s", note)
	}
	if unwritten != nil {
		r.unwritten = exit.Failed(unwritten)
	}
	if err != nil && !results.Interrupted {
		return results, err
	}
	known.Learn(r.Entries, results)
	known.Save()
	results.Part = r.Part
	if r.Reports.Folder != nil {
		r.Reports.Folder.Explain(&results)
	}
	return results, nil
}

// begin opens the file of --events, and writes the first line.
func (r *Run) begin(ctx context.Context) (*outcome.Events, error) {
	events, err := outcome.OpenEvents(ctx, r.Reports.Events, r.Stdout, r.Picker.Display)
	if o := r.Options; events != nil {
		events.Begin(report.Run{State: checkout.StateOf(outcome.Commit(ctx, r.Reports.Package,
			grade.Files(r.Entries)...)), Jobs: o.Jobs,
			Backend: o.Sandbox.Name(), Measures: o.Sandbox.Measures(), Submissions: len(r.Entries)})
	}
	return events, err
}

// Report writes the results as rows and to the files that the flags name. With --show, it also shows the first failure.
// If nothing was judged, it writes only the files, so that none of an earlier run is left.
func (r *Run) Report(ctx context.Context, results grade.Results) error {
	f := r.Reports
	if r.nothing && f.JSON+f.JUnit+f.HTML+f.CSV == "" {
		return r.unwritten
	}
	if f.JSON+f.HTML != "" {
		results.Commit, results.Dirty = outcome.Commit(ctx, f.Package, grade.Files(r.Entries)...)
	}
	if err := r.showStrangers(ctx, results); err != nil {
		return err
	}
	shown := r.Picker.DisplayResults(results)
	if err := f.Write(r.Stdout, r.Stderr, shown); err != nil {
		return exit.Failed(err)
	}
	input := func(display string) string { return page.Beginning(r.Picker.File(display)) }
	if err := f.WritePage(shown, input); err != nil {
		return err
	}
	if r.unwritten != nil || !f.Show || results.Interrupted || r.nothing {
		return r.unwritten
	}
	return r.show(ctx, results)
}

// showStrangers shows the first failure of each stranger, unless the rows are not printed or --show follows.
func (r *Run) showStrangers(ctx context.Context, results grade.Results) error {
	if f := r.Reports; f.Show || f.JSON == "-" || f.Events == "-" || results.Interrupted {
		return nil
	}
	folder, err := scratch.Make("")
	defer os.RemoveAll(folder)
	for i, s := range results.Submissions {
		if err == nil && s.Stranger && !s.InClass() && !s.Expected {
			if len(results.Submissions) > 1 {
				fmt.Fprintf(r.Stdout, "  %s\n", legible.Line(s.Problem+"/"+s.Name))
			}
			err = outcome.ShowWrong(ctx, r.Stdout, filepath.Join(folder, "output"), r.Entries[i], s, r.Picker.Display,
				r.again)
		}
	}
	if err != nil {
		err = exit.Failed(err)
	}
	return err
}

// again judges one test once more.
func (r *Run) again(ctx context.Context, e grade.Entry, t problem.Test, printed string) (grade.Test, error) {
	return r.Engine.Again(ctx, r, e, t, printed)
}

// show judges the first failed test again. It shows the input, the answer and the output side by side.
func (r *Run) show(ctx context.Context, results grade.Results) error {
	folder, err := r.Options.Cache.Folder("shown")
	if err != nil {
		return exit.Failed(err)
	}
	failed, err := outcome.ShowFailed(ctx, r.Stdout, folder, r.Entries, results, r.again)
	if !failed {
		r.Say("no test failed: there is nothing to show")
	}
	return err
}

// Status returns the error that ends the command, or nil if all is as expected.
func (r *Run) Status(results grade.Results) error {
	if r.nothing {
		return nil
	}
	return outcome.Status(results, r.AllowSkips)
}
