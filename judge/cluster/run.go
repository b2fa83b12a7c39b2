package main

import (
	"context"
	"errors"
	"io"
	"runtime/debug"
	"time"

	"github.com/spf13/cobra"

	"dlxjudge/judge/base/exit"
	"dlxjudge/judge/base/quantity"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/decide/pick"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/spread/client"
	"dlxjudge/judge/spread/wire"
	"dlxjudge/judge/tell/pipeline"
	"dlxjudge/judge/tell/terminal"
)

// runFlags holds the flags of "cluster run".
type runFlags struct {
	pipeline.Flags
	at, keys string
	group    string
	wait     time.Duration
}

func newRunCommand() *cobra.Command {
	var f runFlags
	cmd := &cobra.Command{
		Use:   "run --at URL [PATTERN...]",
		Short: "Judge submissions on the workers of a cluster",
		Long: `Judge as "judge run" does, on the machines of a cluster, with the same rows and
exit status. One worker runs all tests of a submission, because the times of
different machines are not comparable; the report names it. Ctrl-C cancels the
run on all machines. If a client is killed, the same command resumes its run.

There is no --jobs, --backend, --shard, --times or --events: each worker has its
own settings, takes work from one queue, and sends all results of a submission
at once. Every problem needs a time limit.`,
		Example: `  cluster run --at nats://10.0.0.1:4222 --keys keys/client
  cluster run --at nats://10.0.0.1:4222 --group fast 'poj3074/*:secret/hard'`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			return f.run(cmd.Context(), cmd.OutOrStdout(), cmd.ErrOrStderr(), args)
		},
	}
	flags := cmd.Flags()
	addConnection(cmd, &f.at, &f.keys, wire.Client)
	flags.StringVar(&f.Package, "package", "", "judge the problem package in `DIR` (or a .zip or .kpp file, or a "+
		"folder of packages) instead of this checkout")
	f.Flags.Add(cmd)
	f.Flags.AddOnce(cmd)
	flags.StringVar(&f.group, "group", "", "judge only on machines of the group `NAME`, whose times are comparable "+
		"(see cluster worker --group)")
	f.wait = time.Minute
	flags.Var(quantity.Seconds(&f.wait, 1e-3, 1e6).OrNone(), "wait", "how many `SECONDS` to wait for a "+
		"worker that offers what a submission needs")
	return cmd
}

// run judges on a cluster: choose → open → judge → report, as "judge run" does.
func (f runFlags) run(ctx context.Context, stdout, stderr io.Writer, args []string) error {
	debug.SetGCPercent(25) // saves memory: tests and results fill most of it, and stay in use
	if err := compile.CheckLanguages(); err != nil {
		return err
	}
	say := func(format string, args ...any) { say(stderr, format, args...) }
	picker := &pick.Picker{Say: say, Here: true}
	defer picker.Close()
	engine := &workers{runFlags: f}
	defer engine.close()
	r := &pipeline.Run{Flags: f.Flags, Engine: engine, Picker: picker, Stdout: stdout, Stderr: stderr, Say: say}
	if err := r.Choose(ctx, args); err != nil {
		return err
	}
	results, err := r.Judge(ctx)
	if err != nil {
		return err
	}
	if err := r.Report(ctx, results); err != nil {
		return err
	}
	if results.Interrupted {
		return exit.Error{Status: exit.Interrupted, Err: errors.New("interrupted; workers keep the results of " +
			"finished tests: the same command continues")}
	}
	return r.Status(results)
}

// workers is the engine that judges on the workers of a cluster.
type workers struct {
	runFlags
	cache *compile.Cache // used only for its folders
	conn  *wire.Conn
}

// close ends the connection and closes the cache.
func (c *workers) close() {
	if c.conn != nil {
		c.conn.Close()
	}
	if c.cache != nil {
		c.cache.Close()
	}
}

// Open opens the cache of this machine. The method Judge connects, if there is anything to judge.
func (c *workers) Open(_ context.Context, r *pipeline.Run) (err error) {
	if c.cache, err = compile.OpenCache("", nil); err != nil {
		return exit.Failed(err)
	}
	r.Options.Cache = c.cache
	return nil
}

// Judge has the workers judge the entries.
func (c *workers) Judge(ctx context.Context, r *pipeline.Run) (results grade.Results, err error) {
	if len(r.Entries) == 0 {
		return grade.Results{Backend: "cluster"}, nil
	}
	if c.conn, err = dial(ctx, c.at, c.keys, wire.Client, "cluster run"); err != nil {
		return results, err
	}
	o, clear := c.options(r)
	defer clear()
	return client.Judge(ctx, r.Entries, o)
}

// Again has a worker judge one test once more.
func (c *workers) Again(ctx context.Context, r *pipeline.Run, e grade.Entry, t problem.Test,
	printed string) (grade.Test, error) {
	o, clear := c.options(r)
	defer clear()
	return client.JudgeOne(ctx, e, t, printed, o)
}

// options returns the client's options, and a function that removes the progress from the terminal.
func (c *workers) options(r *pipeline.Run) (o client.Options, clear func()) {
	o = client.Options{
		Conn: c.conn, Roots: r.Picked.Roots, Group: c.group, Wait: c.wait, Say: r.Say, Options: r.Options,
		Fresh: r.Fresh,
	}
	o.Observe, clear = terminal.Status(r.Stderr)
	return o, clear
}
