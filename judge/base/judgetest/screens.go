package judgetest

import (
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"
)

// Screens compares what is drawn for a terminal of 80 columns with the file NAME-80.txt in testdata/screens, and checks
// that it fits terminals of 80 and of 120 columns.
func Screens(t *testing.T, name string, draw func(columns int) string) {
	t.Helper()
	Golden(t, "testdata/screens/"+name+"-80.txt", draw(80))
	for _, columns := range []int{80, 120} {
		Fits(t, draw(columns), columns)
	}
}

// escapes are the sequences for colours, which take no column.
var escapes = regexp.MustCompile("\x1b\\[[0-9;]*m")

// Fits checks that no line of a text is wider than so many columns. Lines of a source (behind "- " or "+ "), commands
// to be copied, and lines without a blank at which they could be broken, are as wide as they are.
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
