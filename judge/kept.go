package main

import (
	"cmp"
	"os"

	"dlxjudge/judge/build"
	"dlxjudge/judge/failures"
	"dlxjudge/judge/grade"
	"dlxjudge/judge/sandbox"
	"dlxjudge/judge/selection"
	"dlxjudge/judge/verdicts"
)

// keptFolder is the environment's name for the folder of results that are kept; "off" for none.
const keptFolder = "JUDGE_VERDICTS"

// kept opens the results of earlier runs. Without them everything runs, and a warning says why.
func (a *app) kept(box sandbox.Sandbox, cache *build.Cache, fresh bool) *grade.Kept {
	folder := os.Getenv(keptFolder)
	if folder == "off" {
		return nil
	}
	var err error
	if folder == "" {
		folder, err = cache.Folder("verdicts")
	} else {
		err = os.MkdirAll(folder, 0o700)
	}
	var setting string
	if err == nil {
		setting, err = verdicts.Setting(box.Name(), box.Measures().String(), sandbox.PromisesOf(box).Level)
	}
	if err != nil {
		a.say("warning: results are not kept (%v): every test runs in each run", err)
		return nil
	}
	return &grade.Kept{Store: verdicts.Open(folder), Setting: setting, Fresh: fresh}
}

// failuresOf reads what was not as expected when a selection's checkout or package was last judged.
func failuresOf(cache *build.Cache, s *selection.Selection) failures.Failures {
	folder, _ := cache.Folder("failed") // without one nothing is remembered
	return failures.Read(folder, cmp.Or(s.Archive(), s.Root()))
}
