package main

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
)

const (
	firstNodes = 1 << 10
	maxNodes   = 1 << 22 // a second or two
)

// hasSolution reports whether the missing queens, the zeros, can be placed. It returns an error if it cannot tell: only
// a complete search proves that there is no solution.
//
// A board that is nearly empty has plenty of solutions, but with an unlucky order of the columns, the search may find
// none for a long time. So a long search is restarted in another order with twice the nodes, up to the limit.
func hasSolution(queens []int, limit int) (bool, error) {
	n := len(queens)
	start := position{free: make([]uint64, n)}
	for row := range n {
		start.free[row] = 1<<n - 1
		start.open |= 1 << row
	}
	for row, column := range queens {
		if column != 0 {
			start = start.with(row, column-1)
		}
	}
	for nodes := firstNodes; nodes <= limit; nodes *= 2 {
		s := &searcher{left: nodes, columns: rand.New(rand.NewPCG(uint64(nodes), 0)).Perm(n)}
		if s.search(start) {
			return true, nil
		}
		if s.left >= 0 {
			return false, nil
		}
	}
	return false, fmt.Errorf("cannot decide within %d nodes of search whether the board has a solution", limit)
}

// position is a board as the search sees it.
type position struct {
	open uint64   // the rows without a queen, from bit 0
	free []uint64 // by row: the columns, from bit 0, that no queen attacks
}

// with(row, column) returns the position after one more queen.
func (p position) with(row, column int) position {
	next := position{p.open &^ (1 << row), make([]uint64, len(p.free))}
	queen := uint64(1) << column
	for i, free := range p.free {
		distance := max(i-row, row-i)
		next.free[i] = free &^ (queen | queen<<distance | queen>>distance)
	}
	return next
}

type searcher struct {
	left    int   // remaining nodes; below 0 the search was cut short
	columns []int // the order in which a row's columns are tried
}

// search fills the row that has the fewest free columns, then the other rows. It reports whether it could.
func (s *searcher) search(p position) bool {
	if p.open == 0 {
		return true
	}
	if s.left--; s.left < 0 {
		return false
	}
	best, reachable := -1, uint64(0)
	for row, free := range p.free {
		if p.open>>row&1 == 0 {
			continue
		}
		reachable |= free
		if best < 0 || bits.OnesCount64(free) < bits.OnesCount64(p.free[best]) {
			best = row
		}
	}
	if bits.OnesCount64(reachable) < bits.OnesCount64(p.open) {
		return false // fewer columns than rows are left
	}
	for _, column := range s.columns {
		if p.free[best]>>column&1 != 0 && s.search(p.with(best, column)) {
			return true
		}
		if s.left < 0 {
			return false
		}
	}
	return false
}
