package solutiontest

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode"
)

// CheckQueens returns an error unless an output has a correct answer to each board of SPOJ NQUEEN, in the right format.
func CheckQueens(boards []string, output string) error {
	answers := strings.SplitAfter(output, "\n")
	if len(answers) != len(boards)+1 || answers[len(boards)] != "" {
		return fmt.Errorf("%d boards are answered with %.1000q", len(boards), output)
	}
	for i, board := range boards {
		queens := numbers(strings.Fields(answers[i]))
		if answers[i] != strings.Trim(fmt.Sprint(queens), "[]")+"\n" {
			return fmt.Errorf("line %d: %q is not numbers with single spaces between them", i+1, answers[i])
		}
		if err := placed(queens, board); err != nil {
			return fmt.Errorf("line %d: %v", i+1, err)
		}
	}
	return nil
}

// placed returns an error unless the columns in queens, one for each row, solve the board.
func placed(queens []int, board string) error {
	given := Queens(board)
	if len(queens) != len(given) {
		return fmt.Errorf("%d numbers, want %d", len(queens), len(given))
	}
	for row, column := range queens {
		if column < 1 || column > len(given) {
			return fmt.Errorf("row %d: no column %d", row+1, column)
		}
		if given[row] != 0 && given[row] != column {
			return fmt.Errorf("row %d: the given queen is moved", row+1)
		}
		for above, other := range queens[:row] {
			if column == other || row+column == above+other || row-column == above-other {
				return fmt.Errorf("rows %d and %d: the queens attack each other", above+1, row+1)
			}
		}
	}
	return nil
}

// Queens returns the numbers after N in a board's line: the column of each row's queen, or 0 for none.
func Queens(board string) []int { return numbers(strings.FieldsFunc(board, betweenNumbers))[1:] }

// betweenNumbers reports whether solutions may treat a character as a blank. Ctrl-Z is one.
func betweenNumbers(r rune) bool { return unicode.IsSpace(r) || r == '\x1a' }

// numbers reads words up to the first that is not a number.
func numbers(words []string) []int {
	var found []int
	for _, word := range words {
		number, err := strconv.Atoi(word)
		// a number that is too large for an int is not a column
		if err != nil && !errors.Is(err, strconv.ErrRange) {
			break
		}
		found = append(found, number)
	}
	return found
}

// queensSolvable reports whether some permutation of the columns solves the board. It tries all.
func queensSolvable(board string) bool {
	columns := make([]int, len(Queens(board)))
	for i := range columns {
		columns[i] = i + 1
	}
	var try func(fixed int) bool
	try = func(fixed int) bool {
		if fixed == len(columns) {
			return placed(columns, board) == nil
		}
		for i := fixed; i < len(columns); i++ {
			columns[fixed], columns[i] = columns[i], columns[fixed]
			if try(fixed + 1) {
				return true
			}
			columns[fixed], columns[i] = columns[i], columns[fixed]
		}
		return false
	}
	return try(0)
}
