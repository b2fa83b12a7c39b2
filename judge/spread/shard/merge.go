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
	for _, check := range []func([]Part) error{arePartsOfShards, haveEnded, areOfOneRun, areAll, fit} {
		if err := check(parts); err != nil {
			return grade.Results{}, err
		}
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

// arePartsOfShards refuses whole runs, and impossible shard numbers.
func arePartsOfShards(parts []Part) error {
	var errs []error
	for _, p := range parts {
		switch part := p.Results.Part; {
		case part == nil:
			errs = append(errs, fmt.Errorf("%s is a whole run, not a part of one; name the files that judge run "+
				"--shard --json wrote", p.File))
		case part.Count < 1 || part.Count > mostShards || part.Index < 1 || part.Index > part.Count:
			errs = append(errs, damaged(p, "there is no shard %d of %d", part.Index, part.Count))
		}
	}
	return errors.Join(errs...)
}

// damaged returns an error that says that the file of a part has changed since "judge run" wrote it.
func damaged(p Part, format string, args ...any) error {
	return fmt.Errorf("%s: %s; the file was changed: judge the shard again", p.File, fmt.Sprintf(format, args...))
}

// haveEnded refuses shards that were interrupted.
func haveEnded(parts []Part) error {
	var errs []error
	for _, p := range parts {
		if p.Results.Interrupted {
			errs = append(errs, fmt.Errorf("%s was interrupted: judge shard %s again", p.File,
				Number{p.Results.Part.Index, p.Results.Part.Count}))
		}
	}
	return errors.Join(errs...)
}

// areOfOneRun compares each part with the first part, in everything that identifies a run.
func areOfOneRun(parts []Part) error {
	var errs []error
	first := parts[0]
	for _, p := range parts[1:] {
		if differs := difference(first.Results, p.Results); differs != "" {
			errs = append(errs, fmt.Errorf("%s and %s are not parts of one run: %s", first.File, p.File, differs))
		}
	}
	return errors.Join(errs...)
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

// areAll refuses duplicate and missing shards.
func areAll(parts []Part) error {
	files := make(map[int][]string)
	for _, p := range parts {
		files[p.Results.Part.Index] = append(files[p.Results.Part.Index], p.File)
	}
	count := parts[0].Results.Part.Count
	var errs []error
	var missing []string
	for index := 1; index <= count; index++ {
		number := Number{index, count}.String()
		switch shardFiles := files[index]; {
		case len(shardFiles) == 0:
			missing = append(missing, number)
		case len(shardFiles) > 1:
			errs = append(errs, fmt.Errorf("%s are the same shard, %s; name one of them",
				listed(shardFiles, "and"), number))
		}
	}
	if len(missing) > 0 {
		errs = append(errs, fmt.Errorf("no file of shard %s is named, only %s; name the files of all %d shards",
			listed(missing, "or"), listed(names(parts), "and"), count))
	}
	return errors.Join(errs...)
}

func names(parts []Part) []string {
	var files []string
	for _, p := range parts {
		files = append(files, p.File)
	}
	return files
}

// listed joins names, for example to "a, b and c" if last is "and".
func listed(names []string, last string) string {
	if len(names) == 1 {
		return names[0]
	}
	end := len(names) - 1
	return strings.Join(names[:end], ", ") + " " + last + " " + names[end]
}

// splitDifferently is the end of the messages about parts that overlap or leave a gap.
const splitDifferently = "the shards were split in different ways: give all of them the same --times, or none"

// fit checks that the parts together hold each submission of the run exactly once.
func fit(parts []Part) error {
	taken := make(map[int]string)
	total := 0
	for _, p := range parts {
		part := p.Results.Part
		if len(part.Places) != len(p.Results.Submissions) {
			return damaged(p, "it has %d submissions and %d places for them", len(p.Results.Submissions),
				len(part.Places))
		}
		total += len(part.Places)
		for _, place := range part.Places {
			switch {
			case place < 0 || place >= part.Submissions:
				return damaged(p, "there is no place %d among %d submissions", place, part.Submissions)
			case taken[place] != "":
				return fmt.Errorf("%s and %s overlap; %s", taken[place], p.File, splitDifferently)
			}
			taken[place] = p.File
		}
	}
	if whole := parts[0].Results.Part.Submissions; total != whole {
		return fmt.Errorf("%d of %d submissions are in %s; %s", total, whole, listed(names(parts), "and"),
			splitDifferently)
	}
	return nil
}
