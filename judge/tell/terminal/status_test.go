package terminal

import (
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"dlxjudge/judge/decide/grade"
)

// The line fits where the terminal says how wide it is, and 80 columns where it does not. A name stays text where it is
// cut.
func TestStatusWidth(t *testing.T) {
	for width, want := range map[int]int{0: 79, 1: 79, 2: 1, 15: 14, 80: 79} {
		var out strings.Builder
		newStatusLine(&out, width).show(grade.Progress{Step: "judging", Total: 1, Current: strings.Repeat("é", 100)})
		if line := strings.TrimPrefix(out.String(), "\r\x1b[K"); utf8.RuneCountInString(line) != want ||
			!utf8.ValidString(line) {
			t.Errorf("%d columns: %q", width, line)
		}
	}
}

// A name cannot rewrite the terminal.
func TestStatusLegible(t *testing.T) {
	var out strings.Builder
	newStatusLine(&out, 200).show(grade.Progress{Step: "judging", Total: 1, Current: "evil\n  ✓ sum/all\x1b[A"})
	if line := strings.TrimPrefix(out.String(), "\r\x1b[K"); strings.ContainsFunc(line, unicode.IsControl) {
		t.Errorf("got %q", line)
	}
}

func TestStatus(t *testing.T) {
	var out strings.Builder
	clock := time.Unix(0, 0)
	s := newStatusLine(&out, 60)
	s.now = func() time.Time { return clock }
	for i := range 40 {
		clock = clock.Add(60 * time.Millisecond)
		s.show(grade.Progress{Step: "judging", Done: i + 1, Total: 100, Current: "hdu5046/dlx secret/k-mid/03 and " +
			"so on and on"})
	}
	lines := strings.Split(out.String(), "\r\x1b[K")[1:]
	if len(lines) != 20 {
		t.Errorf("written %d times in 2.4 s, want every other of 40 calls", len(lines))
	}
	if want := "judging 1/100  hdu5046/dlx secret/k-mid/03 and so on and on"; lines[0] != want {
		t.Errorf("at first, got %q, want %q", lines[0], want)
	}
	if want := "judging 39/100, about 4s left  hdu5046/dlx secret/k-mid/03 "; lines[19] != want {
		t.Errorf("at last, got %q, want %q", lines[19], want)
	}
}
