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

// Roots are the folders that problems are read from: the three folders of a checkout, one package, or a folder of
// packages.
type Roots struct {
	Problems, Testdata, Solutions string
	Package                       string    // a package or a folder of packages, instead of the three above
	packages                      *packages // the packages in the folder Package; nil if Package is one package
	Apart                         bool      // in a checkout, mistakes in one problem do not affect the others
}

// Tree returns the roots of a checkout: its folders problems/, testdata/ and solutions/.
func Tree(root string) Roots {
	return Roots{
		Problems:  filepath.Join(root, "problems"),
		Testdata:  filepath.Join(root, "testdata"),
		Solutions: filepath.Join(root, "solutions"),
	}
}

// Package returns the roots of the problem package in the folder dir.
func Package(dir string) Roots { return Roots{Package: dir} }

// Set holds loaded problems.
type Set struct {
	Problems []*Problem // in order of their names
	Refused  []*Problem // problems that cannot be judged; the field Problem.Refused says why
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

// goPackage reports whether a folder beside the problems is a Go package, with code that the problems' tests share.
// Such a folder has Go files other than tests, and no problem.yaml.
func goPackage(dir string) bool {
	if holds(dir, "problem.yaml") {
		return false
	}
	files, _ := filepath.Glob(filepath.Join(dir, "*.go")) // fails only if dir is a malformed pattern
	return slices.ContainsFunc(files, func(path string) bool { return !strings.HasSuffix(path, "_test.go") })
}

// Load reads the problems in roots. If want is not nil, Load reads only those for which want(name) returns true.
// The error lists all mistakes, each with file and line; the set then holds the problems without mistakes. In a folder
// of packages, or if roots.Apart is set, a problem with mistakes is in Set.Refused. Its mistakes are in the error only
// if all problems are refused.
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
		p := &Problem{Name: name, reading: reading{at: at, pack: roots.Package, format: format2025,
			groups: groups2025}}
		var err error
		if p.index, err = at.look(); err == nil && roots.Package != "" {
			err = checkName(at.dir, name)
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

// layout holds the paths of the folders and files of one problem.
type layout struct {
	dir, data   string
	submissions string // the folder with the directories of submissions
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

// look makes the index of the problem. All other code reads the problem through the index, or by paths in the index.
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

// nameForm matches the names that a package may have ("General requirements" of the format).
var nameForm = regexp.MustCompile(`^[a-z0-9]+$`)

// read reads the problem. If tests is true, it also reads the problem's tests and expectations.
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

// open reads everything except the tests and expectations. The returned function reads these.
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
		p.remark(fmt.Errorf("%s: the format wants a problem's name to have lowercase letters and digits only", at.dir))
	}
	p.findIncluded()
	if err := p.readMetadata(at); err != nil {
		return nil, err
	}
	p.callSettings()
	checkers, expect := p.readCheckers, p.readExpectations
	if p.legacy {
		checkers, expect = p.legacyCheckers, p.expectLegacy
	}
	return func() error {
		if err := p.readTests(); err != nil {
			return err
		}
		p.warnUnread(at)
		return errors.Join(expect(at), p.readGrader())
	}, errors.Join(p.readJudge(at), p.findTools(checkers), p.checkIncluded(), p.readSubmissions(at))
}

// unjudged records a feature of the problem that cannot be judged yet. The rows of the submissions name the feature.
func (p *Problem) unjudged(what string) { p.Unjudged = append(p.Unjudged, what) }

func (p *Problem) warn(warnings ...error) { p.Warnings = append(p.Warnings, warnings...) }

// remark records something that is common in packages and has no effect. Only "judge validate" reports it, as a
// finding, unless the problem is in a checkout.
func (p *Problem) remark(remarks ...error) {
	if p.Strict() {
		p.warn(remarks...)
		return
	}
	p.Faults = append(p.Faults, remarks...)
}

// fault records a mistake that does not affect verdicts. A repeated mistake is recorded once. In a package, the mistake
// is a warning that also states the effect, such as "ignored". If the problem is in a checkout, Load returns the
// mistake as an error.
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

// Strict reports whether mistakes that do not affect verdicts are errors, as they are for problems in a checkout.
func (p *Problem) Strict() bool { return p.at.solutions != "" }

// strays returns an error for the tests and solutions of each problem that does not exist, perhaps because of a
// misspelt name.
func strays(roots Roots, names []string, want func(string) bool) error {
	// Glob fails only if a pattern is malformed. The pattern main.* skips the Go packages in solutions/ that belong to
	// no problem.
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
