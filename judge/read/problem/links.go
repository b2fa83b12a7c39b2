package problem

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"dlxjudge/judge/base/untrusted"
	"dlxjudge/judge/read/legacy"
)

// Package untrusted opens nothing that a link out of a package names. This file says what is left out for it: what no
// verdict depends on, tests by their names, submissions, whose rows say so, and input validators. For the rest of what
// judging reads the package is refused: a checker, settings, included files.

// mostLinks are named; a package can have more links than anybody reads.
const mostLinks = 20

// warnLinks warns of the links that lead out of a package. What the format ignores is not looked at. Links are not
// followed, so that each file is seen once.
func (p *Problem) warnLinks(at layout) error {
	var found []error
	p.linksOut(at.dir, &found)
	if more := len(found) - mostLinks; more > 0 {
		found = append(found[:mostLinks], fmt.Errorf("%s: %d more symbolic links out of it", at.dir, more))
	}
	p.LeftOut = append(p.LeftOut, found...)
	for _, link := range found {
		if err := p.fault(link); err != nil {
			return errors.Join(found...)
		}
	}
	return nil
}

// linksOut adds an error for each link below a folder that leads out of the package.
func (p *Problem) linksOut(dir string, found *[]error) {
	entries, err := untrusted.ReadDir(dir)
	if err != nil {
		return // what is needed is read later
	}
	for _, e := range entries {
		path := filepath.Join(dir, e.Name())
		switch {
		case !fileName.MatchString(e.Name()) && e.Name() != legacy.TimeLimit:
		case e.IsDir():
			p.linksOut(path, found)
		case e.Type()&fs.ModeSymlink != 0 && untrusted.Outside(path):
			target, _ := os.Readlink(path) // only the text of the link, which is the package's
			*found = append(*found, fmt.Errorf("%s: a symbolic link out of the package, to %s: left out; %s", path,
				target, wayIn))
		}
	}
}

// wayIn is what to do about a link out of a package.
const wayIn = "put a copy of the file in its place, or give --package the folder above that holds both"

// checkIncluded refuses files for submissions that cannot be read: without them, programs would not compile, or do
// something else.
func (p *Problem) checkIncluded() error {
	var found []error
	if folder := filepath.Join(p.Dir, "include"); untrusted.Outside(folder) {
		found = append(found, fmt.Errorf("%s: a symbolic link out of the package; %s", folder, wayIn))
	} else {
		p.linksOut(folder, &found)
	}
	return errors.Join(found...)
}

// outside is the error that a link leads out of a package.
type outside struct{ path string }

func (o *outside) Error() string {
	return fmt.Sprintf("%s: %v; %s", o.path, untrusted.ErrOutside, wayIn)
}
func (o *outside) Unwrap() error { return untrusted.ErrOutside }

// isOutside reports whether an error is about a link out of a package.
func isOutside(err error) bool { return errors.Is(err, untrusted.ErrOutside) }

// tolerate passes on errors, but has those about some links out of a package only warn.
func (p *Problem) tolerate(err error, may func(file string) bool) error {
	var link *outside
	switch joined, many := err.(interface{ Unwrap() []error }); {
	case many:
		var errs []error
		for _, each := range joined.Unwrap() {
			errs = append(errs, p.tolerate(each, may))
		}
		return errors.Join(errs...)
	case errors.As(err, &link) && may(link.path):
		return p.fault(fmt.Errorf("%w; it is left out", err))
	}
	return err
}

// spared reports whether a checker may do without a file: testlib.h is the same everywhere, and the user's is taken.
func spared(file string) bool {
	return filepath.Base(file) == "testlib.h" || filepath.Ext(file) == ".md"
}

// any file of an input validator may be missing: no verdict depends on it.
func anyFile(string) bool { return true }

// leaves reports whether a folder of tests is outside; then its tests are left out, with a warning.
func (w *testWalk) leaves(dir string) bool {
	if !untrusted.Outside(dir) {
		return false
	}
	w.without(dir, "the tests in it are left out")
	return true
}

// without warns of tests that are not judged for a link. Without one of them, a score would be another one.
func (w *testWalk) without(path, what string) {
	if w.problem.scored || w.problem.legacy != nil && w.problem.Scores() {
		w.fail("%s: a symbolic link out of the package, and without its tests the scores would be others; %s", path,
			wayIn)
		return
	}
	w.left++
	w.problem.warn(fmt.Errorf("%s: a symbolic link out of the package: %s", path, what))
}

// inside takes from a folder of tests what is outside, and names the tests that are left out for it.
func (w *testWalk) inside(folder string, all []entry) (entries []entry, out map[string]bool, err error) {
	var errs []error
	out = make(map[string]bool)
	for _, e := range all {
		path := filepath.Join(w.problem.DataDir, folder, e.name)
		base, extension := splitTestName(e.name)
		switch {
		case !isOutside(e.trouble):
			entries = append(entries, e)
			if extension == ".files" && e.dir && e.trouble == nil {
				if _, err := w.problem.readFiles(path); isOutside(err) && !out[base] {
					out[base] = true
					w.without(path, "it holds one: the test "+base+" is left out")
				}
			}
		case e.name == groupConfig, e.name == legacy.GroupFile:
			errs = append(errs, e.trouble) // settings decide verdicts
		case extension == "":
			w.without(path, "if it is a folder, the tests in it are left out")
		case extension == ".in" || extension == ".ans" || extension == ".yaml" || extension == ".files":
			if !out[base] {
				w.without(path, "the test "+base+" is left out")
			}
			out[base] = true
		}
	}
	return entries, out, errors.Join(errs...)
}
