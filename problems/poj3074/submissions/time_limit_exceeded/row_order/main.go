// The cells are filled in row order, and each digit is tried by comparing it with its row, column and box cell by cell:
// far too slow where the first rows have few givens.
package main

import (
	"bufio"
	"fmt"
	"os"
)

func main() {
	lines := bufio.NewScanner(os.Stdin)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	for lines.Scan() && lines.Text() != "end" {
		board := lines.Bytes()
		fill(board, 0)
		fmt.Fprintf(out, "%s\n", board)
	}
}

func fill(board []byte, cell int) bool {
	if cell == 81 {
		return true
	}
	if board[cell] != '.' {
		return fill(board, cell+1)
	}
	for digit := byte('1'); digit <= '9'; digit++ {
		if fits(board, cell, digit) {
			board[cell] = digit
			if fill(board, cell+1) {
				return true
			}
			board[cell] = '.'
		}
	}
	return false
}

func fits(board []byte, cell int, digit byte) bool {
	row, column := cell/9, cell%9
	for i := 0; i < 9; i++ {
		inBox := (row/3*3+i/3)*9 + column/3*3 + i%3
		if board[9*row+i] == digit || board[9*i+column] == digit || board[inBox] == digit {
			return false
		}
	}
	return true
}
