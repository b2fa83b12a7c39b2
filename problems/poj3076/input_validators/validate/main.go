// Command validate checks an input of the 16×16 sudoku problems. If the input is valid, it prints how many givens each
// puzzle has, and exits with 42. Otherwise it writes the line and the reason to standard error, and exits with 43.
//
//	validate [lenient] < input
//
// An input is one puzzle or more, each of 16 lines of 16 characters, 'A' to 'P' or '-', with exactly one solution.
// Exactly one empty line separates two puzzles. With the argument "lenient", any number of empty lines, or none, may be
// between two puzzles and after the last one.
package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
)

// maxNodes limits the validator to a few seconds on any puzzle. The hardest puzzle of the tests takes fewer than 12000
// search nodes.
const maxNodes = 100000

func main() {
	lenient := len(os.Args) == 2 && os.Args[1] == "lenient"
	if len(os.Args) > 1 && !lenient {
		fmt.Fprintln(os.Stderr, "usage: validate [lenient] < input")
		os.Exit(2)
	}
	var reached bytes.Buffer
	if err := validate(os.Stdin, &reached, lenient); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(43)
	}
	os.Stdout.Write(reached.Bytes())
	os.Exit(42)
}

// validate returns what is wrong with the input, or nil. It writes how many givens each puzzle has, with their bounds;
// the smallest possible number is not known.
func validate(in io.Reader, reached io.Writer, lenient bool) error {
	lines := bufio.NewReader(in)
	var puzzle grid
	row, puzzles, gap := 0, 0, 0 // rows of this puzzle; whole puzzles; empty lines since the last puzzle
	line := 0
	for {
		text, err := lines.ReadSlice('\n')
		if err == io.EOF && len(text) == 0 {
			break
		}
		line++
		switch {
		case err == io.EOF:
			return fmt.Errorf("line %d: no newline at its end", line)
		case err == bufio.ErrBufferFull:
			return fmt.Errorf("line %d: longer than %d characters", line, size)
		case err != nil:
			return fmt.Errorf("line %d: %w", line, err)
		}
		text = text[:len(text)-1]
		switch {
		case len(text) == 0 && row > 0:
			return fmt.Errorf("line %d: empty line after %d of the %d lines of a puzzle", line, row, size)
		case len(text) == 0:
			if gap++; puzzles == 0 || gap > 1 && !lenient {
				return fmt.Errorf("line %d: an empty line too many", line)
			}
			continue
		case row == 0 && puzzles > 0 && gap == 0 && !lenient:
			return fmt.Errorf("line %d: no empty line before the puzzle", line)
		case len(text) != size:
			return fmt.Errorf("line %d: %d characters instead of %d", line, len(text), size)
		}
		for col, c := range text {
			if c != empty && (c < 'A' || c >= 'A'+size) {
				return fmt.Errorf("line %d, column %d: %q is neither a letter from A to P nor -", line, col+1, c)
			}
			puzzle[row*size+col] = c
		}
		if row++; row == size {
			if err := unique(puzzle, maxNodes); err != nil {
				return fmt.Errorf("lines %d to %d: %w", line-size+1, line, err)
			}
			fmt.Fprintln(reached, "bound givens ?", len(puzzle)-bytes.Count(puzzle[:], []byte{empty}), len(puzzle))
			row, gap = 0, 0
			puzzles++
		}
	}
	switch {
	case row > 0:
		return fmt.Errorf("line %d: the input ends after %d of the %d lines of a puzzle", line, row, size)
	case puzzles == 0:
		return errors.New("line 1: there is no puzzle")
	case gap > 0 && !lenient:
		return fmt.Errorf("line %d: an empty line after the last puzzle", line)
	}
	return nil
}
