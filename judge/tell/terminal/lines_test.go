package terminal

import (
	"testing"
	"time"

	"dlxjudge/judge/decide/grade"
)

// TestLines: each line tells the last progress, and the time left from the pace of its step, up to now: where nothing
// comes, it rises.
func TestLines(t *testing.T) {
	at := func(seconds int) time.Time { return time.Unix(int64(seconds), 0) }
	l := newProgressLines(at(0))
	for _, step := range []struct {
		seconds int
		p       *grade.Progress
		want    string
	}{
		{10, nil, "preparing: the programs"},
		{11, &grade.Progress{Step: "judging", Done: 1, Total: 100, Current: "p/a 1"}, "judging 1/100  p/a 1"},
		{21, &grade.Progress{Step: "judging", Done: 50, Total: 100, Current: "p/a 50"},
			"judging 50/100, about 10s left  p/a 50"},
		{51, nil, "judging 50/100, about 40s left  p/a 50"},
		{60, &grade.Progress{Step: "measuring", Done: 0, Total: 10, Left: time.Minute, Current: "evil\n\x1b[A"},
			`measuring 0/10, at most 1m0s left  evil\n\x1b[A`},
		{70, &grade.Progress{Step: "measuring", Done: 2, Total: 10, Left: 50 * time.Second},
			"measuring 2/10, about 40s left"},
		{90, &grade.Progress{Step: "measuring", Done: 3, Total: 10, Left: 30 * time.Second},
			"measuring 3/10, at most 30s left"},
		{100, nil, "measuring 3/10, at most 20s left"},
		{125, nil, "measuring 3/10, at most 1s left"},
		{130, &grade.Progress{Step: "counting", Done: 9, Total: 10, About: 5 * time.Minute},
			"counting 9/10, about 5m0s left"},
		{131, &grade.Progress{Step: "counting", Done: 10, Total: 10, About: 5 * time.Minute, Left: time.Minute},
			"counting 10/10, at most 1m0s left"},
		{132, &grade.Progress{Step: "counting", Done: 10, Total: 10, About: 9 * time.Second, Left: time.Minute},
			"counting 10/10, about 9s left"},
	} {
		if step.p != nil {
			l.observe(*step.p, at(step.seconds))
		}
		if got := l.line(at(step.seconds)); got != step.want {
			t.Errorf("after %d s: got %q, want %q", step.seconds, got, step.want)
		}
	}
}

// TestLinesEnd: nothing is said any more once it has ended, which may be asked for twice.
func TestLinesEnd(t *testing.T) {
	observe, stop := Lines(func(line string) { t.Errorf("said %q", line) })
	observe(grade.Progress{Step: "judging", Total: 1})
	stop()
	stop()
}
