package terminal

import (
	"errors"
	"strings"
	"syscall"
	"testing"
)

func TestWrap(t *testing.T) {
	long := strings.Repeat("x", 90)
	tests := []struct{ text, want string }{
		{"short", "short\n"},
		{strings.Repeat("a", 40) + " " + strings.Repeat("b", 39), strings.Repeat("a", 40) + " " + strings.Repeat("b",
			39) + "\n"},
		{strings.Repeat("a", 40) + " " + strings.Repeat("b", 40), strings.Repeat("a", 40) + "\n    " +
			strings.Repeat("b", 40) + "\n"},
		{"see " + long + " there", "see\n    " + long + "\n    there\n"},
		{"\x1b[31mRED\x1b[0m " + strings.Repeat("é", 76), "\x1b[31mRED\x1b[0m " + strings.Repeat("é", 76) + "\n"},
	}
	for _, test := range tests {
		if got := Wrap(test.text, 80, 4); got != test.want {
			t.Errorf("got %q, want %q", got, test.want)
		}
	}
}

func TestShorten(t *testing.T) {
	tests := []struct {
		path string
		room int
		want string
	}{
		{"sample/1", 8, "sample/1"},
		{"secret/few/01", 13, "secret/few/01"},
		{"secret/few/01", 12, "few/01"},
		{"secret/first-row-empty/01", 11, "first-r…/01"},
		{"hdu5046/wrong_answer/k_equals_n", 29, "hdu5046/wrong_ans…/k_equals_n"},
		{"queens/a_name_that_is_long", 12, "queens…_long"},
		{"sudoku-größer/01", 12, "sudoku-g…/01"},
		{"backtrack", 0, "…"},
		{"backtrack", 2, "b…"},
		{"backtrack", 6, "bac…ck"},
		{"secret/a-group-of-tests/a-long-name", 12, "a-grou…-name"},
	}
	for _, test := range tests {
		if got := Shorten(test.path, test.room); got != test.want {
			t.Errorf("%s in %d: got %q, want %q", test.path, test.room, got, test.want)
		}
	}
}

// TestOutput: Output keeps the first error, and a reader that has gone is not an error.
func TestOutput(t *testing.T) {
	out := NewOutput(failing{syscall.ENOSPC})
	out.Write(nil)
	if out.Err != syscall.ENOSPC || out.Unread() {
		t.Errorf("%v, unread %v", out.Err, out.Unread())
	}
	out = NewOutput(failing{syscall.EPIPE})
	if _, err := out.Write(nil); err != nil || out.Err != nil || !out.Unread() {
		t.Errorf("%v, %v, unread %v", err, out.Err, out.Unread())
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }

// TestSay: no name starts a new line.
func TestSay(t *testing.T) {
	t.Setenv("COLUMNS", "")
	var out strings.Builder
	Say(&out, "judge", "%s: %d of %v", "a\njudge: b\x1b", 1, errors.New("first\njudge: second"))
	if want := "judge: a\\njudge: b\\x1b: 1 of first\n  judge: second\n"; out.String() != want {
		t.Errorf("got %q, want %q", out.String(), want)
	}
}

// TestWide: a Chinese name takes two columns for each character, in a grid and when it is cut.
func TestWide(t *testing.T) {
	var out strings.Builder
	s := NewSheet(&out, Style{})
	g := &Grid{}
	for _, name := range []string{"数独", "abcd", "é…✓x"} {
		g.Add(Plain(name, "|")...)
	}
	g.Write(s)
	s.Flush()
	if want := "数独  |\nabcd  |\né…✓x  |\n"; out.String() != want {
		t.Errorf("got\n%swant\n%s", out.String(), want)
	}
	if cut, short := Cut("数独解法", 6), Shorten("数独解法/に.cpp", 11); cut != "数独…" || short != "数…/に.cpp" {
		t.Errorf("%q and %q", cut, short)
	}
}
