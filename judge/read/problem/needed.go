package problem

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"dlxjudge/judge/base/untrusted"
	"dlxjudge/judge/read/legacy"
)

// Which files decide a verdict stands in this file and nowhere else. Needed lists those of whole problems: what a
// worker gets, and what the parts of a run must have in common. Test.Decides lists those of one test: what a kept
// verdict goes by, beside the settings and the programs that were made of the others.

// These files and folders beside problem.yaml decide verdicts. Other folders there are read for headers only, which a
// checker may include from anywhere.
var (
	judgedFiles   = []string{"problem.yaml", legacy.TimeLimit, legacy.Settings, "judge.yaml", "judges.yaml"}
	judgedFolders = []string{"include", "input_validators", "input_format_validators", "output_validator",
		"output_validators"}
)

// Needed lists the files that decide the verdicts of some submissions to a problem, in order of their names below the
// checkout ("problems/sum/problem.yaml") or the package ("problem.yaml"). A folder with only these files is loaded as
// the same problem, with these submissions; of a package of Polygon, which names all of its solutions, the others are
// Broken there. Links are followed. Of a submission that is Broken, files that cannot be
// read are left out.
func Needed(roots Roots, p *Problem, submissions []Submission) ([]File, error) {
	at := roots.layout(p.Name)
	n := &needed{}
	top, data, solutions := "", "data/", ""
	if roots.Package == "" {
		top, data, solutions = "problems/"+p.Name+"/", "testdata/"+p.Name+"/", "solutions/"+p.Name+"/"
		if exists(at.judges) {
			n.add("problems/judges.yaml", at.judges)
		}
	}
	if p.polygon != nil {
		if err := n.top(p, at, top); err != nil {
			return nil, err
		}
		return n.polygon(p, submissions)
	}
	errs := []error{n.top(p, at, top), n.data(p, at.data, data)}
	if file := filepath.Join(at.submissions, submissionsFile); exists(file) {
		n.add(top+"submissions/"+submissionsFile, file)
	}
	for _, s := range submissions {
		if !Allowed(s.Path) { // it is not judged
			continue
		}
		name, path := top+"submissions/"+s.Path, filepath.Join(at.submissions, filepath.FromSlash(s.Path))
		if inner, ok := strings.CutPrefix(s.Path, "accepted/"); ok && at.solutions != "" {
			name, path = solutions+inner, filepath.Join(at.solutions, inner)
		}
		if err := n.below(name, path, everything, nil); s.Broken == "" {
			errs = append(errs, err)
		}
	}
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	return n.sorted(), nil
}

// sorted are the files in order of their names, each once.
func (n *needed) sorted() []File {
	slices.SortFunc(n.files, func(a, b File) int { return strings.Compare(a.Name, b.Name) })
	return slices.CompactFunc(n.files, func(a, b File) bool { return a.Name == b.Name })
}

// polygon adds what problem.xml names: where it stands in the package is not known otherwise.
func (n *needed) polygon(p *Problem, submissions []Submission) ([]File, error) {
	for _, path := range p.polygonNeeded(submissions) {
		name, err := filepath.Rel(p.Dir, path)
		if err != nil {
			return nil, err
		}
		if err := n.below(filepath.ToSlash(name), path, everything, nil); err != nil {
			return nil, err
		}
	}
	return n.sorted(), nil
}

// maxNeeded bounds the files and folders of one problem. Links can make more of them than there are.
const maxNeeded = 500_000

// needed collects files.
type needed struct {
	files []File
	seen  int // files and folders

	sparing bool // what cannot be read is not needed, and the rest of its folder is
}

func (n *needed) add(name, path string) { n.files = append(n.files, File{Name: name, Path: path}) }

// everything wants all files that the format allows in a folder, but for what Python leaves there when it runs.
func everything(name string) bool { return fileName.MatchString(name) && name != byteCode }

// besideTests wants the settings of tests and groups, and the samples that a statement shows of a conversation.
func besideTests(name string) bool {
	return everything(name) && slices.Contains([]string{".yaml", ".interaction"}, filepath.Ext(name))
}

// headers wants what a program in C or C++ may include.
func headers(name string) bool { return isHeader(name) && !strings.HasPrefix(name, ".") }

// top adds what stands beside problem.yaml, but for tests and submissions.
func (n *needed) top(p *Problem, at layout, prefix string) error {
	entries, err := untrusted.ReadDir(at.dir)
	if err != nil {
		return unreadable(err)
	}
	for _, e := range entries {
		name, path := e.Name(), filepath.Join(at.dir, e.Name())
		info, err := untrusted.Stat(path)
		switch {
		case err != nil: // a link to nothing, which Load did not need
		case slices.Contains(judgedFolders, name), name == graderFolder && p.Grader != nil:
			err = n.below(prefix+name, path, func(name string) bool { return everything(name) || headers(name) }, nil)
		case info.IsDir() && name != "data" && name != "submissions" && fileName.MatchString(name):
			n.sparing = true
			err = n.below(prefix+name, path, headers, nil)
			n.sparing = false
		case info.Mode().IsRegular() && (slices.Contains(judgedFiles, name) || headers(name)):
			n.add(prefix+name, path)
		}
		if err != nil && info != nil {
			return err
		}
	}
	if p.legacy != nil { // its name may stand in the statement
		for _, name := range legacy.Statements {
			if path := filepath.Join(at.dir, "problem_statement", name); isFile(path) {
				n.add(prefix+"problem_statement/"+name, path)
			}
		}
	}
	return nil
}

// data adds the tests that submissions are run on, and the settings of tests and groups.
func (n *needed) data(p *Problem, dir, prefix string) error {
	for _, t := range p.Tests {
		for _, f := range t.Decides() {
			if err := n.below(prefix+t.Name+f.Name, f.Path, everything, nil); err != nil {
				return err
			}
		}
	}
	for _, folder := range []string{"sample", "secret"} {
		if path := filepath.Join(dir, folder); exists(path) && !untrusted.Outside(path) {
			if err := n.below(prefix+folder, path, besideTests, nil); err != nil {
				return err
			}
		}
	}
	for _, name := range []string{legacy.GroupFile, groupConfig} {
		if path := filepath.Join(dir, name); exists(path) {
			n.add(prefix+name, path)
		}
	}
	return nil
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

// below adds a file, or the files in a folder and those in it that are wanted; above are the folders that it is in.
func (n *needed) below(name, path string, wanted func(name string) bool, above []os.FileInfo) error {
	info, err := untrusted.Stat(path)
	n.seen++
	switch {
	case n.seen > maxNeeded:
		return fmt.Errorf("%s: more than %d files and folders of one problem; remove some, or links that lead to "+
			"the same ones", path, maxNeeded)
	case err != nil:
		return n.spared(unreadable(err))
	case info.Mode().IsRegular():
		n.add(name, path)
		return nil
	case !info.IsDir():
		return n.spared(fmt.Errorf("%s: neither a file nor a folder; remove it", path))
	case slices.ContainsFunc(above, func(a os.FileInfo) bool { return os.SameFile(a, info) }):
		return n.spared(fmt.Errorf("%s: a link to a folder that it is in; remove it", path))
	case len(above) == maxFolderDepth+maxFileDepth:
		return n.spared(fmt.Errorf("%s: a folder in %d others; move its files up", path, len(above)))
	}
	entries, err := untrusted.ReadDir(path)
	if err != nil {
		return n.spared(unreadable(err))
	}
	above = append(slices.Clip(above), info)
	for _, e := range entries {
		inner := filepath.Join(path, e.Name())
		if !wanted(e.Name()) && !(everything(e.Name()) && isFolder(inner)) || untrusted.Outside(inner) {
			continue // what is outside was left out when the problem was read
		}
		if err := n.below(name+"/"+e.Name(), inner, wanted, above); err != nil {
			return err
		}
	}
	return nil
}

// spared is no error where what cannot be read is not needed.
func (n *needed) spared(err error) error {
	if n.sparing {
		return nil
	}
	return err
}

func isFile(path string) bool {
	info, err := untrusted.Stat(path)
	return err == nil && info.Mode().IsRegular()
}
