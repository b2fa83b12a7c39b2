package main

import (
	"cmp"

	"dlxjudge/judge/decide/failures"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/decide/selection"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/execute/sandbox"
)

// kept opens the results of earlier runs. Without them everything runs, and a warning says why.
func (a *app) kept(box sandbox.Sandbox, cache *compile.Cache, fresh bool) *grade.Kept {
	kept, err := grade.OpenKept(box, cache)
	if err != nil {
		a.say("warning: results are not kept (%v): every test runs in each run", err)
	}
	if kept != nil {
		kept.Fresh = fresh
	}
	return kept
}

// failuresOf reads what was not as expected when a selection's checkout or package was last judged.
func failuresOf(cache *compile.Cache, s *selection.Selection) failures.Failures {
	folder, _ := cache.Folder("failed") // without one nothing is remembered
	return failures.Read(folder, cmp.Or(s.Archive(), s.Root()))
}
