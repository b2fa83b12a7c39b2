package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"dlxjudge/judge/base/exit"
	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/read/config"
	"dlxjudge/judge/spread/server"
	"dlxjudge/judge/spread/wire"
	"dlxjudge/judge/tell/usage"
)

// serveFlags holds the flags of "cluster serve".
type serveFlags struct {
	listen, store, keys string
	config              string
	init                bool
	hosts               []string
}

func newServeCommand() *cobra.Command {
	var f serveFlags
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Run the server between clients and workers",
		Long: `Run a NATS server with JetStream. It keeps files, work and results on disk. What
it has acknowledged survives a stop, a kill and a power cut.

By default, the server listens only on this machine, without TLS, and makes keys
if there are none. For other machines, make keys and a certificate once with
--init, and a --host for each name that those machines use for this one. Copy
the folder worker/ to machines that judge, and client/ to machines that start
runs. Every connection needs a key. Give one only to people whom you trust with
the whole cluster.

NATS' warnings and errors go to standard error. The file of --config sets
everything else, such as the size of the store (jetstream {max_file: 50GB}).

The server ends on Ctrl-C. Workers and clients wait until it is back.
Exit status: 0 ended, 2 wrong usage or configuration, 3 server or disk failed.`,
		Example: `  cluster serve
  cluster serve --init --host judge.example.org --host 192.0.2.7
  cluster serve --listen 0.0.0.0:4222 --store /srv/judge --config nats.conf`,
		Args:              usage.None,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, _ []string) error {
			err := f.run(cmd.Context(), cmd.OutOrStdout(), cmd.ErrOrStderr())
			if errors.Is(err, server.ErrFailed) {
				return exit.Failed(err)
			}
			return err
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&f.listen, "listen", "127.0.0.1:4222", "listen on `ADDRESS`, a host and a port; 0.0.0.0 for all "+
		"addresses of this machine")
	flags.StringVar(&f.store, "store", "", "keep files, work and results in `DIR` (default: dlxjudge/cluster-store "+
		"in the user's data folder)")
	flags.StringVar(&f.keys, "keys", "", "folder of keys `DIR` (default: dlxjudge/cluster in the user's "+
		"configuration folder)")
	flags.StringVar(&f.config, "config", "", "a NATS configuration `FILE` with everything else; the other flags "+
		"override it")
	flags.BoolVar(&f.init, "init", false, "make keys and a certificate in a new folder, and end")
	flags.StringArrayVar(&f.hosts, "host", nil, "with --init: `NAME` or address that other machines use for "+
		"this one; may be repeated")
	for _, serving := range []string{"store", "config", "listen"} {
		cmd.MarkFlagsMutuallyExclusive("init", serving)
	}
	return cmd
}

func (f serveFlags) run(ctx context.Context, stdout, stderr io.Writer) error {
	var err error
	if f.keys, err = folderOf(f.keys, ""); err != nil {
		return err
	}
	if f.init {
		return f.makeKeys(stdout)
	}
	if len(f.hosts) > 0 {
		return errors.New("--host is for --init, which makes keys and a certificate for these names; the server " +
			"listens where --listen says")
	}
	return f.serve(ctx, stdout, stderr)
}

// makeKeys makes keys for other machines, and says where to copy them.
func (f serveFlags) makeKeys(stdout io.Writer) error {
	hosts := f.hosts
	if len(hosts) == 0 {
		return errors.New("--init needs a --host: the name or address that other machines use for this one (for " +
			"this machine only, cluster serve makes keys by itself)")
	}
	for _, own := range []string{"localhost", "127.0.0.1", "::1"} {
		if !slices.Contains(hosts, own) {
			hosts = append(hosts, own)
		}
	}
	if err := server.Init(f.keys, hosts...); err != nil {
		if errors.Is(err, fs.ErrExist) {
			return fmt.Errorf("%w with --keys, or remove these", err)
		}
		return fmt.Errorf("no keys were made: %w", err)
	}
	_, err := fmt.Fprintf(stdout, `keys and a certificate for %s are in %s
copy %s to each machine that judges
copy %s to each machine that starts runs
keep the rest on this machine: server/ has the key of the server's certificate
start the server with: cluster serve --listen 0.0.0.0:4222 --keys %s
`, strings.Join(hosts, ", "), legible.Line(f.keys), legible.Word(filepath.Join(f.keys, wire.Worker)),
		legible.Word(filepath.Join(f.keys, wire.Client)), legible.Word(f.keys))
	return err
}

// serve runs the server until ctx is done.
func (f serveFlags) serve(ctx context.Context, stdout, stderr io.Writer) error {
	var err error
	if f.store == "" {
		if f.store, err = config.DataPath("cluster-store"); err != nil {
			return fmt.Errorf("no place for the store: %w; name a folder with --store", err)
		}
	}
	if f.store, err = filepath.Abs(f.store); err != nil {
		return err
	}
	if entries, err := os.ReadDir(f.keys); errors.Is(err, fs.ErrNotExist) || err == nil && len(entries) == 0 {
		if host, _, err := net.SplitHostPort(f.listen); err == nil && !wire.Loopback(host) {
			return fmt.Errorf("%s: other machines can reach this address, so keys and a certificate are needed, and "+
				"there are none in %s; make them with cluster serve --init --host NAME, where NAME is how other "+
				"machines reach this one", f.listen, f.keys)
		}
		if err := server.Init(f.keys); err != nil {
			return fmt.Errorf("cannot make keys in %s (choose another folder with --keys): %w", f.keys, err)
		}
		say(stderr, "there were no keys: made keys for this machine only, in %s", f.keys)
	}
	s, err := server.Start(server.Options{Listen: f.listen, Store: f.store, Keys: f.keys, Config: f.config})
	if err != nil {
		return err
	}
	defer s.Stop()
	if err := f.announce(stdout, s); err != nil {
		return err
	}
	const soon = 30 * 24 * time.Hour
	if until := s.Until(); !until.IsZero() && time.Until(until) < soon {
		say(stderr, "warning: the certificate is valid until %s; make new keys in a new folder with cluster serve "+
			"--init before that day", until.Format(time.DateOnly))
	}
	warn := func(err error) { say(stderr, "warning: the keys have changed, but cannot be loaded: %v", err) }
	if err := s.Wait(ctx, warn); err != nil {
		return err
	}
	say(stderr, "ended; acknowledged messages are kept in %s", f.store)
	return nil
}

// announce prints where the server listens, and how to use it.
func (f serveFlags) announce(stdout io.Writer, s *server.Server) error {
	urls, note := s.URLs(), ""
	if !s.Until().IsZero() {
		note = ", with a copy of that folder"
	}
	_, err := fmt.Fprintf(stdout, `listening on %s
keys  %s
store %s
on each machine that judges%s: cluster worker --at %s --keys %s
where runs are started%[4]s: cluster run --at %[5]s --keys %[7]s
Ctrl-C ends it
`, strings.Join(urls, ", "), legible.Line(f.keys), legible.Line(f.store), note, urls[0],
		legible.Word(filepath.Join(f.keys, wire.Worker)), legible.Word(filepath.Join(f.keys, wire.Client)))
	return err
}
