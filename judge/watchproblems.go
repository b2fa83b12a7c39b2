package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"dlxjudge/judge/author/watch"
	"dlxjudge/judge/decide/failures"
	"dlxjudge/judge/decide/pick"
	"dlxjudge/judge/read/problem"
)

// watchedProblems are problems of a checkout or a package that are watched.
type watchedProblems struct {
	*app
	flags  watchFlags
	args   []string // the patterns that are watched
	roots  problem.Roots
	names  []string
	latest string // the submission that was saved last, as a pattern
}

// watchedProblems reads what the patterns name, and begins to watch its folders.
func (a *app) watchedProblems(ctx context.Context, f watchFlags, args []string) (watched, <-chan []string, error) {
	args = a.picker.Here(f.pack, args)
	chosen, err := a.choose(ctx, f.judgeFlags, args)
	if err != nil {
		return nil, nil, err
	}
	picked, entries := chosen.picked, chosen.entries
	if picked.Archive != "" {
		return nil, nil, fmt.Errorf("%s: an archive does not change while it is watched; unpack it, and name the "+
			"folder", f.pack)
	}
	names, err := problem.Names(picked.Roots)
	if err != nil {
		return nil, nil, err
	}
	saved, err := watch.Below(ctx, foldersOf(picked, names))
	return &watchedProblems{
		app: a, flags: f, args: args, roots: picked.Roots, names: names,
		latest: failures.Line(entries[0].Problem.Name, entries[0].Submission.Name, ""),
	}, saved, err
}

// foldersOf are the folders that hold what a selection names.
func foldersOf(s *pick.Picked, names []string) []string {
	if s.Roots.Package != "" {
		return []string{s.Roots.Package}
	}
	var folders []string
	for _, name := range names {
		if s.Wants(name) {
			for _, root := range []string{s.Roots.Solutions, s.Roots.Problems, s.Roots.Testdata} {
				folders = append(folders, filepath.Join(root, name))
			}
		}
	}
	return folders
}

func (w *watchedProblems) choose(ctx context.Context) (*judging, error) {
	return w.app.choose(ctx, w.flags.judgeFlags, w.args)
}

func (w *watchedProblems) stress() []string {
	name, submission, _ := strings.Cut(w.latest, "/")
	args := []string{"stress", name, submission}
	if w.flags.pack != "" {
		args = append(args, "--package", w.flags.pack)
	}
	return args
}

func (w *watchedProblems) touched(paths []string) (title string, patterns []pick.Pattern) {
	var texts []string
	for _, path := range paths {
		text, is := pick.Placed(existingAbove(path), w.roots, w.names)
		pattern, err := pick.ParsePattern(text)
		if !is || err != nil || slices.Contains(texts, text) {
			continue
		}
		texts, patterns = append(texts, text), append(patterns, pattern)
		if strings.Contains(text, "/") && !strings.Contains(text, ":") {
			w.latest = text
		}
		title = filepath.Base(path) + " was saved"
	}
	if len(patterns) > 1 {
		title = fmt.Sprintf("%s were saved", count(len(patterns), "program"))
	}
	return title, patterns
}

// existingAbove is a path or, if it is gone, the nearest folder above it that is there.
func existingAbove(path string) string {
	for {
		if _, err := os.Lstat(path); err == nil || path == filepath.Dir(path) {
			return path
		}
		path = filepath.Dir(path)
	}
}
