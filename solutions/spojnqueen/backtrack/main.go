// SPOJ NQUEEN (1771), Yet Another N-Queen Problem
// https://www.spoj.com/problems/NQUEEN/
//
// Plain backtracking: row by row, each queen goes to the first column where no other attacks it. Three tables say which
// columns, falling diagonals and rising diagonals are taken. Given queens enter these tables before the search begins,
// so that no earlier row can choose a square that they attack.
//
// solutions/README.md explains this page. Reference: N. Wirth, Program Development by Stepwise Refinement,
// Communications of the ACM 14 (4), 1971.
package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"strconv"
)

const maxN = 50

// A board numbers its rows and columns from 1, as the input does.
type board struct {
	n      int
	queen  [maxN + 1]int    // of each row: the column of its queen, 0 for none
	column [maxN + 1]bool   // taken columns
	fall   [2 * maxN]bool   // taken diagonals from the upper left to the lower right, at index n + row - column
	rise   [2*maxN + 1]bool // taken diagonals from the lower left to the upper right, at index row + column
}

// solve puts a queen into every row that has none, if possible. queens has columns from 1 on, and 0 for none.
func solve(queens []int) bool {
	b := board{n: len(queens)}
	for i, column := range queens {
		if column == 0 {
			continue
		}
		if b.attacked(i+1, column) {
			return false
		}
		b.place(i+1, column)
	}
	found := b.search(1)
	copy(queens, b.queen[1:])
	return found
}

// search fills the rows from this row on, and reports whether it could. If not, the board is unchanged.
func (b *board) search(row int) bool {
	if row > b.n {
		return true
	}
	if b.queen[row] != 0 {
		return b.search(row + 1)
	}
	for column := 1; column <= b.n; column++ {
		if b.attacked(row, column) {
			continue
		}
		b.place(row, column)
		if b.search(row + 1) {
			return true
		}
		b.remove(row)
	}
	return false
}

func (b *board) attacked(row, column int) bool {
	return b.column[column] || b.fall[b.n+row-column] || b.rise[row+column]
}

func (b *board) place(row, column int) {
	b.queen[row] = column
	b.mark(row, column, true)
}

func (b *board) remove(row int) {
	b.mark(row, b.queen[row], false)
	b.queen[row] = 0
}

func (b *board) mark(row, column int, taken bool) {
	b.column[column] = taken
	b.fall[b.n+row-column] = taken
	b.rise[row+column] = taken
}

func main() {
	if err := run(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// run answers the cases, up to the first that has no answer.
func run(in io.Reader, out io.Writer) (err error) {
	answers, lines := bufio.NewWriter(out), bufio.NewScanner(in)
	lines.Buffer(nil, 1<<26)
	line, numbers := 0, []int{}
	for ; err == nil && lines.Scan(); line++ {
		numbers, err = read(lines.Bytes(), numbers, answers)
	}
	if err == nil {
		err = lines.Err()
	}
	if err == nil && len(numbers) > 0 {
		err = io.ErrUnexpectedEOF
	}
	if flushed := answers.Flush(); flushed != nil || err == nil {
		return flushed
	}
	return fmt.Errorf("line %d: %v", line, err)
}

// read appends a line's numbers to a case: N, then each row's column, or 0 for none. It answers each complete case.
func read(line []byte, numbers []int, out *bufio.Writer) ([]int, error) {
	for i := 0; i < len(line); i++ {
		number, most, start := 0, maxN, i
		if len(numbers) > 0 {
			most = numbers[0]
		}
		for ; i < len(line) && !isBlank(line[i]); i++ {
			number = 10*number + int(line[i]) - '0'
			if number > most || line[i] < '0' || line[i] > '9' {
				return nil, fmt.Errorf("%.20q is not a number from 0 to %d", line[start:], most)
			}
		}
		if i == start {
			continue
		}
		if numbers = append(numbers, number); len(numbers) <= numbers[0] {
			continue
		}
		if numbers[0] == 0 || !solve(numbers[1:]) {
			return nil, fmt.Errorf("the board has no solution")
		}
		for row, column := range numbers[1:] {
			if row > 0 {
				out.WriteByte(' ')
			}
			out.WriteString(strconv.Itoa(column))
		}
		out.WriteByte('\n') // Flush reports any error
		numbers = numbers[:0]
	}
	return numbers, nil
}

// isBlank includes Ctrl-Z, which ends old DOS files.
func isBlank(c byte) bool { return c == ' ' || '\t' <= c && c <= '\r' || c == '\x1a' }
