package main

import (
	"errors"
	"os"
	"path/filepath"

	"dlxjudge/judge/problem"
)

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

// rootsOf returns the roots of a standard problem package, or of the checkout for "".
func rootsOf(pack string) (problem.Roots, error) {
	if pack == "" {
		return findTree()
	}
	return problem.Package(pack), nil
}

// loadProblems loads, in the way that is given, the problems that the arguments name with shell globs, or all.
func loadProblems(pack string, args []string, load func(problem.Roots, func(name string) bool) (*problem.Set, error)) (*problem.Set, error) {
	roots, err := rootsOf(pack)
	if err != nil {
		return nil, err
	}
	want, err := wantedProblems(roots, args)
	if err != nil {
		return nil, err
	}
	return load(roots, want)
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}
