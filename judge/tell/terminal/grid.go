package terminal

import (
	"slices"
	"strings"

	"dlxjudge/judge/base/legible"
)

// Grid is a table of text. Each column is as wide as its longest cell, and empty columns take no room. The first column
// is flush left, and the others are flush right unless a Table says otherwise. A row with a single cell is a heading,
// which may be wider than the first column. If the table is too wide, the names in the first column are shortened.
type Grid struct {
	left map[int]bool
	rows [][]Cell
}

// Cell is some text and its colour; Paint is nil for no colour.
type Cell struct {
	Text  string
	Paint func(string) string
}

// Plain returns cells without colours.
func Plain(texts ...string) []Cell {
	cells := make([]Cell, len(texts))
	for i, text := range texts {
		cells[i].Text = text
	}
	return cells
}

// Painted returns a cell in a colour; paint is nil for no colour.
func Painted(text string, paint func(string) string) Cell { return Cell{text, paint} }

func (c Cell) painted() string {
	if c.Paint == nil || c.Text == "" {
		return c.Text
	}
	return c.Paint(c.Text)
}

// Add adds a row. The first row that has several cells names the columns.
func (g *Grid) Add(cells ...Cell) { g.rows = append(g.rows, cells) }

// Marked reports whether any cell begins or ends with the mark.
func (g *Grid) Marked(mark string) bool {
	return slices.ContainsFunc(slices.Concat(g.rows...), func(c Cell) bool {
		return strings.HasPrefix(c.Text, mark) || strings.HasSuffix(c.Text, mark)
	})
}

// between is the number of blanks between columns, and shortest is the minimum width of the first column.
const (
	between  = 2
	shortest = 12
)

// Write writes the rows, without blanks at the end of a line.
func (g *Grid) Write(s *Sheet) {
	widths := g.widths()
	room := s.Width // the width that is left for the first column
	for _, width := range widths[min(1, len(widths)):] {
		if width > 0 {
			room -= between + width
		}
	}
	if len(widths) > 0 {
		widths[0] = min(widths[0], max(room, shortest))
	}
	for _, row := range g.rows {
		if len(row) == 1 {
			s.Paragraph(indentOf(row[0].Text)+2*between, row[0].painted())
			continue
		}
		var line []string
		for i, c := range row {
			if i == 0 {
				indent := indentOf(c.Text)
				c.Text = c.Text[:indent] + Shorten(c.Text[indent:], widths[0]-indent)
			}
			blanks := strings.Repeat(" ", max(widths[i]-legible.Width(c.Text), 0))
			switch {
			case widths[i] == 0:
			case i == 0 || g.left[i]:
				line = append(line, c.painted()+blanks)
			default:
				line = append(line, blanks+c.painted())
			}
		}
		s.WriteString(strings.TrimRight(strings.Join(line, strings.Repeat(" ", between)), " ") + "\n")
	}
}

func (g *Grid) widths() (widths []int) {
	for _, row := range g.rows {
		if len(row) == 1 {
			continue
		}
		for i, c := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], legible.Width(c.Text))
		}
	}
	return widths
}

// indentOf returns the number of blanks at the start of a text.
func indentOf(text string) int { return len(text) - len(strings.TrimLeft(text, " ")) }
