package problem

import (
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"dlxjudge/judge/read/tree"
)

// MaxFiles is the maximum number of files that a submission or a test may add to a program's working folder.
const MaxFiles = 2000

// Submitted returns the files of a submission, with their names in its working folder.
func (s Submission) Submitted() []File {
	var files []File
	for _, name := range s.Files {
		files = append(files, File{Name: name, Path: filepath.Join(s.Dir, name)})
	}
	return append(files, s.Data...)
}

// WorkingFiles returns the files in the working folder of a submission that runs on a test. A file of the test replaces
// the submission's file of the same name.
func (s Submission) WorkingFiles(t Test) []File {
	return Overlay(s.Submitted(), t)
}

// Overlay adds the files of a test to a list of files. A file of the test replaces the listed file of the same name.
func Overlay(files []File, t Test) []File {
	files = slices.DeleteFunc(slices.Clone(files), func(f File) bool {
		return slices.ContainsFunc(t.Files, func(own File) bool { return own.Name == f.Name })
	})
	return append(files, t.Files...)
}

// readFiles lists the files of a folder and its subfolders, sorted by name. More than most files are an error. If dir
// is missing or is a file, readFiles returns no files.
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
		case spared(e) || e.Kind == tree.Folder && e.Wrong == nil:
		case e.Wrong != nil:
			errs = append(errs, e.Wrong)
		case len(files) == most:
			full = true
			errs = append(errs, fmt.Errorf("%s: more than %d files in this folder; remove or combine some", dir, most))
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

// misnamed returns the warning that an entry is ignored because of its name.
func misnamed(e *tree.Entry) error { return fmt.Errorf("%s: ignored: "+tree.NameRule, e.Path) }

// tooLarge returns an error if a file of a test is larger than MaxTestFile. Even a small package can hold such a file,
// because files can be sparse.
func tooLarge(e *tree.Entry) error {
	if e == nil || e.Size <= MaxTestFile {
		return nil
	}
	return fmt.Errorf("%s: %d bytes; a file of a test may have at most %d (1 GiB): make it smaller, or remove the test",
		e.Path, e.Size, MaxTestFile)
}

// warnLinks warns once about each link that leads out of a package.
func (p *Problem) warnLinks(at layout) {
	for _, e := range p.index.Outside(at.dir) {
		effect := "left out"
		base, extension := p.splitTestName(e.Name)
		if folder, _, ok := strings.Cut(e.Full, ".files/"); ok {
			base, extension = path.Base(folder), ".files"
		}
		switch {
		case e.Path == at.dir:
			continue
		case !strings.HasPrefix(e.Full, "data/"):
		case extension == "":
			effect = "the tests in it are left out"
		case slices.Contains(needed, extension):
			effect = fmt.Sprintf("the test %s is left out", base)
		}
		target, _ := os.Readlink(e.Path)
		mistake := fmt.Errorf("%s: a symbolic link out of the package, to %q: %s; %s", e.Path, target, effect,
			tree.WayIn)
		p.fault(mistake, "")
		p.LeftOut = append(p.LeftOut, mistake)
	}
}

// checkIncluded returns an error for each included file that is a link out of the package. Without the file,
// submissions would not compile, or would behave differently.
func (p *Problem) checkIncluded() error {
	var errs []error
	for _, e := range p.index.Outside(filepath.Join(p.Dir, "include")) {
		errs = append(errs, e.Wrong)
	}
	return errors.Join(errs...)
}

// spared reports whether a link out of the package can be ignored. Programs do not need .md files. The file testlib.h
// is the same everywhere, so the user's own copy will do.
func spared(e *tree.Entry) bool {
	return e.Kind == tree.Outside && (e.Name == "testlib.h" || filepath.Ext(e.Name) == ".md")
}

// Needed lists the files that affect the verdicts of these submissions to the problem, sorted by name. Workers get
// these files, and all shards of a run must have the same files. Names are relative to the checkout
// ("problems/sum/problem.yaml") or to the package ("problem.yaml"). A folder with only these files loads as the same
// problem with these submissions. A Polygon package lists all its solutions, so in such a folder, the other solutions
// are Broken. Test.Decides returns the files that cached verdicts depend on.
func Needed(p *Problem, submissions []Submission) (files []File) {
	var own []string
	for _, s := range submissions {
		for _, f := range s.Submitted() {
			own = append(own, f.Path)
		}
		if s.Broken != "" { // so that the copy is broken, too
			own = append(own, filepath.Join(p.at.submissions, s.Path))
		}
	}
	for _, e := range p.index.Used(own...) {
		files = append(files, File{Name: e.Full, Path: e.Path})
	}
	return files
}

// Decides returns the test's files whose contents affect verdicts. Each is named by the part of its path after the
// test's name: ".in", ".ans", ".files/table.txt". The files of Submission.Submitted affect verdicts as well.
func (t Test) Decides() []File {
	files := []File{{Name: ".in", Path: t.Input}, {Name: ".ans", Path: t.Answer}}
	for _, f := range t.Files {
		files = append(files, File{Name: ".files/" + f.Name, Path: f.Path})
	}
	return files
}
