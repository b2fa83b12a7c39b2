package lab

import (
	"strings"
	"testing"
	"unicode"
)

// allLegible checks that a text has no control characters but line ends and tabs.
func allLegible(t *testing.T, text string) {
	t.Helper()
	acts := func(r rune) bool { return r != '\n' && r != '\t' && !unicode.IsPrint(r) }
	if i := strings.IndexFunc(text, acts); i >= 0 {
		t.Errorf("%q acts on a terminal at byte %d", text, i)
	}
}
