package check

import (
	"fmt"
	"strings"
	"testing"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/read/problem"
)

// TestWindows compares messages and windows with testdata/windows.golden.
func TestWindows(t *testing.T) {
	grid := strings.Repeat("ABCDEFGHIJKLMNOP\n", 16)
	digits := strings.Repeat("123456789", 9)
	long := strings.Repeat("0123456789", 30)
	tests := []struct {
		name, answer, output string
		rule                 problem.Whitespace
		args                 string
	}{
		{"a number", "Case #1: 2\nCase #2: 4000000000\nCase #3: 7\n", "Case #1: 2\nCase #2: -294967296\nCase #3: 7\n",
			"", ""},
		{"several lines", "1\n2\n3\n4\n5\n6\n", "1\n2\n3\nx\ny\nz\n", "", ""},
		{"a digit of a sudoku", digits + "\n" + digits + "\n", digits + "\n" + digits[:60] + "5" + digits[61:] + "\n",
			"", ""},
		{"a digit of a long line", "first\n" + long + "\nlast\n", "first\n" + long[:200] + "x" + long[200:] +
			"\nlast\n", "", ""},
		{"a digit of a very long line", strings.Repeat(long, 20) + "1\nlast\n", strings.Repeat(long, 20) + "2\nlast\n",
			"", ""},
		{"the first line", "yes\nno\n", "no\nno\n", "", ""},
		{"a line missing", "1\n2\n3\n4\n5\n", "1\n3\n4\n5\n", "", ""},
		{"a line too many", "1\n3\n4\n5\n", "1\n2\n3\n4\n5\n", "", ""},
		{"the last line missing", "1\n2\n3\n", "1\n2\n", "", ""},
		{"a token missing at the end", "1 2 3\n", "1 2", "", ""},
		{"nothing at all", "1 2\n3\n", "", "", ""},
		{"a token too many", "1\n2\n", "1\n2\n3 4\n", "", ""},
		{"another layout", "1 2 3 4\n5 6\n", "1\n2\n3\n5\n", "", ""},
		{"cases that count as equal", "Yes\nNo\nMaybe\n", "YES\nYES\nMAYBE\n", "", ""},
		{"numbers that count as equal", "1.0\n2.0\n3.0\n", "1.0001\n2.2\n3.0001\n", "",
			"float_relative_tolerance 0.001"},
		{"control characters", "a b\nc\n", "a\tb \x00\x1b[31m\xff\ufeffé \t\r\nc\n", "", ""},
		{"carriage returns", "1\r\n2\r\n3\r\n", "1\n3\n3\n", problem.ForgiveTrailing, ""},
		{"no empty line between", grid + "\n" + grid, grid + grid, problem.ForgiveTrailing, ""},
		{"an empty line at the end", grid + "\n" + grid, grid + "\n" + grid + "\n", problem.ExactWhitespace, ""},
		{"an empty line too many", "1\n2\n", "1\n\n2\n", problem.ForgiveTrailing, ""},
		{"three empty lines too many", "1\n\n2\n", "1\n\n\n\n\n2\n", problem.ForgiveTrailing, ""},
		{"an empty line at the beginning", "1\n", "\n1\n", problem.ForgiveTrailing, ""},
		{"no newline at the end", "1\n2\n", "1\n2", problem.ExactWhitespace, ""},
		{"a blank at the end of a line", "1 2\n3\n", "1 2 \n3\n", problem.ExactWhitespace, ""},
		{"a blank at the end of a later line", "1 2\n3\n", "1 2\n3 \n", problem.ExactWhitespace, ""},
		{"two blanks", "1 2\n3\n", "1  2\n3\n", problem.ForgiveTrailing, ""},
		{"a tab", "1 2\n3\n", "1\t2\n3\n", "", "space_change_sensitive"},
		{"an indented line", "1\n2\n", "1\n  2\n", problem.ForgiveTrailing, ""},
		{"lines joined", "1\n2\n3\n", "1 2\n3\n", problem.ForgiveTrailing, ""},
		{"a line broken", "1 2\n3\n", "1\n2\n3\n", problem.ForgiveTrailing, ""},
		{"two differences", "1 2\n3 4\n", "1  2\n3  4\n", problem.ForgiveTrailing, ""},
		{"long rows", strings.Repeat(strings.Repeat("x", 1000)+"a"+strings.Repeat("y", 30)+"\n", 5),
			strings.Repeat(strings.Repeat("x", 1000)+"b"+strings.Repeat("y", 30)+"\n", 5), "", ""},
		{"long rows before", strings.Repeat("head"+strings.Repeat("x", 3000)+"\n", 3) + "a\n",
			strings.Repeat("head"+strings.Repeat("x", 3000)+"\n", 3) + "b\n", "", ""},
		{"very many blanks", "1 2\n", "1" + strings.Repeat(" ", 5000) + "2\n", problem.ForgiveTrailing, ""},
	}
	var b strings.Builder
	for _, test := range tests {
		result := mustCheck(t, Default(test.rule), writeFiles(t, test.answer, test.output,
			strings.Fields(test.args)...))
		if result.Difference == nil {
			t.Fatalf("%s: %s without a difference", test.name, result.Verdict)
		}
		d := result.Difference
		fmt.Fprintf(&b, "== %s\n%s %s\nline %d, token %d, want %q, got %q\n%s\n\n", test.name, result.Verdict,
			result.Message, d.Line, d.Token, d.Want, d.Got, d.Window)
	}
	judgetest.Golden(t, "testdata/windows.golden", b.String())
}
