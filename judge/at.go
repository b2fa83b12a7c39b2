package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/base/scratch"
	"dlxjudge/judge/decide/pick"
	"dlxjudge/judge/measure/record"
	"dlxjudge/judge/measure/sampling"
	"dlxjudge/judge/read/problem"
)

// solutionsAt replaces the solutions of a selection by those of another commit; problems and tests stay as they are
// now. The commit is checked out beside the checkout until remove is called. For "" nothing is replaced, and at is nil.
func (a *app) solutionsAt(ctx context.Context, ref string,
	s *pick.Picked) (at *record.Run, remove func(), err error) {
	if ref == "" {
		return nil, func() {}, nil
	}
	dir, err := scratch.Make("")
	if err != nil {
		return nil, nil, judgeFailed(err)
	}
	remove = func() { os.RemoveAll(dir) }
	path, run, removeTree, err := sampling.Files(ctx, filepath.Dir(s.Roots.Problems), ref, dir)
	if err == nil {
		remove = func() { removeTree(); os.RemoveAll(dir) }
		err = a.replaceSolutions(s.Set.Problems, filepath.Join(path, "solutions"))
	}
	switch {
	case err != nil && ctx.Err() != nil:
		remove()
		return nil, nil, interruptedEarly()
	case err != nil:
		remove()
		return nil, nil, fmt.Errorf("--at %s: %w", ref, err)
	}
	return &run, remove, nil
}

// replaceSolutions replaces each problem by itself with the solutions in another folder. It is an error if there are
// none.
func (a *app) replaceSolutions(problems []*problem.Problem, folder string) error {
	found := false
	for i, p := range problems {
		other, err := p.WithSolutions(folder)
		if err != nil {
			return fmt.Errorf("the solutions of that commit cannot be read: %w", err)
		}
		for _, warning := range other.Warnings {
			a.say("warning: %s", legible.Line(warning.Error()))
		}
		problems[i] = other
		found = found || slices.ContainsFunc(other.Submissions, func(s problem.Submission) bool { return s.Solution })
	}
	if !found {
		return errors.New("that commit has no solution of these problems in solutions/PROBLEM/APPROACH/main.*; name " +
			"a later one")
	}
	return nil
}
