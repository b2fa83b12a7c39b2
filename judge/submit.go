package main

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"dlxjudge/judge/author/send"
	"dlxjudge/judge/author/submit"
	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/base/quantity"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/decide/loose"
	"dlxjudge/judge/measure/sampling"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/tell/figures"
	"dlxjudge/judge/tell/page"
	"dlxjudge/judge/tell/terminal"
)

// submitFlags holds the flags of "judge submit".
type submitFlags struct {
	timeLimit   time.Duration
	folderFlags // only those that say how to build the program
	paste, open bool
	browserFlags
}

func newSubmitCommand(a *app) *cobra.Command {
	var f submitFlags
	cmd := &cobra.Command{
		Use:   "submit [SUBMISSION|FILE|PATTERN...]",
		Short: "Check a submission by its online judge's rules, then print it",
		Long: `Check that the online judge will take a SUBMISSION, or a FILE with tests beside
it. The language and the size must be allowed, and the program must not use
features that an old compiler lacks. It must pass all tests within half of the
limits. Then the file goes to standard output or, with --send, to an extension
in your browser. If a check fails, nothing is printed or sent, and the exit
status is 1. If several solutions are named, only their checks are printed.
"judge help submitting" explains the checks, where the judge of a FILE is named,
the extensions, and how to record what the judge answered.`,
		Example: `  judge submit spojnqueen/dlx
  judge submit --copy --open spojnqueen/dlx
  judge submit --send a.cpp
  judge submit --result AC --time 0.03 --memory 2.1 a.cpp
  judge submit a.cpp
  judge submit 'poj*'
  judge submit spojnqueen/dlx | xclip -selection clipboard`,
		RunE: func(cmd *cobra.Command, args []string) error {
			f.timed, f.sized = cmd.Flags().Changed("time"), cmd.Flags().Changed("memory")
			return a.submit(cmd.Context(), f, args)
		},
		ValidArgsFunction: completePatterns(new(string)),
	}
	f.addBuild(cmd)
	cmd.Flags().BoolVar(&f.paste, "copy", false, "put the file into the terminal's clipboard instead of printing it")
	cmd.Flags().BoolVar(&f.open, "open", false, "open the page where the file is to be pasted, in the browser")
	f.browserFlags.add(cmd)
	quantity.AddTimeLimit(cmd, &f.timeLimit)
	cmd.Flags().Lookup("time-limit").Usage = "the problem's time limit at the judge, in `SECONDS`"
	return cmd
}

// submit checks what the arguments name. If that is a single submission that passes all checks, submit prints, copies
// or sends it.
func (a *app) submit(ctx context.Context, f submitFlags, args []string) error {
	if err := f.check(); err != nil {
		return err
	} else if f.verdict != "" {
		return a.record(ctx, f, args)
	}
	tty, err := clipboard(f.paste)
	if err != nil {
		return err
	}
	defer tty.Close()
	entries, folder, err := a.toSubmit(ctx, f, args)
	if err != nil {
		return err
	}
	tools, err := a.open(ctx, "")
	if err != nil {
		return err
	}
	if folder == nil {
		if f.timeLimit > 0 {
			return errors.New("--time-limit is for a program in a folder; a problem has its limits in problem.yaml")
		}
		if err := a.derive(ctx, entries, tools); err != nil {
			return err
		}
		if len(entries) > 1 {
			return a.submitAll(ctx, entries, tools)
		}
	}
	entry := entries[0]
	var sending *send.Server
	if f.send {
		if sending, err = prepareSend(ctx, entry); err != nil {
			return err
		}
		defer sending.Close()
	}
	name, original := entry.Problem.Name+"/"+entry.Submission.Name, entry.Submission.Dir
	if err := a.expand(ctx, &entry.Submission); err != nil {
		return err
	}
	if folder != nil {
		name = filepath.Join(original, entry.Submission.Files[0])
		if err := a.keepAnswered(ctx, tools, folder, &entry); err != nil {
			return err
		}
	}
	preflight, err := a.inspect(ctx, a.stderr, entry, original, tools)
	switch {
	case err != nil:
		return err
	case preflight.Results.JudgeFailed():
		return exitError{Status: statusJudge}
	case preflight.Failed() > 0:
		hint := ""
		if folder != nil && slices.ContainsFunc(preflight.Results.Submissions, func(s grade.Submission) bool {
			return strings.Contains(s.Message, "fatal error: ") // a header is missing
		}) {
			hint = "; if C++ headers are in another folder, add -I FOLDER"
		}
		return exitError{Status: statusUnexpected, Err: fmt.Errorf("%s is not ready for %s: %s of %d failed%s", name,
			entry.Problem.Judge.Name, figures.Plural(preflight.Failed(), "check"), len(preflight.Checks), hint)}
	}
	if f.send {
		return a.send(ctx, f.browserFlags, sending, string(preflight.Source), name, preflight.Entry)
	}
	did, file, unsure := "paste", legible.Line(entry.Submission.Main()), ""
	switch expanded := entry.Submission.Dir != original; { // the expanded file is removed at the end
	case expanded && f.paste:
		file = "it"
	case expanded:
		file = "the text on standard output"
	}
	if f.paste {
		did = "the terminal was asked to put it into the clipboard; paste"
		_, err = fmt.Fprintf(tty, "\x1b]52;c;%s\a", base64.StdEncoding.EncodeToString(preflight.Source))
	} else {
		_, err = a.stdout.Write(preflight.Source)
	}
	if err != nil {
		return judgeFailed(err)
	}
	if !preflight.Known {
		unsure = " (it may have another name there)"
	}
	// This message is last, so that the file does not scroll it away.
	message := fmt.Sprintf("%s is ready for %s: %s %s (%d bytes), choose %s in the menu of languages%s", name,
		legible.Line(entry.Problem.Judge.Name), did, file, len(preflight.Source), legible.Line(preflight.Entry), unsure)
	if preflight.Page != "" {
		message += ", at\n" + legible.Line(preflight.Page)
	}
	terminal.Message(a.stderr, message)
	if f.open {
		if err := page.Browse(ctx, preflight.Page); err != nil {
			return fmt.Errorf("--open: %w", err)
		}
	}
	return nil
}

// toSubmit returns the submissions that the arguments name. For a program in any folder, it returns the folder, too.
func (a *app) toSubmit(ctx context.Context, f submitFlags, args []string) ([]grade.Entry, *loose.Folder, error) {
	options := f.options(f.timeLimit)
	options.TestsOptional = true
	picked, err := a.pick(ctx, options, "", args)
	if err != nil {
		return nil, nil, err
	}
	if folder := picked.Folder; folder != nil && picked.Patterns == nil {
		p := folder.Problem
		unnamed := ""
		if p.Judge, unnamed, err = submit.JudgeOf(folder, a.config.Judge); err != nil {
			return nil, nil, err
		}
		if unnamed != "" && f.open {
			return nil, nil, fmt.Errorf("--open: %s", unnamed)
		} else if unnamed != "" {
			a.say("note: %s", unnamed)
		}
		p.Limits.Time, p.Limits.Memory = folder.Known.Time, folder.Known.Memory // 0 if unknown
		p.Submissions[0].Standards, p.Submissions[0].Defines = p.Judge.Standards, nil
		return []grade.Entry{{Problem: p, Submission: p.Submissions[0], Tests: p.Tests}}, folder, nil
	}
	entries, err := picked.Entries()
	if err != nil {
		return nil, nil, err
	}
	if slices.ContainsFunc(entries, func(e grade.Entry) bool { return len(e.Tests) < len(e.Problem.Tests) }) ||
		picked.Folder != nil {
		return nil, nil, errors.New("a program is submitted whole, and checked on all tests; leave out :TEST")
	}
	for i := range entries {
		entries[i].Submission.Defines = nil
	}
	one := entries[0]
	if len(entries) > 1 {
		entries = slices.DeleteFunc(entries, func(e grade.Entry) bool {
			return !e.Submission.Solution || e.Problem.Judge.Key == ""
		})
	}
	switch {
	case len(entries) == 0:
		return nil, nil, errors.New("none of these is a solution of an online judge's problem; \"judge list\" shows " +
			"all solutions")
	case len(entries) > 1 && (f.paste || f.open || f.send || f.verdict != ""):
		return nil, nil, fmt.Errorf("--copy, --open, --send and --result take one submission, not %d; name one",
			len(entries))
	case len(entries) > 1:
		return entries, nil, nil
	case !one.Submission.Solution:
		return nil, nil, fmt.Errorf("%s/%s is wrong on purpose: only solutions are submitted", one.Problem.Name,
			one.Submission.Name)
	case one.Problem.Judge.Key == "":
		return nil, nil, fmt.Errorf("the online judge of %s is unknown; name it in %s", one.Problem.Name,
			filepath.Join(one.Problem.Dir, "judge.yaml"))
	}
	return entries, nil, nil
}

// submitAll checks several submissions, and prints the checks of each.
func (a *app) submitAll(ctx context.Context, entries []grade.Entry, tools grade.Options) error {
	ready, broken := 0, false
	for _, e := range entries {
		fmt.Fprintf(a.stdout, "%s/%s for %s\n", e.Problem.Name, e.Submission.Name, legible.Line(e.Problem.Judge.Name))
		original := e.Submission.Dir
		if err := a.expand(ctx, &e.Submission); err != nil {
			return err
		}
		preflight, err := a.inspect(ctx, a.stdout, e, original, tools)
		if err != nil {
			return err
		}
		failed := preflight.Results.JudgeFailed()
		broken = broken || failed
		if preflight.Failed() == 0 && !failed {
			ready++
		}
	}
	a.say("%d of %s passed all checks", ready, figures.Plural(len(entries), "solution"))
	switch {
	case broken:
		return exitError{Status: statusJudge}
	case ready < len(entries):
		return exitError{Status: statusUnexpected}
	}
	return nil
}

// excerpt matches a line of a compiler's message that quotes the source.
var excerpt = regexp.MustCompile(`^ *\d* \|`)

// inspect checks a submission, and prints a line for each check. In messages, original replaces the submission's
// folder.
func (a *app) inspect(ctx context.Context, out io.Writer, entry grade.Entry, original string,
	tools grade.Options) (submit.Preflight, error) {
	var clear func()
	tools.Observe, clear = a.status()
	preflight, err := submit.Inspect(ctx, entry, tools)
	clear()
	if err := ended(ctx, err); err != nil {
		return preflight, err
	}
	start, err := sampling.StartUp(ctx, entry, tools)
	if err := ended(ctx, err); err != nil {
		return preflight, err
	}
	for _, c := range preflight.Checks {
		if c.Name == "time" && start > 0 {
			c.Details = append(c.Details,
				fmt.Sprintf("%.3fs of that is the start-up time of an empty program here", start.Seconds()))
		}
		terminal.Message(out, fmt.Sprintf("  %s %-8s  %s", c.Mark(), c.Name, legible.Line(c.Result)))
		for _, line := range c.Details {
			if original != entry.Submission.Dir && excerpt.MatchString(line) {
				continue // a wrong line: the compiler looks for the original's line number in the expanded text
			}
			line = strings.ReplaceAll(line, entry.Submission.Dir, original)
			terminal.Message(out, "      "+legible.Lines(line))
		}
	}
	terminal.Message(out, "  "+preflight.Tally())
	return preflight, nil
}

// expand merges a C or C++ program and the user's own headers into one file, in a new folder. The program is then
// checked without the files beside it.
func (a *app) expand(ctx context.Context, program *problem.Submission) error {
	if !submit.Expands(program.Source) {
		return nil
	}
	text, headers, refused, err := submit.Expand(ctx, program.Source)
	program.Beside = false
	for _, why := range refused {
		a.say("note: %s", why)
	}
	switch {
	case ctx.Err() == nil && err != nil:
		return exitError{Status: statusUnexpected, Err: err}
	case err != nil || len(headers) == 0:
		return err
	}
	dir, err := a.scratch()
	if err != nil {
		return err
	}
	a.say("headers instead of their #include: %s", strings.Join(headers, ", "))
	program.Dir = dir
	return os.WriteFile(filepath.Join(dir, program.Files[0]), text, 0o644)
}

// clipboard opens the terminal, to copy into its clipboard. If wanted is false, it returns nil.
func clipboard(wanted bool) (*os.File, error) {
	if !wanted {
		return nil, nil
	}
	if os.Getenv("TERM") == "dumb" {
		return nil, errors.New("--copy: this terminal takes no escape sequences (TERM=dumb); without --copy the file " +
			"goes to standard output")
	}
	tty, err := os.OpenFile("/dev/tty", os.O_WRONLY, 0)
	if err != nil {
		return nil, fmt.Errorf("--copy: there is no terminal (%w); without --copy the file goes to "+
			"standard output", err)
	}
	return tty, nil
}
