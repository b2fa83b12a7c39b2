package problem

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"dlxjudge/judge/base/legible"
)

// submissionsFile says what is expected of submissions. It is in the folder of the submissions directories.
const submissionsFile = "submissions.yaml"

// readSubmissions finds the solutions, and the programs in the submissions directories.
func (p *Problem) readSubmissions(at layout) error {
	var errs []error
	if at.solutions != "" && exists(at.solutions) {
		sources, err := p.readSources(at.solutions, p.readSource)
		errs = append(errs, err)
		p.addSubmissions(sources, "", "accepted/")
	}
	if exists(at.submissions) {
		errs = append(errs, p.readDirectories(at))
	}
	return errors.Join(errs...)
}

// readDirectories reads submissions/, each directory of which holds programs.
func (p *Problem) readDirectories(at layout) error {
	directories, warnings, err := listAll(at.submissions)
	p.warn(warnings...)
	errs := []error{err}
	for _, d := range directories {
		path := filepath.Join(at.submissions, d.name)
		switch {
		case isOutside(d.trouble) && d.name != submissionsFile:
			p.addSubmissions([]Source{{Name: "*", Dir: path}}, d.name+"/", d.name+"/")
			p.Submissions[len(p.Submissions)-1].Broken = d.trouble.Error()
			continue
		case d.trouble != nil && d.name == submissionsFile:
			errs = append(errs, d.trouble)
			continue
		case d.trouble != nil:
			errs = append(errs, p.fault(d.trouble))
			continue
		case d.name == submissionsFile && !d.dir:
			if p.legacy != nil {
				p.warn(fmt.Errorf("%s: not read: the format %s knows no such file", path, p.Format))
			}
			continue
		case !d.dir:
			p.warn(fmt.Errorf("%s: ignored: submissions are in directories such as accepted", path))
			continue
		case d.name == "accepted" && at.solutions != "":
			errs = append(errs, fmt.Errorf("%s: in this checkout, solutions are in %s; move them there", path,
				at.solutions))
			continue
		}
		errs = append(errs, p.readDirectory(path, d.name+"/"))
	}
	return errors.Join(errs...)
}

// readDirectory reads one of the directories, such as accepted. A folder without a program is a submission that cannot
// be built; one with unreadable files is broken; one that is empty, or holds only what the format ignores, is no
// submission. What is misnamed is one of a package from elsewhere that is not judged.
func (p *Problem) readDirectory(dir, name string) error {
	entries, warnings, err := listAll(dir)
	errs := []error{err}
	before := len(p.Submissions)
	for _, warning := range warnings {
		if bad, ok := warning.(misnamed); ok && !p.strict && isSubmission(bad.path) {
			shown := legible.Line(filepath.Base(bad.path))
			p.addSubmissions([]Source{{Name: shown, Dir: dir}}, name, name)
			p.Submissions[len(p.Submissions)-1].Broken = filepath.Join(dir, shown) + ": " + nameRule + "; rename it"
		} else {
			p.warn(warning)
		}
	}
	for _, e := range entries {
		path := filepath.Join(dir, e.name)
		source, broken := Source{Name: e.name, Dir: dir, Compilation: p.Limits.Compilation}, e.trouble
		switch {
		case broken != nil:
		case e.dir && (!holdsAny(path) || e.name == byteCode):
			continue
		case e.dir:
			source, broken = p.readFolder(path)
		case forPeople[filepath.Ext(e.name)] && !p.SubmitAnswer:
			p.warn(fmt.Errorf("%s: ignored: not a program", path))
			continue
		default:
			source.Files = []string{e.name}
		}
		if broken != nil {
			source.Files = nil
		}
		p.addSubmissions([]Source{source}, name, name)
		s := &p.Submissions[len(p.Submissions)-1]
		switch {
		case broken != nil:
			s.Broken = strings.ReplaceAll(broken.Error(), "\n", "; ")
		case e.dir:
			s.Data, err = p.readData(source)
			errs = append(errs, err)
		}
	}
	slices.SortStableFunc(p.Submissions[before:], func(a, b Submission) int { return strings.Compare(a.Name, b.Name) })
	return errors.Join(errs...)
}

// isSubmission reports whether something misnamed was meant as a submission, and is no file for people or of an editor.
func isSubmission(path string) bool {
	name := filepath.Base(path)
	return !forPeople[filepath.Ext(name)] && !strings.HasSuffix(name, "~") && !strings.HasPrefix(name, "#")
}

func (p *Problem) addSubmissions(sources []Source, name, path string) {
	for _, s := range sources {
		s = p.Submitted(s)
		p.Submissions = append(p.Submissions, Submission{
			Source:   s,
			Problem:  p.Name,
			Name:     name + s.Name,
			Path:     path + s.Name,
			Solution: strings.HasPrefix(path, "accepted/"),
		})
	}
}

// Submitted is a program as the problem has it built: in the language standards of its online judge, with the files
// that the problem adds, and with the constants.
func (p *Problem) Submitted(s Source) Source {
	s.Standards, s.Package, s.Constants, s.Compilation = p.Judge.Standards, "", p.Constants, p.Limits.Compilation
	s.Legacy = p.legacy != nil || p.polygon != nil
	if s.Include = filepath.Join(p.Dir, "include"); p.polygon != nil || !exists(s.Include) {
		s.Include = ""
	}
	p.languageInside(&s)
	return s
}
