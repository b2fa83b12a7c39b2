package main

import (
	"testing"

	"dlxjudge/solutions/solutiontest"
)

func FuzzRun(f *testing.F) { solutiontest.FuzzQueens(f, run) }
