// Package selection finds what the arguments of a command name: problems of a checkout or a package, and submissions
// and tests of them.
package selection

import (
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
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/read/archive"
	"dlxjudge/judge/read/problem"
)

// Picker finds what arguments name. Packages that came as archives are unpacked into folders, which Close removes.
type Picker struct {
	Say      func(format string, args ...any) // receives warnings
	Strict   bool                             // packages are refused for what a checkout's own problem is refused for
	Refused  []string                         // packages of a folder that were picked, and cannot be judged
	folders  []string
	archives []unpacking
}

// Selection is what the arguments of a command name: problems, and within them submissions and tests.
type Selection struct {
	Roots    problem.Roots
	Set      *problem.Set
	Patterns []grade.Pattern // none for all
	unpacked unpacking
}

// Loader reads the problems that want accepts: problem.Load, or problem.LoadPrograms to leave out their tests.
type Loader func(roots problem.Roots, want func(name string) bool) (*problem.Set, error)

// Pick finds what the arguments of a command name. It reads the problems that the patterns name, all of them if there
// are none, from the package, or from the checkout for "". A pattern that names no problem is an error.
func (p *Picker) Pick(ctx context.Context, pack string, args []string, load Loader) (*Selection, error) {
	s := &Selection{}
	var err error
	if s.Roots, s.unpacked, err = p.RootsOf(pack); err != nil {
		return nil, err
	}
	s.Roots.Strict = p.Strict
	names, err := problem.Names(s.Roots)
	if err != nil {
		return nil, err
	}
	for _, arg := range args {
		pattern, err := Typed(arg, s.Roots, names)
		if err != nil {
			return nil, err
		}
		s.Patterns = append(s.Patterns, pattern)
	}
	if s.Set, err = loaded(ctx, load, s); err != nil {
		return nil, s.unpacked.names(err)
	}
	for i, pattern := range s.Patterns {
		s.Patterns[i] = pattern.Short(s.Set)
	}
	for _, each := range slices.Clone(s.Set.Problems) {
		compile.Unfit(each)
		s.unpacked.places(each)
		for _, warning := range slices.Concat(each.Warnings, compile.Guesses(each)) {
			p.Say("warning: %s", legible.Line(s.unpacked.names(warning).Error()))
		}
		err := check.Arguments(each)
		if each.Strict() {
			err = errors.Join(err, compile.Codes(each))
		}
		if err = s.Set.Refuse(s.Roots, each, err); err != nil {
			return nil, s.unpacked.names(err)
		}
	}
	for _, each := range s.Set.Refused {
		p.Say("%s is refused: %v", each.Name, each.Refused)
		p.Refused = append(p.Refused, each.Name)
	}
	return s, nil
}

// loaded reads the problems of a selection. A signal ends that at once: a network file system can block for ever, and
// there is nothing to tidy up yet.
func loaded(ctx context.Context, load Loader, s *Selection) (*problem.Set, error) {
	var set *problem.Set
	done := make(chan error, 1)
	go func() {
		read, err := load(s.Roots, s.Wants)
		set = read
		done <- err
	}()
	select {
	case err := <-done:
		if ctx.Err() == nil {
			return set, err
		}
	case <-ctx.Done():
	}
	return nil, exit.Error{Status: exit.Interrupted, Err: errors.New("interrupted while the problems were read")}
}

// PickProblems is Pick for a command that takes whole problems.
func (p *Picker) PickProblems(ctx context.Context, pack string, args []string, load Loader) (*problem.Set, error) {
	for _, arg := range args {
		if strings.ContainsAny(arg, "/:") {
			return nil, fmt.Errorf("%q names a part of a problem; give the problem: %s", arg,
				arg[:strings.IndexAny(arg, "/:")])
		}
	}
	s, err := p.Pick(ctx, pack, args, load)
	if err != nil {
		return nil, err
	}
	return s.Set, nil
}

// Wants reports whether a problem is named.
func (s *Selection) Wants(name string) bool {
	names := func(p grade.Pattern) bool { return p.MatchProblem(name) }
	return len(s.Patterns) == 0 || slices.ContainsFunc(s.Patterns, names)
}

// Root is the folder of the checkout, or of the package.
func (s *Selection) Root() string {
	if s.Roots.Package != "" {
		return s.Roots.Package
	}
	return filepath.Dir(s.Roots.Problems)
}

// Entries are the submissions that are named, with the tests that are.
func (s *Selection) Entries() ([]grade.Entry, error) {
	patterns := slices.Clone(s.Patterns)
	if len(s.Set.Refused) > 0 { // a pattern that names only such a package selects nothing else
		patterns = slices.DeleteFunc(patterns, func(p grade.Pattern) bool {
			names := func(each *problem.Problem) bool { return p.MatchProblem(each.Name) }
			return !slices.ContainsFunc(s.Set.Problems, names) && slices.ContainsFunc(s.Set.Refused, names)
		})
	}
	return grade.Select(s.Set, patterns)
}

// Judged are the entries of a run: those of Entries, and one for each package that was refused, which results show in
// place of Picker.Refused.
func (p *Picker) Judged(s *Selection) ([]grade.Entry, error) {
	entries, err := s.Entries()
	for _, each := range s.Set.Refused {
		entries = append(entries, grade.Entry{Problem: each, Submission: each.Submissions[0]})
	}
	p.Refused = nil
	return entries, err
}

// Archive is the file that the package came in, "" if it is a folder.
func (s *Selection) Archive() string { return s.unpacked.archive }

// RootsOf returns the roots of a problem package or of a folder of packages, of an archive that is unpacked first, or
// of the checkout for "".
func (p *Picker) RootsOf(pack string) (roots problem.Roots, unpacked unpacking, err error) {
	switch {
	case pack == "":
		roots, err = FindTree()
	case archive.Is(pack) && !IsFolder(pack):
		if unpacked, err = p.unpack(pack); err == nil {
			roots = problem.Package(unpacked.dir)
		}
	default:
		roots, err = problem.Packages(pack)
	}
	return roots, unpacked, err
}

// FindTree returns the roots of the checkout that the working directory is in, as git finds its own: the nearest
// folder, here or above, that holds problems/ and testdata/.
func FindTree() (problem.Roots, error) {
	root := "."
	for {
		if IsFolder(filepath.Join(root, "problems")) && IsFolder(filepath.Join(root, "testdata")) {
			return problem.Tree(root), nil
		}
		here, err := filepath.Abs(root)
		if err != nil {
			return problem.Roots{}, exit.Failed(err)
		}
		if here == filepath.Dir(here) {
			return problem.Roots{}, errors.New("no problems/ and testdata/ here or in a folder above; change to a " +
				"checkout, begin one with judge new, or name a package with --package DIR")
		}
		root = filepath.Join("..", root)
	}
}

// IsFolder reports whether there is a folder at path.
func IsFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}
