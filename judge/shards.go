package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"dlxjudge/judge/base/version"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/measure/trend"
	"dlxjudge/judge/spread/shard"
	"dlxjudge/judge/tell/report"
)

// shardFlags are the flags of a run that is one of several on several machines.
type shardFlags struct {
	shard string // "" for a run that is the only one
	times string // a file of results by which the run is split
}

func (f *shardFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.shard, "shard", "", "judge one part of several, such as `2/5`; judge merge puts their --json "+
		"files together")
	flags.StringVar(&f.times, "times", "", "split into shards by the times in `RESULTS.json`, which an earlier run "+
		"wrote, in place of the records in bench/")
}

// check refuses values that no run has, before anything is read.
func (f shardFlags) check(onlyFailed bool) error {
	switch {
	case f.shard == "" && f.times != "":
		return errors.New("--times: it says how a run is split; give the part to judge with --shard, too")
	case f.shard == "":
		return nil
	case onlyFailed:
		return errors.New("--shard and --failed: what failed differs from machine to machine, and the parts would " +
			"not fit together; leave one of them out")
	}
	if _, err := shard.Parse(f.shard); err != nil {
		return fmt.Errorf("--shard: %w", err)
	}
	return nil
}

// cut keeps only the entries of the shard that the flags name, and returns what judge merge must know of it; nil
// without --shard.
func (j *judging) cut(ctx context.Context, f runFlags) (*grade.Part, error) {
	if f.shard == "" {
		return nil, nil
	}
	limit := j.options.TimeLimit
	if problems := unlimited(j.entries); len(problems) > 0 && limit == 0 {
		return nil, fmt.Errorf("--shard: the package of %s gives no time limit, and each machine would work out one "+
			"of its own; give one with: --time-limit SECONDS", problems[0].Name)
	}
	number, err := shard.Parse(f.shard)
	if err != nil {
		return nil, err
	}
	times, err := j.knownTimes(f)
	if err != nil {
		return nil, err
	}
	all := j.entries
	expected := shard.Expect(all, times, shard.Options{All: f.all, TimeLimit: limit})
	var part grade.Part
	var share shard.Share
	j.entries, part, share = shard.Cut(all, expected, number)
	part.Judge = version.Judge()
	part.Settings = grade.Settings{All: f.all, First: f.first, TimeLimit: limit, AllowSkips: f.allowSkips}
	if f.pack != "" {
		path, err := filepath.Abs(f.pack)
		if err != nil {
			return nil, judgeFailed(err)
		}
		part.Settings.Package = filepath.Base(path)
	}
	if part.Content, err = shard.Digest(ctx, j.picked.Roots, all); err != nil {
		return nil, err
	}
	if len(j.entries) == 0 {
		j.say("shard %s has nothing to judge: there are fewer submissions than shards (%d)", number, share.Of)
	} else {
		j.say("shard %s: %d of %s, about %s of %s", number, share.Submissions, count(share.Of, "submission"),
			roughly(share.Expected), roughly(share.Overall))
	}
	return &part, nil
}

// knownTimes are those of the run that --times names, or of the records in bench/. They must be the same on all
// machines, so what only this machine knows, such as its cache, does not count.
func (j *judging) knownTimes(f runFlags) (shard.Times, error) {
	switch {
	case f.times != "":
		results, err := report.ReadFile(f.times)
		if err != nil {
			return nil, fmt.Errorf("--times %w", err)
		}
		return shard.FromResults(results), nil
	case f.pack != "":
		return shard.Times{}, nil
	}
	records, notes, _ := trend.Read(filepath.Join(j.picked.Root(), "bench")) // there may be none
	j.sayAll(notes...)
	return shard.FromRecords(records), nil
}

// roughly is a time in whole seconds.
func roughly(d time.Duration) string {
	return fmt.Sprintf("%d s", max(1, int(d.Round(time.Second).Seconds())))
}
