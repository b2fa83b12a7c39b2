package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
)

const solved = `FPAHMJECNLBDKOGI
OJMIANBDPKCGFLHE
LNDKGFOIJEAHMBPC
BGCELKHPOFIMAJDN
MFHBELPOACKJGNID
CILNKDGAHBMOPEFJ
DOGPIHJMFNLECAKB
JEKAFCNBGIDPLHOM
EBOFPMIJDGHLNKCA
NCJDHBAEKMOFIGLP
HMPLCGKFIAENBDJO
AKIGNODLBPJCEFMH
KDEMJIFNCHGAOPBL
GLBCDPMHEONKJIAF
PHNOBALKMJFIDCEG
IAFJOECGLDPBHMNK
`

// without returns the solved board with some of the letters taken away.
func without(letters string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(letters, r) {
			return '-'
		}
		return r
	}, solved)
}

func TestRun(t *testing.T) {
	easy := without("A") // the other letters leave an A one place in each row
	last := strings.TrimSuffix(solved, "K\n") + "-"
	stuck := "ABCDEFGHIJKLMNO-\n---------------P\n" + strings.Repeat("----------------\n", 14)
	tests := []struct{ name, in, want, err string }{
		{"one puzzle", easy, solved, ""},
		{"two puzzles", easy + "\n" + without("P"), solved + "\n" + solved, ""},
		{"a solved board", solved, solved, ""},
		{"only the last cell, no final newline", last, solved, ""},
		{"nothing at all", "", "", ""},
		{"only empty lines", "\n\r\n\n", "", ""},
		{"no empty line between", easy + easy + easy, solved + "\n" + solved + "\n" + solved, ""},
		{"too many empty lines", "\n" + easy + "\n\n\n" + easy + "\n\n", solved + "\n" + solved, ""},
		{"CRLF", strings.ReplaceAll(easy+"\n"+easy, "\n", "\r\n"), solved + "\n" + solved, ""},
		{"blanks at line ends", strings.ReplaceAll(easy+"\n"+easy, "\n", " \t\n"), solved + "\n" + solved, ""},
		{"a line too short", easy + "\n" + easy[1:], solved, "line 18: want 16 characters, got 15"},
		{"a line too long", "-" + easy, "", "line 1: want 16 characters, got 17"},
		{"a line much too long", strings.Repeat("-", 1<<20), "", "line 1: bufio.Scanner: token too long"},
		{"an empty line within", easy[:17] + "\n" + easy[17:], "", "line 2: want 16 characters, got 0"},
		{"a line too few", easy + easy[17:], solved, "line 31: the input ends after 15 of a puzzle's 16 lines"},
		{"the letter Q", "Q" + easy[1:], "", "line 1: want A to P or - in column 1, got 'Q'"},
		{"a small letter", easy[:15] + "a" + easy[16:], "", "line 1: want A to P or - in column 16, got 'a'"},
		{"a blank", "A A" + easy[3:], "", "line 1: want A to P or - in column 2, got ' '"},
		{"NUL", "A\x00" + easy[2:], "", "line 1: want A to P or - in column 2, got '\\x00'"},
		{"givens that contradict", easy + "FF" + without("FP")[2:], solved, "puzzle 2, which ends in line 32: the puzzle has no solution"},
		{"a cell without a letter", stuck, "", "puzzle 1, which ends in line 16: the puzzle has no solution"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var out bytes.Buffer
			message := ""
			if err := run(strings.NewReader(test.in), &out); err != nil {
				message = err.Error()
			}
			if diff := cmp.Diff(test.want, out.String()); diff != "" {
				t.Errorf("output (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(test.err, message); diff != "" {
				t.Errorf("error (-want +got):\n%s", diff)
			}
		})
	}
}

func TestBrokenStreams(t *testing.T) {
	broken := errors.New("broken")
	if err := run(iotest.ErrReader(broken), io.Discard); err == nil || err.Error() != "line 1: broken" {
		t.Errorf("a reader that fails: %v", err)
	}
	in, out := io.Pipe()
	in.CloseWithError(broken)
	if err := run(strings.NewReader(solved), out); err != broken {
		t.Errorf("a writer that fails: %v", err)
	}
}

// The tests of the problem, as the judge has them.
func TestAnswers(t *testing.T) {
	const data = "../../../testdata/poj3076/"
	inputs, err := filepath.Glob(data + "secret/*/*.in")
	if err != nil || len(inputs) == 0 {
		t.Fatalf("no tests in %s: %v", data, err)
	}
	for _, path := range append(inputs, data+"sample/1.in") {
		in, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		want, err := os.ReadFile(strings.TrimSuffix(path, ".in") + ".ans")
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		if err := run(bytes.NewReader(in), &out); err != nil {
			t.Errorf("%s: %v", path, err)
		}
		if diff := cmp.Diff(string(want), out.String()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", path, diff)
		}
	}
}

// Boards with few givens or none have many solutions and are no puzzles of this problem, but any one must obey the rules.
func TestSeveralSolutions(t *testing.T) {
	r := rand.New(rand.NewPCG(30, 76))
	for givens := 0; givens < cells; givens += 5 {
		puzzle := []byte(solved)
		for _, cell := range r.Perm(cells)[givens:] {
			puzzle[cell+cell/size] = '-'
		}
		var out bytes.Buffer
		if err := run(bytes.NewReader(puzzle), &out); err != nil {
			t.Fatalf("%v:\n%s", err, puzzle)
		}
		if err := solves(out.String(), strings.Fields(string(puzzle))); err != nil {
			t.Errorf("%v:\n%s", err, out.String())
		}
	}
}

// A wrong letter in place of a given leaves puzzles that are found out late, or solved in some other way.
func TestWrongGiven(t *testing.T) {
	r := rand.New(rand.NewPCG(76, 30))
	unsolvable := 0
	for range 200 {
		puzzle := []byte(solved)
		cell := r.IntN(cells)
		for _, other := range r.Perm(cells)[150:] {
			puzzle[other+other/size] = '-'
		}
		puzzle[cell+cell/size] = 'A' + byte(r.IntN(size))
		var out bytes.Buffer
		if err := run(bytes.NewReader(puzzle), &out); err != nil {
			unsolvable++
		} else if err := solves(out.String(), strings.Fields(string(puzzle))); err != nil {
			t.Errorf("%v:\n%s", err, out.String())
		}
	}
	if unsolvable == 0 {
		t.Error("all puzzles are solved")
	}
}

// A choice of lines is usable if the boxes can have a different one each.
func TestUsable(t *testing.T) {
	for x := range usable {
		want := 0
		for a := range 4 {
			for b := range 4 {
				for c := range 4 {
					for d := range 4 {
						choice := 1<<a | 16<<b | 256<<c | 4096<<d
						if 1<<a|1<<b|1<<c|1<<d == 15 && x&choice == choice {
							want |= choice
						}
					}
				}
			}
		}
		if int(usable[x]) != want {
			t.Fatalf("lines %016b: got %016b, want %016b", x, usable[x], want)
		}
	}
}

func TestBoxes(t *testing.T) {
	r := rand.New(rand.NewPCG(16, 4))
	for range 1000 {
		x, want := r.Uint64()&r.Uint64()&r.Uint64()&r.Uint64(), uint64(0)
		for box := uint64(0xFFFF); box != 0; box <<= 16 {
			if x&box != 0 {
				want |= box
			}
		}
		if got := boxes(x); got != want {
			t.Fatalf("boxes of %x: got %x, want %x", x, got, want)
		}
	}
}

// Whatever comes in, what comes out solves the puzzles one by one, with an empty line between two.
func FuzzRun(f *testing.F) {
	f.Add(without("A") + "\n" + without("P"))
	f.Add(strings.ReplaceAll(without("KB")+solved, "\n", "\r\n\r\n"))
	f.Add("FF" + without("FP")[2:])
	f.Add("\n\n" + solved[1:])
	f.Fuzz(func(t *testing.T, in string) {
		if strings.Count(in, "-") > 50 {
			return // to find out that such a puzzle has no solution could take for ever
		}
		var out bytes.Buffer
		err := run(strings.NewReader(in), &out)
		lines := strings.Fields(in)
		var boards []string
		if out.Len() > 0 {
			boards = strings.SplitAfter(out.String(), "\n\n")
		}
		if err == nil && len(lines) != size*len(boards) {
			t.Errorf("no error, but %d boards for %d lines", len(boards), len(lines))
		}
		for i, board := range boards {
			if i < len(boards)-1 {
				board = board[:len(board)-1] // the empty line
			}
			if err := solves(board, lines[size*i:size*(i+1)]); err != nil {
				t.Errorf("puzzle %d is answered with\n%s%v", i+1, board, err)
			}
		}
	})
}

// solves says what keeps the board, lines of 16 letters, from being a solution of the puzzle.
func solves(board string, puzzle []string) error {
	if len(board) != size*(size+1) {
		return fmt.Errorf("%d characters", len(board))
	}
	seen := map[string]bool{}
	for row, givens := range puzzle {
		line := board[row*(size+1) : (row+1)*(size+1)]
		if line[size] != '\n' {
			return fmt.Errorf("row %d is not %d characters long", row, size)
		}
		for column := range givens {
			given, letter := givens[column], line[column]
			if letter < 'A' || letter > 'P' {
				return fmt.Errorf("%q is not a letter from A to P", letter)
			}
			if given != '-' && given != letter {
				return fmt.Errorf("the given in row %d, column %d is changed", row, column)
			}
			for _, place := range []string{
				fmt.Sprintf("%c in row %d", letter, row),
				fmt.Sprintf("%c in column %d", letter, column),
				fmt.Sprintf("%c in box %d %d", letter, row/4, column/4),
			} {
				if seen[place] {
					return fmt.Errorf("two of %s", place)
				}
				seen[place] = true
			}
		}
	}
	return nil
}
