package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"dlxjudge/judge/base/version"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/decide/selection"
	"dlxjudge/judge/spread/shard"
)

// addShardFlags adds the flags of a run that is one of several on several machines.
func addShardFlags(cmd *cobra.Command, f *runFlags) {
	flags := cmd.Flags()
	flags.StringVar(&f.shard, "shard", "", "judge one part of several, such as `2/5`; judge merge puts their --json "+
		"files together")
	flags.StringVar(&f.times, "times", "", "split into shards by the times in `RESULTS.json`, which an earlier run "+
		"wrote, in place of the records in bench/")
}

// checkShard refuses values that no run has, before anything is read.
func (f runFlags) checkShard() error {
	switch {
	case f.shard == "" && f.times != "":
		return errors.New("--times: it says how a run is split; give the part to judge with --shard, too")
	case f.shard == "":
		return nil
	case f.failed:
		return errors.New("--shard and --failed: what failed differs from machine to machine, and the parts would " +
			"not fit together; leave one of them out")
	}
	if _, err := shard.Parse(f.shard); err != nil {
		return fmt.Errorf("--shard: %w", err)
	}
	return nil
}

// cut returns the entries of the shard that is judged under a time limit, 0 for the problems' own, and what judge merge
// must know of it; without --shard all of them, and nil.
func (a *app) cut(f runFlags, limit time.Duration, s *selection.Selection,
	entries []grade.Entry) ([]grade.Entry, *grade.Part, error) {
	if f.shard == "" {
		return entries, nil, nil
	}
	if problems := unlimited(entries); len(problems) > 0 && limit == 0 {
		return nil, nil, fmt.Errorf("--shard: the package of %s gives no time limit, and each machine would work "+
			"out one of its own; give one with: --time-limit SECONDS", problems[0].Name)
	}
	number, err := shard.Parse(f.shard)
	if err != nil {
		return nil, nil, err
	}
	times, err := a.knownTimes(f, s)
	if err != nil {
		return nil, nil, err
	}
	own, part, share := shard.Cut(entries, shard.Expect(entries, times, shard.Options{All: f.all, TimeLimit: limit}),
		number)
	part.Settings = grade.Settings{All: f.all, First: f.first, TimeLimit: limit, AllowSkips: f.allowSkips}
	part.Judge = version.Judge()
	if f.pack != "" {
		path, err := filepath.Abs(f.pack)
		if err != nil {
			return nil, nil, judgeFailed(err)
		}
		part.Settings.Package = filepath.Base(path)
	}
	if part.Content, err = shard.Digest(s.Roots, entries); err != nil {
		return nil, nil, err
	}
	if len(own) == 0 {
		a.say("shard %s has nothing to judge: there are fewer submissions than shards (%d)", number, share.Of)
	} else {
		a.say("shard %s: %d of %s, about %s of %s", number, share.Submissions, count(share.Of, "submission"),
			roughly(share.Expected), roughly(share.Overall))
	}
	return own, &part, nil
}

// knownTimes are those of the run that --times names, or of the records in bench/. They must be the same on all
// machines, so what this machine alone knows, such as its cache, does not count.
func (a *app) knownTimes(f runFlags, s *selection.Selection) (shard.Times, error) {
	switch {
	case f.times != "":
		results, err := readResults(f.times)
		if err != nil {
			return nil, fmt.Errorf("--times %w", err)
		}
		return shard.FromResults(results), nil
	case f.pack != "":
		return shard.Times{}, nil
	}
	records, _ := a.history(filepath.Join(s.Root(), "bench")) // there may be none
	return shard.FromRecords(records), nil
}

// roughly is a time in whole seconds.
func roughly(d time.Duration) string {
	return fmt.Sprintf("%d s", max(1, int(d.Round(time.Second).Seconds())))
}
