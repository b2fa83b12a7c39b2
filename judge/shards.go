package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"dlxjudge/judge/author/timing"
	"dlxjudge/judge/base/version"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/spread/shard"
	"dlxjudge/judge/tell/figures"
	"dlxjudge/judge/tell/pipeline"
	"dlxjudge/judge/tell/report"
)

// shardFlags holds the flags of a run that is split over several machines.
type shardFlags struct {
	shard string // which part to judge, such as "2/5"; "" for a whole run
	times string // the file with the results of an earlier run; the times in it decide how this run is split
}

func (f *shardFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.shard, "shard", "", "judge one part of several, such as `2/5`; \"judge merge\" puts their "+
		"--json files together")
	flags.StringVar(&f.times, "times", "", "split into shards by the times in `RESULTS.json`, which an earlier run "+
		"wrote with --json (default: by the number of tests)")
}

// check refuses invalid values before anything is read.
func (f shardFlags) check(onlyFailed bool) error {
	switch {
	case f.shard == "" && f.times != "":
		return errors.New("--times only says how to split a run; also name the part to judge, with --shard")
	case f.shard == "":
		return nil
	case onlyFailed:
		return errors.New("--shard and --failed: each machine remembers its own failures, so the parts would not " +
			"fit together; leave one of the flags out")
	}
	if _, err := shard.Parse(f.shard); err != nil {
		return fmt.Errorf("--shard: %w", err)
	}
	return nil
}

// cut keeps only the entries of the shard that --shard names, and returns what "judge merge" must know about the shard.
// Without --shard, it changes nothing and returns nil.
func (a *app) cut(ctx context.Context, f runFlags, r *pipeline.Run) (*grade.Part, error) {
	if f.shard == "" {
		return nil, nil
	}
	if problems := timing.Unlimited(r.Entries); len(problems) > 0 && f.TimeLimit == 0 {
		return nil, fmt.Errorf("--shard: the package of %s gives no time limit, and each machine would work out one "+
			"of its own; give one with: --time-limit SECONDS", problems[0].Name)
	}
	number, err := shard.Parse(f.shard)
	if err != nil {
		return nil, err
	}
	var earlier *grade.Results
	if f.times != "" {
		results, err := report.ReadFile(f.times)
		if err != nil {
			return nil, fmt.Errorf("--times %w", err)
		}
		earlier = &results
	}
	all := r.Entries
	var part grade.Part
	var share shard.Share
	r.Entries, part, share = shard.Cut(all, shard.Weigh(all, earlier), number)
	part.Judge = version.Judge()
	part.Settings = grade.Settings{All: f.All, First: f.First, TimeLimit: grade.Seconds(f.TimeLimit),
		AllowSkips: f.AllowSkips}
	if pack := r.Picked.Package(); pack != "" {
		path, err := filepath.Abs(pack)
		if err != nil {
			return nil, judgeFailed(err)
		}
		part.Settings.Package = filepath.Base(path)
	}
	if part.Content, err = shard.Digest(ctx, all); err != nil {
		return nil, err
	}
	switch {
	case len(r.Entries) == 0:
		a.say("shard %s has nothing to judge: only %s for %d shards", number,
			figures.Plural(share.Of, "submission"), number.Count)
	case earlier == nil:
		a.say("shard %s: %d of %s, %.0f of %s", number, share.Submissions, figures.Plural(share.Of, "submission"),
			share.Weight, figures.Plural(int(share.Whole), "test"))
	default:
		a.say("shard %s: %d of %s, about %.0f s of %.0f s", number, share.Submissions,
			figures.Plural(share.Of, "submission"), share.Weight, share.Whole)
	}
	return &part, nil
}
