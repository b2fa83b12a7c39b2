package legible

import "testing"

func TestWidth(t *testing.T) {
	for _, row := range []struct {
		text       string
		width      int
		head, tail string // of three columns
	}{
		{"plain", 5, "pla", "ain"}, {"✓ …é", 4, "✓ …", " …é"}, {"数独", 4, "数", " 独"}, {"e\u0301a", 2, "e\u0301a", "e\u0301a"},
		{"\x1b[31mred\x1b[0m", 3, "", ""},
	} {
		if got := Width(row.text); got != row.width {
			t.Errorf("%q has %d columns, want %d", row.text, got, row.width)
		}
		if row.head == "" {
			continue
		}
		if head, tail := Head(row.text, 3), Tail(row.text, 3); head != row.head || tail != row.tail {
			t.Errorf("%q: %q and %q, want %q and %q", row.text, head, tail, row.head, row.tail)
		}
	}
}
