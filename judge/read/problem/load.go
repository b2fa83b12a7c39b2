package problem

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/base/untrusted"
	"dlxjudge/judge/read/legacy"
	"dlxjudge/judge/read/polygon"
	"dlxjudge/judge/read/tree"
)

// Roots are the folders that problems are read from: the three of a checkout, one package, or a folder of packages.
type Roots struct {
	Problems, Testdata, Solutions string
	Package                       string    // a package or a folder of packages, instead of those three
	packages                      *packages // in that folder; nil for one package
	Apart                         bool      // in a checkout, mistakes in one problem do not affect the others
}

// Tree returns the checkout in root: problems/, testdata/ and solutions/.
func Tree(root string) Roots {
	return Roots{
		Problems:  filepath.Join(root, "problems"),
		Testdata:  filepath.Join(root, "testdata"),
		Solutions: filepath.Join(root, "solutions"),
	}
}

// Package returns the one problem package in dir, in the layout of the Problem Package Format 2025-09.
func Package(dir string) Roots { return Roots{Package: dir} }

// Set holds loaded problems.
type Set struct {
	Problems []*Problem // in order of their names
	Refused  []*Problem // those that cannot be judged, if the roots are Several or Apart; their Refused says why
}

// Names lists the names of the problems in roots, sorted, without reading the problems.
func Names(roots Roots) ([]string, error) {
	if roots.Package != "" {
		return roots.packageNames()
	}
	entries, err := untrusted.ReadDir(roots.Problems)
	if err != nil {
		return nil, tree.Unreadable(err)
	}
	var names []string
	for _, e := range entries {
		dir := filepath.Join(roots.Problems, e.Name())
		info, err := untrusted.Stat(dir)
		switch {
		case !tree.Allowed(e.Name()):
		case err != nil:
			return nil, tree.Unreadable(err)
		case info.IsDir() && !goPackage(dir):
			names = append(names, e.Name())
		case !info.IsDir() && !info.Mode().IsRegular():
			return nil, fmt.Errorf("%s: neither a file nor a folder; remove it", dir)
		}
	}
	return names, nil
}

// goPackage reports whether a folder beside the problems holds code that their tests share, and is not a problem: it
// has Go files other than tests, and no problem.yaml.
func goPackage(dir string) bool {
	if holds(dir, "problem.yaml") {
		return false
	}
	files, _ := filepath.Glob(filepath.Join(dir, "*.go")) // fails only if dir is a malformed pattern
	return slices.ContainsFunc(files, func(path string) bool { return !strings.HasSuffix(path, "_test.go") })
}

// Load reads the problems in roots whose names want accepts; a nil want accepts all. All mistakes are reported
// together, each with file and line; the set then holds the problems without mistakes. In a folder of packages, refused
// packages are an error only if all are refused.
func Load(roots Roots, want func(name string) bool) (*Set, error) {
	return load(roots, want, true)
}

// LoadPrograms is like Load, but reads no tests and no expectations, so these need not exist.
func LoadPrograms(roots Roots, want func(name string) bool) (*Set, error) {
	return load(roots, want, false)
}

func load(roots Roots, want func(string) bool, tests bool) (*Set, error) {
	if roots.Package != "" {
		if err := untrusted.Fence(roots.Package); err != nil {
			return &Set{}, tree.Unreadable(err)
		}
	}
	names, err := Names(roots)
	if err != nil {
		return &Set{}, err
	}
	set := &Set{}
	var errs []error
	for _, name := range names {
		if want != nil && !want(name) {
			continue
		}
		at := roots.layout(name)
		p := &Problem{Name: name, at: at, pack: roots.Package, dialect: today}
		var err error
		if p.index, err = at.look(); err == nil && roots.Package != "" {
			err = shown(at.dir, name)
			p.warnLinks(at)
		}
		if err == nil {
			err = p.read(at, tests)
		}
		if p.Strict() {
			err = errors.Join(append([]error{err}, p.Faults...)...)
		}
		switch {
		case err != nil && (roots.Several() || roots.Apart):
			set.Refused = append(set.Refused, refused(legible.Line(name), at.dir, err))
		case err != nil:
			errs = append(errs, err)
		default:
			set.Problems = append(set.Problems, p)
		}
	}
	if len(set.Problems) == 0 {
		errs = append(errs, set.allRefused())
	}
	if roots.Package == "" && (!roots.Apart || len(set.Problems) == 0) {
		errs = append(errs, strays(roots, names, want))
	}
	return set, errors.Join(errs...)
}

// layout has the paths of the parts of one problem.
type layout struct {
	dir, data   string
	submissions string // folder of the submissions directories
	solutions   string // folder of the solutions, instead of submissions/accepted; "" in a package
	judges      string // judges.yaml
}

func (r Roots) layout(name string) layout {
	dir, checkout := r.Dir(name), r.Package == ""
	if checkout {
		dir = filepath.Join(r.Problems, name)
	}
	at := layout{dir: dir, data: filepath.Join(dir, "data"), submissions: filepath.Join(dir, "submissions"),
		judges: filepath.Join(dir, "judges.yaml")}
	if checkout {
		at.data, at.solutions = filepath.Join(r.Testdata, name), filepath.Join(r.Solutions, name)
		at.judges = filepath.Join(r.Problems, "judges.yaml")
	}
	return at
}

// look makes the index of the problem. Other code reads the problem only through the index, or by paths in the index.
func (at layout) look() (*tree.Tree, error) {
	index, tops := tree.New(), [][2]string{{at.dir, ""}}
	if name := filepath.Base(at.dir); at.solutions != "" {
		tops = [][2]string{{at.dir, "problems/" + name}, {at.data, "testdata/" + name},
			{at.solutions, "solutions/" + name}, {at.judges, "problems/judges.yaml"}}
	}
	for _, top := range tops {
		if err := index.Add(top[0], top[1]); err != nil {
			return index, err
		}
	}
	return index, nil
}

// nameForm is the form of a package's name, "General requirements" of the format.
var nameForm = regexp.MustCompile(`^[a-z0-9]+$`)

// read reads the problem, and its tests and expectations if tests is set.
func (p *Problem) read(at layout, tests bool) error {
	rest, err := p.open(at)
	if err != nil || !tests {
		return err
	}
	err = rest()
	slices.Sort(p.Unjudged)
	unjudged := strings.Join(slices.Compact(p.Unjudged), ", ")
	for i, s := range p.Submissions {
		p.Submissions[i].Unjudged = unjudged
		if at.solutions == "" && err == nil && !s.Solution && s.Broken == "" {
			p.Submissions[i].Solution = p.Expects(s).Right()
		}
	}
	return err
}

// open reads everything except the tests and expectations. rest reads those.
func (p *Problem) open(at layout) (rest func() error, err error) {
	p.Dir, p.DataDir = at.dir, at.data
	for _, name := range []string{"problem.yaml", tree.TimeLimit, legacy.Settings, polygon.File, "judge.yaml",
		"include"} {
		p.index.Use(filepath.Join(p.Dir, name))
	}
	p.index.Use(filepath.Join(at.data, legacy.GroupFile), filepath.Join(at.data, groupConfig))
	p.index.Use(at.judges, filepath.Join(at.submissions, submissionsFile))
	if at.solutions == "" && IsPolygon(at.dir) {
		return p.openPolygon(at)
	}
	if !nameForm.MatchString(p.Name) && !nameForm.MatchString(filepath.Base(at.dir)) {
		p.warn(fmt.Errorf("%s: the format wants a problem's name to have lowercase letters and digits only", at.dir))
	}
	if err := p.readMetadata(at); err != nil {
		return nil, err
	}
	p.callSettings()
	return func() error {
		if err := p.readTests(); err != nil {
			return err
		}
		p.warnUnread(at)
		return errors.Join(p.expect(p, at), p.readGrader())
	}, errors.Join(p.readJudge(at), p.findTools(), p.checkIncluded(), p.readSubmissions(at))
}

// unjudged records a feature of the problem that cannot be judged yet. The rows of the submissions name the feature.
func (p *Problem) unjudged(what string) { p.Unjudged = append(p.Unjudged, what) }

func (p *Problem) warn(warnings ...error) { p.Warnings = append(p.Warnings, warnings...) }

// fault records a mistake that does not affect verdicts, once. In a package it is a warning with its effect, such as
// "ignored"; in a checkout's own problem, Load returns it as an error.
func (p *Problem) fault(mistake error, effect string) {
	if !p.Strict() && effect != "" {
		mistake = fmt.Errorf("%w: %s", mistake, effect)
	}
	text := mistake.Error()
	if p.said[text] {
		return
	}
	if p.said == nil {
		p.said = make(map[string]bool)
	}
	p.said[text] = true
	p.warn(mistake)
	p.Faults = append(p.Faults, mistake)
}

// Strict reports whether mistakes that do not affect verdicts are errors, as in a checkout's own problem.
func (p *Problem) Strict() bool { return p.at.solutions != "" }

// strays reports tests and solutions of problems that do not exist, for example because a name is misspelt.
func strays(roots Roots, names []string, want func(string) bool) error {
	// Glob fails for malformed patterns only. solutions/ also holds Go packages that belong to no problem.
	dirs, _ := filepath.Glob(filepath.Join(roots.Testdata, "*", ""))
	programs, _ := filepath.Glob(filepath.Join(roots.Solutions, "*", "*", "main.*"))
	dirs = append(dirs, each(programs, func(path string) string { return filepath.Dir(filepath.Dir(path)) })...)
	var errs []error
	for _, dir := range dirs {
		name := filepath.Base(dir)
		info, err := os.Stat(dir)
		if slices.Contains(names, name) || err != nil || !info.IsDir() || !tree.Allowed(name) ||
			want != nil && !want(name) {
			continue
		}
		names = append(slices.Clip(names), name)
		problem := filepath.Join(roots.Problems, name, "problem.yaml")
		errs = append(errs, fmt.Errorf("%s: no problem %s; rename the folder, or write %s", dir, name, problem))
	}
	return errors.Join(errs...)
}
