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
	submissions := make(map[*problem.Problem][]problem.Submission) // those that the workers judge
	for _, i := range r.items {
		err := checkTimeLimit(i.Entry, r.TimeLimit)
		if err != nil && !r.Roots.Several() {
			return err
		}
		if err != nil {
			i.Submission.Broken = grade.OneLine(err)
		}
		if i.blank = grade.Blank(i.Entry, r.TimeLimit); !i.blank.Unjudged {
			submissions[i.Problem] = append(submissions[i.Problem], i.Submission)
		}
	}
	fresh := ""
	if r.Fresh || r.printed != nil {
		fresh = rand.Text()
	}
	packed := make(map[*problem.Problem]*parcel.Parcel)
	var ids []string
	for _, i := range r.items {
		if i.blank.Unjudged {
			r.set(i, i.blank)
			continue
		}
		if packed[i.Problem] == nil {
			p, err := parcel.Pack(ctx, r.Roots, i.Problem, submissions[i.Problem])
			if err != nil {
				return err
			}
			packed[i.Problem] = p
			r.parcels = append(r.parcels, p)
		}
		i.ask = wire.Ask{
			Needs:  wire.Needs{Version: version.Judge(), Group: r.Group, Languages: languagesOf(i.Entry)},
			Parcel: packed[i.Problem].Digest(), Problem: i.Problem.Name, Submission: i.Submission.Name,
			Tests: testsOf(i.Entry), TimeLimit: r.TimeLimit, All: r.All, First: r.First, Lines: r.Conversations,
			Transcripts: r.Transcripts != "" && i.Problem.Talks(), Show: r.printed != nil, Fresh: fresh,
		}
		if _, err := wire.Encode(i.ask); err != nil {
			return fmt.Errorf("%s/%s: %w", i.ask.Problem, i.ask.Submission, err)
		}
		r.asked[i.ask.ID()] = i
		ids = append(ids, i.ask.ID())
	}
	r.name = wire.RunName(ids)
	return nil
}

// checkTimeLimit returns an error if the entry's problem has no time limit and limit is 0. A limit cannot be derived
// from the times of several machines.
func checkTimeLimit(e grade.Entry, limit time.Duration) error {
	if limit == 0 && e.Problem.Limits.Time == 0 && e.Submission.NotJudged() == "" {
		return fmt.Errorf("%s: its package gives no time limit, and the times of several machines cannot give one; "+
			"write it into the package with judge limits, or give it with --time-limit SECONDS", e.Problem.Name)
	}
	return nil
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
