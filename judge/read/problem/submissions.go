package problem

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/read/tree"
)

// submissionsFile holds the expectations for submissions. It is in submissions/, beside directories such as accepted.
const submissionsFile = "submissions.yaml"

// readSubmissions finds the solutions, and the programs in the submissions directories.
func (p *Problem) readSubmissions(at layout) error {
	var errs []error
	if at.solutions != "" && p.index.Has(at.solutions) {
		solutions, mistakes := p.readSources(at.solutions)
		for _, s := range solutions {
			p.addSubmission(s, "", "accepted/")
		}
		errs = mistakes
	}
	if p.index.Has(at.submissions) {
		errs = append(errs, p.readDirectories(at))
	}
	return errors.Join(errs...)
}

// readDirectories reads the directories of submissions/ and the programs in them.
func (p *Problem) readDirectories(at layout) error {
	directories, err := p.index.List(at.submissions)
	errs := []error{err}
	for _, d := range directories {
		switch {
		case d.Misnamed:
			p.warn(misnamed(d))
		case d.Name == submissionsFile && d.Wrong != nil:
			errs = append(errs, d.Wrong)
		case d.Kind == tree.Outside:
			p.addSubmission(Source{Name: "*", Dir: d.Path}, d.Name+"/", d.Name+"/").Broken = d.Wrong.Error()
		case d.Kind != tree.Folder && d.Wrong != nil:
			p.fault(d.Wrong, "")
		case d.Kind != tree.Folder && d.Name != submissionsFile:
			p.warn(fmt.Errorf("%s: ignored: submissions are in directories such as accepted", d.Path))
		case d.Kind != tree.Folder && p.legacy:
			p.warn(fmt.Errorf("%s: not read: the format %s has no such file", d.Path, p.Format))
		case d.Kind != tree.Folder: // this file is read later, when the tests are known
		case d.Name == "accepted" && at.solutions != "":
			errs = append(errs, fmt.Errorf("%s: in this checkout, solutions are in %s; move them there", d.Path,
				at.solutions))
		default:
			errs = append(errs, p.readDirectory(d.Path, d.Name+"/"))
		}
	}
	return errors.Join(errs...)
}

// readDirectory reads one directory of submissions, such as accepted. Each file and folder in it is a submission.
// Exceptions are files for people, and folders that are empty or hold only ignored files. Submissions that are
// unreadable or misnamed are broken.
func (p *Problem) readDirectory(dir, name string) error {
	entries, err := p.index.List(dir)
	errs := []error{err}
	before := len(p.Submissions)
	for _, e := range entries {
		source, broken := Source{Name: e.Name, Dir: dir}, e.Wrong
		var data []File
		switch {
		case e.Name == RecordFile:
			continue
		case e.Misnamed && !isSubmission(e.Name):
			p.warn(misnamed(e))
			continue
		case e.Misnamed:
			source.Name = legible.Line(e.Name)
			broken = fmt.Errorf("%s: "+tree.NameRule+"; rename it", filepath.Join(dir, source.Name))
		case broken != nil:
		case e.Kind == tree.Folder && (!p.holdsAny(e.Path) || e.Name == byteCode):
			continue
		case e.Kind == tree.Folder:
			source, data, broken = p.readFolder(e.Path)
		case forPeople[filepath.Ext(e.Name)] && !p.SubmitAnswer:
			p.warn(fmt.Errorf("%s: ignored: not a program", e.Path))
			continue
		default:
			source.Files = []string{e.Name}
		}
		if broken != nil {
			source.Files = nil
		}
		s := p.addSubmission(source, name, name)
		if s.Data = data; broken != nil {
			s.Broken, s.Data = strings.ReplaceAll(broken.Error(), "\n", "; "), nil
		}
	}
	slices.SortStableFunc(p.Submissions[before:], func(a, b Submission) int { return strings.Compare(a.Name, b.Name) })
	return errors.Join(errs...)
}

// isSubmission reports whether a misnamed file was meant as a submission, rather than a document or an editor's file.
func isSubmission(name string) bool {
	return !forPeople[filepath.Ext(name)] && !strings.HasSuffix(name, "~") && !strings.HasPrefix(name, "#")
}

// addSubmission adds a submission. The source's name is appended to its name and to its path.
func (p *Problem) addSubmission(s Source, name, path string) *Submission {
	s = p.Submitted(s)
	p.Submissions = append(p.Submissions, Submission{Source: s, Problem: p.Name, Name: name + s.Name,
		Path: path + s.Name, Solution: strings.HasPrefix(path, "accepted/")})
	return &p.Submissions[len(p.Submissions)-1]
}

// Stranger returns a program that is not part of the problem as a submission to it, which is expected to be accepted.
// Its name is that of its file or, if a submission has this name already, its path.
func (p *Problem) Stranger(s Source) (Submission, error) {
	path, err := filepath.Abs(s.Main())
	name := s.Name
	if slices.ContainsFunc(p.Submissions, func(other Submission) bool { return other.Name == name }) {
		name = path
	}
	return Submission{Source: p.Submitted(s), Problem: p.Name, Name: name, Path: path, Solution: true,
		Own: []Expectation{{Permitted: []Verdict{AC}, File: "the command line"}}}, err
}

// Submitted returns a source with the problem's settings for building a submission. These are the online judge's
// language standards, the included files, the constants, and the limits of the compiler.
func (p *Problem) Submitted(s Source) Source {
	s.Standards, s.Package, s.Constants, s.Compilation = p.Judge.Standards, "", p.Constants, p.Limits.Compilation
	if p.Limits.Memory > DefaultCompilation.Output {
		s.Compilation.Output = p.Limits.Memory
	}
	s.Unnamed, s.Include, s.Beside = p.legacy, p.include, s.Beside || p.pack == ""
	p.languageInside(&s)
	return s
}
