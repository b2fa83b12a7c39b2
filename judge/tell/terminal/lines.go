package terminal

import (
	"sync"
	"time"

	"dlxjudge/judge/decide/grade"
)

// sparing is the time between two lines of progress where no line can be rewritten.
const sparing = 10 * time.Second

// Lines is for work of minutes whose standard error goes to a file or to another program. It returns a function that
// takes note of progress, of which say gets a line every ten seconds, and one that ends that.
func Lines(say func(line string)) (observe func(grade.Progress), stop func()) {
	l := newProgressLines(time.Now())
	ticker, done, ended := time.NewTicker(sparing), make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		for {
			select {
			case <-ticker.C:
				say(l.line(time.Now()))
			case <-done:
				return
			}
		}
	}()
	var once sync.Once
	return func(p grade.Progress) { l.observe(p, time.Now()) }, func() {
		once.Do(func() { ticker.Stop(); close(done) })
		<-ended
	}
}

// progressLines knows the last progress, and when its step began.
type progressLines struct {
	mu    sync.Mutex
	last  grade.Progress
	seen  time.Time
	start time.Time
}

func newProgressLines(now time.Time) *progressLines {
	return &progressLines{last: grade.Progress{Step: "preparing", Current: "the programs"}, start: now}
}

func (l *progressLines) observe(p grade.Progress, now time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if p.Step != l.last.Step {
		l.start = now
	}
	l.last, l.seen = p, now
}

func (l *progressLines) line(now time.Time) string {
	l.mu.Lock()
	defer l.mu.Unlock()
	p := l.last
	if p.Left > 0 {
		p.Left = max(p.Left-now.Sub(l.seen), 1)
	}
	return line(p, now.Sub(l.start))
}
