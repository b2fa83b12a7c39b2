package lab

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// grid is a table of text whose columns are as wide as their longest cell. The first column is flush left, and those
// named in left are; the others are flush right. A row of a single cell is a heading, which may be wider than its
// column.
type grid struct {
	rows [][]cell
	left map[int]bool
}

// cell is some text and its colour; nil for none.
type cell struct {
	text  string
	paint func(string) string
}

func plain(texts ...string) []cell {
	cells := make([]cell, len(texts))
	for i, text := range texts {
		cells[i].text = text
	}
	return cells
}

func (g *grid) add(cells ...cell) { g.rows = append(g.rows, cells) }

// write writes the rows, two blanks between columns and none at the end of a line.
func (g *grid) write(w io.Writer) error {
	var widths []int
	for _, row := range g.rows {
		if len(row) == 1 {
			continue
		}
		for i, c := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], utf8.RuneCountInString(c.text))
		}
	}
	for _, row := range g.rows {
		var line strings.Builder
		blanks := 0 // written when text follows
		for i, c := range row {
			pad := 0
			if len(row) > 1 {
				pad = widths[i] - utf8.RuneCountInString(c.text)
			}
			leftFlush := i == 0 || g.left[i]
			if !leftFlush {
				blanks += pad
			}
			if c.text != "" {
				line.WriteString(strings.Repeat(" ", blanks))
				blanks = 0
				if c.paint != nil {
					line.WriteString(c.paint(c.text))
				} else {
					line.WriteString(c.text)
				}
			}
			if leftFlush {
				blanks += pad
			}
			blanks += 2
		}
		if _, err := fmt.Fprintln(w, line.String()); err != nil {
			return err
		}
	}
	return nil
}
