package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"dlxjudge/judge/base/exit"
	"dlxjudge/judge/base/store"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/execute/sandbox/backend"
	"dlxjudge/judge/read/config"
	"dlxjudge/judge/spread/parcel"
	"dlxjudge/judge/spread/wire"
	"dlxjudge/judge/spread/worker"
	"dlxjudge/judge/tell/usage"
)

// workerFlags holds the flags of "cluster worker".
type workerFlags struct {
	at, keys, name string
	group          string
	jobs           int
	backend, store string
}

func newWorkerCommand() *cobra.Command {
	var f workerFlags
	cmd := &cobra.Command{
		Use:   "worker --at URL",
		Short: "Judge submissions of a cluster's runs on this machine",
		Long: `Judge submissions of a cluster's runs, one at a time, in the sandbox that "judge
run" would use here. The worker takes work from clients built from the same
commit, if it has the languages and the group that the work needs. It keeps the
programs that it builds and up to 20 GiB of files.

If this machine fails, for example with a full disk, another worker gets the
work, and this one pauses. It waits while the server is unreachable. A machine
needs only one worker, with several --jobs.

The worker ends on Ctrl-C. Another one then takes its unfinished submission.
Exit status: 0 ended, 2 wrong usage or configuration, 3 it could not continue.`,
		Example: `  cluster worker --at tls://judge.example.org:4222 --keys ~/judge-worker
  cluster worker --at nats://127.0.0.1:4222 --name spare --group fast --jobs 2`,
		Args:              usage.None,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return f.run(cmd.Context(), cmd.ErrOrStderr())
		},
	}
	flags := cmd.Flags()
	addConnection(cmd, &f.at, &f.keys, wire.Worker)
	flags.StringVar(&f.name, "name", "", "`NAME` of this worker in reports (default: the machine's name)")
	flags.StringVar(&f.group, "group", "", "`NAME` of the group of machines with comparable times, for cluster run "+
		"--group (default: none)")
	flags.IntVarP(&f.jobs, "jobs", "j", max(runtime.NumCPU()/2, 1), "number of tests to run in parallel")
	flags.StringVar(&f.backend, "backend", "", "run programs with this sandbox instead of the best that works here")
	flags.StringVar(&f.store, "store", "", "keep the files of problems in `DIR` (default: a folder in the user's "+
		"cache folder)")
	return cmd
}

// run takes work and judges it until ctx is done.
func (f workerFlags) run(ctx context.Context, stderr io.Writer) error {
	var mu sync.Mutex
	tell := func(line string) {
		mu.Lock()
		defer mu.Unlock()
		say(stderr, "%s", line)
	}
	if f.jobs < 1 || f.jobs > config.MaxJobs {
		return fmt.Errorf("-j %d: give a number from 1 to %d", f.jobs, config.MaxJobs)
	}
	for flag, name := range map[string]string{"name": f.name, "group": f.group} {
		if name != "" && !wire.Name.MatchString(name) {
			return fmt.Errorf("--%s %q: a name has up to 64 letters, digits, - and _", flag, name)
		}
	}
	if err := compile.CheckLanguages(); err != nil {
		return err
	}
	conn, err := dial(ctx, f.at, f.keys, wire.Worker, cmp.Or(f.name, "worker"))
	if err != nil {
		return err
	}
	defer conn.Close()
	if f.name == "" {
		if f.name, err = worker.FreeName(ctx, conn); err != nil {
			return fmt.Errorf("cannot name this worker: this machine has no name, or the cluster does not "+
				"list its workers (%w); give one with --name", err)
		}
	}
	warn := func(warning string) {
		if warning != "" {
			tell("warning: " + warning)
		}
	}
	box, err := f.sandbox(ctx, warn)
	if err != nil {
		return err
	}
	defer box.Close()
	cache, err := compile.OpenCache("", box)
	if err != nil {
		return exit.Failed(err)
	}
	defer cache.Close()
	warn(cache.Warning())
	cache.Note = func(note string) { tell("note: " + note) }
	store, err := f.parcels(cache)
	if err != nil {
		return err
	}
	defer store.Close()
	cached, err := grade.OpenCached()(box, cache)
	if err != nil {
		warn(fmt.Sprintf("results cannot be cached (%v), so every run judges every test", err))
	}
	offer := worker.Describe(ctx, f.name, f.group, f.jobs, box)
	if ctx.Err() != nil {
		return nil
	}
	tell(fmt.Sprintf("connected to %s; offering %s; %s; tests side by side: %d", f.at,
		cmp.Or(strings.Join(offer.Languages, " "), "no language"), offer.Isolation, f.jobs))
	err = worker.Run(ctx, worker.Options{
		Conn: conn, Offer: offer, Store: store, Say: tell,
		Judging: grade.Options{Jobs: f.jobs, Sandbox: box, Cache: cache, CachedResults: cached}, Judge: grade.Judge,
		Test: func(ctx context.Context) error {
			return worker.Test(ctx, grade.Options{Jobs: 1, Sandbox: box, Cache: cache}, offer.Languages, store.Dir())
		},
	})
	if err != nil {
		return exit.Failed(err)
	}
	tell(fmt.Sprintf("%s has ended", f.name))
	return nil
}

// sandbox opens the sandbox. The programs that a cluster sends may be hostile. If no sandbox confines them, sandbox
// returns an error unless the operator has named the sandbox with --backend.
func (f workerFlags) sandbox(ctx context.Context, warn func(string)) (sandbox.Sandbox, error) {
	box, err := backend.Open(ctx, sandbox.Options{Backend: f.backend})
	if err != nil {
		return nil, err
	}
	if warning := box.Warning(); warning != "" && f.backend == "" {
		return nil, errors.Join(fmt.Errorf("%s; if you trust everybody who starts runs, confirm it with --backend %s",
			warning, box.Name()), box.Close())
	}
	warn(box.Warning())
	for _, lost := range box.Lost() {
		warn(lost)
	}
	return box, nil
}

// parcels opens the store of the problems' files.
func (f workerFlags) parcels(cache *compile.Cache) (opened *parcel.Store, err error) {
	dir := f.store
	if dir == "" {
		if dir, err = cache.Folder("parcels"); err != nil {
			return nil, fmt.Errorf("no place for the files of problems: %w; name a folder with --store", err)
		}
	}
	if err := store.Private(dir, "--store"); err != nil { // the folder holds programs to run
		return nil, err
	}
	if opened, err = parcel.Open(dir); err != nil {
		return nil, fmt.Errorf("--store %s: %w", dir, err)
	}
	return opened, nil
}
