package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/execute/sandbox/health"
	"dlxjudge/judge/execute/sandbox/plain"
	"dlxjudge/judge/measure/compare"
	"dlxjudge/judge/measure/record"
	"dlxjudge/judge/measure/sampling"
	"dlxjudge/judge/tell/figures"
	"dlxjudge/judge/tell/reports"
)

// commandFlags holds the flags of "judge bench" that apply only to commands.
type commandFlags struct {
	prepare       string
	anyExit, wall bool
}

func (f *commandFlags) add(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.prepare, "prepare", "", "with commands, run `CMD` in a shell before each of their "+
		"runs; it is not timed")
	cmd.Flags().BoolVar(&f.anyExit, "ignore-failure", false, "with commands, also measure runs with an exit status "+
		"other than 0")
	cmd.Flags().BoolVar(&f.wall, "wall", false, "with commands, also show wall time, which decides nothing")
}

const commandsExample = "judge bench -- ./a -- ./b"

// benchCommands measures commands in turns, until it knows which are slower than the first. Each run of a command reads
// the same copy of standard input.
func (a *app) benchCommands(ctx context.Context, f benchFlags, args []string) error {
	commands, err := splitCommands(args)
	if err != nil {
		return err
	}
	switch {
	case f.rounds && (f.count < 1 || f.count > 10000):
		return fmt.Errorf("--count %d: give a number of rounds between 1 and 10000", f.count)
	case f.time <= 0:
		return fmt.Errorf("--time %v: give a time such as 3m or 90s", f.time)
	}
	session := &sampling.Commands{All: commands, AnyExit: f.anyExit, Executor: plain.Executor{}, Time: f.time,
		Seed: f.drawn()}
	if f.rounds {
		session.Most = f.count
	}
	if f.prepare != "" {
		prepare, err := commandOf([]string{"sh", "-c", f.prepare})
		if err != nil {
			return fmt.Errorf("--prepare: %w", err)
		}
		prepare.Title = "--prepare " + f.prepare
		session.Prepare = &prepare
	}
	if session.Scratch, err = a.scratch(); err != nil {
		return err
	}
	session.Input = filepath.Join(session.Scratch, "input")
	if err := readInput(ctx, session.Input); err != nil {
		return err
	}
	return a.measureCommands(ctx, f, session)
}

// mostInput is the maximum size in bytes of the standard input of commands. A file keeps the input for all runs of the
// commands.
const mostInput = 1 << 30

// readInput copies standard input to a file. If standard input is a terminal, the file is empty.
func readInput(ctx context.Context, path string) error {
	if term.IsTerminal(int(os.Stdin.Fd())) {
		return os.WriteFile(path, nil, 0o600)
	}
	if err := spoolInput(ctx, path, mostInput+1); err != nil {
		return err
	}
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return judgeFailed(err)
	case info.Size() > mostInput:
		return fmt.Errorf("standard input is longer than %d MiB; have the commands read it themselves: "+
			"sh -c './a < FILE'", mostInput>>20)
	}
	return nil
}

// splitCommands splits the arguments into the commands that "--" separates.
func splitCommands(args []string) (commands []sampling.Command, err error) {
	for rest, more := args, true; more; {
		words := rest
		i := slices.Index(rest, "--")
		if more = i >= 0; more {
			words, rest = rest[:i], rest[i+1:]
		}
		if len(words) == 0 || words[0] == "" {
			return nil, fmt.Errorf("a command is missing: give at least two to compare, such as: %s; each -- ends a "+
				"command, so put a command that has a -- of its own into a shell: sh -c '…'", commandsExample)
		}
		command, err := commandOf(words)
		if err != nil {
			return nil, err
		}
		commands = append(commands, command)
	}
	if len(commands) < 2 {
		return nil, fmt.Errorf("a command is missing: give two to compare, such as: %s", commandsExample)
	}
	return commands, nil
}

// commandOf returns the command with the path of its program. It looks for that program as a shell does.
func commandOf(words []string) (sampling.Command, error) {
	c := sampling.Command{Title: strings.TrimSpace(legible.Words(words...)), Args: words}
	path, err := exec.LookPath(words[0])
	switch {
	case errors.Is(err, exec.ErrDot):
		return c, fmt.Errorf("%s is in this folder; name it ./%[1]s", legible.Line(words[0]))
	case err != nil && strings.Contains(words[0], " "):
		return c, fmt.Errorf("%w; write the command without quotes, or as: sh -c '…'", err)
	case err != nil:
		return c, err
	}
	if c.Path, err = filepath.Abs(path); err != nil {
		return c, judgeFailed(err)
	}
	return c, nil
}

// measureCommands measures commands and reports the result. If interrupted, it reports on the finished rounds.
func (a *app) measureCommands(ctx context.Context, f benchFlags, session *sampling.Commands) error {
	threshold := f.threshold / 100
	warnOf(a.stderr, health.Timing())
	observe, clear := a.progress()
	session.Observe = observe
	open := soFar()
	session.Decided = func(records []*record.Record) bool {
		enough := compare.DecidedCommands(records, threshold)
		if !enough && len(records[0].Samples) > 0 && open() {
			clear()
			for i, s := range compare.InCommands(records, threshold).Times() {
				a.say("%s", reports.SoFar(legible.Line(session.All[i+1].Title), s.Change))
			}
		}
		return enough
	}
	records, differ, err := session.Run(ctx)
	clear()
	var failed *sampling.CommandError
	rounds := len(records[0].Samples)
	switch {
	case ctx.Err() != nil && rounds == 0:
		return exitError{Status: statusInterrupted, Err: errors.New("interrupted before the first round was over; " +
			"nothing is known yet")}
	case ctx.Err() != nil: // finished rounds are reported
	case errors.Is(err, syscall.ENOEXEC):
		return fmt.Errorf("%w; was it built for this system? A script begins with a line such as #!/bin/sh", err)
	case errors.As(err, &failed), errors.Is(err, fs.ErrNotExist), errors.Is(err, fs.ErrPermission):
		return err // not the judge's failure; for example, a script's interpreter is missing
	case err != nil:
		return judgeFailed(err)
	}
	if f.json != "" {
		for _, r := range records {
			r.Machine = sampling.ThisMachine(ctx, "uncontained")
		}
	}
	c := compare.InCommands(records, threshold)
	c.Notes = append(c.Notes, reports.CommandsNotes(c, differ)...)
	if err := a.writeReport(f.json, func(w io.Writer) error { return reports.Commands(w, c, f.wall, a.style()) },
		func(w io.Writer) error { return reports.ComparisonJSON(w, c, reports.Origin{}) }); err != nil {
		return err
	}
	if ctx.Err() != nil {
		return a.interrupted(figures.Plural(rounds, "round")+" finished", "")
	}
	return f.ended(c)
}
