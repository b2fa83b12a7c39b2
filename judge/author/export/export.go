// Package export makes packages of problems for other judges. DOMjudge and Kattis read the legacy format. Other judges
// read the format 2025-09.
//
// Plan decides which files a package has, rewrites some of them in memory, and notes what the target format cannot
// express. Write writes the files into a ZIP file.
//
//	pack, err := export.Plan(ctx, p, export.Legacy)
//	for _, note := range pack.Notes { … }
//	err = export.Write(file, pack.Files)
//
// The code of the importers shows what they accept: DOMjudge's ImportProblemService and Kattis' problemtools.
package export

import (
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"dlxjudge/judge/read/polygon"
	"dlxjudge/judge/read/problem"
)

// Target is the format of a package.
type Target string

// The targets. DOMjudge and Kattis read the legacy format.
const (
	Legacy   Target = "legacy"
	Standard Target = "2025-09"
)

// Targets lists all targets.
var Targets = []Target{Legacy, Standard}

// Package is the content of one ZIP file.
type Package struct {
	Files       []File // sorted by path, with folders before the files in them
	Tests       int
	Submissions int
	Notes       []string // what the target format cannot express, one line each
}

// File is a file or a folder of a package.
type File struct {
	Path string // in the package, with slashes; a folder's path ends with a slash
	From string // the path of the file to copy; "" if Text is the content
	Text []byte
	Run  bool // the file is an executable script
}

// Plan decides which files a package of the problem has. A problem in the target's format is copied. A problem in
// another format is converted, but never to Legacy if it has scores. The error says what the target cannot express.
func Plan(ctx context.Context, p *problem.Problem, to Target) (Package, error) {
	k := &plan{ctx: ctx, problem: p, to: to}
	for _, link := range p.LeftOut {
		k.note("%v", link)
	}
	var err error
	switch standard := p.Format == string(Standard); {
	case p.Format != polygon.Format && standard == (to == Standard):
		err = k.copyProblem()
	case to == Legacy && p.Scores():
		err = fmt.Errorf("the legacy format computes scores differently from the format %s; export to 2025-09",
			p.Format)
	default:
		err = k.convert()
	}
	if err != nil {
		return Package{}, err
	}
	return k.finish()
}

// plan is an unfinished package.
type plan struct {
	ctx         context.Context
	problem     *problem.Problem
	to          Target
	files       []File
	tests       []problem.Test // those of the problem and, for Standard, those of its checker and validators
	submissions int
	room        bool            // a checker gets a script that copies outputs
	leaveOut    map[string]bool // paths in the package that must not be copied
	notes       []string
}

func (k *plan) note(format string, args ...any) {
	k.notes = append(k.notes, fmt.Sprintf(format, args...))
}

func (k *plan) text(path, text string) {
	k.files = append(k.files, File{Path: path, Text: []byte(text)})
}

func (k *plan) copy(path, from string) { k.files = append(k.files, File{Path: path, From: from}) }

// finish sorts the files and adds the folders that they are in.
func (k *plan) finish() (Package, error) {
	seen := make(map[string]bool)
	for _, f := range k.files {
		if seen[f.Path] {
			return Package{}, fmt.Errorf("two files would both be called %s; rename one", f.Path)
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
	return Package{Files: k.files, Tests: len(k.problem.Tests), Submissions: k.submissions, Notes: k.notes}, nil
}

// format names the target's format.
func (k *plan) format() string {
	if k.to == Legacy {
		return "the legacy format"
	}
	return "the format 2025-09"
}

// refuse returns an error that names the parts of the problem that the target cannot express.
func (k *plan) refuse() error {
	p := k.problem
	var errs []error
	no := func(what string) { errs = append(errs, errors.New(k.format()+" has no "+what)) }
	for _, kind := range p.Types() {
		switch {
		case k.to == Standard || kind == "pass-fail" || kind == "interactive":
		case kind == "multi-pass":
			k.note("Kattis does not accept multi-pass problems in the legacy format; DOMjudge does")
		default:
			no("problems of the type " + kind)
		}
	}
	if p.OutputFile != "" {
		no("output files, such as " + p.OutputFile)
	}
	for _, what := range p.Unjudged {
		errs = append(errs, fmt.Errorf("the judge does not support %s, on which verdicts depend", what))
	}
	if len(p.Constants) > 0 {
		no("constants; write their values where they are used")
	}
	if k.to == Standard {
		if len(p.Checkers) > 1 {
			no("room for several output validators; combine them into one program")
		}
		return errors.Join(errs...)
	}
	for _, t := range p.Tests {
		if len(t.Args) > 0 || len(t.Files) > 0 {
			no("arguments or files of a test, such as those of " + t.Name)
			break
		}
	}
	return errors.Join(errs...)
}
