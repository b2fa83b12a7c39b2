package check

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

// window draws both files around their first difference, a row for each line, with - for the answer and + for the
// output:
//
//	  16 | IAFJOECGLDPBHMNK
//	- 17 |
//	+ 17 | PFAHMJECNLBDKOGI
//
// Rows that the checker takes for equal are drawn as equal.
func window(rules rules, found found, answer, output io.ReaderAt) (string, error) {
	wantBefore, want, _, err := readRows(answer, found.want, false)
	if err != nil {
		return "", err
	}
	gotBefore, got, caret, err := readRows(output, found.got, true)
	if err != nil {
		return "", err
	}
	d := drawing{space: found.space, caret: caret}
	for _, r := range slices.Concat(want, got) {
		d.width = max(d.width, len(strconv.Itoa(r.number)))
	}
	same := func(x, y row) bool {
		if x.output { // go-cmp calls in either order, and tolerances are relative to the answer
			x, y = y, x
		}
		here := x.number == found.want.line && y.number == found.got.line // they differ, also if they were cut
		return (found.space || !here) && sameRow(rules, x, y)
	}
	for i := commonEnd(wantBefore, gotBefore, same); i > 0; i-- {
		d.row(" ", gotBefore[len(gotBefore)-i])
	}
	cmp.Equal(want, got, cmp.Reporter(&d), cmp.Comparer(same))
	return strings.Join(d.lines, "\n"), nil
}

// commonEnd is how many of the last rows are the same.
func commonEnd(a, b []row, same func(x, y row) bool) (n int) {
	for n < min(len(a), len(b)) && same(a[len(a)-1-n], b[len(b)-1-n]) {
		n++
	}
	return n
}

// drawing is a window being drawn, from what go-cmp reports of two lists of rows: which are pairs, and which are on one
// side only.
type drawing struct {
	space           bool // every space is made visible
	caret           int  // the byte of the output's row that differs
	width           int  // of the line numbers
	lines           []string
	step            cmp.PathStep
	differed, ended bool
}

func (d *drawing) PushStep(s cmp.PathStep) { d.step = s }
func (d *drawing) PopStep()                {}

// Report draws a pair of rows, or a row of one side. It stops behind the first equal rows after a difference: how
// go-cmp aligns later ones depends on where the window ends.
func (d *drawing) Report(result cmp.Result) {
	if _, of := d.step.(cmp.SliceIndex); !of || d.ended {
		return
	}
	want, got := d.step.Values()
	if result.Equal() {
		d.row(" ", got.Interface().(row))
		d.ended = d.differed
		return
	}
	if want.IsValid() {
		d.row("-", want.Interface().(row))
	}
	if got.IsValid() {
		r := got.Interface().(row)
		d.row("+", r)
		if !d.differed && !d.space && d.caret < len(r.text) {
			before := utf8.RuneCountInString(r.shown(d.caret, false))
			d.lines = append(d.lines, fmt.Sprintf("  %*s | %*s^", d.width, "", before, ""))
		}
	}
	d.differed = true
}

func (d *drawing) row(sign string, r row) {
	line := fmt.Sprintf("%s %*d | %s", sign, d.width, r.number, r.shown(len(r.text), d.space))
	d.lines = append(d.lines, strings.TrimRight(line, " "))
}
