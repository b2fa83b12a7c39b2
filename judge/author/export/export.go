// Package export makes packages of problems for other judges: DOMjudge, Kattis, and any that reads the format 2025-09.
//
// Plan is pure: it decides which files a package has, reads the small ones that it rewrites, and says what the other
// format cannot express. Write makes a ZIP file of them. Only Invalid runs programs: the input validators, on tests
// that stand in a package with other arguments than here.
//
//	pack, err := export.Plan(p, export.DOMjudge, export.Options{})
//	for _, note := range pack.Notes { … }
//	lines, err := export.Invalid(ctx, cache, p, pack.Copies)
//	err = export.Write(file, pack.Files)
//
// What the importers accept is taken from their code: DOMjudge's ImportProblemService and Kattis' problemtools.
package export

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/read/score"
)

// Target is what a package is made for.
type Target string

// The targets. DOMjudge and Kattis read the format legacy.
const (
	DOMjudge Target = "domjudge"
	Kattis   Target = "kattis"
	Standard Target = "2025-09"
)

// Targets are all targets.
var Targets = []Target{DOMjudge, Kattis, Standard}

// called is what messages call a target.
func (t Target) called() string {
	return map[Target]string{DOMjudge: "DOMjudge", Kattis: "Kattis", Standard: "the format 2025-09"}[t]
}

// Options are what the user says of the other judge.
type Options struct {
	Languages []string // extensions of languages that it takes besides its usual ones: "go"
}

// Package is what goes into one ZIP file.
type Package struct {
	Files       []File   // sorted by path; the folders that they are in come before them
	Tests       int      // that it has
	Submissions int      // that it has
	Copies      []Copy   // tests on which the input validators get other arguments there
	Notes       []string // what the other format cannot express, a line each
}

// File is a file of a package, or a folder.
type File struct {
	Path string // in the package, with slashes; it ends with one if it is a folder
	From string // path of the file that it is a copy of; "" if Text is what it holds
	Text []byte
	Run  bool // whether it is a script that is run
}

// Plan decides what a package of the problem has. The error names what the problem needs and the target does not have.
func Plan(p *problem.Problem, to Target, options Options) (Package, error) {
	k := &plan{problem: p, to: to, options: options}
	for _, link := range p.LeftOut {
		k.note("%v", link)
	}
	var err error
	if k.to == Standard && k.whole() {
		err = k.copyWhole()
	} else {
		refused := k.refuse()
		if err := k.addScores(); err != nil {
			return Package{}, errors.Join(refused, err)
		}
		err = errors.Join(refused, k.addData(), k.addStatement(), k.addValidators(), k.addSubmissions(), k.addRest(),
			k.addMetadata())
	}
	if err != nil {
		return Package{}, err
	}
	return k.finish()
}

// plan is a package that is being made.
type plan struct {
	problem     *problem.Problem
	to          Target
	options     Options
	files       []File
	submissions int
	places      map[string]string // of the submissions by their names: "accepted/mine"
	leaveOut    map[string]bool   // paths in the package that are not copied
	// arguments of the checker on all tests, where the legacy format has them in problem.yaml
	flags []string
	notes []string

	tests    []problem.Test          // of the package
	origins  map[string]score.Placed // where those come from that have another name there, or a copy
	copies   []Copy
	graders  []score.Grader   // what testdata.yaml says of each group of a legacy format; nil without scores
	settings []score.Settings // what test_group.yaml says of secret and the groups in it, where it is written anew
	scored   bool             // whether scores are those of the output validator
	minimize bool             // whether scores are to be low
}

func (k *plan) note(format string, args ...any) {
	k.notes = append(k.notes, fmt.Sprintf(format, args...))
}

func (k *plan) text(path, text string) {
	k.files = append(k.files, File{Path: path, Text: []byte(text)})
}

func (k *plan) copy(path, from string) { k.files = append(k.files, File{Path: path, From: from}) }

// refuse names the parts of the problem that the legacy format has no place for.
func (k *plan) refuse() error {
	var errs []error
	no := func(what string) { errs = append(errs, fmt.Errorf("%s has no %s", k.to.called(), what)) }
	for _, kind := range k.problem.Types() {
		switch {
		case kind == "pass-fail" || kind == "interactive" || kind == "scoring":
		case kind == "multi-pass" && k.to != Kattis:
		case kind == "multi-pass": // problemtools' metadata.py has it for its draft of 2023-07 alone
			errs = append(errs, fmt.Errorf("%s takes no multi-pass problems in the format legacy; export it to "+
				"2025-09", k.to.called()))
		default:
			errs = append(errs, fmt.Errorf("problems of the type %s are not exported to %s yet", kind, k.to.called()))
		}
	}
	if k.problem.Final != nil {
		no("interactor with a checker that decides after it; have the interactor decide alone")
	}
	if k.problem.OutputFile != "" {
		no("output that is written to a file, as its solutions write " + k.problem.OutputFile)
	}
	if k.to == Standard {
		return errors.Join(errs...)
	}
	if len(k.problem.StaticTests) > 0 {
		no("static_validator/, on which verdicts depend; have the output validator look at what it needs")
	}
	if holds(k.problem.Dir, "include") && k.to == DOMjudge {
		no("include/, on which verdicts depend")
	}
	if len(k.problem.Constants) > 0 {
		no("constants; write their values where they are used")
	}
	for _, t := range k.problem.Tests {
		if len(t.Args) > 0 || len(t.Files) > 0 {
			no("arguments and files of a test, as " + t.Name + " has")
			break
		}
	}
	return errors.Join(errs...)
}

// finish sorts the files and adds the folders that they are in.
func (k *plan) finish() (Package, error) {
	seen := make(map[string]bool)
	for _, f := range k.files {
		if seen[f.Path] {
			return Package{}, fmt.Errorf("two of its files would both be called %s; rename one", f.Path)
		}
		seen[f.Path] = true
	}
	for _, f := range k.files {
		for dir := path.Dir(strings.TrimSuffix(f.Path, "/")); dir != "." && !seen[dir+"/"]; dir = path.Dir(dir) {
			seen[dir+"/"] = true
			k.files = append(k.files, File{Path: dir + "/"})
		}
	}
	slices.SortFunc(k.files, func(a, b File) int { return strings.Compare(a.Path, b.Path) })
	return Package{Files: k.files,
		Tests: max(len(k.tests), len(k.problem.Tests)), Submissions: k.submissions, Copies: k.copies,
		Notes: k.notes}, nil
}
