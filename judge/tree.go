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

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}
