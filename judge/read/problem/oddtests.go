package problem

import (
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
	if !w.Strict() {
		wrong += ": " + effect
	}
	w.fault(fmt.Errorf("%s: %s; %s", place, wrong, advice), "")
}

// oddScores is odd, but for an error in a scoring problem, where it is not known which group has which score.
func (w *testWalk) oddScores(place, wrong, effect, advice string) {
	if w.scored {
		w.fail("%s: %s; %s", place, wrong, advice)
		return
	}
	w.odd(place, wrong, effect, advice)
}

// leaveOut leaves out a test, which is a mistake in a checkout's own problem. It is one too if a score depends on it,
// which of samples is not known yet.
func (w *testWalk) leaveOut(name, place, wrong, advice string) {
	said := fmt.Errorf("%s: %s; %s", place, wrong, advice)
	sample := strings.HasPrefix(name, "sample/")
	switch {
	case w.scored && !sample:
		w.errs = append(w.errs, said)
		return
	case w.scored:
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
	case !slices.ContainsFunc(w.Tests, secret) && w.graded:
		w.fail("%s: no secret tests, and samples are ignored (ignore_sample), so nothing has a score; %s",
			filepath.Join(w.DataDir, "secret"), w.howToMakeTests())
	}
}

// samplesAlone handles a problem without secret tests. It is judged on its samples, with a warning if it is a package,
// which should be complete. If there are recipes, the secret tests were forgotten.
func (w *testWalk) samplesAlone(secret string) {
	const effect = "only the samples are judged"
	switch {
	case len(w.Tests) == 0:
		w.errs = append(w.errs, w.leftOut...)
		w.fail("%s: no secret tests; %s", secret, w.howToMakeTests())
	case w.index.Has(recipes(w.Problem)) || w.legacy:
		w.odd(secret, "no secret tests", effect, w.howToMakeTests())
	case !w.Strict():
		w.warn(fmt.Errorf("%s: no secret tests: %s", secret, effect))
	}
}

// needed are the extensions of the files without which a test is left out.
var needed = []string{".in", ".ans", ".yaml", ".files"}

// readable returns the entries of a folder that can be read, and the names of the tests that need another one.
func (w *testWalk) readable(entries []*tree.Entry) (fine []*tree.Entry, out map[string]bool) {
	out = make(map[string]bool)
	for _, e := range entries {
		base, extension := w.splitTestName(e.Name)
		inside := e
		if extension == ".files" {
			e.Below(func(below *tree.Entry) bool {
				if below.Wrong != nil && inside.Wrong == nil {
					inside = below
				}
				return true
			})
		}
		switch {
		case e.Misnamed:
			w.warn(misnamed(e))
			w.leftOut = append(w.leftOut, misnamed(e))
		case inside.Wrong == nil:
			fine = append(fine, e)
		case e.Name == groupConfig || e.Name == legacy.GroupFile: // an error where it is read
		case e.Kind == tree.Endless:
			w.errs = append(w.errs, e.Wrong)
		case extension == "":
			w.lose(inside, "")
		case slices.Contains(needed, extension):
			w.lose(inside, fmt.Sprintf("the test %s is left out", base))
			out[base] = true
		case e.Kind != tree.Outside:
			w.fault(e.Wrong, "")
		}
	}
	return fine, out
}

// lose leaves out tests that need what cannot be read. Without one of them, a score would be another one. Of links out
// of the package, warnLinks has warned.
func (w *testWalk) lose(e *tree.Entry, effect string) {
	switch {
	case w.scored:
		w.fail("%w; without its tests the scores would be others", e.Wrong)
	case e.Kind != tree.Outside:
		w.fault(e.Wrong, effect)
	}
	w.leftOut = append(w.leftOut, e.Wrong)
}

// opens reports whether there is a folder of tests to read; it is left out if it is outside of the package.
func (w *testWalk) opens(dir string) bool {
	if w.index.Is(dir, tree.Outside) {
		w.lose(w.index.At(dir), "")
		return false
	}
	return w.index.Has(dir)
}
