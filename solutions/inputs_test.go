package solutions_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/solutions/solutiontest"
)

// An oddInput is invalid by the statement, or at its limits. It has one answer, which ends where the input cannot be
// read or has no solution. The message gives the reason; after its …, each solution has its own words. A rung of the
// ladder, which must be short, may have other messages.
type oddInput struct{ name, in, want, message string }

var oddInputs = map[string][]oddInput{
	"poj3074":    oddSudokus9(),
	"poj3076":    oddSudokus16(),
	"zoj3122":    oddSudokus16(),
	"spojnqueen": oddBoards(),
	"hdu5046":    oddAirports,
}

// Cases up to the first invalid one are answered. For that one, there is one line on stderr and exit status 1.
func TestOddInputs(t *testing.T) {
	few := judgetest.Shortened(t, "three of four inputs of each solution")
	for i, solution := range solutiontest.Own(solutiontest.Problems()...) {
		for j, test := range oddInputs[filepath.Dir(solution)] {
			if few && (i+j)%4 != 0 {
				continue
			}
			t.Run(solution+"/"+test.name, func(t *testing.T) {
				t.Parallel()
				got := feed(t, solution, test.in)
				if diff := cmp.Diff(test.want, got.output); diff != "" {
					t.Errorf("output (-want +got):\n%s", diff)
				}
				if failed := test.message != ""; failed && got.status != 1 || !failed && got.status != 0 {
					t.Errorf("exit status %d", got.status)
				}
				message, ended := strings.CutSuffix(got.message, "\n")
				if ended != (test.message != "") || strings.Contains(message, "\n") || len(message) > 200 {
					t.Errorf("want one short line on stderr, if any, got %q", got.message)
				}
				if isRung(solution) {
					const none = "no solution"
					if strings.Contains(test.message, none) && !strings.Contains(message, none) {
						t.Errorf("message %q does not say %q", message, none)
					}
					return
				}
				if place, open := strings.CutSuffix(test.message, "…"); message != test.message &&
					!(open && strings.HasPrefix(message, place)) {
					t.Errorf("message %q, want %q", message, test.message)
				}
			})
		}
	}
}

func oddSudokus9() []oddInput {
	const solved, unsolvable = solutiontest.Solved9, "line 1: the puzzle has no solution…"
	const answer = solved + "\n"
	return []oddInput{
		{"a solved board", solved + "\nend\n", answer, ""},
		{"the last cell is empty", solved[:80] + ".\nend\n", answer, ""},
		{"no puzzle", "end\n", "", ""},
		{"nothing at all", "", "", ""},
		{"no end", answer, answer, ""},
		{"empty lines between", "\r\n" + answer + "\r\n\n" + answer + " \nend\r\n", answer + answer, ""},
		{"blanks around lines", " \t" + solved + "\v\f \r\n\t" + answer + " end\t\n", answer + answer, ""},
		{"more after the end", "end\n" + answer + "junk\n", "", ""},
		{"Ctrl-Z and more after the end", answer + "end\n\x1a\x00\n" + answer, answer, ""},
		{"no end, but Ctrl-Z", answer + "\x1a", answer, ""},

		{"too short", answer + solved[1:] + "\nend\n", answer, "line 2: want 81 characters, got 80"},
		{"too long", solved + ".\nend\n", "", "line 1: want 81 characters, got 82"},
		{"much too long", strings.Repeat(".", 1<<20), "", "line 1: …"},
		{"the second puzzle is cut off", answer + solved[:40], answer, "line 2: want 81 characters, got 40"},
		{"cut off by Ctrl-Z", answer + solved[:40] + "\x1a", answer, "line 2: want 81 characters, got 40"},
		{"Ctrl-Z in a puzzle", solved[:40] + "\x1a" + solved[41:], "",
			"line 1: want 1 to 9 or a dot in column 41, got …"},
		{"a zero", "0" + solved[1:], "", "line 1: want 1 to 9 or a dot in column 1, got '0'"},
		{"NUL", solved[:80] + "\x00", "", "line 1: want 1 to 9 or a dot in column 81, got '\\x00'"},
		{"a byte order mark", "\ufeff" + answer + "end\n", "", "line 1: want 81 characters, got 84"},
		{"the same digit twice in a row", "11" + strings.Repeat(".", 79), "", unsolvable},
		{"a given that contradicts another", "55" + solved[2:] + "\nend\n", "", unsolvable},
		{"a cell without a digit", "12345678.........9" + strings.Repeat(".", 63) + "\nend\n", "", unsolvable},
		{"no solution after an empty line", answer + "\n11" + strings.Repeat(".", 79), answer,
			"line 3: the puzzle has no solution…"},
	}
}

func oddSudokus16() []oddInput {
	solved := solutiontest.Sudoku16.Format(solutiontest.Solved16)
	easy := strings.ReplaceAll(solved, "A", "-") // each row has one place left, for its A
	contradiction := "FF" + strings.ReplaceAll(easy, "P", "-")[2:]
	stuck := "ABCDEFGHIJKLMNO-\n---------------P\n" + strings.Repeat("----------------\n", 14)
	return []oddInput{
		{"two puzzles", easy + "\n" + strings.ReplaceAll(solved, "P", "-"), solved + "\n" + solved, ""},
		{"a solved board", solved, solved, ""},
		{"only the last cell", strings.TrimSuffix(solved, "K\n") + "-", solved, ""},
		{"nothing at all", "", "", ""},
		{"only empty lines", "\n\r\n\n", "", ""},
		{"only Ctrl-Z", "\x1a", "", ""},

		{"an empty line within", easy[:17] + "\n" + easy[17:], solved, ""},
		{"rows on one line", strings.ReplaceAll(easy, "\n", " "), solved, ""},
		{"blanks around rows", strings.ReplaceAll("\t"+easy, "\n", " \r\n "), solved, ""},

		{"a row too short", easy + "\n" + easy[1:], solved, "row 17: want 16 characters, got 15"},
		{"a row too long", "-" + easy, "", "row 1: want 16 characters, got 17"},
		{"a row much too long", strings.Repeat("-", 1<<20), "", "row 1: …"},
		{"a row too few", easy + easy[17:], solved, "puzzle 2: the input ends after 15 of 16 rows"},
		{"the second puzzle is cut off", solved + "\n" + solved[:17], solved,
			"puzzle 2: the input ends after 1 of 16 rows"},
		{"cut off by Ctrl-Z", easy + easy[17:] + "\x1a", solved, "puzzle 2: the input ends after 15 of 16 rows"},
		{"more after the last puzzle", easy + "end\n", solved, "row 17: want 16 characters, got 3"},
		{"the letter Q", "Q" + easy[1:], "", "row 1: want A to P or - in column 1, got 'Q'"},
		{"a small letter", easy[:15] + "a" + easy[16:], "", "row 1: want A to P or - in column 16, got 'a'"},
		{"a digit", easy[:15] + "1" + easy[16:], "", "row 1: want A to P or - in column 16, got '1'"},
		{"a blank", "A A" + easy[3:], "", "row 1: want 16 characters, got 1"},
		{"NUL", "A\x00" + easy[2:], "", "row 1: want …"},
		{"givens that contradict", easy + contradiction, solved, "puzzle 2 has no solution…"},
		{"a cell without a letter", stuck, "", "puzzle 1 has no solution"},
	}
}

func oddBoards() []oddInput {
	full := "50" + strings.Repeat(" 0", 50)
	return []oddInput{
		{"nothing at all", "", "", ""},
		{"the smallest board", "1 0\n", "1\n", ""},
		{"nothing to place", "1 1\n4 2 4 1 3\n", "1\n2 4 1 3\n", ""},
		{"queens to place", "4 0 4 0 0\n4 3 0 0 0\n", "2 4 1 3\n3 1 4 2\n", ""},
		{"a later queen forbids the first columns", "6 0 0 0 0 0 3\n", "4 1 5 2 6 3\n", ""},
		{"empty lines and blanks", "\n \n 4  3\t0 0 0 \n\n\n1 0\n\n", "3 1 4 2\n1\n", ""},
		{"a case on several lines", "4 3\n0 0\n\n0 1\n0", "3 1 4 2\n1\n", ""},
		{"cases on one line", "4 3 0 0 0 1 0 4 2 0 0 0", "3 1 4 2\n1\n2 4 1 3\n", ""},
		{"nothing stays of the case before", "4 3 0 0 0\n4 2 0 0 0\n4 3 0 0 0\n", "3 1 4 2\n2 4 1 3\n3 1 4 2\n", ""},
		{"only Ctrl-Z", "\x1a", "", ""},

		{"no solution", "1 0\n2 0 0\n", "1\n", "line 2: the board has no solution"},
		{"no solution on a larger board", "\n3 0 0 0", "", "line 2: the board has no solution"},
		{"no solution with this queen", "4 1 0 0 0\n", "", "line 1: the board has no solution"},
		{"a shared column", "5 1 0 0 0 1\n", "", "line 1: the board has no solution"},
		{"a shared falling diagonal", "5 1 0 0 0 5\n", "", "line 1: the board has no solution"},
		{"a shared rising diagonal", "5 0 4 0 2 0\n", "", "line 1: the board has no solution"},
		{"all placed, with a shared falling diagonal", "4 3 1 2 4\n", "", "line 1: the board has no solution"},
		{"all placed, with a shared rising diagonal", "4 2 4 3 1\n", "", "line 1: the board has no solution"},
		{"too few numbers", "1 0\n4 0 0 0\n", "1\n", "line 2: unexpected EOF"},
		{"too many numbers", "1 0 0\n", "1\n", "line 1: the board has no solution"},
		{"far too many numbers", "1 0" + strings.Repeat(" 0", 1<<16), "1\n", "line 1: the board has no solution"},
		{"the second case is cut off", "4 3 0 0 0\n8 2 0 0", "3 1 4 2\n", "line 2: unexpected EOF"},
		{"cut off by Ctrl-Z", "1 0\n4 0 0\x1a", "1\n", "line 2: unexpected EOF"},
		{"more after the last case", "1 0\nend\n", "1\n", `line 2: "end" is not a number from 0 to 50`},
		{"a column past the last", "4 0 5 0 0\n", "", `line 1: "5 0 0" is not a number from 0 to 4`},
		{"a negative column", "4 0 -1 0 0\n", "", `line 1: "-1 0 0" is not a number from 0 to 4`},
		{"N is 0", "0\n", "", "line 1: the board has no solution"},
		{"N is negative", "-1\n", "", `line 1: "-1" is not a number from 0 to 50`},
		{"N is too large for the arrays", "51" + full[2:], "", "line 1: …"},
		{"a huge number", "4 0 0 0 99999999999999999999999\n", "", "line 1: …"},
		{"2⁶⁴ more than a number", "4 0 0 0 18446744073709551617\n", "", "line 1: …"},
		{"no number", "4 0 x 0 0\n", "", "line 1: …"},
		{"NUL", "4 0 \x00 0 0\n", "", "line 1: …"},
		{"byte order mark", "\ufeff4 0 0 0 0\n", "", "line 1: …"},
		{"an endless number", strings.Repeat("1", 1<<20), "", "line 1: …"},
		{"a line without end", "1 0\n" + strings.Repeat(" ", 1<<20), "1\n", ""},
	}
}

const (
	airports = "2\n3 2\n0 0\n4 0\n5 1\n4 2\n0 3\n1 0\n3 0\n8 9\n"
	lengths  = "Case #1: 2\nCase #2: 4\n"
)

var oddAirports = []oddInput{
	{"all on one line", strings.ReplaceAll(airports, "\n", " \t "), lengths, ""},
	{"empty lines between", strings.ReplaceAll(airports, "\n", "\n\n"), lengths, ""},
	{"one city", "1\n1 1\n-7 7\n", "Case #1: 0\n", ""},
	{"an airport in every city", "1\n3 3\n0 0\n5 5\n9 0\n", "Case #1: 0\n", ""},
	{"as many places as airports", "1\n4 2\n1 1\n2 2\n1 1\n2 2\n", "Case #1: 0\n", ""},
	{"farther than 32 bits", "1\n2 1\n-1000000000 -1000000000\n1000000000 1000000000\n", "Case #1: 4000000000\n", ""},
	{"farthest first would say 3", "1\n5 2\n0 0\n1 0\n2 0\n3 0\n4 0\n", "Case #1: 1\n", ""},
	{"more airports than cities", "1\n2 2000000000\n0 0\n5 5\n", "Case #1: 0\n", ""},
	{"more cases than the statement has", "101\n" + strings.Repeat("1 1\n0 0\n", 101), zeros(101), ""},
	{"no cases", "0\n", "", ""},
	{"beyond the statement's coordinates", "1\n3 2\n1002138582 0\n-1002138582 -1002138582\n1002138582 7\n",
		"Case #1: 7\n", ""},
	{"the farthest that 64 bits hold", "1\n2 1\n-2305843009213693951 -2305843009213693951\n2305843009213693951 " +
		"2305843009213693951\n",
		"Case #1: 9223372036854775804\n", ""},
	{"far, and in doubt", "1\n3 1\n-2305843009213693951 0\n0 1\n2305843009213693951 0\n",
		"Case #1: 2305843009213693952\n", ""},
	{"more after the last case", airports + "7\n", lengths, ""},
	{"text after the last case", airports + "\x1a the end\x00\n", lengths, ""},

	{"empty", "", "", "the input ends where T should be"},
	{"T is not a number", "two\n", "", `T is "two", not an integer from 0 to 2147483647`},
	{"T is negative", "-1\n", "", `T is "-1", not an integer from 0 to 2147483647`},
	{"no cities", "1\n0 1\n", "", `case 1: N is "0", not an integer from 1 to 60`},
	{"too many cities for the arrays", "1\n61 1\n" + strings.Repeat("0 0\n", 61), "",
		`case 1: N is "61", not an integer from 1 to 60`},
	{"no airports", "1\n2 0\n", "", `case 1: K is "0", not an integer from 1 to 2147483647`},
	{"past 64 bits", "1\n1 1\n0 99999999999999999999\n", "",
		`case 1: y is "99999999999999999999", not an integer from -…`},
	{"farther than 64 bits", "1\n1 1\n-9223372036854775807 0\n", "",
		`case 1: x is "-9223372036854775807", not an integer from -…`},
	{"a fraction", "1\n1 1\n0.5 0\n", "", `case 1: x is "0.5", not an integer from -…`},
	{"a word", "1\n1 1\n0 north\n", "", `case 1: y is "north", not an integer from -…`},
	{"a NUL byte", "1\n1 1\n0 \x00\n", "", `case 1: y is "\x00", not an integer from -…`},
	{"cut off in the second case", airports[:len(airports)-4], "Case #1: 2\n",
		"case 2: the input ends where x should be"},
	{"cut off in a city", "1\n1 1\n5", "", "case 1: the input ends where y should be"},
	{"cut off by Ctrl-Z", "1\n1 1\n5 \x1a", "", "case 1: …"},
	{"a case is missing", "3" + airports[1:], lengths, "case 3: the input ends where N should be"},
	{"an endless number", "1\n1 1\n" + strings.Repeat("1", 1<<20), "", "case 1: x…"},
}
