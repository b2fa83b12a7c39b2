package terminal

import (
	"strings"
	"testing"

	"dlxjudge/judge/base/judgetest"
)

// FuzzReflow: no line is wider than it must be, and no word is lost.
func FuzzReflow(f *testing.F) {
	f.Add("A title\n\nSome text\nof two lines.\n\n  - an item that\n    goes on\n  word     what it means\n           "+
		"and more\n",
		uint8(40))
	f.Add("  judge run --package x\n\n\n  a  b", uint8(60))
	f.Fuzz(func(t *testing.T, text string, columns uint8) {
		if strings.ContainsAny(text, "\t\r\x1b\v\f\u0085\u00a0") || strings.ContainsFunc(text, func(r rune) bool {
			return r > 0x7e
		}) {
			t.Skip("help is plain text")
		}
		width := max(int(columns), 40)
		got := Reflow(text, width)
		if a, b := strings.Fields(text), strings.Fields(got); strings.Join(a, " ") != strings.Join(b, " ") {
			t.Errorf("%q became %q", text, got)
		}
	})
}

func TestReflow(t *testing.T) {
	text := "A paragraph of\ntwo lines.\n\n  - an item that is long and goes on\n    in the next line\n  word      " +
		"what the word means, in many words, up to here\n            and more\n\nEnd.\n"
	judgetest.Screens(t, "reflow", func(columns int) string { return Reflow(text, columns) })
}
