package terminal

import (
	"testing"

	"dlxjudge/judge/base/judgetest"
)

func TestReflow(t *testing.T) {
	text := "A paragraph of\ntwo lines.\n\n  - an item that is long and goes on\n    in the next line\n  word      " +
		"what the word means, in many words, up to here\n            and more\n\nEnd.\n"
	judgetest.Screens(t, "reflow", func(columns int) string { return Reflow(text, columns) })
}
