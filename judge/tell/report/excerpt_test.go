package report

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestExcerpt: a file is cut to the terminal, with the size of the rest, and without escape sequences.
func TestExcerpt(t *testing.T) {
	wide := strings.Repeat("x", 100)
	for _, c := range []struct {
		head string
		size int64
		want string
	}{
		{"1 2\n3\n", 6, "      1 2\n      3\n"},
		{"no newline", 10, "      no newline\n"},
		{"", 0, "      (nothing)\n"},
		{"a\x1b[31m\tb\n\n", 9, "      a\\x1b[31m\\tb\n      \n"},
		{wide + "\n", 101, "      " + wide[:73] + "…\n"},
		{strings.Repeat("1\n", 20), 40, strings.Repeat("      1\n", 12) + "      … 16 bytes more\n"},
		{"1\n", 1 << 20, "      1\n      … 1048574 bytes more\n"},
	} {
		var out strings.Builder
		if err := Excerpt(&out, "title", []byte(c.head), c.size, 80); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff("    title\n"+c.want, out.String()); diff != "" {
			t.Errorf("%q: %s", c.head, diff)
		}
	}
}
