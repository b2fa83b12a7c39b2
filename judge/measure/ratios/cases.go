package main

import (
	"fmt"
	"math"
	"strings"
)

// format says how to split an input into cases and to join them.
type format struct {
	split func(input string) []string
	join  func(cases []string) string
	most  int // cases of an input
}

// formats are those of the problems.
var formats = map[string]format{
	"poj3074": {
		split: func(input string) []string { return lines(strings.TrimSuffix(input, "end\n")) },
		join:  func(cases []string) string { return strings.Join(cases, "") + "end\n" },
		most:  math.MaxInt,
	},
	"poj3076": {
		split: grids,
		join:  func(cases []string) string { return strings.Join(cases, "\n") },
		most:  math.MaxInt,
	},
	"spojnqueen": {
		split: lines,
		join:  func(cases []string) string { return strings.Join(cases, "") },
		most:  math.MaxInt,
	},
	"hdu5046": {
		split: counted,
		join:  func(cases []string) string { return fmt.Sprintf("%d\n%s", len(cases), strings.Join(cases, "")) },
		most:  100,
	},
}

// lines are the lines that are not empty, each with its end.
func lines(input string) []string {
	var all []string
	for line := range strings.Lines(input) {
		if line = strings.TrimSpace(line); line != "" {
			all = append(all, line+"\n")
		}
	}
	return all
}

// grids splits an input into puzzles of 16 lines.
func grids(input string) []string {
	return chunks(lines(input), func(string) int { return 16 })
}

// counted are cases that begin with the number of cities that follow, a line each, after the number of cases.
func counted(input string) []string {
	all := lines(input)
	if len(all) == 0 {
		return nil
	}
	return chunks(all[1:], func(first string) int {
		n := 0
		fmt.Sscan(first, &n)
		return n + 1
	})
}

// chunks joins lines, as many as length says of the first of them.
func chunks(lines []string, length func(first string) int) []string {
	var all []string
	for len(lines) > 0 {
		n := min(length(lines[0]), len(lines))
		all = append(all, strings.Join(lines[:n], ""))
		lines = lines[n:]
	}
	return all
}
