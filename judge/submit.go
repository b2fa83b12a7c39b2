package main

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"dlxjudge/judge/author/submit"
	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/decide/loose"
	"dlxjudge/judge/measure/sampling"
	"dlxjudge/judge/tell/page"
	"dlxjudge/judge/tell/terminal"
	"dlxjudge/judge/tell/usage"
)

// submitFlags are the flags of judge submit.
type submitFlags struct {
	paste, open bool
	file        submitFile
}

func newSubmitCommand(a *app) *cobra.Command {
	var f submitFlags
	all := false
	cmd := &cobra.Command{
		Use:   "submit SUBMISSION | submit FILE --judge KEY | submit --all [PATTERN...]",
		Short: "Check a submission by its online judge's rules, then print it",
		Long: `Check that the online judge of its problem will take a SUBMISSION (problem/approach): its language,
one file of the right size, nothing that an old compiler lacks, accepted on all tests, and at most
half of the time and memory limits.

The file goes to standard output, byte for byte. The checks go to standard error, and last what to do
with the file. With --copy the terminal puts the file into the clipboard instead, over ssh too (OSC
52; in tmux: set -s set-clipboard on). A check passes (✓), fails (✖), or passes by a rule
that no document confirms (?); judge list -v names the sources of the rules. If a check fails, the
file is not printed and the exit status is 1.

A FILE of no checkout and no package is checked by the rules of the judge that --judge names, and run
on the tests beside it, as by judge test. Without --judge it is the one whose page the problem was
received from. Limits that nobody has named are not checked.

With --all, every solution that the patterns select is checked by the rules of its judge, and a table
is printed. The exit status is then 0, whatever the checks say.`,
		Example: `  judge submit spojnqueen/dlx
  judge submit --copy --open spojnqueen/dlx
  judge submit a.cpp --judge poj --id 3074
  judge submit --all 'poj*'
  judge submit spojnqueen/dlx | xclip -selection clipboard`,
		Args: func(cmd *cobra.Command, args []string) error {
			if all {
				return nil
			}
			return usage.Args(1, 1, "name one solution as problem/approach, or a file with --judge and --id, or all "+
				"with --all")(cmd, args)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if all {
				if err := f.file.refuse("is for a file; leave it out with --all"); err != nil {
					return err
				}
				return a.submitAll(cmd.Context(), args)
			}
			return a.submit(cmd.Context(), args[0], f)
		},
		ValidArgsFunction: completePatterns(new(string)),
	}
	cmd.Flags().BoolVar(&f.paste, "copy", false, "put the file into the terminal's clipboard instead of printing it")
	cmd.Flags().BoolVar(&f.open, "open", false, "open the page where to paste it in the browser")
	cmd.Flags().BoolVar(&all, "all", false, "check every solution, and print a table")
	f.file.add(cmd)
	cmd.MarkFlagsMutuallyExclusive("all", "copy")
	cmd.MarkFlagsMutuallyExclusive("all", "open")
	return cmd
}

// submit checks one submission, and prints or copies it if all checks pass.
func (a *app) submit(ctx context.Context, name string, f submitFlags) error {
	tty, err := clipboard(f.paste)
	if err != nil {
		return err
	}
	defer tty.Close()
	entry, folder, err := a.toSubmit(ctx, name, f)
	if err != nil {
		return err
	}
	defer one{folder: folder}.close()
	tools, close, err := a.open("")
	if err != nil {
		return err
	}
	defer close()
	if folder != nil {
		entry.Tests, err = a.submitted(ctx, tools.Cache, folder)
	} else {
		err = a.derive(ctx, []grade.Entry{entry}, tools)
	}
	if err != nil {
		return err
	}
	var clear func()
	tools.Observe, clear = a.status()
	preflight, err := submit.Inspect(ctx, entry, tools)
	clear()
	if err := ended(ctx, err); err != nil {
		return err
	}
	start, err := sampling.StartUp(ctx, entry, tools)
	if err := ended(ctx, err); err != nil {
		return err
	}
	for i, c := range preflight.Checks {
		if c.Name == "time" && start > 0 {
			c.Details = append(c.Details,
				fmt.Sprintf("%.3fs of that is what it takes to start an empty program here", start.Seconds()))
			preflight.Checks[i] = c
		}
		terminal.Message(a.stderr, fmt.Sprintf("  %s %-8s  %s", markOf(c), c.Name, legible.Line(c.Said)))
		for _, line := range c.Details {
			terminal.Message(a.stderr, "      "+legible.Lines(line))
		}
	}
	terminal.Message(a.stderr, "  "+tally(preflight.Checks))
	switch {
	case preflight.Results.JudgeFailed():
		return exitError{Status: statusJudge}
	case preflight.Failed() > 0:
		return exitError{Status: statusUnexpected, Err: fmt.Errorf("%s is not ready for %s: %s of %d failed",
			name, entry.Problem.Judge.Name, count(preflight.Failed(), "check"), len(preflight.Checks))}
	}
	if f.paste {
		_, err = fmt.Fprintf(tty, "\x1b]52;c;%s\a", base64.StdEncoding.EncodeToString(preflight.Source))
	} else {
		_, err = a.stdout.Write(preflight.Source)
	}
	if err != nil {
		return judgeFailed(err)
	}
	// Last, so that the file does not scroll it away.
	did, unsure := "paste", ""
	if !preflight.Known {
		unsure = " (it may be called otherwise there)"
	}
	if f.paste {
		did = "the terminal was asked to take it into its clipboard; paste"
	}
	terminal.Message(a.stderr, fmt.Sprintf("%s is ready for %s: %s %s (%d bytes), choose %s in the menu of "+
		"languages%s, at\n%s", name,
		legible.Line(entry.Problem.Judge.Name),
		did, legible.Line(entry.Submission.Main()), len(preflight.Source), legible.Line(preflight.Entry), unsure,
		legible.Line(preflight.Page)))
	if !f.open {
		return nil
	}
	if !strings.HasPrefix(preflight.Page, "https://") && !strings.HasPrefix(preflight.Page, "http://") {
		return fmt.Errorf("--open: %q is no page of the web; see submit and url in problems/judges.yaml",
			preflight.Page)
	}
	if err := page.Browse(ctx, preflight.Page); err != nil {
		return fmt.Errorf("--open: %w", err)
	}
	return nil
}

// markOf is the character for the result of a check.
func markOf(c submit.Check) string {
	if c.State == submit.Passed && c.Unverified {
		return "?"
	}
	return map[submit.State]string{submit.Passed: "✓", submit.Failed: "✖", submit.Skipped: "∅"}[c.State]
}

// tally says how many of the rules hold.
func tally(checks []submit.Check) string {
	marks := map[string]int{}
	for _, c := range checks {
		marks[markOf(c)]++
	}
	said := fmt.Sprintf("of %s: %d hold, %d do not, %d hold as far as is known",
		count(len(checks), "rule"), marks["✓"], marks["✖"], marks["?"])
	if n := marks["∅"]; n > 0 {
		said += fmt.Sprintf(", %d not checked", n)
	}
	return said
}

// clipboard opens the terminal, whose clipboard takes the file, if that is wanted.
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
		return nil, fmt.Errorf("--copy: there is no terminal that could take it (%w); without --copy the file goes "+
			"to standard output", err)
	}
	return tty, nil
}

// toSubmit loads the one submission of that name, or a file, with its folder.
func (a *app) toSubmit(ctx context.Context, name string, f submitFlags) (grade.Entry, *loose.Folder, error) {
	if path, test, is := looseArg("", name); is && test == "" {
		return a.fileToSubmit(f.file, path)
	}
	if err := f.file.refuse("is for a file of no checkout and no package, and " + name + " is of a problem that says " +
		"this itself, or there is no such file; leave it out, or name a file"); err != nil {
		return grade.Entry{}, nil, err
	}
	entry, err := a.submissionNamed(ctx, name)
	return entry, nil, err
}

// submissionNamed loads the one submission of that name.
func (a *app) submissionNamed(ctx context.Context, name string) (grade.Entry, error) {
	if strings.Count(name, "/") == 0 || strings.ContainsAny(name, ":*?[") {
		return grade.Entry{}, fmt.Errorf("%q names no submission; give one as problem/approach", name)
	}
	entries, err := a.entries(ctx, "", []string{name})
	if err != nil {
		return grade.Entry{}, err
	}
	e := entries[0]
	switch {
	case len(entries) > 1:
		return grade.Entry{}, fmt.Errorf("%q names %s; give one as problem/approach", name,
			count(len(entries), "submission"))
	case !e.Submission.Solution:
		return grade.Entry{}, fmt.Errorf("%s is wrong on purpose: only solutions are submitted", name)
	case e.Problem.Judge.Key == "":
		return grade.Entry{}, fmt.Errorf("%s comes from no online judge that is known here; name one in "+
			"problems/%s/judge.yaml", e.Problem.Name, e.Problem.Name)
	}
	return e, nil
}
