package terminal

import (
	"testing"
	"time"

	"dlxjudge/judge/decide/grade"
)

// TestProgress: a line shows the time left, from the pace of its step. No name starts a line or moves the cursor.
func TestProgress(t *testing.T) {
	var line string
	p := progress{every: 10 * time.Second, say: func(l string) { line = l }}
	for _, step := range []struct {
		seconds int64
		now     grade.Progress
		want    string // "" if too little time has passed
	}{
		{10, grade.Progress{Step: "preparing", Current: "the programs"}, "preparing: the programs"},
		{11, grade.Progress{Step: "judging", Total: 100, Current: "p/a 1"}, ""},
		{21, grade.Progress{Step: "judging", Done: 50, Total: 100, Current: "p/a 50"},
			"judging 50/100, about 10s left  p/a 50"},
		{30, grade.Progress{Step: "judging", Done: 99, Total: 100}, ""},
		{60, grade.Progress{Step: "measuring", Done: 0, Total: 10, Left: time.Minute, Current: "evil\n\x1b[A"},
			`measuring 0/10, at most 1m0s left  evil\n\x1b[A`},
		{70, grade.Progress{Step: "measuring", Done: 2, Total: 10, Left: 50 * time.Second},
			"measuring 2/10, about 40s left"},
		{90, grade.Progress{Step: "measuring", Done: 3, Total: 10, Left: 30 * time.Second},
			"measuring 3/10, at most 30s left"},
		{100, grade.Progress{Step: "building", Done: 0, Total: 10, More: true}, "building 0/10"},
		{110, grade.Progress{Step: "building", Done: 9, Total: 10, More: true}, "building 9/10"},
	} {
		line = ""
		if p.observe(step.now, time.Unix(step.seconds, 0)); line != step.want {
			t.Errorf("after %d s: got %q, want %q", step.seconds, line, step.want)
		}
	}
}
