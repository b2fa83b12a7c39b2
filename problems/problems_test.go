package problems_test

import (
	"hash/maphash"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"dlxjudge/judge/base/judgetest"
)

// The tools for authors find no fault in these problems: the validators, generators, independent solvers and checkers
// agree about every test, and the tests are those that their recipes make.
func TestProblems(t *testing.T) {
	judgetest.Long(t, "it validates and makes the tests of all five problems")
	judge := filepath.Join(t.TempDir(), "judge")
	for _, command := range [][]string{
		{"go", "build", "-o", judge, "./judge"},
		{judge, "validate", "--untimed"},
		{judge, "gen", "--check"},
	} {
		cmd := exec.Command(command[0], command[1:]...)
		cmd.Dir = ".."
		if text, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v: %v\n%s", cmd, err, text)
		}
	}
}

// The puzzles with 17 givens are several hundred different ones, rearranged.
func TestSeventeen(t *testing.T) {
	generator := filepath.Join(t.TempDir(), "sudoku9")
	build := exec.Command("go", "build", "-o", generator, "./poj3074/generators/sudoku9")
	if text, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	text, err := exec.Command(generator, "-seed", "1", "-count", "4000", "-givens", "17").Output()
	judgetest.Check(t, err)
	different := map[uint64]bool{}
	for _, puzzle := range strings.Fields(string(text)) {
		if puzzle != "end" {
			different[shape(puzzle)] = true
		}
	}
	if n := len(different); n < 340 || n > 360 {
		t.Errorf("%d different puzzles, want nearly all 360 of the list", n)
	}
}

var seed = maphash.MakeSeed()

// relation says whether two givens share row and band, column and stack, and digit, and the number of one of them.
type relation struct {
	number uint64
	lines  [2][2]bool
	digit  bool
}

// shape returns a number that stays the same if digits are renamed, lines moved, or rows and columns exchanged. So
// puzzles with different numbers are different. Each given gets a number from those of the givens that share its digit,
// row, column, band or stack, three times over.
func shape(puzzle string) uint64 {
	var sum uint64
	for _, exchanged := range []bool{false, true} {
		numbers := [81]uint64{}
		for range 3 {
			before := numbers
			for a := range puzzle {
				for b := range puzzle {
					if a == b || puzzle[a] == '.' || puzzle[b] == '.' {
						continue
					}
					lines := [2][2]bool{{a/9 == b/9, a/27 == b/27}, {a%9 == b%9, a%9/3 == b%9/3}}
					if exchanged {
						lines[0], lines[1] = lines[1], lines[0]
					}
					numbers[a] += maphash.Comparable(seed, relation{before[b], lines, puzzle[a] == puzzle[b]})
				}
			}
			for a := range numbers {
				numbers[a] = maphash.Comparable(seed, [2]uint64{before[a], numbers[a]})
			}
		}
		var all uint64
		for a, number := range numbers {
			if puzzle[a] != '.' {
				all += number
			}
		}
		sum += maphash.Comparable(seed, all)
	}
	return sum
}
