package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The boards of this table have one solution each, or none. That the answers on the problem's own tests are right is
// for the checker to say.
func TestRun(t *testing.T) {
	tests := []struct{ name, in, want, err string }{
		{"nothing", "", "", ""},
		{"the smallest board", "1 0\n1 1\n", "1\n1\n", ""},
		{"queens to place", "4 0 4 0 0\n4 3 0 0 0\n6 0 0 0 0 0 3\n", "2 4 1 3\n3 1 4 2\n4 1 5 2 6 3\n", ""},
		{"no solution", "1 0\n3 0 0 0\n", "1\n", "case 2: no solution"},
		{"no solution with this queen", "6 1 0 0 0 0 0\n", "", "case 1: no solution"},
		{"a shared column", "5 1 0 0 0 1\n", "", "case 1: two of the queens attack each other"},
		{"a shared diagonal", "5 5 0 0 0 1\n", "", "case 1: two of the queens attack each other"},
		{"truncated", "4 0 0\n", "", "case 1: row 3: EOF"},
		{"a column past the last", "4 5 0 0 0\n", "", "case 1: row 1: column 5 of 4"},
		{"N is too large", "51 0\n", "", "case 1: N is 51, want 1 to 50"},
		{"no number", "x\n", "", "case 1: expected integer"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var out bytes.Buffer
			message := ""
			if err := run(strings.NewReader(test.in), &out); err != nil {
				message = err.Error()
			}
			if diff := cmp.Diff(test.want, out.String()); diff != "" {
				t.Errorf("output (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(test.err, message); diff != "" {
				t.Errorf("error (-want +got):\n%s", diff)
			}
		})
	}
}
