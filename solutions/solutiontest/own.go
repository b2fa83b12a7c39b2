// Package solutiontest is shared by the tests of the solutions. It lists this project's own solutions, checks answers,
// and solves problems by brute force.
//
//	if err := solutiontest.Sudoku16.Check(puzzles, output); err != nil { … }
package solutiontest

import (
	"maps"
	"slices"
)

// Approaches lists the solutions of this project, by problem. The documents and the rules for solutions apply to these.
// Users may add other solutions, which no test checks.
var Approaches = map[string][]string{
	"hdu5046":    {"backtrack", "bits", "bits-cpp", "cells", "dlx", "dlx-cpp", "knuth", "smallest"},
	"poj3074":    {"backtrack", "bits", "bits-cpp", "cells", "dlx", "dlx-cpp", "knuth", "knuth-cpp", "mrv", "smallest"},
	"poj3076":    {"backtrack", "bits", "bits-cpp", "cells", "dlx", "dlx-cpp", "knuth", "smallest"},
	"spojnqueen": {"backtrack", "bits", "cells", "dlx", "knuth", "links", "smallest"},
	"zoj3122":    {"backtrack", "bits", "bits-cpp", "cells", "dlx", "dlx-cpp", "knuth", "smallest"},
}

// Own returns the project's own solutions of these problems, as problem/approach.
func Own(problems ...string) []string {
	var solutions []string
	for _, problem := range problems {
		for _, approach := range Approaches[problem] {
			solutions = append(solutions, problem+"/"+approach)
		}
	}
	return solutions
}

// Problems returns the names of this project's problems.
func Problems() []string { return slices.Sorted(maps.Keys(Approaches)) }
