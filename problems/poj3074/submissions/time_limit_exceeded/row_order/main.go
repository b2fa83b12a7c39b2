// The cells are filled in row order, and for each digit to try, the whole board is searched. This is far too slow where
// the first rows have few givens.
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
	for other := range board {
		if board[other] == digit && (other/9 == cell/9 || other%9 == cell%9 || box(other) == box(cell)) {
			return false
		}
	}
	return true
}

func box(cell int) int { return cell/27*3 + cell%9/3 }
