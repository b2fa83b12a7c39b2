package report

import (
	"bufio"
	"bytes"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/base/untrusted"
	"dlxjudge/judge/tell/terminal"
)

// Pane is one of the files that Show puts side by side.
type Pane struct {
	Name string // "input"
	Path string
}

// ShowOptions holds the size of the screen and the line to show in the middle of it.
type ShowOptions struct {
	Width, Height int // columns and lines of the terminal
	Line          int // 1-based, where the output first differs; 0 for the beginning
	Color         bool
}

// Show writes the beginnings of files side by side, cut to the screen. Of all but the first, it shows the lines around
// the difference. The paths come first. The last file is a program's standard error: it comes below the others if it is
// too wide, and is left out if it is empty.
func Show(w io.Writer, panes []Pane, o ShowOptions) error {
	out := bufio.NewWriter(w)
	lines := max(o.Height-len(panes)-4, 6) // paths, title, a line for the rest, and the shell's prompt
	var columns []column
	for i, pane := range panes {
		from := 1
		if i > 0 && i < len(panes)-1 && o.Line > lines/2 {
			from = o.Line - lines/2
		}
		c, err := readColumn(pane, from, lines)
		if err != nil {
			return err
		}
		fmt.Fprintf(out, "  %-7s %s\n", pane.Name, legible.Line(pane.Path))
		if 0 < i && i < len(panes)-1 {
			c.marked = o.Line
		}
		if len(c.lines) > 0 || i < len(panes)-1 {
			columns = append(columns, c)
		}
	}
	paint := terminal.Paint{On: o.Color}
	below := columns[len(columns)-1:]
	if total(columns) <= o.Width || len(columns) < len(panes) {
		below = nil
	}
	columns = columns[:len(columns)-len(below)]
	sideBySide(out, paint, columns, o.Width)
	sideBySide(out, paint, below, o.Width)
	return out.Flush()
}

// column is the visible part of a file.
type column struct {
	name   string
	first  int // number of the first line
	lines  []string
	more   bool // there are more lines
	marked int  // number of the line to mark
}

// longestShown limits how much of a line is kept, since a whole file may be one line.
const longestShown = 1 << 10

// readColumn reads at most the given number of lines of a file, starting at line from.
func readColumn(pane Pane, from, most int) (column, error) {
	c := column{name: pane.Name, first: from}
	file, err := untrusted.Open(pane.Path)
	if err != nil {
		return c, err
	}
	defer file.Close()
	in := bufio.NewReader(file)
	for number := 1; ; number++ {
		line, err := readLine(in)
		if err == io.EOF {
			return c, nil
		}
		if err != nil {
			return c, err
		}
		if number < from {
			continue
		}
		if len(c.lines) == most {
			c.more = true
			return c, nil
		}
		c.lines = append(c.lines, legible.Line(strings.ReplaceAll(line, "\t", "    ")))
	}
}

// readLine reads a line and keeps its beginning. After the last line it returns io.EOF.
func readLine(in *bufio.Reader) (string, error) {
	var line []byte
	for {
		part, err := in.ReadSlice('\n')
		line = append(line, part[:min(len(part), longestShown-min(len(line), longestShown))]...)
		switch {
		case err == nil, err == io.EOF && len(line) > 0:
			return string(bytes.TrimRight(line, "\r\n")), nil
		case err != bufio.ErrBufferFull:
			return "", err
		}
	}
}

// digits returns the width of the line numbers.
func (c column) digits() int { return len(fmt.Sprint(c.first + max(len(c.lines), 1) - 1)) }

// around returns the width of what precedes a line: a mark, the number and two blanks.
func (c column) around() int { return 1 + c.digits() + 2 }

// width returns the width of the whole column.
func (c column) width() int {
	width := utf8.RuneCountInString(c.name)
	if len(c.lines) == 0 {
		width = max(width, len(nothing))
	}
	for _, line := range c.lines {
		width = max(width, utf8.RuneCountInString(line))
	}
	return c.around() + width
}

// nothing is shown in the column of an empty file.
const nothing = "(empty)"

const between = " │ "

func total(columns []column) int {
	sum := utf8.RuneCountInString(between) * (len(columns) - 1)
	for _, c := range columns {
		sum += c.width()
	}
	return sum
}

// widths divides the screen. Starting with the narrowest, each column takes at most an equal share of the rest, so that
// wider columns get what is left.
func widths(columns []column, screen int) []int {
	left := screen - utf8.RuneCountInString(between)*(len(columns)-1)
	order := make([]int, len(columns))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(columns[i].width(), columns[j].width()) })
	wide := make([]int, len(columns))
	for n, i := range order {
		wide[i] = min(columns[i].width(), max(left/(len(order)-n), 8))
		left -= wide[i]
	}
	return wide
}

func sideBySide(out io.Writer, paint terminal.Paint, columns []column, screen int) {
	if len(columns) == 0 {
		return
	}
	wide := widths(columns, screen)
	rows, more := 1, false
	for _, c := range columns {
		rows = max(rows, len(c.lines))
		more = more || c.more
	}
	if more {
		rows++
	}
	row := func(cell func(c column, width int) string) {
		var line strings.Builder
		for i, c := range columns {
			if i > 0 {
				line.WriteString(between)
			}
			text := cell(c, wide[i])
			line.WriteString(text + strings.Repeat(" ", max(wide[i]-terminal.Width(text), 0)))
		}
		fmt.Fprintln(out, strings.TrimRight(line.String(), " "))
	}
	row(func(c column, width int) string {
		return paint.Bold(strings.Repeat(" ", c.around()) + fitted(c.name, width-c.around()))
	})
	for i := range rows {
		row(func(c column, width int) string {
			number := c.first + i
			switch {
			case i == 0 && len(c.lines) == 0:
				return strings.Repeat(" ", c.around()) + paint.Dim(fitted(nothing, width-c.around()))
			case i < len(c.lines) && number == c.marked:
				return paint.Red(fmt.Sprintf(">%*d  %s", c.digits(), number, fitted(c.lines[i], width-c.around())))
			case i < len(c.lines):
				return fmt.Sprintf(" %*d  %s", c.digits(), number, fitted(c.lines[i], width-c.around()))
			case i == len(c.lines) && c.more:
				return strings.Repeat(" ", c.around()) + "…"
			}
			return ""
		})
	}
}

// fitted cuts a line that is longer than the column, and ends it with an ellipsis.
func fitted(line string, room int) string { return terminal.Cut(line, max(room, 1)) }
