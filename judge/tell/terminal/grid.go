package terminal

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Grid is a table of text whose columns are as wide as their longest cell. The first column is flush left, and those
// named in Left are; the others are flush right. A row of a single cell is a heading, which may be wider than its
// column. Where the table is too wide, the names in the first column lose their middles.
type Grid struct {
	Left map[int]bool
	rows [][]Cell
}

// Cell is some text and its colour; nil for none.
type Cell struct {
	Text  string
	Paint func(string) string
}

// Plain are cells without colours.
func Plain(texts ...string) []Cell {
	cells := make([]Cell, len(texts))
	for i, text := range texts {
		cells[i].Text = text
	}
	return cells
}

// Painted is a cell in a colour; nil for none.
func Painted(text string, paint func(string) string) Cell { return Cell{text, paint} }

func (c Cell) painted() string {
	if c.Paint == nil || c.Text == "" {
		return c.Text
	}
	return c.Paint(c.Text)
}

// Add adds a row. The first row of several cells names the columns.
func (g *Grid) Add(cells ...Cell) { g.rows = append(g.rows, cells) }

// Marked reports whether a cell begins or ends with a mark.
func (g *Grid) Marked(mark string) bool {
	return slices.ContainsFunc(slices.Concat(g.rows...), func(c Cell) bool {
		return strings.HasPrefix(c.Text, mark) || strings.HasSuffix(c.Text, mark)
	})
}

// between are the blanks between two columns, and shortest the least room for the names of the first.
const (
	between  = 2
	shortest = 12
)

// Write writes the rows, two blanks between columns and none at the end of a line.
func (g *Grid) Write(s *Sheet) {
	widths := g.widths()
	rest := 0 // the width of all columns but the first
	for _, width := range widths[min(1, len(widths)):] {
		rest += between + width
	}
	if len(widths) > 0 {
		widths[0] = min(widths[0], max(s.Width-rest, shortest))
	}
	for _, row := range g.rows {
		if len(row) == 1 {
			s.Paragraph(indentOf(row[0].Text)+2*between, row[0].painted())
			continue
		}
		var line strings.Builder
		blanks := 0 // written when text follows
		for i, c := range row {
			if i == 0 {
				indent := indentOf(c.Text)
				c.Text = c.Text[:indent] + Shorten(c.Text[indent:], widths[0]-indent)
			}
			pad := widths[i] - utf8.RuneCountInString(c.Text)
			leftFlush := i == 0 || g.Left[i]
			if !leftFlush {
				blanks += pad
			}
			if c.Text != "" {
				line.WriteString(strings.Repeat(" ", blanks) + c.painted())
				blanks = 0
			}
			if leftFlush {
				blanks += pad
			}
			blanks += between
		}
		s.WriteString(line.String() + "\n")
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
			widths[i] = max(widths[i], utf8.RuneCountInString(c.Text))
		}
	}
	return widths
}

// indentOf is the number of blanks that a text begins with.
func indentOf(text string) int { return len(text) - len(strings.TrimLeft(text, " ")) }
