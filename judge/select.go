package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"dlxjudge/judge/archive"
	"dlxjudge/judge/build"
	"dlxjudge/judge/check"
	"dlxjudge/judge/grade"
	"dlxjudge/judge/legible"
	"dlxjudge/judge/problem"
)

// selection is what the arguments of a command name: problems, and within them submissions and tests.
type selection struct {
	unpacked unpacking
	roots    problem.Roots
	set      *problem.Set
	patterns []grade.Pattern
}

// loader reads the problems that it is to want: problem.Load, or problem.LoadPrograms for those without tests.
type loader func(roots problem.Roots, want func(name string) bool) (*problem.Set, error)

// pick is how every command finds what its arguments name: it reads the problems of the package, or of the checkout for
// "", that the patterns name, all of them if there are none. A pattern that names no problem is an error.
func (a *app) pick(ctx context.Context, pack string, args []string, load loader) (*selection, error) {
	s := &selection{}
	for _, arg := range args {
		pattern, err := grade.ParsePattern(arg)
		if err != nil {
			return nil, err
		}
		s.patterns = append(s.patterns, pattern)
	}
	var err error
	if s.roots, s.unpacked, err = a.rootsOf(pack); err != nil {
		return nil, err
	}
	names, err := problem.Names(s.roots)
	if err != nil {
		return nil, err
	}
	for _, pattern := range s.patterns {
		if !slices.ContainsFunc(names, pattern.MatchProblem) {
			return nil, errors.New(grade.NoProblem(pattern.Problem(), names))
		}
	}
	if s.set, err = loaded(ctx, load, s); err != nil {
		return nil, s.unpacked.names(err)
	}
	for _, p := range s.set.Problems {
		s.unpacked.places(p)
		for _, warning := range p.Warnings {
			a.say("warning: %s", legible.Line(s.unpacked.names(warning).Error()))
		}
		if err := errors.Join(check.Arguments(p), build.Codes(p)); err != nil {
			return nil, s.unpacked.names(err)
		}
	}
	return s, nil
}

// loaded reads the problems of a selection. A signal ends that at once: a file system over the network can take for ever, and
// nothing is there yet that would have to be tidied up.
func loaded(ctx context.Context, load loader, s *selection) (*problem.Set, error) {
	var set *problem.Set
	done := make(chan error, 1)
	go func() {
		read, err := load(s.roots, s.wants)
		set = read
		done <- err
	}()
	select {
	case err := <-done:
		return set, err
	case <-ctx.Done():
		return nil, exitError{statusInterrupted, errors.New("interrupted while the problems were read")}
	}
}

// pickProblems is pick for a command that takes whole problems.
func (a *app) pickProblems(ctx context.Context, pack string, args []string, load loader) (*problem.Set, error) {
	for _, arg := range args {
		if strings.ContainsAny(arg, "/:") {
			return nil, fmt.Errorf("%q names a part of a problem; give the problem: %s", arg, arg[:strings.IndexAny(arg, "/:")])
		}
	}
	s, err := a.pick(ctx, pack, args, load)
	if err != nil {
		return nil, err
	}
	return s.set, nil
}

// wants reports whether a problem is named.
func (s *selection) wants(name string) bool {
	names := func(p grade.Pattern) bool { return p.MatchProblem(name) }
	return len(s.patterns) == 0 || slices.ContainsFunc(s.patterns, names)
}

// root is the folder of the checkout, or of the package.
func (s *selection) root() string {
	if s.roots.Package != "" {
		return s.roots.Package
	}
	return filepath.Dir(s.roots.Problems)
}

// entries are the submissions that are named, with the tests that are.
func (s *selection) entries() ([]grade.Entry, error) { return grade.Select(s.set, s.patterns) }

// entries picks submissions and tests from the package, or from the checkout for "".
func (a *app) entries(ctx context.Context, pack string, args []string) ([]grade.Entry, error) {
	s, err := a.pick(ctx, pack, args, problem.Load)
	if err != nil {
		return nil, err
	}
	return s.entries()
}

// rootsOf returns the roots of a problem package, a folder or an archive that is unpacked first, or of the checkout for "".
func (a *app) rootsOf(pack string) (roots problem.Roots, unpacked unpacking, err error) {
	switch {
	case pack == "":
		roots, err = findTree()
	case archive.Is(pack) && !isFolder(pack):
		if unpacked, err = a.unpack(pack); err == nil {
			roots = problem.Package(unpacked.dir)
		}
	default:
		roots = problem.Package(pack)
	}
	return roots, unpacked, err
}

// findTree returns the roots of the checkout that the working directory is in, as git finds its own: the nearest
// folder, here or above, that holds problems/ and testdata/.
func findTree() (problem.Roots, error) {
	root := "."
	for {
		if isFolder(filepath.Join(root, "problems")) && isFolder(filepath.Join(root, "testdata")) {
			return problem.Tree(root), nil
		}
		here, err := filepath.Abs(root)
		if err != nil {
			return problem.Roots{}, judgeFailed(err)
		}
		if here == filepath.Dir(here) {
			return problem.Roots{}, errors.New("no problems/ and testdata/ here or in a folder above; change to a checkout, or name a package with --package DIR")
		}
		root = filepath.Join("..", root)
	}
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}
