package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/decide/pick"
	"dlxjudge/judge/tell/pipeline"
	"dlxjudge/judge/tell/terminal"
)

// watchFlags holds the flags of "judge watch".
type watchFlags struct {
	pipeline.Flags
	folderFlags
	jobs int
}

func newWatchCommand(a *app) *cobra.Command {
	var f watchFlags
	cmd := &cobra.Command{
		Use:   "watch [PATTERN|FILE...]",
		Short: "Judge again whenever a file is saved",
		Long: `Wait until a source, a test or another file of a problem is saved, and judge the
program or problem to which the file belongs. Without an argument, watch the
problem or program of this folder or, elsewhere in a checkout, everything.

At a terminal, press a to judge all watched programs, f to judge what failed the
last time, s to show the first failure, t to run random tests of the program
that was saved last ("judge stress"), or q to quit.`,
		Example: `  judge watch poj3074/mine
  judge watch 'poj3074/*:sample'
  judge watch ~/contest/knapsack
  judge watch a.cpp
  cd solutions/poj3074/mine && judge watch`,
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.watch(cmd.Context(), f, cmd.Flags(), args)
		},
		ValidArgsFunction: completePatterns(&f.Package),
	}
	f.Flags.Add(cmd)
	f.folderFlags.add(cmd)
	addJobs(cmd, &f.jobs)
	flags := cmd.Flags()
	flags.StringVar(&f.Package, "package", "", "watch "+folderPackage)
	flags.BoolVarP(&f.Reports.Verbose, "verbose", "v", false, "show every test, and every wrong program")
	return cmd
}

// errSuperseded ends a round when the next one begins. The round that ends prints nothing, because its results are
// outdated.
var errSuperseded = errors.New("saved again")

// watch waits for saves, and judges what was saved. It returns when it is interrupted or the user quits.
func (a *app) watch(ctx context.Context, f watchFlags, given *pflag.FlagSet, args []string) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	w := &watching{app: a, flags: f, given: given, args: args}
	saved, err := w.begin(ctx)
	if err != nil {
		return err
	}
	keys, restore := terminal.Keys()
	defer restore()
	w.interactive = keys != nil
	return w.loop(ctx, saved, keys, restore)
}

// watching is a judge that waits for saves and keys. Rounds run beside its loop, and the loop changes only the field
// latest, which no round reads.
type watching struct {
	*app
	flags       watchFlags
	given       *pflag.FlagSet // the flags of this command
	args        []string       // arguments that name what is watched
	picked      *pick.Picked   // what these arguments named at the start
	names       []string       // the names of the problems in the checkout or package
	stranger    string         // the last program that is watched but not part of its problem: problem/path
	beside      []string       // the folders of such programs
	latest      string         // the submission that was saved last: problem/name, or problem/path
	interactive bool
	announced   bool // whether the files beside the program were listed
}

// A round judges something once; it ends early when its context is done.
type round func(ctx context.Context)

// loop ends the current round and starts a new one for each save and key. It returns when ctx is done or the user
// quits. Before it waits for the last round, it restores the terminal.
func (w *watching) loop(ctx context.Context, saved <-chan []string, keys <-chan byte, restore func()) error {
	end := func() {}
	begin := func(do round) {
		end()
		ctx, cancel := context.WithCancelCause(ctx)
		done := make(chan struct{})
		go func() {
			defer close(done)
			do(ctx)
			w.close()
			if context.Cause(ctx) != errSuperseded {
				w.footer()
			}
		}()
		end = func() { cancel(errSuperseded); <-done }
	}
	defer func() { restore(); end() }()
	begin(w.judge("all watched programs", portion{}))
	for {
		select {
		case <-ctx.Done():
			return w.interrupted("the results of finished tests are kept", "continue with: "+w.again("", ""))
		case <-w.gone:
			return nil
		case paths, open := <-saved:
			if !open {
				saved = nil
				continue
			}
			if title, patterns := w.touched(paths); title != "" {
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

// onKey returns the round that a key starts, and whether the key is known. For a known key that quits, it returns no
// round.
func (w *watching) onKey(key byte) (do round, known bool) {
	switch key {
	case 'a', '\r', '\n':
		return w.judge("all watched programs", portion{}), true
	case 'f':
		return w.judge("what failed", portion{failed: true}), true
	case 's':
		return w.judge("the first failure", portion{failed: true, show: true}), true
	case 't':
		args := w.stress() // before the round begins, because the loop goes on
		return func(ctx context.Context) { w.random(ctx, args) }, true
	case 'q', 4: // Ctrl-D
		return nil, true
	}
	return nil, false
}

// portion is the part of the watched submissions that a round judges. The zero value means all of them.
type portion struct {
	only   []pick.Pattern // patterns of what to judge; nil for all
	failed bool           // whether to judge only what was unexpected when it was last judged
	show   bool           // whether to show the first failure side by side
}

// judge returns a round that judges a portion.
func (w *watching) judge(title string, p portion) round {
	return func(ctx context.Context) {
		w.clear()
		fmt.Fprintln(w.stdout, title)
		w.sayEnd(ctx, w.judgePart(ctx, p))
	}
}

// judgePart judges a portion as "judge run" does: choose → open → judge → report.
func (w *watching) judgePart(ctx context.Context, p portion) error {
	r, err := w.choose(ctx)
	if err != nil {
		return err
	}
	if len(p.only) > 0 {
		if r.Entries = pick.Narrow(r.Entries, p.only); len(r.Entries) == 0 {
			w.say("the file belongs to no watched program")
			return nil
		}
	}
	r.Failed, r.Reports.Show, r.AllowSkips = p.failed, p.show, true // the rows show what cannot be judged here
	results, err := r.Judge(ctx)
	if err != nil || context.Cause(ctx) == errSuperseded {
		return err
	}
	if err := r.Report(ctx, results); err != nil {
		return err
	}
	return r.Status(results)
}

// sayEnd prints why a round ended early, unless the next round has begun or the results show why.
func (w *watching) sayEnd(ctx context.Context, err error) {
	var exit exitError
	if err != nil && ctx.Err() == nil && (!errors.As(err, &exit) || exit.Err != nil) {
		w.say("%v", err)
	}
}

// random runs random tests, as "judge stress" does with these arguments.
func (w *watching) random(ctx context.Context, args []string) {
	w.clear()
	fmt.Fprintln(w.stdout, "judge"+legible.Words(args...))
	root := newRootCommand(w.app)
	w.configure(root)
	root.SetArgs(args)
	w.sayEnd(ctx, root.ExecuteContext(ctx))
}

// clear clears standard output if it is a terminal.
func (w *watching) clear() {
	if terminal.Moves(w.stdout) {
		fmt.Fprint(w.stdout, "\x1b[H\x1b[2J")
	}
}

// footer prints what the user can do next.
func (w *watching) footer() {
	if !w.interactive {
		fmt.Fprintln(w.stdout, "waiting for a save")
		return
	}
	fmt.Fprintln(w.stdout, "waiting for a save, or a key: a all · f failed · s show · t stress · q quit")
}
