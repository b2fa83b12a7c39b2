package main

import (
	"fmt"
	"io"
	"strings"
	"testing"
)

// FuzzValidate checks that an accepted input is, byte for byte, what its numbers look like when printed by the
// statement's format, and within its limits.
func FuzzValidate(f *testing.F) {
	f.Add("1\n1 1\n0 0\n")
	f.Add("2\n3 2\n0 0\n4 0\n5 1\n1 1\n-1000000000 1000000000\n")
	f.Add("1\n1 1\n0 0")
	f.Add("1\n999999999999999999 1\n0 0\n")
	f.Add("1\n1 1\n-0 +5\n")
	f.Fuzz(func(t *testing.T, in string) {
		if validate(strings.NewReader(in), io.Discard) != nil {
			return
		}
		r := strings.NewReader(in)
		scan := func(low, high int64) int64 {
			var v int64
			if _, err := fmt.Fscan(r, &v); err != nil || v < low || v > high {
				t.Fatalf("accepted %q with %d (error %v), not from %d to %d", in, v, err, low, high)
			}
			return v
		}
		var want strings.Builder
		cases := scan(1, 100)
		fmt.Fprintln(&want, cases)
		for range cases {
			n := scan(1, 60)
			fmt.Fprintln(&want, n, scan(1, n))
			for range n {
				x := scan(-1e9, 1e9)
				fmt.Fprintln(&want, x, scan(-1e9, 1e9))
			}
		}
		if in != want.String() {
			t.Errorf("accepted %q, want %q", in, want.String())
		}
	})
}
