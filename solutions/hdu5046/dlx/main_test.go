package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"math/bits"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
)

const sample = "2\n3 2\n0 0\n4 0\n5 1\n4 2\n0 3\n1 0\n3 0\n8 9\n"

func TestRun(t *testing.T) {
	tests := []struct {
		name, in, want, err string
	}{
		{"sample", sample, "Case #1: 2\nCase #2: 4\n", ""},
		{"carriage returns", strings.ReplaceAll(sample, "\n", "\r\n"), "Case #1: 2\nCase #2: 4\n", ""},
		{"no newline at the end", strings.TrimSpace(sample), "Case #1: 2\nCase #2: 4\n", ""},
		{"all on one line", strings.ReplaceAll(sample, "\n", " \t "), "Case #1: 2\nCase #2: 4\n", ""},
		{"empty lines and blanks at the end", strings.ReplaceAll(sample, "\n", "\n\n") + " \n\n", "Case #1: 2\nCase #2: 4\n", ""},
		{"one city", "1\n1 1\n-7 7\n", "Case #1: 0\n", ""},
		{"an airport in every city", "1\n3 3\n0 0\n5 5\n9 0\n", "Case #1: 0\n", ""},
		{"as many places as airports", "1\n4 2\n1 1\n2 2\n1 1\n2 2\n", "Case #1: 0\n", ""},
		{"farther than 32 bits", "1\n2 1\n-1000000000 -1000000000\n1000000000 1000000000\n", "Case #1: 4000000000\n", ""},
		{"farthest first would say 3", "1\n5 2\n0 0\n1 0\n2 0\n3 0\n4 0\n", "Case #1: 1\n", ""},

		{"empty", "", "", "the input ends where T should be"},
		{"no cases", "0\n", "", `T is "0", not an integer from 1 to 100`},
		{"too many cases", "101\n", "", `T is "101", not an integer from 1 to 100`},
		{"no cities", "1\n0 1\n", "", `case 1: N is "0", not an integer from 1 to 60`},
		{"too many cities", "1\n61 1\n", "", `case 1: N is "61", not an integer from 1 to 60`},
		{"no airports", "1\n2 0\n", "", `case 1: K is "0", not an integer from 1 to 2`},
		{"more airports than cities", "1\n2 3\n", "", `case 1: K is "3", not an integer from 1 to 2`},
		{"too far west", "1\n1 1\n-1000000001 0\n", "", `case 1: x is "-1000000001", not an integer from -1000000000 to 1000000000`},
		{"too far north", "1\n1 1\n0 1000000001\n", "", `case 1: y is "1000000001", not an integer from -1000000000 to 1000000000`},
		{"past 64 bits", "1\n1 1\n0 99999999999999999999\n", "", `case 1: y is "99999999999999999999", not an integer from -1000000000 to 1000000000`},
		{"a fraction", "1\n1 1\n0.5 0\n", "", `case 1: x is "0.5", not an integer from -1000000000 to 1000000000`},
		{"a word", "1\n1 1\n0 north\n", "", `case 1: y is "north", not an integer from -1000000000 to 1000000000`},
		{"a NUL byte", "1\n1 1\n0 \x00\n", "", `case 1: y is "\x00", not an integer from -1000000000 to 1000000000`},
		{"cut off in the second case", sample[:len(sample)-4], "Case #1: 2\n", "case 2: the input ends where x should be"},
		{"cut off in a city", "1\n1 1\n5", "", "case 1: the input ends where y should be"},
		{"a case is missing", "3" + sample[1:], "Case #1: 2\nCase #2: 4\n", "case 3: the input ends where N should be"},
		{"more after the last case", sample + "7\n", "Case #1: 2\nCase #2: 4\n", `case 2: "7" follows, though this is the last case`},
		{"a word without end", "1\n1 1\n" + strings.Repeat("1", 1<<20), "", "case 1: x: bufio.Scanner: token too long"},
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

func TestRunReportsBrokenFiles(t *testing.T) {
	broken := errors.New("the disk is broken")
	if err := run(iotest.ErrReader(broken), io.Discard); err == nil || !strings.Contains(err.Error(), broken.Error()) {
		t.Errorf("reading: got error %v, want %v", err, broken)
	}
	out, in := io.Pipe()
	out.CloseWithError(broken)
	if err := run(strings.NewReader(sample), in); !errors.Is(err, broken) {
		t.Errorf("writing: got error %v, want %v", err, broken)
	}
}

// Cities 0, 1, ... in a row fall into k parts of at most ⌈n/k⌉, each with its airport in the middle.
func TestSolveCitiesInARow(t *testing.T) {
	const n = 60
	var row []city
	for x := int64(0); x < n; x++ {
		row = append(row, city{x, 7 - x})
	}
	for k := 1; k <= n; k++ {
		part := (n + k - 1) / k
		if got, want := solve(row, k), int64(part/2*2); got != want {
			t.Errorf("%d airports: got %d, want %d", k, got, want)
		}
	}
}

func TestDistinctDistances(t *testing.T) {
	got := distinctDistances([]city{{0, 0}, {3, 4}, {-7, 0}, {0, 0}})
	if diff := cmp.Diff([]int64{0, 7, 14}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got := distinctDistances([]city{{5, 5}}); !cmp.Equal(got, []int64{0}) {
		t.Errorf("one city: got %v, want 0 alone", got)
	}
}

func TestSuperfluous(t *testing.T) {
	within := []uint64{0b0011, 0b0111, 0b0111, 0b1100, 0b1000, 0b0100}
	var got []bool
	for site := range within {
		got = append(got, superfluous(within, site))
	}
	if diff := cmp.Diff([]bool{true, false, true, false, true, true}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// Small random cases, many of them with cities at one place or in a line, against brute force.
func TestRunAgainstBruteForce(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 46))
	for range 300 {
		n := 1 + r.IntN(9)
		in := fmt.Sprintf("1\n%d %d\n", n, 1+r.IntN(n))
		width, height := 1+r.IntN(12), 1+r.IntN(12)
		for range n {
			in += fmt.Sprintf("%d %d\n", r.IntN(width), r.IntN(height)-height/2)
		}
		var out bytes.Buffer
		if err := run(strings.NewReader(in), &out); err != nil {
			t.Fatalf("%v\n%s", err, in)
		}
		if want := bruteForce(in); out.String() != want {
			t.Fatalf("got %q, want %q for\n%s", out.String(), want, in)
		}
	}
}

// bruteForce answers a valid input by trying all subsets of the cities as airports.
func bruteForce(in string) string {
	var numbers []int
	for _, word := range strings.Fields(in) {
		number, _ := strconv.Atoi(word)
		numbers = append(numbers, number)
	}
	cases, numbers := numbers[0], numbers[1:]
	var out strings.Builder
	for t := 1; t <= cases; t++ {
		n, k := numbers[0], numbers[1]
		xy := numbers[2 : 2+2*n]
		numbers = numbers[2+2*n:]
		best := math.MaxInt
		for airports := uint(1); airports < 1<<n; airports++ {
			if bits.OnesCount(airports) != k {
				continue
			}
			worst := 0
			for city := range n {
				nearest := math.MaxInt
				for site := range n {
					dx, dy := xy[2*city]-xy[2*site], xy[2*city+1]-xy[2*site+1]
					if airports>>site&1 == 1 {
						nearest = min(nearest, max(dx, -dx)+max(dy, -dy))
					}
				}
				worst = max(worst, nearest)
			}
			best = min(best, worst)
		}
		fmt.Fprintf(&out, "Case #%d: %d\n", t, best)
	}
	return out.String()
}

// FuzzRun checks that no input makes run panic, and that what it accepts is answered as brute force does.
func FuzzRun(f *testing.F) {
	f.Add(sample)
	f.Add("1\n1 1\n0 0")
	f.Add("2\r\n2 1\r\n-1000000000 1000000000\r\n+5 -0\r\n3 2 1 1 1 1 2 2")
	f.Add("1\n2 3\n0 0\n1 1\n")
	f.Add("\ufeff1\n1 1\n0 0\n")
	f.Fuzz(func(t *testing.T, in string) {
		if len(in) > 60 {
			t.Skip("long enough for a case that brute force cannot do")
		}
		var out bytes.Buffer
		if run(strings.NewReader(in), &out) != nil {
			return
		}
		if want := bruteForce(in); out.String() != want {
			t.Errorf("got %q, want %q", out.String(), want)
		}
	})
}
