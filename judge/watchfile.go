package main

import (
	"cmp"
	"context"
	"errors"
	"path/filepath"
	"slices"

	"github.com/spf13/pflag"

	"dlxjudge/judge/author/watch"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/decide/loose"
	"dlxjudge/judge/decide/pick"
)

// watchedFile is a program of no checkout and no package that is watched, with what is beside it.
type watchedFile struct {
	*app
	flags      watchFlags
	path, test string // the test that is watched, "" for all
	said       bool   // which parts and tests there are
}

// watchedFile begins to watch a program's folder, and those of its tests, but no other folders in it: a folder of
// programs may be a home folder.
func (a *app) watchedFile(ctx context.Context, f watchFlags, path, test string) (watched, <-chan []string, error) {
	w := &watchedFile{app: a, flags: f, path: path, test: test}
	folder, err := w.open()
	if err != nil {
		return nil, nil, err
	}
	defer folder.Close()
	if _, err := entryOf(folder, test); err != nil {
		return nil, nil, err
	}
	folders := []string{folder.Program.Dir}
	for _, t := range folder.Tests.Tests {
		if folder.Tests.Call(t.Input) == t.Input { // it is no file that was made
			folders = append(folders, filepath.Dir(t.Input))
		}
		if t.Answer != "" && folder.Tests.Call(t.Answer) == t.Answer {
			folders = append(folders, filepath.Dir(t.Answer))
		}
	}
	for _, part := range folder.Parts {
		folders = append(folders, part.Dir)
	}
	slices.Sort(folders)
	saved, err := watch.In(ctx, slices.Compact(folders))
	return w, saved, err
}

func (w *watchedFile) open() (*loose.Folder, error) {
	return loose.Open(w.path, w.flags.loose.options(w.flags.timeLimit, 0))
}

func (w *watchedFile) choose(context.Context) (*judging, error) {
	folder, err := w.open()
	if err != nil {
		return nil, err
	}
	j := &judging{app: w.app, root: folder.Program.Dir, folder: folder}
	j.options = grade.Options{Jobs: w.flags.jobs, First: w.flags.first, TimeLimit: w.flags.timeLimit}
	entry, err := entryOf(folder, w.test)
	if err != nil {
		j.remove()
		return nil, err
	}
	if !w.said {
		w.sayParts(folder, w.flags.loose.parts.names())
		w.sayTests(folder)
		w.said = true
	}
	folder.Problem.Tests = entry.Tests
	j.entries = []grade.Entry{entry}
	return j, nil
}

// touched: of what lies beside a program only that starts a round which may be a part of its problem. An executable
// that the user compiles is none.
func (w *watchedFile) touched(paths []string) (title string, patterns []pick.Pattern) {
	for _, path := range paths {
		if loose.Matters(path) {
			title = cmp.Or(title, filepath.Base(path)+" was saved")
		}
	}
	return title, nil
}

// stress: brute force and generator are found by their names, or judge stress says what is missing. What decides is the
// same.
func (w *watchedFile) stress() []string {
	args := []string{"stress", w.path}
	if brute := w.flags.loose.parts.names()[loose.Brute]; brute != "" && brute != loose.None {
		args = append(args, brute)
	}
	w.flags.loose.own.VisitAll(func(flag *pflag.Flag) {
		if flag.Changed && flag.Name != string(loose.Brute) && flag.Name != "tests" {
			args = append(args, "--"+flag.Name+"="+flag.Value.String())
		}
	})
	return args
}

// remove removes the files that were made of a program's tests.
func (j *judging) remove() {
	if j.folder != nil {
		j.folder.Close()
	}
}

// complete has the answers made that a program's tests lack, and leaves out those that lack them still.
func (j *judging) complete(ctx context.Context) error {
	if j.folder == nil {
		return nil
	}
	if err := j.answered(ctx, j.options.Cache, j.folder); err != nil {
		return err
	}
	e := &j.entries[0]
	if e.Tests = j.withAnswers(j.folder, e.Tests); len(e.Tests) == 0 {
		return errors.New("no input has an answer: there is nothing to judge")
	}
	return nil
}
