// Package pick finds what the arguments of a command name: problems, and their submissions and tests. The problems are
// those of a checkout, a package or a folder of packages. An argument may also name a program in any folder, which is
// judged on the tests beside it or, after a problem, on that problem.
//
//	picker := pick.Picker{Say: say}
//	defer picker.Close()
//	picked, err := picker.Pick(ctx, "", []string{"poj3074/dlx:sample"}, problem.Load)
//	entries, err := picked.Entries()
//
// It runs nothing.
package pick

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"dlxjudge/judge/base/exit"
	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/decide/check"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/decide/loose"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/read/problem"
)

// Picker resolves arguments. Close removes the files that the Picker makes.
type Picker struct {
	Say     func(format string, args ...any) // receives warnings
	Refused []string                         // names of the picked packages that cannot be judged

	// What a command takes, besides problems and parts of them.
	Here  bool           // without arguments, it takes what the current folder names
	Loose *loose.Options // how to read the folder of a program; nil if it takes no program in any folder
	Many  bool           // it takes folders of packages, so a folder that also has a program is ambiguous
	Only  bool           // it takes nothing but a program in any folder

	// Strangers says that programs may follow a problem that they are not part of. With Loose, they always may; then
	// Strangers says that the command looks for some of them by itself.
	Strangers bool
	Class     string // the folder of a class, whose programs are judged, too; "" for none

	// Findings suppresses warnings that are in Problem.Faults, because the command reports them as findings.
	Findings bool

	whole    bool // it takes only whole problems
	told     bool // the name of the current folder was printed
	archives []unpackedArchive
	names    *strings.Replacer // replaces the folders of archives by their files; nil before its first use
	folders  []*loose.Folder
}

// Picked is the result of resolving a command's arguments.
type Picked struct {
	Roots    problem.Roots // of the checkout or the package
	Archive  string        // the archive that the package came in; "" if the package is a folder
	Folder   *loose.Folder // the folder of a program outside a problem; nil for a problem
	Set      *problem.Set
	Patterns []Pattern // none if everything was picked
}

// Loader reads the problems for which want returns true. It is problem.Load or, to leave out the tests,
// problem.LoadPrograms.
type Loader func(roots problem.Roots, want func(name string) bool) (*problem.Set, error)

// Pick resolves a command's arguments in the package at the path pack or, if pack is "", in the checkout of the working
// folder. The first argument may instead name another place: a package, in which the other arguments are then resolved,
// or a path in a package. It may also be the only argument, and name a program in any folder. Later arguments may name
// programs that are not part of the problem. Pick reads the problems that the arguments name, or else all.
func (p *Picker) Pick(ctx context.Context, pack string, args []string, load Loader) (_ *Picked, err error) {
	defer func() { err = p.displayError(err) }()
	s, at := &Picked{}, placeAt(FindTree())
	var first *Argument
	switch {
	case pack != "":
		first = &Argument{Kind: Package, Path: pack}
	case len(args) > 0:
		if first, err = p.classify(at, args[0]); err != nil {
			return nil, err
		}
		args = args[1:]
	case p.Here:
		first = p.here(at)
	}
	switch {
	case first == nil:
	case first.Kind == Program && p.Class != "":
		return nil, errors.New("--class judges its programs on one problem; name it, or its package with --package")
	case first.Kind == Program:
		return p.open(ctx, first, args)
	case p.Only:
		return nil, fmt.Errorf("%s is a problem or a part of one; judge it with: judge run%s", first.Text,
			legible.Words(first.Text))
	case first.Kind == Part:
		at, s.Patterns = first.in, []Pattern{first.Pattern}
	}
	if first != nil && first.Kind == Package {
		var roots problem.Roots
		roots, s.Archive, err = p.RootsOf(ctx, first.Path)
		at = placeAt(roots, err)
	}
	if s.Roots = at.roots; at.err != nil {
		return nil, at.err
	}
	var strangers []*Argument
	for _, arg := range args {
		a, err := p.further(at, arg)
		switch {
		case err != nil:
			return nil, err
		case a.Kind == Program:
			strangers = append(strangers, a)
		default:
			s.Patterns = append(s.Patterns, a.Pattern)
		}
	}
	switch {
	case p.Loose == nil:
	case p.Loose.Tests != "":
		return nil, errors.New("--tests is for a program in a folder without problem.yaml; a problem has its own tests")
	case p.Loose.SetsJudging(), p.Loose.SetsBuild() && strangers == nil && !p.Strangers:
		return nil, ErrDefined
	}
	for _, pattern := range s.Patterns {
		if p.whole && !pattern.Whole() {
			return nil, fmt.Errorf("%q names a part of a problem; give the problem: %s", pattern.text, pattern.problem)
		}
	}
	if s.Set, err = loadProblems(ctx, load, s); err != nil {
		return nil, err
	}
	if err := p.addStrangers(ctx, s, strangers); err != nil {
		return nil, err
	}
	for i, pattern := range s.Patterns {
		s.Patterns[i] = pattern.Short(s.Set)
	}
	for _, each := range slices.Clone(s.Set.Problems) {
		if err := s.Set.Refuse(s.Roots, each, p.inspect(each)); err != nil {
			return nil, err
		}
	}
	for _, each := range s.Set.Refused {
		p.Say("%s is refused: %v", each.Name, each.Refused)
		p.Refused = append(p.Refused, each.Name)
	}
	return s, nil
}

// ErrDefined says that flags are for programs that are not part of a problem.
var ErrDefined = errors.New("--eps, --checker, --interactor, --language and -I are for a program in a folder " +
	"without problem.yaml; a problem defines how it is judged; leave them out")

// addStrangers adds programs, and those of the class, to the only problem that was picked. Patterns that name no
// program of the problem then select tests for the added programs alone.
func (p *Picker) addStrangers(ctx context.Context, s *Picked, named []*Argument) error {
	switch {
	case len(named) == 0 && p.Class == "" || len(s.Set.Problems) == 0 && len(s.Set.Refused) > 0:
		return nil
	case len(s.Set.Problems) != 1 && p.Class != "":
		return fmt.Errorf("--class judges its programs on one problem, but there are %d; name one",
			len(s.Set.Problems))
	case len(s.Set.Problems) != 1:
		return fmt.Errorf("%s is judged on one problem, but %d are named; name one before it", named[0].Text,
			len(s.Set.Problems))
	}
	one, options := s.Set.Problems[0], loose.Options{}
	if p.Loose != nil {
		options = *p.Loose
	}
	tests := s.Patterns
	if len(tests) == 0 {
		tests = []Pattern{{}}
	}
	s.Patterns = slices.DeleteFunc(slices.Clone(s.Patterns), func(of Pattern) bool { return of.approach == "" })
	add := func(program problem.Submission, text string, on []Pattern) {
		if i := slices.IndexFunc(one.Submissions, func(s problem.Submission) bool {
			return s.Path == program.Path
		}); i >= 0 { // it is named twice
			program = one.Submissions[i]
		} else {
			one.Submissions = append(one.Submissions, program)
		}
		for _, of := range on {
			s.Patterns = append(s.Patterns, Pattern{text: text, problem: Literal(one.Name),
				approach: program.Name, exact: true, test: of.test})
		}
	}
	for _, a := range named {
		program, err := loose.Stranger(one, a.Path, options)
		if err != nil {
			return err
		}
		on := tests
		if a.Test != "" {
			on = []Pattern{{test: a.Test}}
		}
		add(program, a.Text, on)
	}
	if p.Class == "" {
		return nil
	}
	class, err := p.readClass(ctx, one, p.Class)
	for _, program := range class {
		add(program, program.Name, tests)
	}
	return err
}

// loadProblems calls load, but returns immediately on an interrupt, because a file system may not answer for minutes.
func loadProblems(ctx context.Context, load Loader, s *Picked) (*problem.Set, error) {
	type result struct {
		set *problem.Set
		err error
	}
	done := make(chan result, 1)
	go func() {
		set, err := load(s.Roots, s.Wants)
		done <- result{set, err}
	}()
	select {
	case r := <-done:
		if ctx.Err() == nil {
			return r.set, r.err
		}
	case <-ctx.Done():
	}
	return nil, exit.Error{Status: exit.Interrupted, Err: errors.New("interrupted while the problems were read")}
}

// inspect prints the warnings about a problem. It returns the error for which the problem must be refused, or nil.
func (p *Picker) inspect(each *problem.Problem) error {
	compile.Unfit(each)
	warnings := problem.Causes(each.Warnings)
	if p.Findings {
		warnings = nil
		for _, warning := range each.Warnings {
			if !slices.Contains(each.Faults, warning) {
				warnings = append(warnings, warning.Error())
			}
		}
	}
	for _, warning := range warnings {
		p.Say("warning: %s", legible.Line(p.Display(warning)))
	}
	err := check.Arguments(each)
	if each.Strict() {
		err = errors.Join(err, compile.Codes(each))
	}
	return err
}

// open reads a program in any folder, and the files beside it.
func (p *Picker) open(ctx context.Context, a *Argument, rest []string) (*Picked, error) {
	if len(rest) > 0 {
		return nil, fmt.Errorf("%s is a program beside its tests; name it alone, or after a problem", a.Text)
	}
	options := *p.Loose
	options.Alone = options.Alone && a.Test == ""
	folder, err := loose.Open(ctx, a.Path, options)
	if err != nil && p.Only { // it may be meant as a part of a problem
		p.Only = false
		if p.locate(a) == nil && a.Kind == Part {
			err = fmt.Errorf("%w; to judge it as %s: judge run%s", err, a.Pattern.text, legible.Words(a.Text))
		}
	}
	if err != nil {
		return nil, err
	}
	p.folders = append(p.folders, folder)
	s := &Picked{Folder: folder, Set: &problem.Set{Problems: []*problem.Problem{folder.Problem}}}
	if a.Test != "" {
		tests, err := folder.TestsNamed(a.Test)
		if err != nil {
			return nil, err
		}
		s.Patterns = []Pattern{{text: a.Text, problem: Literal(folder.Problem.Name), test: Literal(tests[0].Name)}}
	}
	return s, nil
}

// PickProblems is Pick for a command that takes whole problems.
func (p *Picker) PickProblems(ctx context.Context, pack string, args []string, load Loader) (*problem.Set, error) {
	p.whole = true
	s, err := p.Pick(ctx, pack, args, load)
	if err != nil {
		return nil, err
	}
	return s.Set, nil
}

// Wants reports whether a pattern names the problem, or there are no patterns.
func (s *Picked) Wants(name string) bool {
	names := func(p Pattern) bool { return p.MatchProblem(name) }
	return len(s.Patterns) == 0 || slices.ContainsFunc(s.Patterns, names)
}

// Package returns the package's folder or archive, or the folder of a program outside a problem. It returns "" for a
// checkout.
func (s *Picked) Package() string {
	if s.Folder == nil {
		return cmp.Or(s.Archive, s.Roots.Package)
	}
	return s.Root()
}

// Root returns the folder of the checkout, the package or the program.
func (s *Picked) Root() string {
	if s.Folder != nil {
		return s.Folder.Program.Dir
	}
	return cmp.Or(s.Roots.Package, filepath.Dir(s.Roots.Problems))
}

// Entries returns the selected submissions with the selected tests.
func (s *Picked) Entries() ([]grade.Entry, error) {
	patterns := slices.Clone(s.Patterns)
	if len(s.Set.Refused) > 0 { // a pattern that names only refused packages is not an error
		patterns = slices.DeleteFunc(patterns, func(p Pattern) bool {
			names := func(each *problem.Problem) bool { return p.MatchProblem(each.Name) }
			return !slices.ContainsFunc(s.Set.Problems, names) && slices.ContainsFunc(s.Set.Refused, names)
		})
	}
	return Select(s.Set, patterns)
}

// Judged returns the result of Entries, and one more entry for each refused package. The results then show the refused
// packages, so Judged clears Picker.Refused.
func (p *Picker) Judged(s *Picked) ([]grade.Entry, error) {
	entries, err := s.Entries()
	for _, each := range s.Set.Refused {
		entries = append(entries, grade.Entry{Problem: each, Submission: each.Submissions[0]})
	}
	p.Refused = nil
	return entries, err
}

// Close removes unpacked archives, and the temporary files of a program's folder.
func (p *Picker) Close() {
	for _, a := range p.archives {
		os.RemoveAll(a.folder) // if that fails, the next run of the judge removes it
	}
	for _, f := range p.folders {
		f.Close()
	}
	p.archives, p.folders = nil, nil
}
