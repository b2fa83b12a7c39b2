package report

import (
	"fmt"
	"io"
	"time"

	"dlxjudge/judge/grade"
)

// Status is the line at the bottom of a terminal that says how far the judge has come. It is rewritten in place and
// leaves nothing behind.
type Status struct {
	w       io.Writer
	width   int // columns of the terminal
	now     func() time.Time
	start   time.Time // of the present step
	step    string
	written time.Time
}

// NewStatus returns a status line for a terminal of width columns.
func NewStatus(w io.Writer, width int) *Status {
	return &Status{w: w, width: width, now: time.Now}
}

// often is how many times a second the line is rewritten at the most: enough for the eye.
const often = 10

// Show shows how far the judge has come, unless it did a moment ago.
func (s *Status) Show(p grade.Progress) {
	now := s.now()
	if p.Step != s.step {
		s.step, s.start = p.Step, now
	}
	if now.Sub(s.written) < time.Second/often {
		return
	}
	s.written = now
	fmt.Fprintf(s.w, "\r\x1b[K%s", shorten(line(p, now.Sub(s.start)), s.width-1))
}

// Clear removes the line.
func (s *Status) Clear() { fmt.Fprint(s.w, "\r\x1b[K") }

// line tells the time left from the pace so far; before a tenth is done, that would be a guess.
func line(p grade.Progress, elapsed time.Duration) string {
	said := fmt.Sprintf("%s %d/%d", p.Step, p.Done, p.Total)
	if p.Done*10 >= p.Total && p.Done > 0 && p.Done < p.Total {
		left := time.Duration(float64(elapsed) / float64(p.Done) * float64(p.Total-p.Done))
		said += fmt.Sprintf(", about %v left", max(left, time.Second).Round(time.Second))
	}
	if p.Current != "" {
		said += "  " + p.Current
	}
	return said
}

func shorten(s string, columns int) string {
	if columns > 0 && len(s) > columns {
		return s[:columns]
	}
	return s
}
