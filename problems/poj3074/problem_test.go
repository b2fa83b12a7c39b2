// Package poj3074_test tests the validator, the generator and the independent solver of the 9×9 sudoku as programs.
package poj3074_test

import (
	"strings"
	"testing"

	"dlxjudge/problems/programtest"
)

const data = "../../testdata/poj3074"

func TestMain(m *testing.M) {
	programtest.Main(m, "./input_validators/validate", "./generators/sudoku9", "./generators/solver")
}

func TestData(t *testing.T) { programtest.Data(t, "poj3074", "validate") }

func TestValidatorRejects(t *testing.T) {
	sample := programtest.Read(t, data+"/sample/1.in")
	solved := strings.SplitAfter(programtest.Read(t, data+"/sample/1.ans"), "\n")[0]
	tests := []struct{ name, in, want string }{
		{"nothing", "", "line 1: the input ends without the line end"},
		{"no puzzle", "end\n", "line 1: there is no puzzle"},
		{"no end", solved, "line 2: the input ends without the line end"},
		{"no newline after the end", solved + "end", "line 2: no newline at its end"},
		{"no newline after a puzzle", strings.TrimSpace(solved), "line 1: no newline at its end"},
		{"a puzzle after the end", solved + "end\n" + solved, "line 3: something follows the line end"},
		{"an empty line after the end", solved + "end\n\n", "line 3: something follows the line end"},
		{"a letter after the end", solved + "end\nx", "line 3: something follows the line end"},
		{"a blank after end", solved + "end \n", "line 2: 4 characters instead of 81"},
		{"an empty line", solved + "\nend\n", "line 2: 0 characters instead of 81"},
		{"80 characters", sample[1:], "line 1: 80 characters instead of 81"},
		{"82 characters", solved + "." + sample, "line 2: 82 characters instead of 81"},
		{"10000 characters", strings.Repeat(".", 10000), "line 1: longer than 81 characters"},
		{"CRLF", strings.ReplaceAll(sample, "\n", "\r\n"), "line 1: 82 characters instead of 81"},
		{"byte order mark", "\ufeff" + sample, "line 1: 84 characters instead of 81"},
		{"zero", "0" + sample[1:], "line 1: character 1 is '0', neither a digit from 1 to 9 nor a dot"},
		{"blank", sample[:80] + " \nend\n", "line 1: character 81 is ' ', neither a digit from 1 to 9 nor a dot"},
		{"NUL", "\x00" + sample[1:], `line 1: character 1 is '\x00', neither a digit from 1 to 9 nor a dot`},
		{"contradiction", "55" + solved[2:] + "end\n", "line 1: no solution: the 5 in row 1, column 2 contradicts " +
			"another"},
		{"no solution", "12345678.........9" + strings.Repeat(".", 63) + "\nend\n", "line 1: no solution"},
		{"two solutions", solved + strings.NewReplacer("1", ".", "2", ".").Replace(solved) + "end\n",
			"line 2: more than one solution"},
		{"no givens", strings.Repeat(".", 81) + "\nend\n", "line 1: more than one solution"},
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

func TestGenerator(t *testing.T) {
	count := func(line string) int { return 81 - strings.Count(line, ".") }
	tests := []struct {
		args    string
		puzzles int
		as      func(line string) bool
	}{
		{"-seed 1 -count 3 -givens 81", 3, func(line string) bool { return count(line) == 81 }},
		{"-seed 2 -count 5 -givens 40", 5, func(line string) bool { return count(line) == 40 }},
		{"-seed 3 -count 1 -givens 24", 1, func(line string) bool { return count(line) == 24 }},
		{"-seed 4 -count 20 -givens 17", 20, func(line string) bool { return count(line) == 17 }},
		{"-seed 5 -count 2 -givens 25 -guesses 5", 2, func(line string) bool { return count(line) == 25 }},
		{"-seed 6 -count 2 -givens 26 -adverse", 2, func(line string) bool {
			return count(line) == 26 && count(line[:9]+strings.Repeat(".", 72)) == 0
		}},
	}
	for _, test := range tests {
		t.Run(test.args, func(t *testing.T) {
			t.Parallel()
			out := programtest.Generate(t, "sudoku9", "validate", strings.Fields(test.args)...)
			lines := strings.Fields(out)
			if len(lines) != test.puzzles+1 {
				t.Errorf("%d lines, want %d puzzles and end", len(lines), test.puzzles)
			}
			for _, line := range lines[:len(lines)-1] {
				if !test.as(line) {
					t.Errorf("%s is not as wanted", line)
				}
			}
			if strings.Contains(test.args, "-adverse") {
				answer, _, _ := programtest.Run(t, out, "solver")
				for _, line := range strings.Fields(answer) {
					if line[:9] != "987654321" {
						t.Errorf("%s does not begin with 987654321", line)
					}
				}
			}
		})
	}
}

func TestGeneratorRefuses(t *testing.T) {
	for _, args := range []string{"-count 0", "-givens 16", "-givens 82", "-guesses -1", "-givens 17 -adverse", "17",
		"-sed 1",
		"-givens 81 -guesses 1"} {
		out, message, status := programtest.Run(t, "", "sudoku9", strings.Fields(args)...)
		if status == 0 || out != "" || message == "" {
			t.Errorf("%s: exit status %d, output %q, message %q", args, status, out, message)
		}
	}
}
