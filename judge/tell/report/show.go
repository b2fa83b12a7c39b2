package report

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/base/untrusted"
	"dlxjudge/judge/tell/figures"
	"dlxjudge/judge/tell/terminal"
)

// Pane is one of the files that Show puts side by side.
type Pane struct {
	Name string // the heading above the file, such as "input"
	Path string
}

// ShowOptions holds the size of the terminal and the line of the output to show in the middle.
type ShowOptions struct {
	Width, Height int // size of the terminal, in columns and lines
	Line          int // number of the first line that differs, counted from 1; 0 to show the beginning
	Color         bool
}

// Show writes the paths of files, and then parts of the files side by side, cut to fit the screen. It shows the first
// and the last file from the start, and the others around the first difference. The last file is a program's standard
// error. If it is empty, it is left out. If the files together are too wide, the last comes below the others.
func Show(w io.Writer, panes []Pane, o ShowOptions) error {
	out, paint := bufio.NewWriter(w), terminal.Paint{On: o.Color}
	lines := max(o.Height-len(panes)-4, 6) // leaves room for the paths, the headings, "…" and the shell's prompt
	var columns []column
	for i, pane := range panes {
		from, mark := 1, 0
		if 0 < i && i < len(panes)-1 {
			from, mark = max(o.Line-lines/2, 1), o.Line
		}
		c, err := readColumn(pane, from, lines, mark)
		if err != nil {
			return err
		}
		fmt.Fprintf(out, "  %-7s %s\n", pane.Name, legible.Line(pane.Path))
		if len(c.rows) > 1 {
			columns = append(columns, c)
		} else if i < len(panes)-1 {
			c.rows = append(c.rows, strings.Repeat(" ", c.indent)+"(empty)")
			columns = append(columns, c)
		}
	}
	if last := len(columns) - 1; last == len(panes)-1 && room(columns, o.Width) > o.Width {
		sideBySide(out, paint, columns[:last], o.Width)
		columns = columns[last:]
	}
	sideBySide(out, paint, columns, o.Width)
	return out.Flush()
}

// column holds the name of a file and, below the name, the lines of the file that are shown.
type column struct {
	rows   []string
	indent int // number of characters before the text of a line
	marked int // index of the marked row; 0 for none
}

// longestShown is the maximum number of bytes kept of a line, since a whole file may be one line.
const longestShown = 1 << 10

// readColumn reads part of a file. from is the number of the first line to read, and mark the number of the line to
// mark; 0 marks none. most is the maximum number of lines.
func readColumn(pane Pane, from, most, mark int) (column, error) {
	digits := len(strconv.Itoa(from + most - 1))
	c := column{indent: 1 + digits + 2}
	indent := strings.Repeat(" ", c.indent)
	c.rows = []string{indent + pane.Name}
	file, err := untrusted.Open(pane.Path)
	if err != nil {
		return c, err
	}
	defer file.Close()
	in := bufio.NewReader(file)
	for number := 1; ; number++ {
		line, err := readLine(in)
		switch {
		case err == io.EOF:
			return c, nil
		case err != nil:
			return c, err
		case number < from:
			continue
		case len(c.rows) > most:
			c.rows = append(c.rows, indent+"…")
			return c, nil
		}
		sign := ' '
		if number == mark {
			sign, c.marked = '>', len(c.rows)
		}
		c.rows = append(c.rows, fmt.Sprintf("%c%*d  %s", sign, digits, number,
			legible.Line(strings.ReplaceAll(line, "\t", "    "))))
	}
}

// readLine reads a whole line and returns its beginning. After the last line, it returns io.EOF.
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

const between = " │ "

// room returns the total width of columns and of the separators between them. Each column is cut to the limit.
func room(columns []column, limit int) (width int) {
	for _, c := range columns {
		width += c.width(limit) + legible.Width(between)
	}
	return width - legible.Width(between)
}

func (c column) width(limit int) (width int) {
	for _, row := range c.rows {
		width = max(width, legible.Width(row))
	}
	return min(width, limit)
}

// sideBySide writes columns side by side. If they do not fit on the screen, it cuts the widest columns to one common
// width.
func sideBySide(out io.Writer, paint terminal.Paint, columns []column, screen int) {
	const least = 8
	limit := screen
	for limit > least && room(columns, limit) > screen {
		limit--
	}
	rows := 0
	for _, c := range columns {
		rows = max(rows, len(c.rows))
	}
	for i := range rows {
		line := ""
		for k, c := range columns {
			text := ""
			if i < len(c.rows) {
				text = terminal.Cut(c.rows[i], c.width(limit))
			}
			blanks := strings.Repeat(" ", c.width(limit)-legible.Width(text))
			switch {
			case i == 0:
				text = paint.Bold(text)
			case i == c.marked:
				text = paint.Red(text)
			}
			if k > 0 {
				line += between
			}
			line += text + blanks
		}
		fmt.Fprintln(out, strings.TrimRight(line, " "))
	}
}

// Excerpt writes a title and, below it, the beginning of a file, in at most the given number of rows. It wraps the
// title, and cuts the lines, to the given number of columns. head is the beginning of the file, and size is the size of
// the whole file in bytes. Excerpt returns how many rows it has used, if the title needs only one.
func Excerpt(w io.Writer, title string, head []byte, size int64, rows, columns int) (used int, err error) {
	var out strings.Builder
	out.WriteString(terminal.Wrap("    "+title, columns, 6))
	lines := slices.Collect(bytes.Lines(head))
	if left := rows - 1; len(lines) > left || int64(len(head)) < size {
		lines = lines[:min(len(lines), max(left-1, 1))]
	}
	shown := 0
	for _, line := range lines {
		shown += len(line)
		text := legible.Line(strings.TrimSuffix(string(line), "\n"))
		fmt.Fprintf(&out, "      %s\n", terminal.Cut(text, columns-6))
	}
	used = 1 + len(lines)
	switch {
	case size == 0:
		used++
		out.WriteString("      (nothing)\n")
	case int64(shown) < size:
		used++
		fmt.Fprintf(&out, "      … %s more\n", figures.Plural(int(size)-shown, "byte"))
	}
	_, err = io.WriteString(w, out.String())
	return used, err
}
