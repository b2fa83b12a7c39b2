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
	"dlxjudge/judge/decide/failures"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/decide/selection"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/tell/outcome"
	"dlxjudge/judge/tell/terminal"
	"dlxjudge/judge/tell/usage"
)

// watchFlags are the flags of judge watch.
type watchFlags struct {
	judgeFlags
	verbose bool
}

func newWatchCommand(a *app) *cobra.Command {
	var f watchFlags
	cmd := &cobra.Command{
		Use:   "watch [PATTERN...]",
		Short: "Judge again whenever a file is saved",
		Long: `Judge waits until a source, a test or another file of a problem is saved, and then judges what the file
belongs to, as judge run does: first the tests that failed the last time, then all. If a file is saved
meanwhile, it starts again. Without a PATTERN it watches the problem or the program whose folder this
is, or everything; with --package DIR, any problem package in place of the checkout.

At a terminal, keys choose: a all that is watched, f what failed the last time, s show the first
failure, t random tests of the program that was saved last (judge stress), q quit.`,
		Example: `  judge watch poj3074/mine
  judge watch 'poj3074/*:sample'
  judge watch --package ~/contest/knapsack
  cd solutions/poj3074/mine && judge watch`,
		Args:              cobra.ArbitraryArgs,
		RunE:              func(cmd *cobra.Command, args []string) error { return a.watch(cmd.Context(), f, args) },
		ValidArgsFunction: completePatterns(&f.pack),
	}
	f.judgeFlags.add(cmd)
	flags := cmd.Flags()
	flags.Lookup("package").Usage = "watch " + folderPackage
	flags.BoolVarP(&f.verbose, "verbose", "v", false, "show every test, and every wrong program")
	return cmd
}

// errSuperseded ends a round when the next one begins: its results are outdated, and it prints nothing.
var errSuperseded = errors.New("saved again")

// watch judges what is saved until it is interrupted or the user quits.
func (a *app) watch(ctx context.Context, f watchFlags, args []string) error {
	args = a.picker.Here(f.pack, args)
	chosen, err := a.choose(ctx, f.judgeFlags, args)
	if err != nil {
		return err
	}
	picked, entries := chosen.picked, chosen.entries
	if picked.Archive() != "" {
		return fmt.Errorf("%s: an archive does not change while it is watched; unpack it, and name the folder", f.pack)
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
	keys, restore := terminal.Keys()
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
	*app
	flags       watchFlags
	args        []string // the patterns that are watched
	roots       problem.Roots
	names       []string
	interactive bool
	latest      string // the submission that was saved last, as a pattern
	failed      bool   // whether the last run found something unexpected
}

// A round judges something once; it ends early when its context is done.
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
	begin(w.judge("all that is watched", portion{}))
	for {
		select {
		case <-ctx.Done():
			return w.interrupted("the results of tests that were run are kept", "watch on with: "+w.again("", ""))
		case <-w.gone:
			return nil
		case paths, open := <-saved:
			if !open {
				saved = nil
				continue
			}
			if title, patterns := w.touched(paths); len(patterns) > 0 {
				begin(w.judge(title, portion{only: patterns}))
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
	switch key {
	case 'a', '\r', '\n':
		return w.judge("all that is watched", portion{}), true
	case 'f':
		return w.judge("what failed", portion{failed: true}), true
	case 's':
		return w.judge("the first failure", portion{failed: true, show: true}), true
	case 't':
		return w.stress(w.latest), true
	case 'q', 4: // Ctrl-D
		return nil, true
	}
	return nil, false
}

// touched are the patterns of what saved files belong to, and a title that names these.
func (w *watching) touched(paths []string) (title string, patterns []grade.Pattern) {
	var texts []string
	for _, path := range paths {
		text, is := selection.Placed(existingAbove(path), w.roots, w.names)
		pattern, err := grade.ParsePattern(text)
		if !is || err != nil || slices.Contains(texts, text) {
			continue
		}
		texts, patterns = append(texts, text), append(patterns, pattern)
		if strings.Contains(text, "/") && !strings.Contains(text, ":") {
			w.latest = text
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

// portion is what a round judges of what is watched; the zero value is all of it.
type portion struct {
	only   []grade.Pattern // what any of these selects; nil for all
	failed bool            // what was not as expected when it was last judged
	show   bool            // and the first failure is set side by side
	first  bool            // the rest is judged next, and takes the place of these results
	again  bool            // that rest
}

// judge is a round that judges a part of what is watched: of what was saved, first what failed the last time.
func (w *watching) judge(title string, p portion) round {
	return func(ctx context.Context) {
		w.clear()
		fmt.Fprintln(w.stdout, title)
		if w.failed && len(p.only) > 0 {
			w.tell(ctx, w.judgePart(ctx, portion{only: p.only, failed: true, first: true}))
			p.again = true
		}
		err := w.judgePart(ctx, p)
		w.tell(ctx, err)
		if context.Cause(ctx) == nil {
			w.failed = err != nil
		}
	}
}

// judgePart judges a part of what is watched, and shows the results: choose → open → judge → report, as judge run does.
func (w *watching) judgePart(ctx context.Context, p portion) error {
	j, err := w.choose(ctx, w.flags.judgeFlags, w.args)
	if err != nil {
		return err
	}
	if len(p.only) > 0 {
		if j.entries = grade.Narrow(j.entries, p.only); len(j.entries) == 0 {
			w.say("nothing of that is watched")
			return nil
		}
	}
	close, err := j.open(w.flags.backend)
	if err != nil {
		return err
	}
	defer close()
	if p.failed && !j.onlyFailed() {
		if !p.first {
			w.say("nothing failed when it was last judged")
		}
		return nil
	}
	j.options.Conversations = w.flags.verbose
	results, err := j.judge(ctx, false)
	if err != nil || context.Cause(ctx) == errSuperseded {
		return err
	}
	if p.again {
		w.clear()
	}
	reports := outcome.Reports{Verbose: w.flags.verbose, Package: w.flags.pack}
	if err := reports.Write(w.stdout, w.stderr, w.picker.Told(results)); err != nil {
		return judgeFailed(err)
	}
	if p.show && !results.Interrupted {
		if err := w.show(ctx, j.entries, results, j.options); err != nil {
			return err
		}
	}
	return outcome.Status(results, true) // what cannot be judged here, the rows show
}

// tell says why a round ended early, unless the next one has begun or the results show it.
func (w *watching) tell(ctx context.Context, err error) {
	var exit exitError
	if err != nil && ctx.Err() == nil && (!errors.As(err, &exit) || exit.Err != nil) {
		w.say("%s", usage.Said(err))
	}
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
		fmt.Fprintln(w.stdout, "judge "+strings.Join(args, " "))
		root := newRootCommand(w.app)
		root.SetArgs(args)
		w.tell(ctx, root.ExecuteContext(ctx))
	}
}

// clear makes room on a terminal.
func (w *watching) clear() {
	if terminal.Moves(w.stdout) {
		fmt.Fprint(w.stdout, "\x1b[H\x1b[2J")
	}
}

// footer says what can be done next.
func (w *watching) footer() {
	if !w.interactive {
		fmt.Fprintln(w.stdout, "waiting for a save")
		return
	}
	fmt.Fprintln(w.stdout, "waiting for a save, or a key: a all · f failed · s show · t stress · q quit")
}
