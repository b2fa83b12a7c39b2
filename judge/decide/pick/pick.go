// Package pick finds what the arguments of a command name: problems, and their submissions and tests. The problems are
// those of a checkout, a package or a folder of packages. An argument may also name a program in any folder.
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
	Loose   *loose.Options                   // for programs in any folder; nil if such programs are not allowed
	Refused []string                         // names of the picked packages that cannot be judged

	// Findings suppresses warnings that are in Problem.Faults, because the command reports them as findings.
	Findings bool

	archives []unpackedArchive
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
// folder. An argument is a pattern, or the path of a file or folder of a problem. If pack is "", the first argument may
// be a package, in which the other arguments are then resolved. If Picker.Loose is set, a single argument may also be
// PATH[:TEST]. PATH is then a program in any folder, or the folder of a program. Pick reads the problems that the
// arguments name or, without arguments, all.
func (p *Picker) Pick(ctx context.Context, pack string, args []string, load Loader) (*Picked, error) {
	if pack == "" && len(args) > 0 {
		if err := missing(args[0]); err != nil {
			return nil, err
		}
		switch path, packaged := outside(args[0], p.Loose != nil); {
		case packaged:
			pack, args = args[0], args[1:]
		case path != "" && p.Loose != nil:
			return p.PickLoose(ctx, args)
		case path != "":
			p.sayArchives(path)
			if !inTree() {
				return nil, fmt.Errorf("%s: not a package and not a folder of packages; a program in any folder is "+
					"judged by judge test", path)
			}
		}
	}
	if p.Loose != nil && p.Loose.SetsJudging() {
		return nil, errors.New("--eps, --checker, --interactor and -I are for a program in a folder without " +
			"problem.yaml; a problem defines how it is judged; leave them out")
	}
	s := &Picked{}
	var err error
	if s.Roots, s.Archive, err = p.RootsOf(ctx, pack); err != nil {
		return nil, err
	}
	names, err := problem.Names(s.Roots)
	if err != nil {
		return nil, err
	}
	for _, arg := range args {
		pattern, err := patternOf(arg, s.Roots, names)
		if err != nil {
			return nil, err
		}
		s.Patterns = append(s.Patterns, pattern)
	}
	if s.Set, err = loadProblems(ctx, load, s); err != nil {
		return nil, p.displayError(err)
	}
	for i, pattern := range s.Patterns {
		s.Patterns[i] = pattern.Short(s.Set)
	}
	for _, each := range slices.Clone(s.Set.Problems) {
		if err := s.Set.Refuse(s.Roots, each, p.inspect(each)); err != nil {
			return nil, p.displayError(err)
		}
	}
	for _, each := range s.Set.Refused {
		p.Say("%s is refused: %v", each.Name, each.Refused)
		p.Refused = append(p.Refused, each.Name)
	}
	return s, nil
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
	p.displayProblem(each)
	err := check.Arguments(each)
	if each.Strict() {
		err = errors.Join(err, compile.Codes(each))
	}
	return err
}

// PickLoose picks a program in any folder, even in a checkout, and the test that the argument names, if any.
func (p *Picker) PickLoose(ctx context.Context, args []string) (*Picked, error) {
	if len(args) > 1 {
		return nil, fmt.Errorf("%s is a program beside its tests; name it alone", args[0])
	}
	path, test := pathAndTest(args[0])
	options := *p.Loose
	options.Alone = options.Alone && test == ""
	folder, err := loose.Open(ctx, cmp.Or(path, args[0]), options)
	if err != nil {
		return nil, err
	}
	p.folders = append(p.folders, folder)
	s := &Picked{Folder: folder, Set: &problem.Set{Problems: []*problem.Problem{folder.Problem}}}
	if test != "" {
		tests, err := folder.TestsNamed(test)
		if err != nil {
			return nil, err
		}
		s.Patterns = []Pattern{{text: args[0], problem: Literal(folder.Problem.Name), test: Literal(tests[0].Name)}}
	}
	return s, nil
}

// PickProblems is Pick for a command that takes whole problems.
func (p *Picker) PickProblems(ctx context.Context, pack string, args []string, load Loader) (*problem.Set, error) {
	for i, arg := range args {
		if err := missing(arg); err != nil {
			return nil, err
		}
		_, packaged := outside(arg, false)
		if part := strings.IndexAny(arg, "/:"); part >= 0 && (i > 0 || pack != "" || !packaged) {
			return nil, fmt.Errorf("%q names a part of a problem; give the problem: %s", arg, arg[:part])
		}
	}
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

// Root returns the folder of the checkout, the package or the program.
func (s *Picked) Root() string {
	switch {
	case s.Folder != nil:
		return s.Folder.Program.Dir
	case s.Roots.Package != "":
		return s.Roots.Package
	}
	return filepath.Dir(s.Roots.Problems)
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
