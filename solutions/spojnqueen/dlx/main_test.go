package main

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"dlxjudge/solutions/solutiontest"
)

func FuzzRun(f *testing.F) { solutiontest.FuzzQueens(f, run) }

// Lines are numbered from the middle outwards.
func TestRank(t *testing.T) {
	for _, want := range [][]uint16{{0}, {1, 0}, {4, 2, 0, 1, 3}, {5, 3, 1, 0, 2, 4}} {
		var got []uint16
		for line := range want {
			got = append(got, rank(line, len(want)))
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("ranks of %d lines (-want +got):\n%s", len(want), diff)
		}
	}
}

func TestEveryThird(t *testing.T) {
	for _, want := range [][]int{{0}, {0, 1}, {0, 3, 1, 2}, {0, 3, 6, 1, 4, 2, 5}} {
		if diff := cmp.Diff(want, everyThird(len(want))); diff != "" {
			t.Errorf("everyThird(%d) (-want +got):\n%s", len(want), diff)
		}
	}
}
