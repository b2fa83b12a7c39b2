// The mistake: an empty line after every board, the last one included. (POJ forgives the last line.)
package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
)

const items = 1024 // a letter in each cell; each letter in each row, column and box

var (
	board             [256]byte // row by row, '-' for an empty cell
	left, right, size [items + 1]int
	item, up, down    [items + 1 + 4*4096]int
)

func main() {
	in, out := bufio.NewReader(os.Stdin), bufio.NewWriter(os.Stdout)
	defer out.Flush()
	for read(in) {
		link()
		search()
		write(out)
		fmt.Fprintln(out)
	}
}

// read reads a puzzle of 16 words.
func read(in io.Reader) bool {
	for row := 0; row < 16; row++ {
		var line string
		if _, err := fmt.Fscan(in, &line); err != nil {
			return false
		}
		copy(board[16*row:], line)
	}
	return true
}

func write(out io.Writer) {
	for row := 0; row < 16; row++ {
		fmt.Fprintf(out, "%s\n", board[16*row:16*row+16])
	}
}

// link sets up Dancing Links: the items from 1 on, and for each letter of each cell an option of four nodes.
func link() {
	for i := range size {
		left[i], right[i], up[i], down[i], size[i] = i-1, i+1, i, i, 0
	}
	left[0], right[items] = items, 0
	for cell, given := range board {
		row, column := cell/16, cell%16
		box := row/4*4 + column/4
		for letter := 0; letter < 16; letter++ {
			if given >= 'A' && int(given-'A') != letter {
				continue
			}
			node := items + 1 + 4*(16*cell+letter)
			for _, i := range [4]int{1 + cell, 257 + 16*row + letter, 513 + 16*column + letter, 769 + 16*box + letter} {
				item[node], up[node], down[node] = i, up[i], i
				down[up[i]], up[i] = node, node
				size[i]++
				node++
			}
		}
	}
}

func search() bool {
	best := right[0]
	if best == 0 {
		return true
	}
	for i := right[best]; i != 0; i = right[i] {
		if size[i] < size[best] {
			best = i
		}
	}
	cover(best)
	for node := down[best]; node != best; node = down[node] {
		option := (node - items - 1) / 4
		board[option/16] = byte('A' + option%16)
		o := others(node)
		cover(item[o[0]])
		cover(item[o[1]])
		cover(item[o[2]])
		if search() {
			return true
		}
		uncover(item[o[2]])
		uncover(item[o[1]])
		uncover(item[o[0]])
	}
	uncover(best)
	return false
}

// others returns the other three nodes of a node's option.
func others(node int) [3]int {
	first, n := node-(node-1)%4, (node-1)%4
	return [3]int{first + (n+1)%4, first + (n+2)%4, first + (n+3)%4}
}

func cover(i int) {
	left[right[i]], right[left[i]] = left[i], right[i]
	for node := down[i]; node != i; node = down[node] {
		for _, o := range others(node) {
			up[down[o]], down[up[o]] = up[o], down[o]
			size[item[o]]--
		}
	}
}

func uncover(i int) {
	for node := up[i]; node != i; node = up[node] {
		for _, o := range others(node) {
			up[down[o]], down[up[o]] = o, o
			size[item[o]]++
		}
	}
	left[right[i]], right[left[i]] = i, i
}
