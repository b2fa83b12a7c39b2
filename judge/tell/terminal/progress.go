package terminal

import (
	"fmt"
	"io"
	"time"

	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/decide/grade"
)

// Status returns a function that shows progress on a line at the bottom of the terminal, ten times a second at most,
// and one that removes the line. Both do nothing unless stderr is a terminal that takes escape sequences.
func Status(stderr io.Writer) (observe func(grade.Progress), clear func()) {
	if !Moves(stderr) {
		return func(grade.Progress) {}, func() {}
	}
	width, _ := Size(stderr)
	p := progress{every: time.Second / 10, say: func(line string) {
		fmt.Fprintf(stderr, "\r\x1b[K%s", Cut(line, width-1))
	}}
	return func(now grade.Progress) { p.observe(now, time.Now()) }, func() { fmt.Fprint(stderr, "\r\x1b[K") }
}

// Lines is Status for work of minutes whose standard error goes to a file or to another program: it says a line every
// ten seconds.
func Lines(say func(line string)) (observe func(grade.Progress)) {
	p := progress{every: 10 * time.Second, say: say, said: time.Now()}
	return func(now grade.Progress) { p.observe(now, time.Now()) }
}

// progress says how far the judge has come, at most so often.
type progress struct {
	every       time.Duration
	say         func(line string)
	step        string
	start, said time.Time // start is that of the step
}

func (p *progress) observe(now grade.Progress, at time.Time) {
	if now.Step != p.step {
		p.step, p.start = now.Step, at
	}
	if at.Sub(p.said) >= p.every {
		p.said = at
		p.say(line(now, at.Sub(p.start)))
	}
}

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
