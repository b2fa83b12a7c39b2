package lab

import (
	"strings"
	"testing"
	"unicode"

	"dlxjudge/judge/tell/terminal"
)

// narrow checks that rows fit a terminal of 80 columns.
func narrow(t *testing.T, text string) {
	t.Helper()
	for line := range strings.Lines(text) {
		if n := terminal.Width(strings.TrimRight(line, "\n")); n > terminal.Columns {
			t.Errorf("%d columns: %s", n, line)
		}
	}
}

// allLegible checks that nothing in a text acts on a terminal but ends of lines and tabs.
func allLegible(t *testing.T, text string) {
	t.Helper()
	acts := func(r rune) bool { return r != '\n' && r != '\t' && !unicode.IsPrint(r) }
	if i := strings.IndexFunc(text, acts); i >= 0 {
		t.Errorf("%q acts on a terminal at byte %d", text, i)
	}
}
