package client

import (
	"context"
	"crypto/rand"
	"fmt"
	"slices"
	"time"

	"dlxjudge/judge/base/version"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/spread/parcel"
	"dlxjudge/judge/spread/wire"
)

// plan makes an ask for each entry, and packs the files.
func (r *run) plan(ctx context.Context) error {
	for i, e := range r.entries {
		err := checkTimeLimit(e, r.TimeLimit)
		if err != nil && !r.Roots.Several() {
			return err
		}
		if err != nil {
			r.entries[i].Submission.Broken = grade.OneLine(err)
		}
		r.blanks = append(r.blanks, grade.Blank(r.entries[i], r.TimeLimit))
	}
	fresh := ""
	if r.Fresh || r.printed != nil {
		fresh = rand.Text()
	}
	packed := make(map[*problem.Problem]*parcel.Parcel)
	for i, e := range r.entries {
		if r.blanks[i].Unjudged {
			r.asks = append(r.asks, wire.Ask{})
			r.set(i, r.blanks[i])
			continue
		}
		if packed[e.Problem] == nil {
			p, err := parcel.Pack(ctx, r.Roots, e.Problem, r.submissionsTo(e.Problem))
			if err != nil {
				return err
			}
			packed[e.Problem] = p
			r.parcels = append(r.parcels, p)
		}
		ask := wire.Ask{
			Needs:  wire.Needs{Version: version.Judge(), Group: r.Group, Languages: languagesOf(e)},
			Parcel: packed[e.Problem].Digest(), Problem: e.Problem.Name, Submission: e.Submission.Name,
			Tests: testsOf(e), TimeLimit: r.TimeLimit, All: r.All, First: r.First, Lines: r.Conversations,
			Transcripts: r.Transcripts != "" && e.Problem.Talks(), Show: r.printed != nil, Fresh: fresh,
		}
		if _, err := wire.Encode(ask); err != nil {
			return fmt.Errorf("%s/%s: %w", ask.Problem, ask.Submission, err)
		}
		r.asks = append(r.asks, ask)
		r.places[ask.ID()] = i
	}
	r.name = wire.RunName(r.asks)
	return nil
}

// checkTimeLimit returns an error if the entry's problem has no time limit and the parameter limit is 0. A limit cannot
// be derived from the times of several machines.
func checkTimeLimit(e grade.Entry, limit time.Duration) error {
	if limit == 0 && e.Problem.Limits.Time == 0 && e.Submission.NotJudged() == "" {
		return fmt.Errorf("%s: its package gives no time limit, and the times of several machines cannot give one; "+
			"write it into the package with judge limits, or give it with --time-limit SECONDS", e.Problem.Name)
	}
	return nil
}

// submissionsTo returns those submissions to p which the workers must judge.
func (r *run) submissionsTo(p *problem.Problem) []problem.Submission {
	var submissions []problem.Submission
	for i, e := range r.entries {
		if e.Problem == p && !r.blanks[i].Unjudged {
			submissions = append(submissions, e.Submission)
		}
	}
	return submissions
}

// testsOf returns the names of an entry's tests, or nil if the entry has all tests of its problem.
func testsOf(e grade.Entry) []string {
	all := e.Problem.Tests
	if slices.EqualFunc(all, e.Tests, func(a, b problem.Test) bool { return a.Name == b.Name }) {
		return nil
	}
	names := []string{}
	for _, t := range e.Tests {
		names = append(names, t.Name)
	}
	return names
}

// languagesOf returns the languages that a worker needs for an entry. A source in an unknown language adds no language,
// because every worker gives the same result for that source.
func languagesOf(e grade.Entry) []string {
	sources := slices.Clone(e.Problem.Deciding())
	if e.Problem.Grader != nil {
		sources = append(sources, *e.Problem.Grader)
	}
	if !e.Problem.SubmitAnswer && e.Submission.Broken == "" {
		sources = append(sources, e.Submission.Source)
	}
	languages := []string{}
	for _, source := range sources {
		if language, err := compile.LanguageOf(source); err == nil && !language.Scripts() {
			languages = append(languages, language.Name)
		}
	}
	slices.Sort(languages)
	return slices.Compact(languages)
}
