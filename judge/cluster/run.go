package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"dlxjudge/judge/build"
	"dlxjudge/judge/cluster/client"
	"dlxjudge/judge/cluster/wire"
	"dlxjudge/judge/executor"
	"dlxjudge/judge/exit"
	"dlxjudge/judge/failures"
	"dlxjudge/judge/grade"
	"dlxjudge/judge/legible"
	"dlxjudge/judge/outcome"
	"dlxjudge/judge/problem"
	"dlxjudge/judge/selection"
	"dlxjudge/judge/terminal"
)

// runFlags are the flags of cluster run.
type runFlags struct {
	at, keys   string
	pack       string
	json       string
	junit      string
	all, first bool
	fresh      bool
	failed     bool
	allowSkips bool
	verbose    bool
	timeLimit  float64
	class      string
	wait       time.Duration
	resume     bool
}

func newRunCommand() *cobra.Command {
	var f runFlags
	cmd := &cobra.Command{
		Use:   "run --at URL [PATTERN...]",
		Short: "Judge submissions on the workers of a cluster",
		Long: `Run does what judge run does, on the machines of a cluster: it sends the files, asks for the work, and shows the same rows,
with the same exit status. All tests of a submission run on one worker, since times of several machines are not comparable;
the report says which. Ctrl-C cancels the run on all machines. After a client that died, the workers go on: --resume takes
over what it asked for.

What differs from judge run:
  - each worker says how many tests it runs side by side, and in which sandbox: there are no --jobs and --backend here;
  - --show and --transcript run programs on this machine or write what they say into files: use judge run for that;
  - a problem without a time limit is refused: none is worked out from times of several machines.`,
		Example: `  cluster run --at nats://10.0.0.1:4222 --keys keys/client
  cluster run --at nats://10.0.0.1:4222 --class 1f2e3d4c 'poj3074/*:secret/hard'
  cluster run --at nats://10.0.0.1:4222 --resume`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			out := &terminal.Output{Writer: cmd.OutOrStdout()}
			err := runner{f, out, cmd.ErrOrStderr()}.run(cmd.Context(), args)
			if out.Err != nil && (err == nil || errors.Is(err, out.Err)) {
				err = exit.Failed(out.Err)
			}
			return err
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&f.at, "at", "", "`URL` of the cluster's server, nats://… or tls://…")
	flags.StringVar(&f.keys, "keys", "", "folder with a client's key, that cluster serve --init made (`DIR`/client)")
	flags.StringVar(&f.pack, "package", "", "judge the problem package in `DIR` (or a .zip or .kpp file) instead of this checkout")
	flags.StringVar(&f.json, "json", "", "also write the results as JSON to `FILE` (- for standard output, in place of the rows)")
	flags.StringVar(&f.junit, "junit", "", "also write the results as a JUnit report to `FILE`, for CI services")
	flags.BoolVar(&f.all, "all", false, "run every test, also after one that was too slow")
	flags.BoolVar(&f.first, "first", false, "stop a submission at its first test that is not accepted")
	flags.BoolVar(&f.failed, "failed", false, "judge only what was not as expected when it was last judged")
	flags.BoolVar(&f.fresh, "fresh", false, "run every test again, also those whose result a worker knows")
	flags.BoolVar(&f.allowSkips, "allow-skips", false, "do not fail if submissions cannot be judged, for want of a worker with the compiler")
	flags.BoolVarP(&f.verbose, "verbose", "v", false, "show every test, and every wrong program")
	flags.Float64Var(&f.timeLimit, "time-limit", 0, "`SECONDS` in place of the problems' own time limits")
	flags.StringVar(&f.class, "class", "", "judge only on machines of the class `ID`, whose times are comparable (cluster workers shows it)")
	flags.DurationVar(&f.wait, "wait", time.Minute, "how long to wait for a worker that offers what a submission needs")
	flags.BoolVar(&f.resume, "resume", false, "go on with the newest run that did not end, or with the run that the argument names")
	for _, name := range slices.Sorted(mapsKeys(elsewhere)) {
		flag := flags.VarPF(refusal(elsewhere[name]), name, "", "")
		flag.Hidden = true
		if name == "jobs" {
			flag.Shorthand = "j"
		}
		if name == "show" {
			flag.NoOptDefVal = "true"
		}
	}
	cmd.MarkFlagRequired("at")
	cmd.MarkFlagsMutuallyExclusive("all", "first")
	for _, name := range []string{"all", "first", "fresh", "failed", "time-limit", "class"} {
		cmd.MarkFlagsMutuallyExclusive("resume", name) // a run goes on as it was begun
	}
	return cmd
}
