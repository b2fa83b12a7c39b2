// Boards checks an input to the byte. Each case is a line: N and N more numbers, with single spaces and no leading
// zeros. N is 1 to 50, a number is 0 to N, no given queen attacks another, and the board has a solution.
//
// If all of this is true, it prints the size and the number of given queens of each board, with their bounds, and exits
// with 42. If not, or if it cannot decide, it writes the line number and the reason to stderr, and exits with 43. It
// exits with 1 if the input cannot be read.
package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
)

const (
	maxN    = 50
	maxLine = 256 // bytes; a case has at most 153
)

func main() {
	var reached bytes.Buffer
	reason, err := check(os.Stdin, &reached)
	switch {
	case err != nil:
		fmt.Fprintln(os.Stderr, "boards:", err)
		os.Exit(1)
	case reason != "":
		fmt.Fprintln(os.Stderr, reason)
		os.Exit(43)
	}
	os.Stdout.Write(reached.Bytes())
	os.Exit(42)
}

// check returns the first thing that is wrong with the input, or "", and an error if it cannot be read. It writes the
// size of each board and how many queens are given, with their bounds.
func check(input io.Reader, reached io.Writer) (reason string, err error) {
	in := bufio.NewReaderSize(input, maxLine)
	for number := 1; ; number++ {
		line, err := in.ReadSlice('\n')
		switch {
		case err == io.EOF && len(line) > 0:
			return fmt.Sprintf("line %d: no line end after the last case", number), nil
		case err == io.EOF && number == 1:
			return "line 1: the input is empty, there must be a case", nil
		case err == io.EOF:
			return "", nil
		case err == bufio.ErrBufferFull:
			return fmt.Sprintf("line %d: longer than any case", number), nil
		case err != nil:
			return "", err
		}
		n, given, err := checkCase(string(line[:len(line)-1]))
		if err != nil {
			return fmt.Sprintf("line %d: %v", number, err), nil
		}
		fmt.Fprintf(reached, "bound N 1 %d %d\nbound given 0 %d %d\n", n, maxN, given, n)
	}
}

// checkCase returns the size of a board and how many queens are given, or what is wrong with the line.
func checkCase(line string) (n, given int, err error) {
	var numbers []int
	for _, field := range strings.Fields(line) {
		number, err := strconv.Atoi(field)
		if err != nil {
			return 0, 0, fmt.Errorf("%q is not a number", field)
		}
		numbers = append(numbers, number)
	}
	if len(numbers) == 0 {
		return 0, 0, errors.New("no case on this line")
	}
	if canonical := strings.Trim(fmt.Sprint(numbers), "[]"); line != canonical {
		return 0, 0, fmt.Errorf("%q must be written %q", line, canonical)
	}
	n = numbers[0]
	queens := numbers[1:]
	if n < 1 || n > maxN {
		return 0, 0, fmt.Errorf("the size N is %d, it must be 1 to %d", n, maxN)
	}
	if len(queens) != n {
		return 0, 0, fmt.Errorf("%d numbers must follow N = %d, but there are %d", n, n, len(queens))
	}
	for row, column := range queens {
		if column < 0 || column > n {
			return 0, 0, fmt.Errorf("row %d: column %d is not 0 to %d", row+1, column, n)
		}
		if column != 0 {
			given++
		}
		for above, other := range queens[:row] {
			distance := row - above
			if column != 0 && other != 0 && (column == other || column-other == distance || other-column == distance) {
				return 0, 0, fmt.Errorf("the queens given in rows %d and %d attack each other", above+1, row+1)
			}
		}
	}
	solvable, err := hasSolution(queens, maxNodes)
	if err == nil && !solvable {
		return 0, 0, errors.New("the board has no solution")
	}
	return n, given, err
}
