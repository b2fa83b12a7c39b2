// Command validate checks an input of the 9×9 sudoku problem. If the input is valid, it prints how many givens each
// puzzle has, and exits with 42. Otherwise it writes the line and the reason to standard error, and exits with 43.
//
//	validate < input
//
// An input is one puzzle or more, a line each: 81 characters, '1' to '9' or '.', with exactly one solution. The line
// "end" comes last. Every line ends with a single newline.
package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
)

func main() {
	if len(os.Args) > 1 {
		fmt.Fprintln(os.Stderr, "usage: validate < input")
		os.Exit(2)
	}
	var reached bytes.Buffer
	if err := validate(os.Stdin, &reached); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(43)
	}
	os.Stdout.Write(reached.Bytes())
	os.Exit(42)
}

// minGivens is the fewest givens that a puzzle with one solution can have (McGuire, Tugemann and Civario, 2012).
const minGivens = 17

// validate returns what is wrong with the input, or nil. It writes how many givens each puzzle has, with their bounds.
func validate(in io.Reader, reached io.Writer) error {
	lines := bufio.NewReader(in)
	ended := false
	for number := 1; ; number++ {
		text, err := lines.ReadSlice('\n')
		switch {
		case err == io.EOF && len(text) == 0 && ended:
			return nil
		case err == io.EOF && len(text) == 0:
			return fmt.Errorf("line %d: the input ends without the line \"end\"", number)
		case ended:
			return fmt.Errorf("line %d: something follows the line \"end\"", number)
		case err == io.EOF:
			return fmt.Errorf("line %d: no newline at its end", number)
		case err == bufio.ErrBufferFull:
			return fmt.Errorf("line %d: longer than %d characters", number, cells)
		case err != nil:
			return fmt.Errorf("line %d: %w", number, err)
		}
		text = text[:len(text)-1]
		if string(text) == "end" {
			if ended = true; number == 1 {
				return errors.New("line 1: there is no puzzle")
			}
		} else if err := puzzle(text); err != nil {
			return fmt.Errorf("line %d: %w", number, err)
		} else {
			fmt.Fprintln(reached, "bound givens", minGivens, cells-bytes.Count(text, []byte(".")), cells)
		}
	}
}

// puzzle returns an error unless a line is a puzzle with exactly one solution.
func puzzle(text []byte) error {
	if len(text) != cells {
		return fmt.Errorf("%d characters instead of %d", len(text), cells)
	}
	var g grid
	for cell, c := range text {
		switch {
		case c == '.':
			g.empty = append(g.empty, cell)
		case c < '1' || c > '9':
			return fmt.Errorf("character %d is %q, neither a digit from 1 to 9 nor a dot", cell+1, c)
		case g.free(cell)&(1<<(c-'0')) == 0:
			return fmt.Errorf("no solution: the %c in row %d, column %d contradicts another", c, cell/9+1, cell%9+1)
		default:
			g.toggle(cell, 1<<(c-'0'))
		}
	}
	switch g.count(2) {
	case 0:
		return errors.New("no solution")
	case 1:
		return nil
	}
	return errors.New("more than one solution")
}
