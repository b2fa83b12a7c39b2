package main

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"dlxjudge/solutions/solutiontest"
)

func FuzzRun(f *testing.F) { solutiontest.FuzzQueens(f, run) }

// Lines that no given queen takes are numbered from the middle outwards.
func TestNumber(t *testing.T) {
	numbers := number(0b11111, 5)
	if diff := cmp.Diff([]uint16{8, 4, 0, 2, 6}, numbers[:5]); diff != "" {
		t.Errorf("numbers by line (-want +got):\n%s", diff)
	}
	numbers = number(0b110101, 6)
	for line, want := range map[int]uint16{0: 6, 2: 0, 4: 2, 5: 4} {
		if numbers[line] != want {
			t.Errorf("line %d has number %d, want %d", line, numbers[line], want)
		}
	}
}

func TestEveryThird(t *testing.T) {
	tests := []struct {
		lines uint64
		want  []int
	}{
		{0, []int{}},
		{0b10, []int{1}},
		{0b1111111, []int{0, 3, 6, 1, 4, 2, 5}},
		{1<<48 | 1<<49 | 0b1100, []int{3, 48, 49, 2}},
	}
	for _, test := range tests {
		if diff := cmp.Diff(test.want, everyThird(test.lines, new([maxN]int))); diff != "" {
			t.Errorf("everyThird(%b) (-want +got):\n%s", test.lines, diff)
		}
	}
}
