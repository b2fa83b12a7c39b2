package lab

import (
	"fmt"
	"strings"

	"dlxjudge/judge/tell/terminal"
)

// The marks of tables, whose rows have no room for words.
const (
	unknownMark    = "?"
	moreThanMark   = ">"
	regressionMark = "!"
	withinMark     = "~"
	startUpMark    = "*"
	lessThanMark   = "<"
)

// meanings are what the marks mean, in the order of the legend.
var meanings = [...]struct{ mark, meaning string }{
	{unknownMark, "not known, or too few samples to decide"},
	{moreThanMark, "more than: a run was stopped at its limit"},
	{lessThanMark, "less than: this solution was stopped at its limit"},
	{regressionMark, "regression"},
	{withinMark, "no rise above the threshold is shown"},
	{startUpMark, "mostly start-up"},
}

// legend collects the marks that a table has.
type legend map[string]bool

// figure notes the mark that a figure begins with, if any, and returns the figure.
func (l legend) figure(text string) string {
	for _, mark := range []string{unknownMark, moreThanMark, lessThanMark} {
		if strings.HasPrefix(text, mark) {
			l[mark] = true
		}
	}
	return text
}

// mark notes a mark and returns it.
func (l legend) mark(mark string) string {
	l[mark] = true
	return mark
}

// write writes a line for each mark that the table has.
func (l legend) write(w *terminal.Sheet) {
	for _, m := range meanings {
		if l[m.mark] {
			w.Paragraph(5, fmt.Sprintf("  %s  %s", m.mark, m.meaning))
		}
	}
}
