package terminal

import (
	"strings"
	"unicode/utf8"
)

// Pairs are words with what they mean, for a list of two columns.
type Pairs [][2]string

// Set is the list in lines of at most so many columns, each indented by two.
func (p Pairs) Set(columns int) string {
	column := 0
	for _, pair := range p {
		column = max(column, 2+utf8.RuneCountInString(pair[0])+2)
	}
	var out strings.Builder
	for _, pair := range p {
		pad := column - 2 - utf8.RuneCountInString(pair[0])
		out.WriteString(Wrap("  "+pair[0]+strings.Repeat(" ", pad)+pair[1], columns, column))
	}
	return out.String()
}
