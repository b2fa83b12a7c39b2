package main

import (
	"testing"

	"dlxjudge/solutions/solutiontest"
)

func FuzzRun(f *testing.F) { solutiontest.FuzzAirports(f, run) }
