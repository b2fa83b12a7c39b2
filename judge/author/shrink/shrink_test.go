package shrink_test

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"dlxjudge/judge/author/shrink"
)

// failing returns a Tester from two functions.
func failing(valid, fails func(input string) bool) shrink.Tester {
	return func(_ context.Context, candidates [][]byte) (int, error) {
		return slices.IndexFunc(candidates, func(c []byte) bool { return valid(string(c)) && fails(string(c)) }), nil
	}
}

func always(string) bool { return true }

func TestInput(t *testing.T) {
	tests := []struct {
		name         string
		input        string
		valid, fails func(string) bool
		want         string
	}{
		{"lines", "a\nb\nc\nd\n", always, has("c"), "c\n"},
		{"tokens", "a b c\nd e f\n", always, has("e"), "e\n"},
		{"characters", "abc xyz\n", always, has("y"), "y\n"},
		{"two far apart", "a b c d e f g h\n", always, func(in string) bool { return has("b")(in) && has("g")(in) },
			"b g\n"},
		{"a number", "17 4242\n", always, func(in string) bool { return sum(in) >= 100 }, "100\n"},
		{"a negative number", "-17\n", always, func(in string) bool { return sum(in) < 0 }, "-1\n"},
		{"an empty line", "a\n\nb\n", always, has("b"), "b\n"},
		{"no newline", "a b", always, has("b"), "b"},
		{
			"a line a case, and their number", "3\n10 20\n7 7\n30 1\n",
			func(in string) bool { return len(strings.Fields(in)) == 1+2*sum(strings.Split(in, "\n")[0]) },
			has("7 7"), "1\n7 7\n",
		},
		{
			"a number of numbers", "5 1 2 3 4 5\n3 7 8 9\n",
			counted, has(" 8"), "1 8\n",
		},
		{"cases of counted lines", "3\n2 2\n1 1\n2 2\n1 1\n5 5\n3 2\n1 1\n9 9\n4 4\n", airports, has("9 9"),
			"1\n1 0\n9 9\n"},
		{"a bounded number beside a count", "2\n2 2\n1 1\n2 2\n3 3\n1 1\n5 5\n9 9\n", airports, full, "1\n1 1\n0 0\n"},
		{"cases between empty lines", "ab\ncd\n\nef\ngh\n\nij\nkl\n", pairs, has("h"), "ef\ngh\n"},
		{"a last line that ends the input", "ab\ncx\nend\n", func(in string) bool {
			return strings.HasSuffix(in, "\nend\n")
		}, has("x"), "x\nend\n"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if !test.valid(test.input) || !test.fails(test.input) {
				t.Fatal("the input itself does not fail")
			}
			got, err := shrink.Input(context.Background(), []byte(test.input), failing(test.valid, test.fails))
			if err != nil || string(got.Input) != test.want {
				t.Errorf("%q (%v), want %q", got.Input, err, test.want)
			}
		})
	}
}

func has(text string) func(string) bool {
	return func(in string) bool { return strings.Contains(in, text) }
}

func sum(in string) int {
	total := 0
	for _, field := range strings.Fields(in) {
		v, _ := strconv.Atoi(field)
		total += v
	}
	return total
}

// counted accepts lines that begin with the number of their other numbers.
func counted(in string) bool {
	for line := range strings.Lines(in) {
		fields := strings.Fields(line)
		if len(fields) == 0 || fields[0] != strconv.Itoa(len(fields)-1) {
			return false
		}
	}
	return true
}

// airports accepts a number of cases, each with n points and the number k ≤ n of points to choose.
func airports(in string) bool {
	lines := strings.Split(strings.TrimSuffix(in, "\n"), "\n")
	var cases int
	if n, err := fmt.Sscanf(lines[0]+"\n", "%d\n", &cases); n != 1 || err != nil || cases < 1 {
		return false
	}
	lines = lines[1:]
	for range cases {
		var n, k int
		if len(lines) == 0 || len(strings.Fields(lines[0])) != 2 {
			return false
		}
		if got, _ := fmt.Sscanf(lines[0], "%d %d", &n, &k); got != 2 || n < 1 || k < 0 || k > n || len(lines) < n+1 {
			return false
		}
		for _, point := range lines[1 : n+1] {
			if len(strings.Fields(point)) != 2 {
				return false
			}
		}
		lines = lines[n+1:]
	}
	return len(lines) == 0
}

// full reports whether some case has k = n.
func full(in string) bool {
	lines := strings.Split(in, "\n")[1:]
	for len(lines) > 1 {
		var n, k int
		fmt.Sscanf(lines[0], "%d %d", &n, &k)
		if n == k {
			return true
		}
		lines = lines[n+1:]
	}
	return false
}

// pairs accepts cases of two lines with an empty line between cases.
func pairs(in string) bool {
	for part := range strings.SplitSeq(strings.TrimSuffix(in, "\n"), "\n\n") {
		lines := strings.Split(part, "\n")
		if len(lines) != 2 || len(lines[0]) != 2 || len(lines[1]) != 2 {
			return false
		}
	}
	return true
}

// When the time is over, the smallest input so far is returned.
func TestTimeOver(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	tests := 0
	got, err := shrink.Input(ctx, []byte(strings.Repeat("a\n", 100)+"b\n"), func(ctx context.Context,
		candidates [][]byte) (int, error) {
		if tests++; tests == 3 {
			cancel()
		}
		return slices.IndexFunc(candidates, func(c []byte) bool { return bytes.Contains(c, []byte("b")) }), ctx.Err()
	})
	if err != context.Canceled || !bytes.Contains(got.Input, []byte("b")) || len(got.Input) >= 100 {
		t.Errorf("%q, %v", got.Input, err)
	}
}
