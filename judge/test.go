package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/base/quantity"
	"dlxjudge/judge/decide/check"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/decide/loose"
	"dlxjudge/judge/decide/pick"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/tell/figures"
	"dlxjudge/judge/tell/outcome"
	"dlxjudge/judge/tell/page"
	"dlxjudge/judge/tell/report"
	"dlxjudge/judge/tell/usage"
)

// testFlags holds the flags of "judge test".
type testFlags struct {
	folderFlags
	time    time.Duration
	tests   string
	verbose bool
	accept  bool
	reports outcome.Reports // only its flags --json, --html and --events
}

func newTestCommand(a *app) *cobra.Command {
	var f testFlags
	cmd := &cobra.Command{
		Use:   "test [FILE|DIR][:TEST]",
		Short: "Judge any program on the tests beside it, without a checkout",
		Long: `Judge a program on the tests beside it, in any folder: no checkout, no package.
Tests are 1.in and 1.ans, or have other usual names. A checker, an interactor
and a brute force are found by their names, too. judge.yaml can name them, and
set limits. "judge help folders" explains all this.

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
			return a.test(cmd.Context(), f, cmp.Or(strings.Join(args, ""), "."))
		},
	}
	flags := cmd.Flags()
	f.add(cmd)
	quantity.AddTimeLimit(cmd, &f.time)
	flags.StringVar(&f.tests, "tests", "", "take the tests in `DIR`, and in folders below it, instead of searching "+
		"for them")
	flags.BoolVar(&f.accept, "accept", false, "write each output that is shown as wrong, or as not judged, to its "+
		"answer file")
	flags.BoolVarP(&f.verbose, "verbose", "v", false, "show every test")
	addJSON(cmd, &f.reports.JSON)
	f.reports.AddPage(cmd)
	f.reports.AddEvents(cmd)
	return cmd
}

// check refuses flags that cannot work, before anything is read.
func (f testFlags) check() error {
	var missing error
	if f.tests != "" && !pick.IsFolder(f.tests) {
		missing = fmt.Errorf("--tests %s: there is no such folder", f.tests)
	}
	return errors.Join(missing, f.reports.Check())
}

// test judges one program on the tests beside it: find → build → run → check → report.
func (a *app) test(ctx context.Context, f testFlags, path string) error {
	if err := f.check(); err != nil {
		return err
	}
	options := f.options(f.time)
	options.Tests = f.tests
	a.picker.Loose = &options
	picked, err := a.picker.PickLoose(ctx, []string{path})
	if err != nil {
		return err
	}
	entries, err := picked.Entries()
	if err != nil {
		return err
	}
	folder := picked.Folder
	a.sayFolder(folder)
	a.sayTests(folder)
	tools, err := a.open(ctx, "")
	if err != nil {
		return err
	}
	if err := a.answer(ctx, tools, folder, &entries[0]); err != nil {
		return err
	}
	p := folder.Problem
	if err := a.sayBuilt(ctx, tools.Cache, folder.Program, p.Limits.Memory); err != nil {
		return err
	}
	outputs := &loose.Outputs{Whole: f.accept}
	tools.Jobs, tools.Around, tools.Conversations = cmp.Or(a.config.Jobs, defaultJobs()), outputs.Around, p.Interactive
	events, err := a.beginEvents(ctx, f.reports.Events, p.Dir, entries, tools)
	if err != nil {
		return err
	}
	var clear func()
	tools.Observe, clear = a.status()
	tools.Listener = events.Listener()
	results, err := grade.Judge(ctx, entries, tools)
	clear()
	unwritten := a.endEvents(ctx, events, results, err)
	if err != nil && !results.Interrupted {
		return buildFailed(err)
	}
	a.prepareLater(tools.Cache, p.Submissions[0].Main())
	for i := range results.Submissions[0].Tests {
		test := &results.Submissions[0].Tests[i]
		test.InputFile = folder.Tests.DisplayName(test.InputFile)
	}
	return cmp.Or(unwritten, a.reportTest(ctx, f, folder, results, outputs))
}

// sayTests reports which tests were found.
func (a *app) sayTests(folder *loose.Folder) {
	const most = 10
	found := folder.Tests
	var names []string
	file := "" // the name of cph's file, in parentheses, if that file holds the tests
	for i, t := range found.Tests {
		if i == most {
			names = append(names, fmt.Sprintf("… %d more", len(found.Tests)-most))
			break
		}
		name := found.DisplayName(t.Input)
		switch {
		case found.DisplayNames[t.Input] != "" && t.Answer != "":
			file, _, _ = strings.Cut(" ("+name, ", test ")
			file, name = file+")", t.Name
		case t.Answer != "":
			name += " and " + filepath.Base(found.DisplayName(t.Answer))
		case !folder.Problem.Interactive:
			name += " (no answer)"
		}
		names = append(names, name)
	}
	a.say("%s: %s%s", figures.Plural(len(found.Tests), "test"), strings.Join(names, ", "), file)
	for _, note := range found.Notes {
		a.say("note: %s", note)
	}
}

// sayBuilt prints how the program is built and, if it is not an executable, how it is run. If the program cannot be
// built, sayBuilt prints nothing, because the row of results says so.
func (a *app) sayBuilt(ctx context.Context, cache *compile.Cache, source problem.Source, memory int64) error {
	command, run, err := cache.CommandLine(ctx, compile.Submission, source, memory)
	var missing *compile.MissingError
	var broken *compile.CompileError
	switch {
	case ctx.Err() != nil:
		return exitError{Status: statusInterrupted}
	case errors.As(err, &missing), errors.As(err, &broken):
		return nil
	case err != nil:
		return judgeFailed(err)
	case run != "":
		command += "; run as: " + run
	}
	a.say("built as: %s", command)
	return nil
}

// reportTest writes the row of results, the files of the first failed test, and the outputs that were not judged.
// Without --accept, it returns nil only if every test was judged and accepted.
func (a *app) reportTest(ctx context.Context, f testFlags, folder *loose.Folder, results grade.Results,
	outputs *loose.Outputs) error {
	p, s := folder.Problem, &results.Submissions[0]
	open := slices.DeleteFunc(slices.Clone(p.Tests), func(t problem.Test) bool { return t.Answer != "" })
	if len(open) == len(p.Tests) && s.Skipped() && s.Message == "" {
		s.Message = "not judged: no input has an answer"
	}
	out := a.rows(f.reports.JSON, f.reports.Events)
	style := a.style()
	debug := func(s grade.Submission, test grade.Test) string {
		i := slices.IndexFunc(p.Tests, func(t problem.Test) bool { return t.Name == test.Name })
		if f.tests == "" || p.Talks() { // "judge debug" can find this test by name
			return "judge debug" + legible.Words(s.Source+":"+test.Name)
		}
		input := folder.Tests.DisplayName(p.Tests[i].Input)
		return "judge debug" + legible.Words(s.Source) + " <" + legible.Words(input)
	}
	shown := report.TextOptions{Verbose: f.verbose, Color: style.Color, Width: style.Width, Debug: debug,
		Note: folder.Files()}
	report.Text(out, results, shown)
	if err := showFailure(out, folder, *s, outputs, style.Width); err != nil {
		return judgeFailed(err)
	}
	var unjudged []report.Output
	for _, t := range open {
		if text, ok := outputs.Of(t.Input); ok {
			input := folder.Tests.DisplayName(t.Input)
			unjudged = append(unjudged, report.Output{Input: input, Head: text.Head, Size: text.Size})
			report.Excerpt(out, legible.Line(input)+" has no answer; the output, not judged:", text.Head, text.Size,
				style.Width)
		}
	}
	if err := a.writeJSON(f.reports.JSON, func(w io.Writer) error {
		return report.LooseJSON(w, results, unjudged)
	}); err != nil {
		return err
	}
	f.reports.Package, f.reports.ByFile = p.Dir, true
	if err := f.reports.WritePage(results, page.Beginning); err != nil {
		return err
	}
	a.hints(f, folder, *s, outputs)
	if f.accept && !results.Interrupted {
		return a.accept(folder, *s, outputs)
	}
	switch {
	case results.Interrupted:
		return a.interrupted(fmt.Sprintf("%d of %s run", s.Run(), figures.Plural(len(p.Tests), "test")), "")
	case results.JudgeFailed():
		return exitError{Status: statusJudge}
	case results.Unexpected() > 0:
		return exitError{Status: statusUnexpected}
	case s.Verdict == problem.NotRun && len(open) < len(p.Tests):
		return exitError{Status: statusUnexpected, Err: fmt.Errorf("not judged: %s", s.Message)}
	case len(open) > 0:
		return exitError{Status: statusUnexpected, Err: fmt.Errorf("%s without an answer: not judged; %s",
			figures.Plural(len(open), "input"), howToAnswer(folder, open[0]))}
	}
	return nil
}

// showFailure writes the input of the first test that was not accepted. If the output of that test is wrong, it also
// writes the answer and the output.
func showFailure(out io.Writer, folder *loose.Folder, s grade.Submission, outputs *loose.Outputs, columns int) error {
	for i, result := range s.Tests {
		t := folder.Problem.Tests[i]
		got, ok := outputs.Of(t.Input)
		ran := result.Verdict != problem.AC && result.Verdict != problem.NotRun && result.Verdict != problem.CE
		if result.Expected || !ran || ok && t.Answer == "" {
			continue
		}
		files := []struct{ title, path string }{{"input", t.Input}}
		if ok {
			files = append(files, struct{ title, path string }{"expected", t.Answer})
		}
		for _, file := range files {
			text, err := loose.Head(file.path)
			if err != nil {
				return err
			}
			title := file.title + " " + legible.Line(folder.Tests.DisplayName(file.path))
			report.Excerpt(out, title, text.Head, text.Size, columns)
		}
		if !ok {
			return nil
		}
		return report.Excerpt(out, "got", got.Head, got.Size, columns)
	}
	return nil
}

// accept writes each output that was not accepted, or that has no answer, to its answer file. It returns an error if a
// test still fails. If the judge failed on a test, accept writes nothing.
func (a *app) accept(folder *loose.Folder, s grade.Submission, outputs *loose.Outputs) error {
	if slices.ContainsFunc(s.Tests, func(t grade.Test) bool { return t.Verdict == problem.JE }) {
		return exitError{Status: statusJudge, Err: errors.New("--accept wrote nothing, because a test was not judged")}
	}
	failing := false
	for i, result := range s.Tests {
		t := folder.Problem.Tests[i]
		got, kept := outputs.Of(t.Input)
		if !kept {
			failing = failing || result.Verdict != problem.AC
			continue
		}
		answer, err := folder.Tests.WriteAnswer(t, got.Head)
		switch {
		case err != nil:
			return fmt.Errorf("--accept: %w", err)
		case answer == "":
			a.say("note: %s has no file of its own; its answer is unchanged", folder.Tests.DisplayName(t.Input))
			failing = true
		default:
			a.say("%s now holds the output", answer)
		}
	}
	return findings(failing)
}

// hints suggests a flag or a setting that may be missing.
func (a *app) hints(f testFlags, folder *loose.Folder, s grade.Submission, outputs *loose.Outputs) {
	for i, result := range s.Tests {
		t := folder.Problem.Tests[i]
		if text, _ := outputs.Of(t.Input); text.Near != "" {
			a.say("hint: on %s the output differs only in numbers, by less than %s; if that is allowed: --eps %s",
				legible.Line(t.Name), text.Near, text.Near)
			return
		}
		limited := strings.Contains(result.Message, "limit") // false if program and interactor wait for each other
		if result.Verdict == problem.TLE && limited && folder.Known.Time == 0 {
			a.say("hint: the time limit was %v, the default; set another with --time-limit SECONDS, or with "+
				"time_limit in judge.yaml", loose.UsualTime)
			return
		}
		zero := strings.Contains(result.Message, "failed: exit status 0")
		if (zero || strings.Contains(result.Message, check.WantStatus)) && !folder.Settings.Plain {
			a.say("hint: if status 0 of your checker or interactor says that the output is right, write into " +
				"judge.yaml: plain: true")
		}
		if result.Verdict != problem.JE {
			continue
		}
		for role, name := range map[loose.Role]string{loose.Checker: f.checker, loose.Interactor: f.interactor} {
			if part, found := folder.Parts[role]; found && name == "" {
				a.say("hint: if %s is not the %s: --%s none", part.Main(), role, role)
			}
		}
		return
	}
}
