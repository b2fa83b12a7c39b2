package chart

import (
	"strings"
	"testing"

	"gonum.org/v1/plot"
)

// labelled are the labels of ticks.
func labelled(ticks []plot.Tick) string {
	var labels []string
	for _, t := range ticks {
		if !t.IsMinor() {
			labels = append(labels, t.Label)
		}
	}
	return strings.Join(labels, " | ")
}

func TestLogarithmic(t *testing.T) {
	for _, test := range []struct {
		low, high float64
		label     func(float64) string
		want      string
	}{
		{0.3e-3, 1.5, duration, "1 ms | 10 ms | 100 ms | 1 s"},
		{0.0004, 0.0045, duration, "500 µs | 1 ms | 2 ms"},
		{3.1, 12.5, count, "4 | 5 | 6 | 7 | 8 | 9 | 10"},
		{5, 5e8, count, "10 | 100 | 1,000 | 10,000 | 100,000 | 1 million | 10 million | 100 million"},
		{1, 1e15, count, "1 | 100 | 10,000 | 1 million | 100 million | 10 billion | 1 trillion | 100 trillion"},
	} {
		if got := labelled(logarithmic(test.label)(test.low, test.high)); got != test.want {
			t.Errorf("from %g to %g: %s\nwant %s", test.low, test.high, got, test.want)
		}
	}
}

// TestLabelsEverywhere: an axis of any length has from 3 to 9 labels, of which the first is below the data and the last
// above it.
func TestLabelsEverywhere(t *testing.T) {
	for low := 1e-9; low < 1e9; low *= 1.37 {
		for ratio := 1.0; ratio < 1e15; ratio *= 1.9 {
			from, to := framed(low, low*ratio)
			ticks := logarithmic(duration)(from, to)
			at := labels(ticks)
			if n := len(at); n < 3 || n > 9 {
				t.Errorf("%g to %g has %d labels: %s", low, low*ratio, n, labelled(ticks))
			} else if at[0] >= low || at[n-1] <= low*ratio || from > at[0] || to < at[n-1] {
				t.Errorf("%g to %g: the labels do not frame it: %s", low, low*ratio, labelled(ticks))
			}
		}
	}
}

func TestWhole(t *testing.T) {
	for _, test := range []struct {
		at   []int
		want string
	}{
		{[]int{7}, "7"},
		{[]int{23, 25, 27, 30, 35, 40, 50, 60, 70}, "23 | 27 | 30 | 35 | 40 | 50 | 60 | 70"},
		{[]int{1000, 2000, 3000, 4000}, "1,000 | 2,000 | 3,000 | 4,000"},
	} {
		if got := labelled(whole(test.at)); got != test.want {
			t.Errorf("%v: %s", test.at, got)
		}
	}
}

func TestNumbers(t *testing.T) {
	for want, got := range map[string]string{
		"1 ns": duration(1e-9), "12.3 µs": duration(12.345e-6), "999 µs": duration(999.4e-6),
		"1 ms": duration(999.6e-6), "1,234 s": duration(1234),
		"0": count(0), "1.5": count(1.5), "1,000": count(999.9), "999,499": count(999499), "1 million": count(999999),
		"2.5 billion": count(2.5e9), "1 trillion": count(1e12),
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
