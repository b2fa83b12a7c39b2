package main

import (
	"testing"

	"dlxjudge/solutions/solutiontest"
)

// With more empty cells, it could take for ever to find out that a puzzle has no solution.
func FuzzRun(f *testing.F) { solutiontest.Sudoku16.Fuzz(f, run, 50) }
