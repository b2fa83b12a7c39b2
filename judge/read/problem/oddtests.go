package problem

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"dlxjudge/judge/read/tree"
)

// This file handles tests that break the format. Most of them can still be judged, or left out.

// odd reports a violation of the format that does not affect verdicts, and gives advice. In a package, the report also
// names the effect.
func (w *testWalk) odd(place, wrong, effect, advice string) {
	if !w.Strict() {
		wrong += ": " + effect
	}
	w.fault(fmt.Errorf("%s: %s; %s", place, wrong, advice), "")
}

// oddScores is like odd in a pass-fail problem. In a scoring problem, it reports an error, because the score of a group
// would be unknown.
func (w *testWalk) oddScores(place, wrong, effect, advice string) {
	if w.scored {
		w.fail("%s: %s; %s", place, wrong, advice)
		return
	}
	w.odd(place, wrong, effect, advice)
}

// leaveOut leaves out a test. If the problem is in a checkout, that is an error. It is also an error if scores depend
// on the test. For samples, the method "scoring" finds out later whether scores depend on them.
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

// samplesAlone handles a problem that has no secret tests, so that only its samples are judged. Without samples, there
// is nothing to judge, which is an error. If something makes the problem's tests, or its format demands secret tests,
// their absence is a mistake. Otherwise, a package gets a warning, because packages should be complete.
func (w *testWalk) samplesAlone(secret string) {
	const effect = "only the samples are judged"
	advice := w.howToMakeTests()
	entries, _ := w.index.List(w.DataDir) // without the folder, there are no tests
	above := slices.DeleteFunc(entries, func(e *tree.Entry) bool { return e.Misnamed || filepath.Ext(e.Name) != ".in" })
	if len(above) > 0 {
		advice = fmt.Sprintf("move the %d .in files of %s there, such as %s, and their .ans files", len(above),
			w.DataDir, above[0].Name)
	}
	switch {
	case len(w.Tests) == 0:
		w.errs = append(w.errs, w.leftOut...)
		w.fail("%s: no secret tests; %s", secret, advice)
	case w.maker() != "" || len(above) > 0 || w.legacy:
		w.odd(secret, "no secret tests", effect, advice)
	case !w.Strict():
		w.warn(fmt.Errorf("%s: no secret tests: %s", secret, effect))
	}
}

// needed holds the extensions of the files that a test depends on.
var needed = []string{".in", ".ans", ".yaml", ".files"}

// readable returns the readable entries of a folder, and the names of the tests that need an unreadable entry.
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
		case isGroupFile(e.Name): // reading this file later returns an error
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

// lose leaves out the tests that need an unreadable entry. In a scoring problem, this is an error. Links out of the
// package get no warning here, because warnLinks warns about them.
func (w *testWalk) lose(e *tree.Entry, effect string) {
	switch {
	case w.scored:
		w.fail("%w; leaving out its tests would change the scores", e.Wrong)
	case e.Kind != tree.Outside:
		w.fault(e.Wrong, effect)
	}
	w.leftOut = append(w.leftOut, e.Wrong)
}
