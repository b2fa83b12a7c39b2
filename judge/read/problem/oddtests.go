package problem

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"dlxjudge/judge/read/legacy"
	"dlxjudge/judge/read/tree"
)

// What is not as the format has it in the tests of a package, but leaves no verdict undecided, stands in this file.

// odd reports what the format does not allow, but what decides no verdict: what is wrong there, what is done all the
// same, and a way out.
func (w *testWalk) odd(place, wrong, effect, advice string) {
	if !w.problem.strict {
		wrong += ": " + effect
	}
	if err := w.problem.fault(fmt.Errorf("%s: %s; %s", place, wrong, advice)); err != nil {
		w.errs = append(w.errs, err)
	}
}

// leaveOut leaves out a test, which is a mistake in a checkout's own problem. It is one too if a score depends on it,
// which of samples is not known yet.
func (w *testWalk) leaveOut(name, place, wrong, advice string) {
	said := fmt.Errorf("%s: %s; %s", place, wrong, advice)
	sample := strings.HasPrefix(name, "sample/")
	switch {
	case w.problem.scored && !sample:
		w.errs = append(w.errs, said)
		return
	case w.problem.scored:
		w.lostSamples = append(w.lostSamples, said)
	}
	w.leftOut = append(w.leftOut, said)
	w.odd(place, wrong, "the test is left out", advice)
}

// countedSamples refuses a scoring problem whose scores depend on samples that are left out, or on none that are there.
func (w *testWalk) countedSamples(counts bool) {
	secret := func(t Test) bool { return strings.HasPrefix(t.Name, "secret/") }
	switch {
	case counts:
		w.errs = append(w.errs, w.lostSamples...)
	case !slices.ContainsFunc(w.tests, secret) && w.problem.legacy != nil:
		w.fail("%s: no secret tests, and samples are ignored (ignore_sample), so nothing has a score; %s",
			filepath.Join(w.problem.DataDir, "secret"), w.problem.howToMakeTests())
	}
}

// samplesAlone handles a problem without secret tests. It is judged on its samples, with a warning if it is a package,
// which should be complete. If there are recipes, the secret tests were forgotten.
func (w *testWalk) samplesAlone(secret string) {
	const effect = "only the samples are judged"
	switch {
	case len(w.tests) == 0:
		w.errs = append(w.errs, w.leftOut...)
		w.fail("%s: no secret tests; %s", secret, w.problem.howToMakeTests())
	case w.problem.index.Has(recipes(w.problem)) || w.problem.legacy != nil:
		w.odd(secret, "no secret tests", effect, w.problem.howToMakeTests())
	case w.pack:
		w.problem.warn(fmt.Errorf("%s: no secret tests: %s", secret, effect))
	}
}

// troubles are the entries of a folder that are neither files nor folders. Inputs and answers among them are left out
// with their tests, unless scores depend on these; settings and given files decide verdicts.
func (w *testWalk) troubles(entries []*tree.Entry) error {
	var errs []error
	for _, e := range entries {
		switch {
		case e.Misnamed:
			wrong := misnamed(e)
			w.problem.warn(wrong)
			w.leftOut = append(w.leftOut, wrong)
			continue
		case e.Kind == tree.File || e.Kind == tree.Folder || e.Kind == tree.Outside:
			continue
		}
		_, extension := splitTestName(e.Name)
		decides := e.Kind == tree.Endless || extension == ".yaml" || extension == ".files"
		if w.problem.scored || decides {
			errs = append(errs, e.Wrong)
			continue
		}
		w.leftOut = append(w.leftOut, e.Wrong)
		errs = append(errs, w.problem.fault(e.Wrong))
	}
	return errors.Join(errs...)
}

// leaves reports whether a folder of tests is outside; then its tests are left out, with a warning.
func (w *testWalk) leaves(dir string) bool {
	if !w.problem.index.Is(dir, tree.Outside) {
		return false
	}
	w.without(dir, "the tests in it are left out")
	return true
}

// without warns of tests that are not judged for a link. Without one of them, a score would be another one.
func (w *testWalk) without(path, what string) {
	if w.problem.scored {
		w.fail("%s: a symbolic link out of the package, and without its tests the scores would be others; %s", path,
			tree.WayIn)
		return
	}
	w.left++
	w.problem.warn(fmt.Errorf("%s: a symbolic link out of the package: %s", path, what))
}

// outside names the tests of a folder that are left out for a link out of the package.
func (w *testWalk) outside(entries []*tree.Entry) (out map[string]bool, err error) {
	var errs []error
	out = make(map[string]bool)
	for _, e := range entries {
		base, extension := splitTestName(e.Name)
		switch {
		case e.Misnamed:
		case e.Kind != tree.Outside:
			if _, err := w.problem.readFiles(e.Path, maxFiles); extension == ".files" && isOutside(err) && !out[base] {
				out[base] = true
				w.without(e.Path, "it holds one: the test "+base+" is left out")
			}
		case e.Name == groupConfig, e.Name == legacy.GroupFile:
			errs = append(errs, e.Wrong) // settings decide verdicts
		case extension == "":
			w.without(e.Path, "if it is a folder, the tests in it are left out")
		case extension == ".in" || extension == ".ans" || extension == ".yaml" || extension == ".files":
			if !out[base] {
				w.without(e.Path, "the test "+base+" is left out")
			}
			out[base] = true
		}
	}
	return out, errors.Join(errs...)
}
