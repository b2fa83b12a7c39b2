package problem

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"dlxjudge/judge/base/untrusted"
	"dlxjudge/judge/read/tree"
)

// maxFiles are the files of one submission or test that a program finds in its working folder.
const maxFiles = 200

// Submitted are the files of a submission, as they are in its working folder.
func (s Submission) Submitted() []File {
	var files []File
	for _, name := range s.Files {
		files = append(files, File{Name: name, Path: filepath.Join(s.Dir, name)})
	}
	return append(files, s.Data...)
}

// Given are the files in the working folder of a submission that runs on a test. A file of the test takes the place of
// one of the submission.
func (s Submission) Given(t Test) []File {
	return Laid(s.Submitted(), t)
}

// Laid are files, where those of a test replace those of the same name.
func Laid(files []File, t Test) []File {
	files = slices.DeleteFunc(slices.Clone(files), func(f File) bool {
		return slices.ContainsFunc(t.Files, func(own File) bool { return own.Name == f.Name })
	})
	return append(files, t.Files...)
}

// readFiles lists the files of a folder and those in it, sorted by name, at most so many. There may be no such folder,
// or a file of that name.
func (p *Problem) readFiles(dir string, most int) ([]File, error) {
	var files []File
	var errs []error
	full := false
	add := func(e *tree.Entry) bool {
		name, _ := filepath.Rel(dir, e.Path)
		switch {
		case full:
			return false
		case e.Misnamed:
			if !strings.HasPrefix(e.Name, ".") {
				p.warn(misnamed(e))
			}
			return false
		case e.Wrong != nil:
			errs = append(errs, e.Wrong)
		case e.Kind == tree.Folder:
		case len(files) == most:
			full = true
			errs = append(errs, fmt.Errorf("%s: more than %d files where each is read; put some together",
				filepath.Dir(e.Path), most))
		default:
			errs = append(errs, tooLarge(e))
			files = append(files, File{Name: filepath.ToSlash(name), Path: e.Path})
		}
		return true
	}
	if e := p.index.At(dir); e != nil && e.Kind != tree.File && e.Kind != tree.Nothing {
		e.Below(add)
	}
	return files, errors.Join(errs...)
}

// misnamed is the warning of what nobody reads for its name.
func misnamed(e *tree.Entry) error { return fmt.Errorf("%s: ignored: "+tree.NameRule, e.Path) }

// list is the content of a folder, sorted by name. Names that the format does not allow are ignored, as it demands,
// with a warning for each. What is neither a file nor a folder is an error.
func (p *Problem) list(dir string) (entries []*tree.Entry, err error) {
	all, err := p.listAll(dir)
	errs := []error{err}
	for _, e := range all {
		if e.Kind == tree.File || e.Kind == tree.Folder {
			entries = append(entries, e)
		} else {
			errs = append(errs, e.Wrong)
		}
	}
	return entries, errors.Join(errs...)
}

// listAll is list with what is neither a file nor a folder among the entries.
func (p *Problem) listAll(dir string) (entries []*tree.Entry, err error) {
	entries, err = p.index.List(dir)
	return slices.DeleteFunc(entries, func(e *tree.Entry) bool {
		if e.Misnamed {
			p.warn(misnamed(e))
		}
		return e.Misnamed
	}), err
}

// tooLarge is an error if a file of a test has more bytes than the judge reads. It could be a sparse one, of any size.
func tooLarge(e *tree.Entry) error {
	if e.Size <= MaxTestFile {
		return nil
	}
	return fmt.Errorf("%s: %d bytes; a file of a test has at most %d (1 GiB): make it smaller, or remove the test",
		e.Path, e.Size, MaxTestFile)
}

// mostLinks are named; a package can have more links than anybody reads.
const mostLinks = 20

// warnLinks warns of the links that lead out of a package. What the format ignores is not looked at, nor are folders
// that links lead to, so that each file is seen once.
func (p *Problem) warnLinks(at layout) error {
	found := p.linksOut(at.dir)
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

// linksOut is an error for each link in a folder that leads out of the package.
func (p *Problem) linksOut(dir string) (found []error) {
	p.index.At(dir).Below(func(e *tree.Entry) bool {
		if e.Kind == tree.Outside && e.Path != dir && (!e.Misnamed || e.Name == tree.TimeLimit) {
			found = append(found, fmt.Errorf("%s: a symbolic link out of the package, to %s: left out; %s", e.Path,
				e.Target(), tree.WayIn))
		}
		return !e.Misnamed && (!e.Link || e.Path == dir)
	})
	return found
}

// checkIncluded refuses files for submissions that cannot be read: without them, programs would not compile, or do
// something else.
func (p *Problem) checkIncluded() error {
	folder := filepath.Join(p.Dir, "include")
	if p.index.Is(folder, tree.Outside) {
		return fmt.Errorf("%s: a symbolic link out of the package; %s", folder, tree.WayIn)
	}
	return errors.Join(p.linksOut(folder)...)
}

// isOutside reports whether an error is about a link out of a package.
func isOutside(err error) bool { return errors.Is(err, untrusted.ErrOutside) }

// tolerate passes on errors, but has those about some links out of a package only warn.
func (p *Problem) tolerate(err error, may func(file string) bool) error {
	var link *tree.OutsideError
	switch joined, many := err.(interface{ Unwrap() []error }); {
	case many:
		var errs []error
		for _, each := range joined.Unwrap() {
			errs = append(errs, p.tolerate(each, may))
		}
		return errors.Join(errs...)
	case errors.As(err, &link) && may(link.Path):
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

// Needed lists the files that decide the verdicts of some submissions to a problem, in order of their names below the
// checkout ("problems/sum/problem.yaml") or the package ("problem.yaml"): what a worker gets, and what the parts of a
// run must have in common. A folder with only these files is loaded as the same problem, with these submissions; of a
// package of Polygon, which names all of its solutions, the others are Broken there. What a kept verdict goes by are
// Test.Decides.
func Needed(p *Problem, submissions []Submission) (files []File) {
	var own []string
	for _, s := range submissions {
		inner, accepted := strings.CutPrefix(s.Path, "accepted/")
		switch {
		case p.polygon != nil && len(s.Files) > 0:
			own = append(own, s.Main())
		case p.polygon != nil:
		case accepted && p.at.solutions != "":
			own = append(own, filepath.Join(p.at.solutions, inner))
		default:
			own = append(own, filepath.Join(p.at.submissions, s.Path))
		}
	}
	for _, e := range p.index.Used(own...) {
		files = append(files, File{Name: e.Full, Path: e.Path})
	}
	return files
}

// Decides are the files of a test whose contents decide verdicts, named by what follows the test's name: ".in", ".ans",
// ".files/table.txt". The submitted files (Submission.Submitted) decide as well.
func (t Test) Decides() []File {
	files := []File{{Name: ".in", Path: t.Input}, {Name: ".ans", Path: t.Answer}}
	for _, f := range t.Files {
		files = append(files, File{Name: ".files/" + f.Name, Path: f.Path})
	}
	return files
}
