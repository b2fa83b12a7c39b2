package terminal

import (
	"fmt"
	"io"
	"time"

	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/decide/grade"
)

// Status returns two functions: observe shows progress in a line of the terminal, at most ten times a second, and clear
// removes this line. Both do nothing if stderr is not a terminal that understands escape sequences.
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

// Lines returns a function that calls say with a line of progress, at most every ten seconds. It is for long work whose
// progress Status cannot show, because standard error is not a terminal.
func Lines(say func(line string)) (observe func(grade.Progress)) {
	p := progress{every: 10 * time.Second, say: say, shown: time.Now()}
	return func(now grade.Progress) { p.observe(now, time.Now()) }
}

// progress limits how often progress is shown.
type progress struct {
	every        time.Duration
	say          func(line string)
	step         string
	start, shown time.Time // when the step began, and when progress was last shown
}

func (p *progress) observe(now grade.Progress, at time.Time) {
	if now.Step != p.step {
		p.step, p.start = now.Step, at
	}
	if at.Sub(p.shown) >= p.every {
		p.shown = at
		p.say(line(now, at.Sub(p.start)))
	}
}

// line formats progress and the time left. In the last step, once a tenth of the step is done, it estimates this time
// from the pace of the step. The field Left, if it is not 0, is an upper bound.
func line(p grade.Progress, elapsed time.Duration) string {
	if p.Total == 0 { // unknown
		return p.Step + ": " + legible.Line(p.Current)
	}
	text := fmt.Sprintf("%s %d/%d", p.Step, p.Done, p.Total)
	left, about, pace := p.Left, "at most", time.Duration(0)
	if !p.More && p.Done*10 >= p.Total && p.Done > 0 && p.Done < p.Total {
		pace = time.Duration(float64(elapsed) / float64(p.Done) * float64(p.Total-p.Done))
	}
	if pace > 0 && (left == 0 || pace < left) {
		left, about = pace, "about"
	}
	if left > 0 && p.Done < p.Total {
		text += fmt.Sprintf(", %s %v left", about, max(left, time.Second).Round(time.Second))
	}
	if p.Current != "" {
		text += "  " + legible.Line(p.Current)
	}
	return text
}
