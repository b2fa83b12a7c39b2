package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"dlxjudge/judge/base/exit"
	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/base/quantity"
	"dlxjudge/judge/decide/failures"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/decide/pick"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/spread/client"
	"dlxjudge/judge/spread/server"
	"dlxjudge/judge/tell/outcome"
	"dlxjudge/judge/tell/page"
	"dlxjudge/judge/tell/terminal"
)

// runFlags are the flags of cluster run.
type runFlags struct {
	at, keys   string
	pack       string
	reports    outcome.Reports
	look       outcome.Look
	all, first bool
	fresh      bool
	failed     bool
	allowSkips bool
	timeLimit  time.Duration
	class      string
	wait       time.Duration
	waitOurs   time.Duration // for a worker of this version, while there are only others
	resume     bool
}

func newRunCommand() *cobra.Command {
	var f runFlags
	cmd := &cobra.Command{
		Use:   "run --at URL [PATTERN...]",
		Short: "Judge submissions on the workers of a cluster",
		Long: `Do what judge run does, on the machines of a cluster: send the files, ask for the work, and show the same
rows, with the same exit status. All tests of a submission run on one worker, since times of several machines are not
comparable; the report names it. Ctrl-C cancels the run on all machines. If a client was killed, the workers go on, and
--resume continues its run.

What differs from judge run:
  - each worker says how many tests it runs side by side, and in which sandbox: there are no --jobs and --backend here;
  - all workers take from one queue: there are no --shard and --times;
  - a problem without a time limit is refused: none is worked out from times of several machines.`,
		Example: `  cluster run --at nats://10.0.0.1:4222 --keys keys/client
  cluster run --at nats://10.0.0.1:4222 --class 1f2e3d4c 'poj3074/*:secret/hard'
  cluster run --at nats://10.0.0.1:4222 --resume`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if cmd.Flags().Changed("wait") {
				f.waitOurs = f.wait
			}
			return runner{f, cmd.OutOrStdout(), cmd.ErrOrStderr()}.run(cmd.Context(), args)
		},
	}
	flags := cmd.Flags()
	addConnection(cmd, &f.at, &f.keys, server.Client)
	flags.StringVar(&f.pack, "package", "", "judge the problem package in `DIR` (or a .zip or .kpp file, or all in a "+
		"folder) instead of this checkout")
	f.reports.AddFlags(cmd)
	f.look.AddFlags(cmd)
	flags.BoolVar(&f.all, "all", false, "run every test, also after one that was too slow")
	flags.BoolVar(&f.first, "first", false, "stop a submission at its first test that is not accepted")
	flags.BoolVar(&f.failed, "failed", false, "judge only what was not as expected when it was last judged")
	flags.BoolVar(&f.fresh, "fresh", false, "run every test again, also those whose result a worker knows")
	flags.BoolVar(&f.allowSkips, "allow-skips", false, "do not fail if submissions cannot be judged, for want of a "+
		"worker with the compiler")
	quantity.AddTimeLimit(cmd, &f.timeLimit)
	flags.StringVar(&f.class, "class", "", "judge only on machines of the class `ID`, whose times are comparable "+
		"(cluster workers shows it)")
	f.wait = time.Minute
	flags.Var(quantity.Seconds(&f.wait, 1e-3, 1e6).OrNone(), "wait", "how many `SECONDS` to wait for a "+
		"worker that offers what a submission needs; if all have another version, not at all without this flag")
	flags.BoolVar(&f.resume, "resume", false, "continue the newest run that did not end, or the run that the "+
		"argument names")
	for _, name := range slices.Sorted(maps.Keys(elsewhere)) {
		short := ""
		if name == "jobs" {
			short = "j"
		}
		flag := flags.VarPF(refusal(elsewhere[name]), name, short, "")
		flag.Hidden = true
	}
	cmd.MarkFlagsMutuallyExclusive("all", "first")
	for _, name := range []string{"all", "first", "fresh", "failed", "time-limit", "class", "transcript"} {
		cmd.MarkFlagsMutuallyExclusive("resume", name) // a resumed run keeps its flags
	}
	return cmd
}

// elsewhere are the flags of judge run that are not here, and why.
var elsewhere = map[string]string{
	"jobs":    "each worker says how many tests it runs side by side: start it with cluster worker --jobs N",
	"backend": "each worker says in which sandbox it runs programs: start it with cluster worker --backend NAME",
	"shard":   "a cluster needs no parts: its workers share all work; use judge run --shard",
	"times":   "it is for --shard; use judge run --times",
	"events":  "a worker sends the results of a submission all at once; use judge run --events, or --json",
}

// refusal is the value of a flag that does not exist here.
type refusal string

func (refusal) String() string       { return "" }
func (refusal) Type() string         { return "" }
func (why refusal) Set(string) error { return errors.New(string(why)) }

// runner is a call of cluster run.
type runner struct {
	runFlags
	stdout, stderr io.Writer
}

// say writes to standard error, which gets everything but results.
func (r runner) say(format string, args ...any) {
	terminal.Message(r.stderr, "cluster: "+legible.Lines(fmt.Sprintf(format, args...)))
}

// run is the main job: load → send → ask → collect → report.
func (r runner) run(ctx context.Context, args []string) error {
	if err := errors.Join(r.look.Check(r.reports), r.reports.Check()); err != nil {
		return err
	}
	debug.SetGCPercent(50) // most of its memory is tests and results, which stay
	if err := compile.CheckLanguages(); err != nil {
		return err
	}
	picker := pick.Picker{Say: r.say}
	defer picker.Close()
	memory, err := r.remember()
	if err != nil {
		return err
	}
	chosen, err := r.choose(ctx, &picker, memory, args)
	if err != nil || chosen == nil {
		return err
	}
	conn, err := dial(ctx, r.at, r.keys, server.Client, "cluster run")
	if err != nil {
		return err
	}
	defer conn.Close()
	options := client.Options{
		Conn: conn, Roots: chosen.picked.Roots, Class: r.class, Wait: r.wait, WaitOurs: r.waitOurs, Say: r.say,
		TimeLimit: r.timeLimit, All: r.all, First: r.first, Fresh: r.fresh, Told: r.reports.Verbose,
		Transcripts: r.look.Transcript, Keep: memory.runs, Package: r.pack, Origin: memory.origin,
		Resume: chosen.resume,
	}
	var clear func()
	options.Observe, clear = terminal.Status(r.stderr)
	results, err := client.Judge(ctx, chosen.entries, options)
	clear()
	if err != nil && !results.Interrupted {
		return err
	}
	chosen.known.Learn(chosen.entries, results)
	chosen.known.Save()
	if r.reports.JSON != "" || r.reports.HTML != "" {
		results.Commit, results.Dirty = outcome.Commit(ctx, r.pack)
	}
	r.reports.Package = r.pack
	if err := r.reports.Write(r.stdout, r.stderr, picker.Told(results)); err != nil {
		return exit.Failed(err)
	}
	if err := r.reports.WritePage(ctx, results, page.Beginning); err != nil {
		return err
	}
	if results.Interrupted {
		return exit.Error{Status: exit.Interrupted, Err: errors.New("interrupted; the run was cancelled on all " +
			"machines, and workers keep the results of the tests that they ran: the same command goes on")}
	}
	if r.look.Show {
		if err := r.show(ctx, chosen.entries, results, options); err != nil {
			return err
		}
	}
	return outcome.Status(results, r.allowSkips)
}

// show has the first test that failed run once more, and sets what belongs to it side by side.
func (r runner) show(ctx context.Context, entries []grade.Entry, results grade.Results, o client.Options) error {
	cache, err := compile.OpenCache("", nil) // for its folder; it runs no compiler
	if err != nil {
		return exit.Failed(err)
	}
	defer cache.Close()
	folder, err := cache.Folder("shown")
	if err != nil {
		return exit.Failed(err)
	}
	failed, err := outcome.ShowFailed(ctx, r.stdout, folder, entries, results,
		func(ctx context.Context, e grade.Entry, t problem.Test, printed string) (grade.Test, error) {
			var clear func()
			o.Observe, clear = terminal.Status(r.stderr)
			defer clear()
			return client.JudgeOne(ctx, e, t, printed, o)
		})
	if !failed {
		r.say("no test failed: there is nothing to show")
	}
	return err
}

// memory is where to keep things between runs, for the checkout or package at origin.
type memory struct {
	origin   string
	failures string       // folder
	runs     client.Lists // folder
}

// remember finds these folders. It warns if there is none to keep things in.
func (r runner) remember() (memory, error) {
	root := r.pack
	if root == "" {
		roots, err := pick.FindTree()
		if err != nil {
			return memory{}, err
		}
		root = filepath.Dir(roots.Problems)
	}
	origin, err := filepath.Abs(root)
	if err != nil {
		return memory{}, exit.Failed(err)
	}
	m := memory{origin: origin}
	cache, err := compile.OpenCache("", nil) // for its folders; it runs no compiler
	if err != nil {
		return m, exit.Failed(err)
	}
	defer cache.Close()
	if why := cache.Warning(); why != "" {
		r.say("warning: nothing is kept that --resume and --failed would need: there is no folder that can be " +
			"written for it")
		return m, nil
	}
	m.failures, _ = cache.Folder("failed") // without one nothing is remembered
	runs, _ := cache.Folder("runs")
	m.runs = client.Lists(runs)
	return m, nil
}

// choice is what is to be judged.
type choice struct {
	picked  *pick.Picked
	entries []grade.Entry
	known   failures.Failures
	resume  *client.List // the run to continue; nil for a new one
}

// choose finds what the arguments name, or what a run has asked for. It is nil if there is nothing to judge.
func (r runner) choose(ctx context.Context, picker *pick.Picker, m memory, args []string) (*choice, error) {
	c := &choice{}
	if r.resume {
		if len(args) > 1 {
			return nil, errors.New("--resume takes the name of one run at most: what it judges it knows")
		}
		var err error
		if c.resume, err = m.runs.Find(strings.Join(args, ""), m.origin); err != nil {
			return nil, err
		}
		args = c.resume.Problems()
	} else {
		args = picker.Here(r.pack, args)
	}
	var err error
	if c.picked, err = picker.Pick(ctx, r.pack, args, problem.Load); err != nil {
		return nil, err
	}
	c.known = failures.Read(m.failures, cmp.Or(c.picked.Archive, c.picked.Root()))
	if c.resume != nil {
		c.entries, err = c.resume.Entries(c.picked.Set)
		return c, err
	}
	if c.entries, err = picker.Judged(c.picked); err == nil {
		err = r.look.Prepare(c.entries)
	}
	if err != nil {
		return nil, err
	}
	if r.failed {
		if c.entries = c.known.Of(c.entries); len(c.entries) == 0 {
			r.say("nothing failed when it was last judged")
			return nil, nil
		}
	}
	return c, nil
}
