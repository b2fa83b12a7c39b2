package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"dlxjudge/judge/base/exit"
	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/spread/server"
	"dlxjudge/judge/spread/wire"
	"dlxjudge/judge/tell/usage"
)

// attendFlags are the flags of cluster attend.
type attendFlags struct {
	at, keys string
	replicas int
	config   bool
}

func newAttendCommand() *cobra.Command {
	var f attendFlags
	cmd := &cobra.Command{
		Use:   "attend --at URL[,URL...]",
		Short: "Use NATS servers of your own in place of cluster serve",
		Long: `Prepare NATS servers that you run already: make the streams, with three replicas if the servers form a
cluster, and then make the consumers that workers and clients ask for, until Ctrl-C. Running work goes on without it;
new runs and new workers wait for it. It may run on several machines at a time.

The servers need JetStream and an account for each role. --config prints them for nats-server.conf, with the keys in a
folder, which it makes if there is none:

  cluster attend --config --keys ~/judge-keys > judge.conf

Write include "judge.conf" into nats-server.conf on each server, beside JetStream, TLS and the routes, and reload it.
JetStream's store needs room for all files of all problems, on each server; sync_interval: always lets a power cut at
all servers lose nothing. Then copy worker/ and client/ to where they are used, as for cluster serve, each with the CA
of the servers' certificates as ca.pem, unless the machines know it.

Exit status: 0 ended, 2 wrong usage or configuration, 3 the servers could not be prepared.`,
		Example: `  cluster attend --config --keys ~/judge-keys
  cluster attend --at tls://n1.example.org:4222,tls://n2.example.org:4222,tls://n3.example.org:4222`,
		Args:              usage.None,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return f.run(cmd.Context(), cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	flags := cmd.Flags()
	addConnection(cmd, &f.at, &f.keys, server.Operator)
	named := cmd.PreRunE
	cmd.PreRunE = func(cmd *cobra.Command, args []string) error {
		if f.config {
			return nil
		}
		return named(cmd, args)
	}
	flags.IntVar(&f.replicas, "replicas", 0, "keep `N` copies of everything, on as many servers (default: 3 in a "+
		"NATS cluster, else 1)")
	flags.BoolVar(&f.config, "config", false, "print the accounts for nats-server.conf, and end; --keys then names "+
		"the folder with all roles")
	cmd.MarkFlagsMutuallyExclusive("config", "at")
	cmd.MarkFlagsMutuallyExclusive("config", "replicas")
	return cmd
}

func (f attendFlags) run(ctx context.Context, stdout, stderr io.Writer) error {
	if f.replicas < 0 || f.replicas > mostReplicas {
		return fmt.Errorf("--replicas %d: NATS keeps one to %d copies", f.replicas, mostReplicas)
	}
	keys := f.keys
	if keys == "" {
		var err error
		if keys, err = wire.DefaultKeys(); err != nil {
			return err
		}
		if !f.config {
			keys = filepath.Join(keys, server.Operator)
		}
	}
	if f.config {
		return printConfig(stdout, stderr, keys)
	}
	stop, err := server.Attend(ctx, f.at, keys, f.replicas, wire.DefaultPace)
	if err != nil {
		return err
	}
	defer stop()
	if _, err := fmt.Fprintf(stdout, "attending %s\nCtrl-C ends it\n", legible.Line(f.at)); err != nil {
		return exit.Failed(err)
	}
	<-ctx.Done()
	fmt.Fprintln(stderr, "cluster: ended; running work goes on, and new runs and workers wait for another attendant")
	return nil
}

// mostReplicas is how many replicas NATS permits.
const mostReplicas = 5

// printConfig prints the accounts of the roles, and makes keys if there are none.
func printConfig(stdout, stderr io.Writer, keys string) error {
	if entries, err := os.ReadDir(keys); errors.Is(err, fs.ErrNotExist) || err == nil && len(entries) == 0 {
		if err := server.Init(keys); err != nil {
			return fmt.Errorf("no keys could be made in %s (choose another folder with --keys): %w", keys, err)
		}
		fmt.Fprintf(stderr, "cluster: there were no keys: made some in %s\n", legible.Line(keys))
	}
	text, err := server.Config(keys)
	if err != nil {
		return err
	}
	if _, err := io.WriteString(stdout, text); err != nil {
		return exit.Failed(err)
	}
	return nil
}
