package score

import (
	"bytes"
	"encoding/gob"
	"errors"
	"math"
	"strconv"
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	for text, want := range map[string]string{
		"0": "0", "42": "42", "+1": "1", "-1.5": "-3/2", ".5": "1/2", "5.": "5", "1e2": "100", "1E-2": "1/100",
		"1e+00000000000000000000001": "10", "007": "7", "-0": "0",
		strings.Repeat("9", 30) + "." + strings.Repeat("9", 30): strings.Repeat("9", 60) + "/1" + strings.Repeat("0",
			30),

		"": "error", ".": "error", "e1": "error", "1e": "error", "1 ": "error", "--1": "error", "0x1": "error",
		"1_000": "error", "1/2": "error", "inf": "inf", "+inf": "inf", "-inf": "-inf", "Inf": "inf", "nan": "error",
		"infinity": "error",
		"1e1001":   "error", "1e-1001": "error", "1e99999999999999999999": "error", "١": "error",
		strings.Repeat("1", 1001): "error",
	} {
		n, err := ParseExtended(text)
		got := n.Exact()
		if err != nil {
			got = "error"
		}
		if got != want {
			t.Errorf("%.80q: got %.80s (%v), want %.80s", text, got, err, want)
		}
	}
	if n, err := Parse("inf"); err == nil {
		t.Errorf("inf: got %s", n.Exact())
	}
}

// A short number is shown exactly. A longer one is rounded, and marked as such.
func TestString(t *testing.T) {
	third, err := Parse("100")
	if err != nil {
		t.Fatal(err)
	}
	third = third.over(3)
	for _, row := range []struct {
		n    Number
		want string
	}{
		{Number{}, "0"}, {Int(100), "100"}, {exactly("12.50"), "12.5"}, {exactly("0.0001"), "0.0001"},
		{exactly("0.00001"), "≈1e-05"}, {exactly("-3.25"), "-3.25"},
		{third, "≈33.33"}, {exactly("0.0000001"), "≈1e-07"}, {exactly("1e-400"), "≈1e-400"},
		{exactly("1e20"), "≈1e+20"}, {exactly("99.99999999"), "≈100"},
		{Infinity(1), "inf"}, {Infinity(-1), "-inf"},
	} {
		if got := row.n.String(); got != row.want {
			t.Errorf("%s: got %q, want %q", row.n.Exact(), got, row.want)
		}
	}
}

// A number can be kept with package gob, without a loss.
func TestGob(t *testing.T) {
	type kept struct{ Number *Number }
	third := exactly("-1").over(3)
	for _, n := range []Number{{}, Int(7), third, exactly("1e-999"), Infinity(1), Infinity(-1)} {
		var text bytes.Buffer
		var read kept
		if err := errors.Join(gob.NewEncoder(&text).Encode(kept{&n}),
			gob.NewDecoder(&text).Decode(&read)); err != nil || !read.Number.Equal(n) {
			t.Errorf("%s: got %v, %v", n.Exact(), read.Number, err)
		}
	}
	for _, text := range []string{"", "2/4", "0x1", "+1", "1.5", "nan", "infinity"} {
		if err := new(Number).UnmarshalBinary([]byte(text)); err == nil {
			t.Errorf("%q was read", text)
		}
	}
}

func TestSum(t *testing.T) {
	for _, row := range []struct {
		numbers, want string
	}{
		{"", "0"}, {"0.1 0.2", "3/10"}, {"inf 1 inf", "inf"}, {"-inf 5", "-inf"}, {"inf -inf", "error"},
		{"-inf 1 inf", "error"},
	} {
		var numbers []Number
		for _, text := range strings.Fields(row.numbers) {
			numbers = append(numbers, exactly(text))
		}
		n, err := sum(numbers)
		got := n.Exact()
		if err != nil {
			got = "error"
		}
		if got != row.want {
			t.Errorf("%s: got %s, want %s", row.numbers, got, row.want)
		}
	}
}

// Parse returns exactly the number that was written. Its nearest double agrees with strconv, and a number that is shown
// exactly parses to the same value.
func FuzzParse(f *testing.F) {
	for _, text := range []string{"42", "-12.5e-3", ".5", "5.", "1e400", "99999999999999999999999999999.9", "inf",
		"0x1p4", "1_0", "+1e+1"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		n, err := Parse(text)
		if err != nil {
			return
		}
		if strings.ContainsAny(text, "xXpP_/ \n") {
			t.Fatalf("%q was read", text)
		}
		want, err := strconv.ParseFloat(text, 64)
		got, ok := n.Float()
		if ok == math.IsInf(want, 0) || ok && got != want {
			t.Errorf("%q: got %v (%v), want %v (%v)", text, got, ok, want, err)
		}
		if shown := n.String(); !strings.HasPrefix(shown, "≈") && !exactly(shown).Equal(n) {
			t.Errorf("%q is shown as %s", text, shown)
		}
		if zero, err := sum([]Number{n, n.times(Int(-1))}); err != nil || zero.Sign() != 0 {
			t.Errorf("%q less itself is %v", text, zero)
		}
	})
}
