package legible

import (
	"strings"
	"testing"
	"unicode"
)

func TestLegible(t *testing.T) {
	for _, c := range []struct{ text, line, lines string }{
		{"queens: 8×8", "queens: 8×8", "queens: 8×8"},
		{"a\tb\nc\n", `a\tb\nc\n`, "a\tb\nc\n"},
		{"\x1b[2J\rgone\a\b", `\x1b[2J\rgone\a\b`, `\x1b[2J\rgone\a\b`},
		{"\u009b31m \u202eevil\ufeff", `\u009b31m \u202eevil\ufeff`, `\u009b31m \u202eevil\ufeff`},
		{"\xff\x9b", `\xff\x9b`, `\xff\x9b`},
		{`it's "\x1b"`, `it's "\x1b"`, `it's "\x1b"`}, // legible text stays unchanged
		{"", "", ""},
	} {
		if got := Line(c.text); got != c.line {
			t.Errorf("%q as a line: got %q, want %q", c.text, got, c.line)
		}
		if got := Lines(c.text); got != c.lines {
			t.Errorf("%q as lines: got %q, want %q", c.text, got, c.lines)
		}
	}
	if got := Spaced([]byte("a b  "), 3); got != "a b··" {
		t.Errorf("got %q", got)
	}
}

func FuzzLegible(f *testing.F) {
	f.Add("a\x1b]0;title\a\n\tb\x7f\u0085\u2028")
	f.Fuzz(func(t *testing.T, text string) {
		line, lines := Line(text), Lines(text)
		if Line(line) != line || Lines(lines) != lines {
			t.Errorf("%q changes when it is made legible twice", text)
		}
		if strings.Count(lines, "\n") != strings.Count(text, "\n") {
			t.Errorf("%q has other lines: %q", text, lines)
		}
		for _, r := range line + strings.NewReplacer("\n", "", "\t", "").Replace(lines) {
			if !unicode.IsPrint(r) {
				t.Errorf("%q holds %q", line, r)
			}
		}
	})
}
