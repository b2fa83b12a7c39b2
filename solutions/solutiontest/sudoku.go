package solutiontest

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
)

// Sudoku9 and Sudoku16 are the sudokus of POJ 3074 and of POJ 3076. Their puzzles and boards are strings of all cells,
// row by row.
var (
	Sudoku9  = Sudoku{solved: Solved9, size: 9, side: 3, first: '1', empty: '.', line: 81, lines: 1}
	Sudoku16 = Sudoku{solved: Solved16, size: 16, side: 4, first: 'A', empty: '-', line: 16, lines: 16, between: "\n"}
)

// Solved9 is the first answer to the sample of POJ 3074. Solved16 is the answer to the sample of POJ 3076.
const (
	Solved9  = "527389416819426735436751829375692184194538267268174593643217958951843672782965341"
	Solved16 = "FPAHMJECNLBDKOGIOJMIANBDPKCGFLHELNDKGFOIJEAHMBPCBGCELKHPOFIMAJDN" +
		"MFHBELPOACKJGNIDCILNKDGAHBMOPEFJDOGPIHJMFNLECAKBJEKAFCNBGIDPLHOM" +
		"EBOFPMIJDGHLNKCANCJDHBAEKMOFIGLPHMPLCGKFIAENBDJOAKIGNODLBPJCEFMH" +
		"KDEMJIFNCHGAOPBLGLBCDPMHEONKJIAFPHNOBALKMJFIDCEGIAFJOECGLDPBHMNK"
)

// A Sudoku describes a size of sudokus and their format.
type Sudoku struct {
	solved       string // a board
	size, side   int    // cells in a row of the board, which is also the number of symbols; cells in a row of a box
	first, empty byte   // the first symbol; the character of an empty cell
	line, lines  int    // how a board is written: the length and the number of its lines
	between      string // what is written between two boards
}

// Format writes puzzles or boards in the form of inputs and outputs.
func (s Sudoku) Format(boards ...string) string {
	var text strings.Builder
	for i, board := range boards {
		if i > 0 {
			text.WriteString(s.between)
		}
		for ; len(board) > 0; board = board[min(s.line, len(board)):] {
			text.WriteString(board[:min(s.line, len(board))] + "\n")
		}
	}
	return text.String()
}

// Parse reads puzzles or boards, up to the word "end". If cells are missing, the last board is short.
func (s Sudoku) Parse(text string) []string {
	var cells strings.Builder
	for _, word := range strings.FieldsFunc(text, isBlank) {
		if word == "end" {
			break
		}
		cells.WriteString(word)
	}
	var boards []string
	for rest := cells.String(); rest != ""; {
		n := min(s.line*s.lines, len(rest))
		boards, rest = append(boards, rest[:n]), rest[n:]
	}
	return boards
}

// isBlank reports whether a character is allowed between words. Ctrl-Z, which ends old files, is one.
func isBlank(r rune) bool { return strings.ContainsRune(" \t\n\v\f\r\x1a", r) }

// Without empties all cells of a board that hold one of these symbols.
func (s Sudoku) Without(board, symbols string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(symbols, r) {
			return rune(s.empty)
		}
		return r
	}, board)
}

// Spoil empties this number of cells of a solved board, and then puts random symbols, perhaps wrong ones, into some
// cells.
func (s Sudoku) Spoil(r *rand.Rand, emptied, wrong int) string {
	puzzle := []byte(s.solved)
	for _, cell := range r.Perm(len(puzzle))[:emptied] {
		puzzle[cell] = s.empty
	}
	for range wrong {
		puzzle[r.IntN(len(puzzle))] = s.first + byte(r.IntN(s.size))
	}
	return string(puzzle)
}

// Check returns an error unless an output has a correct answer to each puzzle, in the right format.
func (s Sudoku) Check(puzzles []string, output string) error {
	boards := s.Parse(output)
	if s.Format(boards...) != output {
		return fmt.Errorf("not written as boards are: %.1000q", output)
	}
	if len(boards) != len(puzzles) {
		return fmt.Errorf("%d answers to %d puzzles", len(boards), len(puzzles))
	}
	for i, board := range boards {
		if err := s.solves(board, puzzles[i]); err != nil {
			return fmt.Errorf("answer %d: %v", i+1, err)
		}
	}
	return nil
}

// solves returns an error unless the board is a solution of the puzzle.
func (s Sudoku) solves(board, puzzle string) error {
	if len(board) != s.size*s.size || len(puzzle) != len(board) {
		return fmt.Errorf("%d cells for %d", len(board), len(puzzle))
	}
	for cell, symbol := range []byte(board) {
		row, column := cell/s.size+1, cell%s.size+1
		if symbol < s.first || symbol >= s.first+byte(s.size) {
			return fmt.Errorf("%q in row %d, column %d", symbol, row, column)
		}
		if puzzle[cell] != s.empty && puzzle[cell] != symbol {
			return fmt.Errorf("the given in row %d, column %d is changed", row, column)
		}
		if !s.fits([]byte(board), cell) {
			return fmt.Errorf("the %c in row %d, column %d is not the only one", symbol, row, column)
		}
	}
	return nil
}

// fits reports whether no other cell of the same row, column or box has the symbol of this cell.
func (s Sudoku) fits(board []byte, cell int) bool {
	for i, symbol := range board {
		sameRow, sameColumn := i/s.size == cell/s.size, i%s.size == cell%s.size
		sameBox := i/s.size/s.side == cell/s.size/s.side && i%s.size/s.side == cell%s.size/s.side
		if i != cell && symbol == board[cell] && (sameRow || sameColumn || sameBox) {
			return false
		}
	}
	return true
}

// Solvable reports whether a puzzle has a solution. It tries all symbols in each empty cell.
func (s Sudoku) Solvable(puzzle string) bool {
	board := []byte(puzzle)
	for cell, given := range board {
		if given != s.empty && !s.fits(board, cell) {
			return false
		}
	}
	return s.fill(board)
}

func (s Sudoku) fill(board []byte) bool {
	cell := bytes.IndexByte(board, s.empty)
	if cell < 0 {
		return true
	}
	for i := range s.size {
		if board[cell] = s.first + byte(i); s.fits(board, cell) && s.fill(board) {
			return true
		}
	}
	board[cell] = s.empty
	return false
}
