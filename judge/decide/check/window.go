package check

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

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

const blanks = " \t\r\f\v" // whitespace but the newline

// row is a line of a window.
type row struct {
	text   string // with its newline, if it has one
	number int    // of the line, 1-based
	output bool   // of the output, not the answer
	cut    bool   // the line begins before the text
}

// window draws both files around their first difference, a row for each line, with - for the answer and + for the
// output:
//
//	  16 | IAFJOECGLDPBHMNK
//	- 17 |
//	+ 17 | PFAHMJECNLBDKOGI
//
// Blanks at the end of a row are written ·, and so is each space when the files differ in whitespace; other whitespace
// is written as \t, \r, \f and \v. Rows that the checker takes for equal are drawn as equal.
func window(rules rules, found found, answer, output io.ReaderAt) (string, error) {
	want, err := readView(answer, found.want, false)
	if err != nil {
		return "", err
	}
	got, err := readView(output, found.got, true)
	if err != nil {
		return "", err
	}
	draw := drawing{
		space: found.space,
		caret: int(found.got.differs - got.from),
		width: len(strconv.Itoa(max(want.last(), got.last()))),
	}
	draw.wantLeft, draw.gotLeft = scroll(found.want.differs-want.from), scroll(found.got.differs-got.from)
	for _, r := range commonRows(rules, want.before, got.before) {
		draw.row(" ", r)
	}
	alignment := &alignment{want: want.rows, got: got.rows}
	cmp.Equal(want.rows, got.rows, cmp.Reporter(alignment), cmp.Comparer(func(x, y row) bool {
		if x.output { // go-cmp calls in either order, and tolerances are relative to the answer
			x, y = y, x
		}
		if !found.space && x.number == found.want.line && y.number == found.got.line {
			return false // also if the rows were cut
		}
		return sameRow(rules, x, y)
	}))
	draw.rows(alignment.steps)
	return strings.Join(draw.lines, "\n"), nil
}

// scroll is the first byte to show of a row, given the column that must be visible.
func scroll(column int64) int {
	if column < windowWidth {
		return 0
	}
	return int(column) - windowLeft
}

// view is the part of one file that a window shows.
type view struct {
	from   int64 // offset of the first row
	rows   []row
	before []row // the lines before, if the first row begins a line
}

func (v view) last() int {
	if len(v.rows) == 0 {
		return 0
	}
	return v.rows[len(v.rows)-1].number
}

func readView(file io.ReaderAt, p place, output bool) (view, error) {
	v := view{from: p.lineStart}
	if p.differs-p.lineStart > windowBytes/2 {
		v.from = p.differs - windowLeft
	}
	text, err := readRange(file, v.from, v.from+windowBytes)
	if err != nil {
		return v, err
	}
	v.rows = split(text, p.line, output)
	if n := len(v.rows); len(text) == windowBytes && n > 1 {
		v.rows = v.rows[:n-1] // it is cut: whether both sides are equal is not known
	}
	v.rows = v.rows[:min(len(v.rows), windowRows)]
	if v.from > p.lineStart {
		v.rows[0].cut = true
		return v, nil
	}
	start := max(0, p.lineStart-windowBytes)
	text, err = readRange(file, start, p.lineStart)
	if err != nil {
		return v, err
	}
	if start > 0 { // the first of these lines may begin earlier
		text = text[bytes.IndexByte(text, '\n')+1:]
	}
	v.before = split(text, p.line-bytes.Count(text, []byte{'\n'}), output)
	v.before = v.before[max(0, len(v.before)-contextRows):]
	return v, nil
}

func split(text []byte, number int, output bool) []row {
	rows := []row{} // go-cmp does not look into a nil list
	for line := range bytes.Lines(text) {
		rows = append(rows, row{text: string(line), number: number, output: output})
		number++
	}
	return rows
}

// commonRows are the last rows of the output that the answer has too.
func commonRows(rules rules, want, got []row) []row {
	n := 0
	for n < len(want) && n < len(got) && sameRow(rules, want[len(want)-1-n], got[len(got)-1-n]) {
		n++
	}
	return got[len(got)-n:]
}

// sameRow reports whether the checker would accept one row for the other.
func sameRow(rules rules, want, got row) bool {
	c := newComparison(context.Background(), rules, strings.NewReader(want.text), strings.NewReader(got.text), prefix{})
	defer c.free()
	found, err := c.run()
	return err == nil && found.verdict == problem.AC
}

// alignment is what go-cmp reports of two lists of rows: which are pairs, and which are on one side only.
type alignment struct {
	want, got []row
	path      cmp.Path
	steps     []step
}

// step is one row of each side, nil where a side has none.
type step struct {
	want, got *row
	equal     bool
}

func (a *alignment) PushStep(s cmp.PathStep) { a.path = append(a.path, s) }
func (a *alignment) PopStep()                { a.path = a.path[:len(a.path)-1] }

func (a *alignment) Report(result cmp.Result) {
	index, ok := a.path.Last().(cmp.SliceIndex)
	if !ok {
		return
	}
	next := step{equal: result.Equal()}
	x, y := index.SplitKeys()
	if x >= 0 {
		next.want = &a.want[x]
	}
	if y >= 0 {
		next.got = &a.got[y]
	}
	a.steps = append(a.steps, next)
}

// drawing is a window being drawn.
type drawing struct {
	space             bool // every space is made visible
	caret             int  // the byte of the output's row that differs
	wantLeft, gotLeft int  // the first byte that is shown of each side's rows
	width             int  // of the line numbers
	lines             []string
}

// rows draws the steps up to the first equal row after a difference. How go-cmp aligns later rows depends on where the
// window ends.
func (d *drawing) rows(steps []step) {
	different := false
	for _, step := range steps {
		if step.equal {
			d.row(" ", *step.got)
			if different {
				return
			}
			continue
		}
		if step.want != nil {
			d.row("-", *step.want)
		}
		if step.got != nil {
			d.row("+", *step.got)
			if !different && !d.space {
				d.mark(*step.got)
			}
		}
		different = true
	}
}

func (d *drawing) row(sign string, r row) {
	line := fmt.Sprintf("%s %*d | %s", sign, d.width, r.number, d.text(r, len(r.text)))
	d.lines = append(d.lines, strings.TrimRight(line, " "))
}

// mark draws a caret below the byte that differs.
func (d *drawing) mark(r row) {
	if d.caret < len(r.text) {
		shown := utf8.RuneCountInString(d.text(r, d.caret))
		d.lines = append(d.lines, fmt.Sprintf("  %*s | %s^", d.width, "", strings.Repeat(" ", shown)))
	}
}

// text is how the row's first bytes are shown.
func (d *drawing) text(r row, to int) string {
	left := d.wantLeft
	if r.output {
		left = d.gotLeft
	}
	line, ended := strings.CutSuffix(r.text, "\n")
	to = min(to, len(line))
	from, until := min(left, to), min(left+windowWidth, to)
	dots := len(strings.TrimRight(line, blanks))
	if d.space {
		dots = 0
	}
	shown := legible.Spaced([]byte(line[from:until]), dots-from)
	if left > 0 || r.cut {
		shown = "…" + shown
	}
	switch {
	case until < to:
		shown += "…"
	case d.space && !ended && to == len(line):
		shown += " (no newline)"
	}
	return shown
}
