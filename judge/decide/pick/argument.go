package pick

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/base/untrusted"
	"dlxjudge/judge/decide/loose"
	"dlxjudge/judge/read/archive"
	"dlxjudge/judge/read/problem"
)

// Kind says what an argument names.
type Kind int

// The kinds of arguments. A path inside a checkout or a package is a Part, wherever the command is started.
const (
	Part    Kind = iota // problems, programs or tests: a pattern, or the path of a file or folder of a problem
	Program             // a program in any other folder, or that folder; after a problem, a stranger to it
	Package             // a package, a folder of packages, or an archive with a package
)

// Argument is what one argument of a command names. The methods classify and further are the only places that decide
// this.
type Argument struct {
	Kind    Kind
	Text    string  // as the user wrote it
	Path    string  // the file or folder; "" for a pattern
	Test    string  // the test of a Program; "" if none is named
	Pattern Pattern // of a Part
	in      place   // of a Part
}

// classify decides what the first argument names.
func (p *Picker) classify(at place, arg string) (*Argument, error) {
	a, err := p.read(at, arg)
	if err == nil && a.Path != "" {
		err = p.locate(a)
	}
	return a, err
}

// further decides what an argument names after the first, or after --package: a part of a problem in the place at, or a
// program outside this place.
func (p *Picker) further(at place, arg string) (*Argument, error) {
	a, err := p.read(at, arg)
	if err != nil || a.Path == "" {
		return a, err
	}
	is, err := a.part(at)
	_, inside := packageWith(a.Path)
	folder := IsFolder(a.Path)
	switch {
	case err != nil || is && (inside || at.tree()):
	case p.Loose == nil && !p.Strangers, at.stray(a.Path), !folder && archive.Is(a.Path),
		inside && (folder || !loose.IsProgram(a.Path)), folder && !loose.HasProgram(a.Path):
		err = notPart(a.Path)
	default:
		a.Kind = Program
	}
	return a, err
}

// read reads an argument as a pattern or a path. The name of a problem in the place at is a pattern, even if there is a
// file of that name.
func (p *Picker) read(at place, arg string) (*Argument, error) {
	a := &Argument{Text: arg, in: at}
	var malformed error
	if a.Pattern, malformed = ParsePattern(arg); malformed == nil && slices.ContainsFunc(at.names,
		a.Pattern.MatchProblem) {
		return a, nil
	}
	if a.Path, a.Test = pathAndTest(arg); a.Path == "" {
		return a, p.nothing(a, malformed)
	}
	return a, nil
}

// pathAndTest splits PATH[:TEST]. It returns "" for both if no file or folder is at the path.
func pathAndTest(arg string) (path, test string) {
	if exists(arg) {
		return arg, ""
	}
	if path, test, _ = strings.Cut(arg, ":"); exists(path) {
		return path, test
	}
	return "", ""
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// nothing returns the error for an argument that is neither the name of a problem nor a path.
func (p *Picker) nothing(a *Argument, malformed error) error {
	path, _, _ := strings.Cut(a.Text, ":")
	isPath := strings.HasPrefix(path, ".") || filepath.IsAbs(path) || archive.Is(path)
	switch {
	case p.Only, isPath, loose.IsProgram(path) && a.in.err != nil: // in a checkout, it may be a pattern
		return fmt.Errorf("%s: no such file or folder", path)
	case a.in.err != nil:
		return a.in.err
	case malformed != nil:
		return malformed
	}
	return errors.New(noProblem(a.Pattern.problem, a.in.names))
}

// locate decides what a path names, by the folders that it is in.
func (p *Picker) locate(a *Argument) error {
	folder := IsFolder(a.Path)
	program := p.Loose != nil && (folder && loose.HasProgram(a.Path) || loose.IsProgram(a.Path))
	if p.Only && program && !problem.IsPackage(a.Path) { // even in a checkout or a package
		return p.elsewhere(a, folder, program)
	}
	if is, err := a.part(a.in); is {
		return err
	}
	if a.in.stray(a.Path) {
		return notPart(a.Path)
	}
	if tree, found := above(a.Path, isTree); found {
		if is, err := a.part(placeAt(problem.Tree(tree), nil)); is {
			return err
		}
	}
	if folder && problem.IsPackage(a.Path) || !folder && archive.Is(a.Path) {
		a.Kind = Package
		return nil
	}
	if pack, is := packageWith(a.Path); is {
		_, err := a.part(placeAt(problem.Package(pack), nil))
		return err
	}
	return p.elsewhere(a, folder, program)
}

// packageWith returns the package that a path belongs to. The user's own files and folders in a package do not belong
// to it.
func packageWith(path string) (pack string, is bool) {
	pack, is = above(path, problem.IsPackage)
	inside, _ := below(pack, path)
	top, _, _ := strings.Cut(inside, "/")
	return pack, is && (top == "." || problem.AtTop(pack, top))
}

// part makes the argument a Part if its path is in a folder for problems of the place.
func (a *Argument) part(in place) (is bool, err error) {
	text, is := PatternFor(a.Path, in.roots, in.names)
	switch {
	case !is:
		return false, nil
	case a.Test != "" && strings.Contains(text, ":"):
		return true, fmt.Errorf("%s: name the test once, with %q or with %q", a.Text, a.Path, ":"+a.Test)
	case a.Test != "":
		text += ":" + a.Test
	}
	a.Kind, a.in = Part, in
	a.Pattern, err = ParsePattern(text)
	return true, err
}

func notPart(path string) error {
	return fmt.Errorf("%s: not part of a problem here; a pattern is problem[/approach][:test], and \"judge list\" "+
		"shows all names", path)
}

// elsewhere decides what a path names if it is neither in a package nor in a checkout's folders for problems. A folder
// with a program is searched for packages only if Picker.Many is set.
func (p *Picker) elsewhere(a *Argument, folder, program bool) error {
	named, packages, top := a.Text != "", false, a.in.top(a.Path)
	if folder && !top && (p.Many && named || !program) && (named || p.Loose != nil && !p.Many) {
		roots, err := problem.Packages(a.Path)
		packages = err == nil && roots.Several()
	}
	switch {
	case top && (p.Many || !program) && !p.Only:
		return notPart(a.Path)
	case packages && program:
		return fmt.Errorf("%s: it holds a program and packages; name the program's file, or the packages with: "+
			"--package %[1]s", a.Path)
	case packages:
		a.Kind = Package
	case program, folder && p.Loose != nil && !p.Many:
		a.Kind = Program
	case a.in.err == nil && !p.Only:
		return notPart(a.Path)
	case !folder && p.Loose != nil:
		_, err := loose.SourceAt(a.Path) // the error says what is wrong with the file
		return err
	default:
		if named {
			p.sayArchives(a.Path)
		}
		return fmt.Errorf("%s: not a package and not a folder of packages; a program in any folder is judged by judge "+
			"test", a.Path)
	}
	return nil
}

// here returns what the current folder names if there are no arguments: a part of a problem, a package, or a program.
// It returns none at the top of a checkout, where everything is meant.
func (p *Picker) here(at place) *Argument {
	a := &Argument{Path: ".", in: at}
	switch err := p.locate(a); {
	case at.top("."), err != nil, a.Kind == Program && at.err == nil && !loose.HasProgram("."):
		return nil
	case a.Kind == Part && !p.told:
		all := a.in.roots.Package
		if all == "" {
			all = "*"
		}
		p.Say("this folder belongs to %s; to judge everything: judge run%s", a.Pattern.text, legible.Words(all))
		p.told = true
	}
	return a
}

// ProgramOf finds a submission by its name, or a program by the path of its file or folder. The options say how to
// build such a program.
func ProgramOf(p *problem.Problem, name string, o loose.Options) (problem.Submission, error) {
	submission, err := problem.Named(p.Submissions, name)
	_, missing := untrusted.Stat(name)
	whole := submission != nil && (submission.Name == name || submission.Path == name)
	switch {
	case whole || missing != nil && submission != nil:
		if why := submission.NotJudged(); why != "" {
			err = fmt.Errorf("%s/%s: %s", p.Name, name, why)
		}
		return *submission, err
	case missing == nil:
		return loose.Stranger(p, name, o)
	case err != nil:
		return problem.Submission{}, err
	}
	var names []string
	for _, s := range p.Submissions {
		names = append(names, s.Name)
	}
	return problem.Submission{}, fmt.Errorf("%s has no submission %s, and there is no such file; try one of %s", p.Name,
		name, strings.Join(names, ", "))
}
