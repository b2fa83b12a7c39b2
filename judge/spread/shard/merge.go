package shard

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/execute/sandbox"
)

// Part holds the results of one shard, as read from a file.
type Part struct {
	File    string // name of the file, for messages
	Results grade.Results
}

// Merge combines the results of all shards into the results of one run, in the run's order. Elapsed is the time of the
// slowest shard. If parts are missing, duplicate, or from different runs, Merge returns an error that names the files.
func Merge(parts []Part) (grade.Results, error) {
	if len(parts) == 0 {
		return grade.Results{}, errors.New("no parts; name the files that judge run --shard --json wrote")
	}
	if err := check(parts); err != nil {
		return grade.Results{}, err
	}
	parts = slices.SortedFunc(slices.Values(parts), func(p, q Part) int {
		return p.Results.Part.Index - q.Results.Part.Index
	})
	first := parts[0].Results
	whole := grade.Results{
		Backend: first.Backend, Commit: first.Commit, Submissions: make([]grade.Submission, first.Part.Submissions),
	}
	var measures []sandbox.Measures
	for _, p := range parts {
		for i, place := range p.Results.Part.Places {
			whole.Submissions[place] = p.Results.Submissions[i]
		}
		whole.Dirty = whole.Dirty || p.Results.Dirty
		whole.Jobs = max(whole.Jobs, p.Results.Jobs)
		whole.Elapsed = max(whole.Elapsed, p.Results.Elapsed)
		measures = append(measures, p.Results.Measures)
	}
	whole.Measures = sandbox.Joined(measures)
	return whole, nil
}

// check returns an error unless the parts are all shards of one run.
func check(parts []Part) error {
	var errs []error
	for _, p := range parts {
		errs = append(errs, p.check())
	}
	if err := errors.Join(errs...); err != nil {
		return err
	}
	first := parts[0]
	for _, p := range parts[1:] {
		if differs := difference(first.Results, p.Results); differs != "" {
			errs = append(errs, fmt.Errorf("%s and %s are not parts of one run: %s", first.File, p.File, differs))
		}
	}
	if err := errors.Join(errs...); err != nil {
		return err
	}
	return areAll(parts)
}

// check returns an error if p is a whole run, was interrupted, or was changed after "judge run" wrote it.
func (p Part) check() error {
	part := p.Results.Part
	damaged := func(format string, args ...any) error {
		return fmt.Errorf("%s: %s; the file was changed: judge the shard again", p.File, fmt.Sprintf(format, args...))
	}
	switch {
	case part == nil:
		return fmt.Errorf("%s is a whole run, not a part of one; name the files that judge run --shard --json wrote",
			p.File)
	case part.Count < 1 || part.Count > mostShards || part.Index < 1 || part.Index > part.Count:
		return damaged("there is no shard %d of %d", part.Index, part.Count)
	case p.Results.Interrupted:
		return fmt.Errorf("%s was interrupted: judge shard %s again", p.File, Number{part.Index, part.Count})
	case len(part.Places) != len(p.Results.Submissions):
		return damaged("it has %d submissions and %d places for them", len(p.Results.Submissions), len(part.Places))
	}
	for _, place := range part.Places {
		if place < 0 || place >= part.Submissions {
			return damaged("there is no place %d among %d submissions", place, part.Submissions)
		}
	}
	return nil
}

// difference compares those properties of two parts which are the same in all parts of one run. It returns a text that
// says how they differ and what would help, or "" if they do not differ.
func difference(a, b grade.Results) string {
	x, y := a.Part, b.Part
	switch {
	case x.Count != y.Count:
		return fmt.Sprintf("one is a shard of %d, the other of %d", x.Count, y.Count)
	case a.Commit != b.Commit:
		return fmt.Sprintf("one judged %s, the other %s; judge all shards on one commit", commit(a.Commit),
			commit(b.Commit))
	case x.Judge != y.Judge:
		return fmt.Sprintf("one was judged by judge %s, the other by %s; use the same program for all shards, "+
			"or programs that go build made from one commit without changes", x.Judge, y.Judge)
	case x.Settings != y.Settings:
		return fmt.Sprintf("one was judged %s, the other %s; give all shards the same flags", flags(x.Settings),
			flags(y.Settings))
	case x.Content != y.Content || x.Submissions != y.Submissions:
		return "their submissions, tests or files differ; give all shards the same patterns " +
			"and files"
	case a.Backend != b.Backend:
		return fmt.Sprintf("one was judged in the sandbox %s, the other in %s; choose one with --backend for all "+
			"shards", a.Backend, b.Backend)
	}
	return ""
}

func commit(name string) string {
	if name == "" {
		return "an unknown commit"
	}
	return "commit " + name[:min(len(name), 12)]
}

// flags formats settings as flags.
func flags(s grade.Settings) string {
	var texts []string
	for _, flag := range []struct {
		set  bool
		text string
	}{
		{s.Package != "", "--package " + s.Package}, {s.All, "--all"}, {s.First, "--first"},
		{s.AllowSkips, "--allow-skips"},
		{s.TimeLimit > 0, fmt.Sprintf("--time-limit %g", time.Duration(s.TimeLimit).Seconds())},
	} {
		if flag.set {
			texts = append(texts, flag.text)
		}
	}
	if len(texts) == 0 {
		return "without flags"
	}
	return "with " + strings.Join(texts, " ")
}

// areAll checks that the parts of one run together hold each of its submissions exactly once.
func areAll(parts []Part) error {
	const splitDifferently = "the shards were split in different ways: give all of them the same --times, or none"
	shards, places := make(map[int]string), make(map[int]string) // the file of each
	var files, missing []string
	for _, p := range parts {
		part := p.Results.Part
		files = append(files, p.File)
		if other := shards[part.Index]; other != "" {
			return fmt.Errorf("%s and %s are the same shard, %s; name one of them", other, p.File,
				Number{part.Index, part.Count})
		}
		shards[part.Index] = p.File
		for _, place := range part.Places {
			if places[place] != "" {
				return fmt.Errorf("%s and %s overlap; %s", places[place], p.File, splitDifferently)
			}
			places[place] = p.File
		}
	}
	of := parts[0].Results.Part
	for index := 1; index <= of.Count; index++ {
		if shards[index] == "" {
			missing = append(missing, Number{index, of.Count}.String())
		}
	}
	if missing != nil {
		return fmt.Errorf("no file of shard %s is named, only %s; name the files of all %d shards",
			listed(missing, "or"), listed(files, "and"), of.Count)
	}
	if len(places) != of.Submissions {
		return fmt.Errorf("%d of %d submissions are in %s; %s", len(places), of.Submissions, listed(files, "and"),
			splitDifferently)
	}
	return nil
}

// listed joins names, for example to "a, b and c" if last is "and".
func listed(names []string, last string) string {
	if len(names) == 1 {
		return names[0]
	}
	end := len(names) - 1
	return strings.Join(names[:end], ", ") + " " + last + " " + names[end]
}
