// Package validate finds what is wrong with a problem itself: inputs that its validators reject, answers that its
// checker rejects, tests without recipes, and what the Problem Package Format 2025-09 demands and a package lacks.
//
// It judges no submission. A Report is data; nothing is printed here.
//
//	report, err := validate.Problem(ctx, cache, p)
//	for _, f := range report.Findings { fmt.Println(f) }
package validate

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"dlxjudge/judge/author/recipe"
	"dlxjudge/judge/decide/check"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/read/polygon"
	"dlxjudge/judge/read/problem"
)

// Report is what was found in one problem.
type Report struct {
	Problem  string
	Inputs   int  // inputs that every validator accepts
	Answers  int  // valid answers
	None     int  // tests that have no answer by their recipes, so that none is checked
	Unknown  bool // whether answers were not checked, so that Answers is 0; Skipped says why
	Tests    int
	Aside    []Aside
	Findings []Finding
	Skipped  []string // what could not be checked, with the reason
	Unbuilt  int      // those of Skipped that are programs of the problem which cannot be built
	Missing  int      // those of Unbuilt for which this machine lacks a compiler
	Doubts   []string // inputs, answers and outputs of which nothing is known, as the machine was too busy, and why
}

// Aside counts the tests of a folder that test the problem's own programs: inputs that a validator must reject, and
// outputs that the checker must reject or accept. Folders without tests, and those that were not looked at, are left
// out.
type Aside struct {
	Folder string // problem.InvalidInput, or another
	Tests  int
	Right  int // that are rejected, or accepted, as the folder says
}

// Finding is one thing that is wrong.
type Finding struct {
	Place   string // the file or folder it is about, or "file:line:column"
	Message string // what is wrong, and what would help
}

func (f Finding) String() string { return f.Place + ": " + f.Message }

// Problem validates a problem that was loaded whole. An error is the judge's own failure, or that of ctx.
func Problem(ctx context.Context, cache *compile.Cache, p *problem.Problem) (Report, error) {
	r := Report{Problem: p.Name, Tests: len(p.Tests)}
	r.Findings = append(r.Findings, faults(p)...)
	r.Findings = append(r.Findings, completeness(p)...)
	r.Findings = append(r.Findings, recipes(p)...)
	r.Findings = append(r.Findings, scores(p)...)
	r.attachments(p)
	r.included(p)
	r.illustrations(p)
	if p.Format == "2025-09" {
		r.shared(p)
	}
	if p.Format != polygon.Format { // whose packages for Windows have its line ends
		if err := r.texts(p); err != nil {
			return r, err
		}
	}
	for _, source := range []*problem.Source{p.StaticValidator, p.Grader} {
		if source == nil {
			continue
		}
		if _, err := r.build(ctx, cache, *source); err != nil {
			return r, err
		}
	}
	validators, err := r.validators(ctx, cache, p)
	if err == nil {
		err = r.inputs(ctx, cache, p, validators)
	}
	if err == nil {
		err = r.answers(ctx, cache, p, validators)
	}
	return r, err
}

func (r *Report) find(file, format string, args ...any) {
	r.Findings = append(r.Findings, Finding{file, fmt.Sprintf(format, args...)})
}

// doubt takes note of a file of which nothing is known, as the machine was too busy for the program that reads it.
func (r *Report) doubt(file, why string) { r.Doubts = append(r.Doubts, file+": "+why) }

// build builds a program of the problem. A program that cannot be built is a finding; if this machine lacks the
// compiler, it is skipped. The program's path is then "".
func (r *Report) build(ctx context.Context, cache *compile.Cache, source problem.Source) (sandbox.Program, error) {
	program, err := cache.Build(ctx, compile.Tool, source)
	var broken *compile.CompileError
	var missing *compile.MissingError
	switch {
	case errors.As(err, &broken):
		r.find(filepath.Join(source.Dir, source.Files[0]), "does not compile: %s", broken.Output)
	case errors.As(err, &missing):
		reason := missing.Error()
		if tool := grammars[filepath.Ext(source.Name)]; tool != "" {
			reason = fmt.Sprintf("it is written for %s, which is not run here; a program beside it, or a script run "+
				"in a folder, can do the same", tool)
		} else {
			r.Missing++
		}
		r.Skipped = append(r.Skipped, fmt.Sprintf("%s: %s", filepath.Join(source.Dir, source.Files[0]), reason))
		r.Unbuilt++
	default:
		return program, err
	}
	return sandbox.Program{}, nil
}

// grammars are the extensions of input validators that are no programs, and what reads them.
var grammars = map[string]string{".ctd": "checktestdata", ".viva": "VIVA"}

// answers has the checker decide each answer as if a program had printed it.
func (r *Report) answers(ctx context.Context, cache *compile.Cache, p *problem.Problem,
	validators map[string]sandbox.Program) error {
	checker := check.Default(p.Judge.Whitespace)
	if p.Checkers != nil && p.Format != "2025-09" && p.Format != polygon.Format {
		r.Unknown = true
		r.Skipped = append(r.Skipped, "the answers: in a legacy format they may hold anything that the output "+
			"validator wants")
		return nil
	}
	if p.Talks() {
		return r.talks(ctx, cache, p)
	}
	if p.Checkers != nil {
		var checkers []check.Named
		for _, source := range p.Checkers {
			program, err := r.build(ctx, cache, source)
			if program.Path == "" {
				r.Unknown = true
				return err
			}
			checkers = append(checkers, check.Named{Name: source.Name, Checker: check.Custom(cache.Programs, program,
				p.Limits.Validation)})
		}
		checker = check.All(checkers)
	}
	unanswered := recipe.Unanswered(p)
	for _, t := range p.Tests {
		before := len(r.Findings) + len(r.Doubts)
		if unanswered[t.Name] {
			r.None++
			if err := r.output(ctx, checker, p, t, problem.AC, false); err != nil {
				return err
			}
			continue
		}
		if p.Checkers == nil {
			if err := r.form(t.Answer); err != nil {
				return err
			}
		}
		result, err := decide(ctx, checker, p, t, t.Answer)
		if err != nil {
			return err
		}
		switch {
		case result.Verdict == problem.AC:
		case result.Starved:
			r.doubt(t.Answer, result.Message)
		case result.Verdict == problem.JE:
			r.find(t.Answer, "cannot be checked: %s", result.Message)
		default:
			r.find(t.Answer, "the checker says %s to the answer itself: %s", result.Verdict, result.Message)
		}
		if err := r.output(ctx, checker, p, t, problem.AC, false); err != nil {
			return err
		}
		if len(r.Findings)+len(r.Doubts) == before {
			r.Answers++
		}
	}
	return r.outputs(ctx, cache, p, checker, validators)
}
