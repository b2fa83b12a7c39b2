package terminal

import "slices"

// Column describes one column of a Table: its heading, its alignment, and what it shows of a row.
type Column[Row any] struct {
	Heading string
	Left    bool // flush left; the first column always is
	Cell    func(Row) Cell
}

// Text returns a column of text without colours.
func Text[Row any](heading string, text func(Row) string) Column[Row] {
	return Column[Row]{Heading: heading, Cell: func(r Row) Cell { return Cell{Text: text(r)} }}
}

// LeftText is like Text, for a column that is flush left.
func LeftText[Row any](heading string, text func(Row) string) Column[Row] {
	c := Text(heading, text)
	c.Left = true
	return c
}

// Table is a Grid whose columns have descriptions.
type Table[Row any] struct {
	Grid
	columns []Column[Row]
}

// NewTable returns a table that has only the headings of its columns, if there are any.
func NewTable[Row any](columns ...Column[Row]) *Table[Row] {
	t := &Table[Row]{columns: columns}
	t.left = make(map[int]bool)
	var headings []Cell
	for i, c := range columns {
		headings, t.left[i] = append(headings, Cell{Text: c.Heading}), c.Left
	}
	if slices.ContainsFunc(headings, func(c Cell) bool { return c.Text != "" }) {
		t.Add(headings...)
	}
	return t
}

// Row adds a row.
func (t *Table[Row]) Row(r Row) {
	var cells []Cell
	for _, c := range t.columns {
		cells = append(cells, c.Cell(r))
	}
	t.Add(cells...)
}
