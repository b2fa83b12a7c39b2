package judgetest

import (
	"regexp"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// Screens compares the result of draw(80) with testdata/screens/NAME-80.txt. It also checks that draw(80) fits a
// terminal of 80 columns, and draw(120) one of 120 columns.
func Screens(t *testing.T, name string, draw func(columns int) string) {
	t.Helper()
	Golden(t, "testdata/screens/"+name+"-80.txt", draw(80))
	for _, columns := range []int{80, 120} {
		Fits(t, draw(columns), columns)
	}
}

// escapes matches colour sequences, which take no columns.
var escapes = regexp.MustCompile("\x1b\\[[0-9;]*m")

// Fits checks that every line of a text fits a terminal with that number of columns. It exempts source lines (which
// begin with "- " or "+ "), commands to copy, and lines that have no blank to break at.
func Fits(t *testing.T, text string, columns int) {
	t.Helper()
	for line := range strings.Lines(escapes.ReplaceAllString(text, "")) {
		line = strings.TrimSuffix(line, "\n")
		source := strings.HasPrefix(line, "- ") || strings.HasPrefix(line, "+ ")
		text := strings.TrimLeft(line, " ")
		breaks := strings.Contains(text, " ") && !strings.HasPrefix(text, "judge debug ")
		if n := utf8.RuneCountInString(line); n > columns && breaks && !source {
			t.Errorf("%d columns, want at most %d: %s", n, columns, line)
		}
	}
}

// Legible checks that a text has no control characters except line ends and tabs.
func Legible(t *testing.T, text string) {
	t.Helper()
	acts := func(r rune) bool { return r != '\n' && r != '\t' && !unicode.IsPrint(r) }
	if i := strings.IndexFunc(text, acts); i >= 0 {
		t.Errorf("%q acts on a terminal at byte %d", text, i)
	}
}
