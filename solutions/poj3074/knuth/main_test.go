package main

import (
	"math"
	"testing"

	"dlxjudge/solutions/solutiontest"
)

func FuzzRun(f *testing.F) { solutiontest.Sudoku9.Fuzz(f, run, math.MaxInt) }
