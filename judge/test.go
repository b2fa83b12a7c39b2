package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"dlxjudge/judge/author/loose"
	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/base/quantity"
	"dlxjudge/judge/base/scratch"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/decide/selection"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/tell/outcome"
	"dlxjudge/judge/tell/report"
	"dlxjudge/judge/tell/usage"
)

// testFlags are the flags of judge test.
type testFlags struct {
	time                  time.Duration
	memory, eps           float64 // MiB; a difference
	checker, brute, tests string
	verbose               bool
	json                  string
}

func newTestCommand(a *app) *cobra.Command {
	var f testFlags
	cmd := &cobra.Command{
		Use:   "test FILE|DIR",
		Short: "Judge any program on the tests beside it, without a checkout",
		Long: `Judge a program on the tests beside it, in any folder: no checkout, no package. A problem package is
judged by judge run --package DIR.

Tests are found in the program's folder, and in its folders called tests, samples and the like. An input and
its answer are 1.in and 1.ans, 1.in and 1.out, sample-1.in and sample-1.out, input1.txt and output1.txt, in/1.txt and
out/1.txt, 01 and 01.a. If there are several programs, the tests called a1.in or a-1.in are those of a.cpp. On an
input without an answer the program is run and its output shown, but not judged; the exit status is then 1.

The whole output is compared with the answer, word for word; whitespace does not matter. Programs are built in the
newest standard that the compiler has.`,
		Example: `  judge test a.cpp
  judge test .
  judge test a.py --time-limit 2 --memory 256 --eps 1e-6
  judge test a.cpp --brute slow.py
  judge test a.cpp --checker check.cpp --tests ~/Downloads/samples`,
		Args: usage.Args(1, 1, "name one program, or the folder that it is in"),
		RunE: func(cmd *cobra.Command, args []string) error { return a.test(cmd.Context(), f, args[0]) },
		ValidArgsFunction: completeOne(func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return nil, cobra.ShellCompDirectiveDefault // files
		}),
	}
	f.time, f.memory = 10*time.Second, 1024
	flags := cmd.Flags()
	flags.Var(quantity.Seconds(&f.time, 1e-6, 1e6), "time-limit", "stop the program after so many `SECONDS`")
	usage.Renamed(cmd, "time", "time-limit")
	flags.Var(quantity.Of(&f.memory, "MiB", "256", 1, 1<<20), "memory", "memory limit in `MIB`")
	flags.Var(quantity.Of(&f.eps, "a tolerance", "1e-6", 0, 1), "eps",
		"accept numbers that differ by `EPS`, absolutely or relatively")
	flags.StringVar(&f.checker, "checker", "", "decide with the checker in `FILE`: checker input answer "+
		"feedback_dir < output, exit 42 or 43")
	flags.StringVar(&f.brute, "brute", "", "have the program in `FILE` make the answers that are missing")
	flags.StringVar(&f.tests, "tests", "", "take the tests in `DIR`, and in folders below it, instead of searching "+
		"for them")
	flags.BoolVarP(&f.verbose, "verbose", "v", false, "show every test")
	addJSON(cmd, &f.json)
	return cmd
}

// check refuses flags that cannot work, before anything is read.
func (f testFlags) check() error {
	switch {
	case f.eps > 0 && f.checker != "":
		return errors.New("--eps is for the default checker, and --checker takes its place; leave out one of them")
	case f.tests != "" && !selection.IsFolder(f.tests):
		return fmt.Errorf("--tests %s: there is no such folder", f.tests)
	}
	return nil
}

// test judges one program on what was found beside it: find → build → run → check → report.
func (a *app) test(ctx context.Context, f testFlags, path string) error {
	if err := f.check(); err != nil {
		return err
	}
	source, err := loose.Program(path)
	if err != nil {
		return err
	}
	options := loose.Options{Time: f.time, Memory: int64(f.memory * (1 << 20)), Epsilon: f.eps}
	if f.checker != "" {
		checker, err := loose.Program(f.checker)
		if err != nil {
			return fmt.Errorf("--checker: %w", err)
		}
		options.Checker = &checker
	}
	found, err := loose.Find(source, f.tests)
	if err != nil {
		return err
	}
	a.sayTests(found)
	tools, close, err := a.open("")
	if err != nil {
		return err
	}
	defer close()
	if f.brute != "" {
		folder, err := scratch.Make("")
		if err != nil {
			return judgeFailed(err)
		}
		defer os.RemoveAll(folder)
		if err := a.answer(ctx, tools.Cache, f.brute, &found, folder); err != nil {
			return err
		}
	}
	if err := a.sayBuilt(ctx, tools.Cache, source, options.Memory); err != nil {
		return err
	}
	p := loose.Problem(source, found.Tests, options)
	outputs := &loose.Outputs{}
	tools.Jobs, tools.Around = defaultJobs(), outputs.Around
	var clear func()
	tools.Observe, clear = a.status()
	results, err := grade.Judge(ctx, []grade.Entry{{Problem: p, Submission: p.Submissions[0], Tests: p.Tests}}, tools)
	clear()
	if err != nil && !results.Interrupted {
		return buildFailed(err)
	}
	a.prepareLater(tools.Cache, filepath.Join(source.Dir, source.Files[0]))
	if f.json != "" {
		results.Commit, results.Dirty = outcome.Commit(context.WithoutCancel(ctx), source.Dir)
	}
	return a.reportTest(f, p, results, outputs)
}

// sayTests says which tests were taken.
func (a *app) sayTests(found loose.Tests) {
	const most = 10
	var names []string
	for i, t := range found.Tests {
		if i == most {
			names = append(names, fmt.Sprintf("… %d more", len(found.Tests)-most))
			break
		}
		name := t.Input + " (no answer)"
		if t.Answer != "" {
			name = t.Input + " and " + filepath.Base(t.Answer)
		}
		names = append(names, name)
	}
	a.say("%s: %s", count(len(found.Tests), "test"), strings.Join(names, ", "))
	for _, note := range found.Notes {
		a.say("note: %s", note)
	}
}

// sayBuilt says how the program is built and, if it is no executable, run. If it cannot be built, the row says so.
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

// answer has the brute program make the answers that are missing.
func (a *app) answer(ctx context.Context, cache *compile.Cache, brute string, found *loose.Tests, folder string) error {
	source, err := loose.Program(brute)
	if err != nil {
		return fmt.Errorf("--brute: %w", err)
	}
	tests, made, err := loose.Answer(ctx, cache, source, found.Tests, folder)
	switch {
	case ctx.Err() != nil:
		return exitError{Status: statusInterrupted}
	case err != nil:
		return fmt.Errorf("--brute: %w", err)
	case made == 0:
		a.say("note: --brute %s is not needed: every input has its answer", brute)
	default:
		a.say("%s made %s", brute, count(made, "answer"))
	}
	found.Tests = tests
	return nil
}

// reportTest writes the row, the files of the first failure, and the outputs that were not judged. It is a success only
// if every test was judged and accepted.
func (a *app) reportTest(f testFlags, p *problem.Problem, results grade.Results, outputs *loose.Outputs) error {
	s := &results.Submissions[0]
	open := slices.DeleteFunc(slices.Clone(p.Tests), func(t problem.Test) bool { return t.Answer != "" })
	if len(open) == len(p.Tests) && s.Skipped() && s.Message == "" {
		s.Message = "not judged: no input has an answer"
	}
	out := a.rows(f.json)
	style := a.style()
	debug := func(s grade.Submission, test grade.Test) string {
		i := slices.IndexFunc(p.Tests, func(t problem.Test) bool { return t.Name == test.Name })
		return "judge debug" + legible.Words(s.Source) + " <" + legible.Words(p.Tests[i].Input)
	}
	options := report.TextOptions{Verbose: f.verbose, Color: style.Color, Width: style.Width, Debug: debug}
	if err := report.Text(out, results, options); err != nil {
		return judgeFailed(err)
	}
	if err := showFailure(out, p, *s, outputs, style.Width); err != nil {
		return judgeFailed(err)
	}
	var unjudged []report.Output
	for _, t := range open {
		if text, ok := outputs.Of(t.Input); ok {
			unjudged = append(unjudged, report.Output{Input: t.Input, Head: text.Head, Size: text.Size})
			if err := report.Excerpt(out, legible.Line(t.Input)+" has no answer; the output, not judged:", text.Head,
				text.Size, style.Width); err != nil {
				return judgeFailed(err)
			}
		}
	}
	if err := a.writeJSON(f.json, func(w io.Writer) error {
		return report.LooseJSON(w, results, unjudged)
	}); err != nil {
		return err
	}
	switch {
	case results.Interrupted:
		return a.interrupted(fmt.Sprintf("%d of %s run", s.Run(), count(len(p.Tests), "test")),
			"start again with: "+a.again("", ""))
	case results.JudgeFailed():
		return exitError{Status: statusJudge}
	case results.Unexpected() > 0:
		return exitError{Status: statusUnexpected}
	case s.Verdict == problem.NotRun && len(open) < len(p.Tests):
		return exitError{Status: statusUnexpected, Err: fmt.Errorf("not judged: %s", s.Message)}
	case len(open) > 0:
		return exitError{Status: statusUnexpected, Err: fmt.Errorf("%s without an answer: not judged; write one, "+
			"such as %s, or have them made with: --brute FILE",
			count(len(open), "input"), strings.TrimSuffix(open[0].Input, filepath.Ext(open[0].Input))+".ans")}
	}
	return nil
}

// showFailure writes input, answer and output of the first test whose output is wrong.
func showFailure(out io.Writer, p *problem.Problem, s grade.Submission, outputs *loose.Outputs, columns int) error {
	for i, result := range s.Tests {
		t := p.Tests[i]
		got, ok := outputs.Of(t.Input)
		if result.Expected || !ok || t.Answer == "" {
			continue
		}
		files := []struct{ title, path string }{{"input", t.Input}, {"expected", t.Answer}}
		for _, file := range files {
			text, err := loose.Head(file.path)
			if err != nil {
				return err
			}
			title := file.title + " " + legible.Line(file.path)
			if err := report.Excerpt(out, title, text.Head, text.Size, columns); err != nil {
				return err
			}
		}
		return report.Excerpt(out, "got", got.Head, got.Size, columns)
	}
	return nil
}
