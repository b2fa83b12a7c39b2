package terminal

import (
	"io"
	"strings"
	"testing"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/decide/grade"
)

func TestStyleOf(t *testing.T) {
	var none strings.Builder
	for _, test := range []struct {
		columns           uint16 // of the terminal; 0 for none
		env, term, colors string
		want              Style
	}{
		{0, "", "xterm", "", Style{Width: 80}},
		{0, "132", "xterm", "", Style{Width: 132}},
		{0, "20", "xterm", "", Style{Width: 80}},
		{0, "wide", "xterm", "", Style{Width: 80}},
		{90, "132", "xterm", "", Style{Width: 90, Color: true}},
		{20, "", "xterm", "", Style{Width: 80, Color: true}},
		{120, "", "dumb", "", Style{Width: 120}},
		{120, "", "xterm", "0", Style{Width: 120}},
		{0, "", "force", "", Style{Width: 80, Color: true}},
		{120, "", "force", "1", Style{Width: 120}},
	} {
		t.Setenv("CLICOLOR_FORCE", map[bool]string{true: "1"}[test.term == "force"])
		t.Setenv("COLUMNS", test.env)
		t.Setenv("TERM", test.term)
		t.Setenv("NO_COLOR", test.colors)
		var w io.Writer = &none
		if test.columns > 0 {
			w, _ = judgetest.Terminal(t, test.columns)
		}
		if got := StyleOf(w); got != test.want {
			t.Errorf("%+v: got %+v", test, got)
		}
	}
}

// TestNoEscapes: with TERM=dumb there is no progress, which needs escape sequences; NO_COLOR does not remove it.
// Messages are wrapped.
func TestNoEscapes(t *testing.T) {
	for name, progress := range map[string]string{"TERM=dumb": "", "NO_COLOR=1": "\r\x1b[Kjudging 0/1  a\r\x1b[K"} {
		t.Run(name, func(t *testing.T) {
			variable, value, _ := strings.Cut(name, "=")
			t.Setenv("TERM", "xterm")
			t.Setenv(variable, value)
			terminal, seen := judgetest.Terminal(t, 80)
			observe, clear := Status(terminal)
			observe(grade.Progress{Step: "judging", Total: 1, Current: "a"})
			clear()
			judgetest.Check(t, Message(terminal, "judge: this is a message that is too long for a line, even of "+
				"eighty columns; go on with: "+
				"judge run --package 'a b' x"))
			want := progress + "judge: this is a message that is too long for a line, even of " +
				"eighty columns; go\r\n  on with:\r\n  judge run --package " +
				"'a b' x\r\n"
			got := make([]byte, len(want))
			if _, err := io.ReadFull(seen, got); err != nil || string(got) != want {
				t.Errorf("got %q, %v", got, err)
			}
		})
	}
}
