// Solver reads the problem's input and writes an answer. It is for boards on which plain backtracking does not finish,
// and shares no code with the solution that uses Dancing Links. Each row has a bitset of its free columns. The search
// fills the row with the fewest first.
package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math/bits"
	"os"
)

const maxN = 50

func main() {
	w := bufio.NewWriter(os.Stdout)
	err := run(bufio.NewReader(os.Stdin), w)
	if flushErr := w.Flush(); err == nil {
		err = flushErr
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "solver:", err)
		os.Exit(1)
	}
}

func run(in io.Reader, out io.Writer) error {
	for number := 1; ; number++ {
		var b board
		if _, err := fmt.Fscan(in, &b.n); err == io.EOF {
			return nil
		} else if err != nil {
			return fmt.Errorf("case %d: %w", number, err)
		}
		if b.n < 1 || b.n > maxN {
			return fmt.Errorf("case %d: N is %d, want 1 to %d", number, b.n, maxN)
		}
		for row := range b.n {
			b.free[row] = 1<<b.n - 1
		}
		if err := b.readQueens(in); err != nil {
			return fmt.Errorf("case %d: %w", number, err)
		}
		if !b.fill() {
			return fmt.Errorf("case %d: no solution", number)
		}
		for row := range b.n - 1 {
			fmt.Fprint(out, b.queen[row], " ")
		}
		fmt.Fprintln(out, b.queen[b.n-1])
	}
}

// board is copied at each level of the search, so that nothing needs to be undone.
type board struct {
	n     int
	queen [maxN]int    // by row: the queen's column from 1, 0 for none
	free  [maxN]uint64 // by row: the columns, from bit 0, where no queen attacks
}

func (b *board) readQueens(in io.Reader) error {
	for row := range b.n {
		var column int
		if _, err := fmt.Fscan(in, &column); err != nil {
			return fmt.Errorf("row %d: %w", row+1, err)
		}
		if column < 0 || column > b.n {
			return fmt.Errorf("row %d: column %d of %d", row+1, column, b.n)
		}
		if column == 0 {
			continue
		}
		if b.free[row]>>(column-1)&1 == 0 {
			return errors.New("two of the queens attack each other")
		}
		b.place(row, column)
	}
	return nil
}

// place puts a queen down, and removes the columns that it attacks from the free columns of all rows.
func (b *board) place(row, column int) {
	b.queen[row] = column
	square := uint64(1) << (column - 1)
	for other := range b.n {
		distance := max(other-row, row-other)
		b.free[other] &^= square | square<<distance | square>>distance
	}
}

// fill puts a queen into every row that has none, and reports whether it could.
func (b *board) fill() bool {
	row, fewest := -1, maxN+1
	for r := range b.n {
		if count := bits.OnesCount64(b.free[r]); b.queen[r] == 0 && count < fewest {
			row, fewest = r, count
		}
	}
	if row < 0 {
		return true
	}
	for columns := b.free[row]; columns != 0; columns &= columns - 1 {
		next := *b
		next.place(row, bits.TrailingZeros64(columns)+1)
		if next.fill() {
			*b = next
			return true
		}
	}
	return false
}
