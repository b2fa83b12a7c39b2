package terminal

import (
	"fmt"
	"io"
	"time"

	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/decide/grade"
)

// Status returns a function that shows progress on a line at the bottom of the terminal, which is rewritten in place,
// and one that removes the line. Both do nothing unless stderr is a terminal that takes escape sequences.
func Status(stderr io.Writer) (observe func(grade.Progress), clear func()) {
	if !Moves(stderr) {
		return func(grade.Progress) {}, func() {}
	}
	width, _ := Size(stderr)
	line := newStatusLine(stderr, width)
	return line.show, line.clear
}

type statusLine struct {
	w       io.Writer
	width   int // columns of the terminal
	now     func() time.Time
	start   time.Time // of the present step
	step    string
	written time.Time
}

func newStatusLine(w io.Writer, width int) *statusLine {
	if width < 2 { // a terminal that does not know its width
		width = Columns
	}
	return &statusLine{w: w, width: width, now: time.Now}
}

// often is the most times a second that the line is rewritten.
const often = 10

// show shows how far the judge has come, unless the line was rewritten less than a tenth of a second ago.
func (s *statusLine) show(p grade.Progress) {
	now := s.now()
	if p.Step != s.step {
		s.step, s.start = p.Step, now
	}
	if now.Sub(s.written) < time.Second/often {
		return
	}
	s.written = now
	fmt.Fprintf(s.w, "\r\x1b[K%s", clipped(line(p, now.Sub(s.start)), s.width-1))
}

// clear removes the line.
func (s *statusLine) clear() { fmt.Fprint(s.w, "\r\x1b[K") }

// line shows the time left: of the whole work where that is known, else of its step, from the pace so far, once a tenth
// is done. A budget bounds it.
func line(p grade.Progress, elapsed time.Duration) string {
	if p.Total == 0 { // nobody knows how much there is
		return p.Step + ": " + legible.Line(p.Current)
	}
	said := fmt.Sprintf("%s %d/%d", p.Step, p.Done, p.Total)
	left, about, pace := p.Left, "at most", p.About
	if pace == 0 && p.Done*10 >= p.Total && p.Done > 0 && p.Done < p.Total {
		pace = time.Duration(float64(elapsed) / float64(p.Done) * float64(p.Total-p.Done))
	}
	if pace > 0 && (left == 0 || pace < left) {
		left, about = pace, "about"
	}
	if left > 0 && (p.Done < p.Total || p.About > 0) {
		said += fmt.Sprintf(", %s %v left", about, max(left, time.Second).Round(time.Second))
	}
	if p.Current != "" {
		said += "  " + legible.Line(p.Current)
	}
	return said
}

// clipped is the beginning of a line, as much as fits.
func clipped(s string, columns int) string {
	if runes := []rune(s); len(runes) > columns {
		return string(runes[:columns])
	}
	return s
}
