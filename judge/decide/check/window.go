package check

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/read/problem"
)

// The size of a window, before invisible characters are replaced.
const (
	contextRows = 2       // rows before the difference
	windowRows  = 4       // rows of each text from the difference on
	windowWidth = 62      // most bytes shown of a row; with indentation and the line number, they fit into 80 columns
	windowLeft  = 40      // when a row is scrolled: bytes shown left of the difference
	longRow     = 4 << 10 // bytes of a row; longer rows are compared byte for byte
)

// window draws both texts around their first difference. Each line of a text is a row, with - for the answer and + for
// the output:
//
//	  16 | IAFJOECGLDPBHMNK
//	- 17 |
//	+ 17 | PFAHMJECNLBDKOGI
//
// A row of the output that the checker accepts for the answer's row is drawn once, without a sign. The window ends
// after the first such row that follows a difference.
func window(rules rules, found difference, answer, output []byte) string {
	wantBefore, want := rowsAt(answer, found.want, false)
	gotBefore, got := rowsAt(output, found.got, true)
	d := drawing{space: found.space, caret: found.got.differs - found.got.lineStart}
	for _, r := range slices.Concat(want, got) {
		d.width = max(d.width, len(strconv.Itoa(r.number)))
	}
	same := func(x, y row) bool {
		if x.output { // go-cmp may swap the rows, but tolerances are relative to the answer
			x, y = y, x
		}
		here := x.number == found.want.line && y.number == found.got.line
		return (found.space || !here) && sameRow(rules, x, y)
	}
	for i := commonEnd(wantBefore, gotBefore, same); i > 0; i-- {
		d.row(" ", gotBefore[len(gotBefore)-i])
	}
	for _, p := range pairs(want, got, same) {
		if p.want == nil || p.got == nil {
			d.differ(p)
		} else if cmp.Equal(*p.want, *p.got, cmp.Comparer(same), cmp.Reporter(&d)) && d.differed {
			break
		}
	}
	return strings.Join(d.lines, "\n")
}

// row is a line of a window.
type row struct {
	text   string // with its newline, if it has one
	number int    // line number, 1-based
	output bool   // from the output, not the answer
	left   int    // offset of the first byte that is shown
}

// rowsAt returns the rows of a text from the line of p on, and a few rows before that line.
func rowsAt(text []byte, p place, output bool) (before, rows []row) {
	left := 0
	if caret := p.differs - p.lineStart; caret >= windowWidth {
		left = caret - windowLeft
	}
	start, number := p.lineStart, p.line
	for ; start > 0 && p.line-number < contextRows; number-- {
		start = bytes.LastIndexByte(text[:start-1], '\n') + 1
	}
	for line := range bytes.Lines(text[start:]) {
		r := row{text: string(line), number: number, output: output}
		if len(line) > left { // shorter lines are shown from their start
			r.left = left
		}
		if number++; r.number < p.line {
			before = append(before, r)
		} else if rows = append(rows, r); len(rows) == windowRows {
			break
		}
	}
	return before, rows
}

// sameRow reports whether the checker would accept the output's row for the answer's row.
func sameRow(rules rules, want, got row) bool {
	if max(len(want.text), len(got.text)) > longRow {
		return want.text == got.text
	}
	return differ(rules, []byte(want.text), []byte(got.text)).verdict == problem.AC
}

// commonEnd returns the number of equal rows at the end of a and b.
func commonEnd(a, b []row, same func(x, y row) bool) (n int) {
	for n < min(len(a), len(b)) && same(a[len(a)-1-n], b[len(b)-1-n]) {
		n++
	}
	return n
}

// pair is a row of the answer and the corresponding row of the output. A missing row is nil.
type pair struct{ want, got *row }

// pairs aligns the rows of both texts. It finds the next row of the answer that equals a row of the output, preferably
// at the same place. The rows before these two are paired in order. Then the search continues after the two.
func pairs(want, got []row, same func(x, y row) bool) (all []pair) {
	for i, j := 0, 0; i < len(want) || j < len(got); {
		k, l, found := len(want), len(got), false
		for a := i; a < len(want); a++ {
			for b := j; b < len(got); b++ {
				nearer := max(a-i, b-j) < max(k-i, l-j) || a-i == b-j && a-i == max(k-i, l-j)
				if (nearer || !found) && same(want[a], got[b]) {
					k, l, found = a, b, true
				}
			}
		}
		for ; i < k || j < l; i, j = i+1, j+1 {
			var p pair
			if i < k {
				p.want = &want[i]
			}
			if j < l {
				p.got = &got[j]
			}
			all = append(all, p)
		}
		if i, j = k, l; found {
			all = append(all, pair{&want[k], &got[l]})
			i, j = k+1, l+1
		}
	}
	return all
}

// drawing is a window that is being drawn.
type drawing struct {
	space    bool // make every space visible
	caret    int  // offset of the differing byte in the output's row
	width    int  // of the line numbers, in characters
	lines    []string
	step     cmp.PathStep
	differed bool
}

func (d *drawing) PushStep(s cmp.PathStep) { d.step = s }
func (d *drawing) PopStep()                {}

// Report draws a pair of rows.
func (d *drawing) Report(result cmp.Result) {
	want, got := d.step.Values()
	if result.Equal() {
		d.row(" ", got.Interface().(row))
		return
	}
	before, after := want.Interface().(row), got.Interface().(row)
	d.differ(pair{&before, &after})
}

// differ draws a pair of rows that are not the same. In the first such pair, a caret marks the byte that differs in the
// output's row.
func (d *drawing) differ(p pair) {
	if p.want != nil {
		d.row("-", *p.want)
	}
	if p.got != nil {
		d.row("+", *p.got)
		if !d.differed && !d.space && d.caret < len(p.got.text) {
			before := utf8.RuneCountInString(p.got.visible(d.caret, false))
			d.lines = append(d.lines, fmt.Sprintf("  %*s | %*s^", d.width, "", before, ""))
		}
	}
	d.differed = true
}

func (d *drawing) row(sign string, r row) {
	line := fmt.Sprintf("%s %*d | %s", sign, d.width, r.number, r.visible(len(r.text), d.space))
	d.lines = append(d.lines, strings.TrimRight(line, " "))
}

// visible draws the part of a row before an offset. It writes trailing spaces or, if spaces is true, all spaces as ·.
// It writes other whitespace as \t, \r, \f and \v.
func (r row) visible(to int, spaces bool) string {
	line, ended := strings.CutSuffix(r.text, "\n")
	to = min(to, len(line))
	from, until := min(r.left, to), min(r.left+windowWidth, to)
	visible := 0 // spaces from this offset on are written as ·
	if !spaces {
		visible = len(strings.TrimRight(line, blanks))
	}
	shown := legible.Spaced([]byte(line[from:until]), visible-from)
	if r.left > 0 {
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
