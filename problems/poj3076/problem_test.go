// Package poj3076_test tests the validator, the generator and the independent solver of the 16×16 sudokus as programs.
package poj3076_test

import (
	"fmt"
	"strings"
	"testing"

	"dlxjudge/problems/programtest"
)

const data = "../../testdata/poj3076"

func TestMain(m *testing.M) {
	programtest.Main(m, "./input_validators/validate", "./generators/sudoku16", "./generators/solver",
		"../../solutions/poj3076/dlx")
}

func TestData(t *testing.T) { programtest.Data(t, "poj3076", "validate") }

func TestValidatorRejects(t *testing.T) {
	sample, solved := programtest.Read(t, data+"/sample/1.in"), programtest.Read(t, data+"/sample/1.ans")
	easy := strings.ReplaceAll(solved, "A", "-")
	tests := []struct{ name, in, want string }{
		{"empty", "", "line 1: there is no puzzle"},
		{"a line is missing", sample[17:], "line 15: the input ends after 15 of the 16 lines of a puzzle"},
		{"a line too many", easy + sample[:17], "line 17: no empty line before the puzzle"},
		{"15 characters", sample[1:], "line 1: 15 characters instead of 16"},
		{"17 characters", "-" + sample, "line 1: 17 characters instead of 16"},
		{"10000 characters", strings.Repeat("-", 10000), "line 1: longer than 16 characters"},
		{"letter Q", sample[:16] + "\nQ" + sample[18:], "line 2, column 1: 'Q' is neither a letter from A to P nor -"},
		{"lower case", "--a" + sample[3:], "line 1, column 3: 'a' is neither a letter from A to P nor -"},
		{"dot", "." + sample[1:], "line 1, column 1: '.' is neither a letter from A to P nor -"},
		{"tab", "-\t" + sample[2:], `line 1, column 2: '\t' is neither a letter from A to P nor -`},
		{"NUL byte", "-\x00" + sample[2:], `line 1, column 2: '\x00' is neither a letter from A to P nor -`},
		{"carriage return", strings.ReplaceAll(easy, "\n", "\r\n"), "line 1: 17 characters instead of 16"},
		{"byte order mark", "\ufeff" + easy, "line 1: 19 characters instead of 16"},
		{"no newline at the end", strings.TrimSuffix(easy, "\n"), "line 16: no newline at its end"},
		{"empty line within", easy[:17] + "\n" + easy[17:], "line 2: empty line after 1 of the 16 lines of a puzzle"},
		{"empty line at the beginning", "\n" + easy, "line 1: an empty line too many"},
		{"empty line at the end", easy + "\n", "line 17: an empty line after the last puzzle"},
		{"two empty lines between", easy + "\n\n" + easy, "line 18: an empty line too many"},
		{"no empty line between", easy + easy, "line 17: no empty line before the puzzle"},
		{"two solutions", strings.NewReplacer("A", "-", "B", "-").Replace(solved),
			"lines 1 to 16: more than one solution"},
		{"no givens", strings.Repeat("----------------\n", 16), "lines 1 to 16: more than one solution"},
		{"no solution", easy + "\n--K" + sample[3:], "lines 18 to 33: no solution"},
		{"contradiction", "A-A" + sample[3:],
			"lines 1 to 16: no solution: the given A in row 1, column 3 contradicts others"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, message, status := programtest.Run(t, test.in, "validate")
			if status != 43 || message != test.want+"\n" {
				t.Errorf("exit status %d and message %q, want 43 and %q", status, message, test.want)
			}
		})
	}
}

func TestValidatorArguments(t *testing.T) {
	easy := strings.ReplaceAll(programtest.Read(t, data+"/sample/1.ans"), "A", "-")
	tests := []struct {
		name, in string
		args     []string
		want     int
	}{
		{"no empty line between", easy + easy, []string{"lenient"}, 42},
		{"empty lines between and after", easy + "\n\n\n" + easy + "\n", []string{"lenient"}, 42},
		{"empty line at the beginning", "\n" + easy, []string{"lenient"}, 43},
		{"empty line within", easy[:17] + "\n" + easy[17:], []string{"lenient"}, 43},
		{"unknown argument", easy, []string{"linient"}, 2},
		{"two arguments", easy, []string{"lenient", "lenient"}, 2},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if _, message, status := programtest.Run(t, test.in, "validate", test.args...); status != test.want {
				t.Errorf("exit status %d, want %d: %s", status, test.want, message)
			}
		})
	}
}

// A generated test is the same whenever it is made, another with another seed, valid, has as many givens as asked for,
// and is answered alike by the independent solver and the solution.
func TestGenerator(t *testing.T) {
	in := programtest.Generate(t, "sudoku16", "validate", strings.Fields("-seed 1 -count 3 -givens 120")...)
	for i, puzzle := range strings.Split(in, "\n\n") {
		if givens := 256 - strings.Count(puzzle, "-"); givens != 120 {
			t.Errorf("puzzle %d has %d givens, want 120", i+1, givens)
		}
	}
	want, _, _ := programtest.Run(t, in, "solver")
	if got, _, status := programtest.Run(t, in, "dlx"); status != 0 || got != want {
		t.Errorf("dlx answers\n%s\nand generators/solver\n%s", got, want)
	}
}

func TestGeneratorEmptyLines(t *testing.T) {
	args := strings.Fields("-count 4 -givens 250 -gaps 0,2 -trailing 3")
	in, message, status := programtest.Run(t, "", "sudoku16", args...)
	if status != 0 {
		t.Fatalf("exit status %d: %s", status, message)
	}
	var empty []int
	for i, line := range strings.Split(strings.TrimSuffix(in, "\n"), "\n") {
		if line == "" {
			empty = append(empty, i+1)
		}
	}
	if got, want := fmt.Sprint(empty), "[33 34 67 68 69]"; got != want {
		t.Errorf("the empty lines are %s, want %s", got, want)
	}
}

func TestBadUse(t *testing.T) {
	tests := []struct{ program, args, in, want string }{
		{"sudoku16", "-count 0", "", "-count of 1 or more"},
		{"sudoku16", "-givens 257", "", "-givens from 0 to 256"},
		{"sudoku16", "-gaps 1,x", "", `"x" is not a number of empty lines`},
		{"sudoku16", "1", "", `unexpected argument "1"`},
		{"sudoku16", "-sed 1", "", "flag provided but not defined: -sed"},
		{"solver", "", "ABC\n", "3 cells are no multiple of 256"},
		{"solver", "", strings.Repeat("Q", 256), "puzzle 1: bad character 'Q'"},
		{"solver", "", "AA" + strings.Repeat("-", 254), "puzzle 1: the givens contradict each other"},
		{"solver", "", "ABCDEFGHIJKLMNO----------------P" + strings.Repeat("-", 224), "puzzle 1: no solution"},
	}
	for _, test := range tests {
		t.Run(test.program+" "+test.args, func(t *testing.T) {
			out, message, status := programtest.Run(t, test.in, test.program, strings.Fields(test.args)...)
			if status != 1 || !strings.Contains(message, test.want) || out != "" {
				t.Errorf("exit status %d, message %q, output %q; want 1 and %q", status, message, out, test.want)
			}
		})
	}
}
