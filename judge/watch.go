package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"dlxjudge/judge/author/watch"
	"dlxjudge/judge/base/quantity"
	"dlxjudge/judge/decide/failures"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/decide/selection"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/tell/terminal"
)

func newWatchCommand(a *app) *cobra.Command {
	var f runFlags
	cmd := &cobra.Command{
		Use:   "watch [PATTERN...]",
		Short: "Judge again whenever a file is saved",
		Long: `Judge waits until a source, a test or another file of a problem is saved, and then judges what that touches, as judge run does:
first the tests that failed the last time, then all. A save while it judges makes it begin anew. Without a PATTERN it watches
the problem or the program whose folder this is, or everything.

At a terminal, keys choose: a all that is watched, f what failed the last time, s show the first failure, t random tests of the
program that was saved last (judge stress), q quit.`,
		Example: `  judge watch poj3074/mine
  judge watch 'poj3074/*:sample'
  cd solutions/poj3074/mine && judge watch`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error { return a.watch(cmd.Context(), f, args) },
	}
	cmd.ValidArgsFunction = func(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
		return completePatterns(f.pack, typed)
	}
	flags := cmd.Flags()
	flags.StringVar(&f.pack, "package", "", "watch the problem package in `DIR` instead of this checkout")
	flags.IntVarP(&f.jobs, "jobs", "j", defaultJobs(), "tests run side by side")
	flags.BoolVar(&f.first, "first", false, "stop a submission at its first test that is not accepted")
	flags.BoolVarP(&f.verbose, "verbose", "v", false, "show every test, and every wrong program")
	flags.StringVar(&f.backend, "backend", "", "run programs with this sandbox instead of the best that works here")
	flags.Var(quantity.Of(&f.timeLimit, quantity.Seconds), "time-limit",
		"`SECONDS` in place of the problems' own time limits")
	return cmd
}

// errSuperseded is why a run ends that was to judge what is there no longer: it prints nothing.
var errSuperseded = errors.New("saved again")

// watch judges what is saved until it is interrupted or told to quit.
func (a *app) watch(ctx context.Context, f runFlags, args []string) error {
	f.allowSkips = true // what cannot be judged here is shown as that; there is no exit status to tell it
	args = a.picker.Here(f.pack, args)
	picked, err := a.picker.Pick(ctx, f.pack, args, problem.Load)
	if err != nil {
		return err
	}
	if picked.Archive() != "" {
		return fmt.Errorf("%s: an archive does not change while it is watched; unpack it, and name the folder", f.pack)
	}
	entries, err := picked.Entries()
	if err != nil {
		return err
	}
	names, err := problem.Names(picked.Roots)
	if err != nil {
		return err
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	saved, err := watch.Below(ctx, watched(picked, names))
	if err != nil {
		return err
	}
	keys, restore := a.keys(ctx)
	defer restore()
	w := &watching{
		app: a, flags: f, args: args, roots: picked.Roots, names: names, interactive: keys != nil,
		latest: failures.Line(entries[0].Problem.Name, entries[0].Submission.Name, ""),
	}
	return w.loop(ctx, saved, keys, restore)
}

// watched are the folders that hold what a selection names.
func watched(s *selection.Selection, names []string) []string {
	if s.Roots.Package != "" {
		return []string{s.Roots.Package}
	}
	var folders []string
	for _, name := range names {
		if s.Wants(name) {
			for _, root := range []string{s.Roots.Solutions, s.Roots.Problems, s.Roots.Testdata} {
				folders = append(folders, filepath.Join(root, name))
			}
		}
	}
	return folders
}

// watching is a judge that waits for saves and keys.
type watching struct {
	app         *app
	flags       runFlags
	args        []string // the patterns that are watched
	roots       problem.Roots
	names       []string
	interactive bool
	latest      string // the submission that was saved last, as a pattern
	failed      bool   // whether the last run found something unexpected
}

// A round is one thing to do: it ends early when its context is done.
type round func(ctx context.Context)

// loop starts a round for each save and key, and ends the one before. It returns when ctx is done or the user quits;
// then the terminal is restored before anything is waited for.
func (w *watching) loop(ctx context.Context, saved <-chan []string, keys <-chan byte, restore func()) error {
	end := func() {}
	begin := func(do round) {
		end()
		ctx, cancel := context.WithCancelCause(ctx)
		done := make(chan struct{})
		go func() {
			defer close(done)
			do(ctx)
			if context.Cause(ctx) != errSuperseded {
				w.footer()
			}
		}()
		end = func() { cancel(errSuperseded); <-done }
	}
	defer func() { restore(); end() }()
	begin(w.judge("all that is watched", w.flags, nil))
	for {
		select {
		case <-ctx.Done():
			return exitError{Status: statusInterrupted}
		case paths, open := <-saved:
			if !open {
				saved = nil
				continue
			}
			if title, patterns := w.touched(paths); len(patterns) > 0 {
				begin(w.judge(title, w.flags, patterns))
			}
		case key, open := <-keys:
			if !open {
				keys = nil
				continue
			}
			do, known := w.onKey(key)
			if do == nil && known {
				return nil
			}
			if known {
				begin(do)
			}
		}
	}
}

// onKey is what a key starts; nil and known for the one that quits.
func (w *watching) onKey(key byte) (do round, known bool) {
	flags := w.flags
	switch key {
	case 'a', '\r', '\n':
		return w.judge("all that is watched", flags, nil), true
	case 'f':
		flags.failed = true
		return w.judge("what failed", flags, nil), true
	case 's':
		flags.failed, flags.show = true, true
		return w.judge("the first failure", flags, nil), true
	case 't':
		return w.stress(w.latest), true
	case 'q', 4: // Ctrl-D
		return nil, true
	}
	return nil, false
}

// touched are the patterns of what saved files belong to, and what is said of them.
func (w *watching) touched(paths []string) (title string, patterns []string) {
	for _, path := range paths {
		pattern, is := selection.Placed(existingAbove(path), w.roots, w.names)
		if !is || slices.Contains(patterns, pattern) {
			continue
		}
		patterns = append(patterns, pattern)
		if strings.Contains(pattern, "/") && !strings.Contains(pattern, ":") {
			w.latest = pattern
		}
		title = filepath.Base(path) + " was saved"
	}
	if len(patterns) > 1 {
		title = fmt.Sprintf("%s were saved", count(len(patterns), "program"))
	}
	return title, patterns
}

// existingAbove is a path or, if it is gone, the nearest folder above it that is there.
func existingAbove(path string) string {
	for {
		if _, err := os.Lstat(path); err == nil || path == filepath.Dir(path) {
			return path
		}
		path = filepath.Dir(path)
	}
}

// judge is a round that judges what is watched, or of that only what patterns name.
func (w *watching) judge(title string, flags runFlags, patterns []string) round {
	return func(ctx context.Context) {
		w.clear()
		fmt.Fprintln(w.app.stdout, title)
		for _, pattern := range patterns {
			parsed, err := grade.ParsePattern(pattern)
			if err == nil {
				flags.only = append(flags.only, parsed)
			}
		}
		if w.failed && !flags.failed && len(patterns) > 0 {
			first := flags
			first.failed, first.quietly = true, true
			w.run(ctx, first)
			flags.before = w.clear // it shows these again
		}
		if failed := w.run(ctx, flags); context.Cause(ctx) == nil {
			w.failed = failed
		}
	}
}

// run is judge run, and whether something was not as expected.
func (w *watching) run(ctx context.Context, flags runFlags) (failed bool) {
	err := w.app.run(ctx, flags, w.args)
	if err == nil || context.Cause(ctx) == errSuperseded {
		return false
	}
	var exit exitError
	if !errors.As(err, &exit) || exit.Err != nil {
		w.app.say("%v", err)
	}
	return true
}

// stress is a round of random tests of a program.
func (w *watching) stress(program string) round {
	name, submission, _ := strings.Cut(program, "/")
	args := []string{"stress", name, submission}
	if w.flags.pack != "" {
		args = append(args, "--package", w.flags.pack)
	}
	return func(ctx context.Context) {
		w.clear()
		fmt.Fprintln(w.app.stdout, "judge "+strings.Join(args, " "))
		root := newRootCommand(w.app)
		root.SetArgs(args)
		root.SetOut(w.app.stdout)
		root.SetErr(w.app.stderr)
		var exit exitError
		if err := root.ExecuteContext(ctx); err != nil && context.Cause(ctx) == nil && (!errors.As(err, &exit) ||
			exit.Err != nil) {
			w.app.say("%v", err)
		}
	}
}

// clear makes room on a terminal.
func (w *watching) clear() {
	if terminal.Is(w.app.stdout) {
		fmt.Fprint(w.app.stdout, "\x1b[H\x1b[2J")
	}
}

// footer says what can be done next.
func (w *watching) footer() {
	if !w.interactive {
		fmt.Fprintln(w.app.stdout, "waiting for a save")
		return
	}
	fmt.Fprintln(w.app.stdout, "waiting for a save, or a key: a all · f failed · s show · t stress · q quit")
}
