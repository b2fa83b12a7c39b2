// Package solutiontest is shared by the tests of the solutions. It lists this project's own solutions, checks answers,
// and solves problems by brute force.
//
//	if err := solutiontest.Sudoku16.Check(puzzles, output); err != nil { … }
package solutiontest

import (
	"maps"
	"slices"
)

// Approaches are the solutions of this project, by problem. The documents and the rules for solutions are about these.
// Users may add others, which no test checks.
var Approaches = map[string][]string{
	"hdu5046":    {"backtrack", "bits", "bits-cpp", "cells", "dlx", "dlx-cpp", "knuth", "smallest"},
	"poj3074":    {"backtrack", "bits", "bits-cpp", "cells", "dlx", "dlx-cpp", "knuth", "knuth-cpp", "smallest"},
	"poj3076":    {"backtrack", "bits", "bits-cpp", "cells", "dlx", "dlx-cpp", "knuth", "smallest"},
	"spojnqueen": {"backtrack", "bits", "cells", "dlx", "knuth", "links", "smallest"},
	"zoj3122":    {"backtrack", "bits", "bits-cpp", "cells", "dlx", "dlx-cpp", "knuth", "smallest"},
}

// Own lists the project's own solutions of some problems, as problem/approach.
func Own(problems ...string) []string {
	var solutions []string
	for _, problem := range problems {
		for _, approach := range Approaches[problem] {
			solutions = append(solutions, problem+"/"+approach)
		}
	}
	return solutions
}

// Problems lists the problems of this project.
func Problems() []string { return slices.Sorted(maps.Keys(Approaches)) }
