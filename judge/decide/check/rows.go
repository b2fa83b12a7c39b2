package check

import (
	"bytes"
	"context"
	"io"
	"strings"

	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/read/problem"
)

// The size of a window, before invisible characters are replaced.
const (
	contextRows = 2    // rows before the difference
	windowRows  = 4    // rows of each side from the difference on
	windowWidth = 62   // bytes of a row; with the number and its place in a report it fits 80 columns
	windowLeft  = 40   // bytes shown before the byte that differs, in a longer row
	windowBytes = 4096 // bytes read of each side; a longer row is cut
)

// row is a line of a window.
type row struct {
	text   string // with its newline, if it has one
	number int    // of the line, 1-based
	output bool   // of the output, not the answer
	left   int    // the first byte that is shown
	cut    bool   // the line begins before the text
}

// readRows reads the rows of one file from the line that differs on, and some before it. Caret is the byte of the first
// row that differs.
func readRows(file io.ReaderAt, p place, output bool) (before, rows []row, caret int, err error) {
	from, start := p.lineStart, max(0, p.lineStart-windowBytes)
	if p.differs-p.lineStart > windowBytes/2 {
		from, start = p.differs-windowLeft, p.differs-windowLeft
	}
	text, err := readRange(file, start, from+windowBytes)
	if err != nil {
		return nil, nil, 0, err
	}
	first := row{number: p.line, output: output}
	if caret = int(p.differs - from); caret >= windowWidth {
		first.left = caret - windowLeft
	}
	head := text[:min(from-start, int64(len(text)))]
	text = text[len(head):]
	rows = split(text, first)
	if n := len(rows); len(text) == windowBytes && n > 1 {
		rows = rows[:n-1] // it is cut: whether both sides are equal is not known
	}
	rows = rows[:min(len(rows), windowRows)]
	if len(rows) > 0 {
		rows[0].cut = from > p.lineStart
	}
	if start > 0 { // the first of the lines before may begin earlier
		head = head[bytes.IndexByte(head, '\n')+1:]
	}
	first.number -= bytes.Count(head, []byte{'\n'})
	before = split(head, first)
	return before[max(0, len(before)-contextRows):], rows, caret, nil
}

// split makes a row of each line, numbered from the first on.
func split(text []byte, next row) []row {
	rows := []row{} // go-cmp does not look into a nil list
	for line := range bytes.Lines(text) {
		next.text = string(line)
		rows = append(rows, next)
		next.number++
	}
	return rows
}

// sameRow reports whether the checker would accept one row for the other.
func sameRow(rules rules, want, got row) bool {
	c := newComparison(context.Background(), rules, strings.NewReader(want.text), strings.NewReader(got.text), prefix{})
	defer c.free()
	found, err := c.run()
	return err == nil && found.verdict == problem.AC
}

// shown is how a row is drawn up to one of its bytes. Blanks at the end of a line are written ·, and so is each space
// if spaces is true; other whitespace is written as \t, \r, \f and \v.
func (r row) shown(to int, spaces bool) string {
	line, ended := strings.CutSuffix(r.text, "\n")
	to = min(to, len(line))
	from, until := min(r.left, to), min(r.left+windowWidth, to)
	visible := 0 // blanks from this byte of the line on are made visible
	if !spaces {
		visible = len(strings.TrimRight(line, " \t\r\f\v"))
	}
	shown := legible.Spaced([]byte(line[from:until]), visible-from)
	if r.left > 0 || r.cut {
		shown = "…" + shown
	}
	switch {
	case until < to:
		shown += "…"
	case spaces && !ended && to == len(line):
		shown += " (no newline)"
	}
	return shown
}
