package check

import (
	"math"
	"strconv"
	"strings"
	"testing"
)

// smallExponent reports whether a token has no exponent, as that of a number, or one of at most four digits.
func smallExponent(token string) bool {
	e := strings.LastIndexAny(token, "eE")
	return e < 0 || len(strings.TrimLeft(token[e+1:], "+-0")) <= 4
}

// TestNear has numbers that float64 does not tell apart, or does not have.
func TestNear(t *testing.T) {
	exact, thousandth := Options{Numbers: true}, Options{Numbers: true, Absolute: -1, Relative: 1e-3}
	tenth := Options{Numbers: true, Absolute: 0.1, Relative: -1}
	for _, row := range []struct {
		options   Options
		want, got string
		near      bool
	}{
		{exact, "0", "1e-4000", false}, {exact, "0", "-1e-99999999999999999999", false}, {exact, "1e-4000", "0", false},
		{exact, "0", "-0", true}, {exact, "0", "0e999999999", true}, {exact, "-0e-99999999999999999999", "0.0", true},
		{exact, "1e4000", "10e3999", true}, {exact, "1e4000", "1.000000000000000000001e4000", false},
		{exact, "1e4000", "-1e4000", false}, {exact, "1e4000", "1e5000", false}, {exact, "5e-324", "4e-324", false},
		{exact, "1e99999999999999999999", "10e99999999999999999998", true},
		{exact, "1e99999999999999999999", "1e99999999999999999998", false},
		{exact, "1e-1000000000", "0.1e-999999999", true}, {exact, "1e1000000000", "1e-1000000000", false},
		{exact, "9007199254740993", "9007199254740992", false}, {exact, "0.1", "0.1000000000000000055511151231", false},
		{exact, "1" + strings.Repeat("0", 1000), "1e1000", true},
		{exact, "0." + strings.Repeat("0", 1000) + "1", "1e-1001", true},

		{thousandth, "1e-400", "1e-401", false}, {thousandth, "1e-400", "1.001e-400", true},
		{thousandth, "1e-400", "1.0010000000000000000001e-400", false}, {thousandth, "1e-400", "0.999e-400", true},
		{thousandth, "1e4000", "1.001e4000", true}, {thousandth, "-1e4000", "-1.0011e4000", false},
		{thousandth, "0", "1e-4000", false}, {thousandth, "0", "-0.0", true},
		{thousandth, "1e99999999999999999999", "1.0005e99999999999999999999", true},
		{thousandth, "1000", "1001", true}, {thousandth, "1000", "1001.0000000000000000001", false},

		{tenth, "0", "1e-4000", true}, {tenth, "0", "0.1", true}, {tenth, "0.1", "0.2", true}, {tenth, "1", "1.1", true},
		{tenth, "0.3", "0.2", true}, {tenth, "0.3", "0.19999999999999999999999999", false},
		{tenth, "0", "0.10000000000000000000000001", false},
		{tenth, "1e-99999999999999999999", "-0.1", false}, {tenth, "-1e-99999999999999999999", "-0.1", true},
	} {
		if near := row.options.near([]byte(row.want), []byte(row.got)); near != row.near {
			t.Errorf("%.40s and %.40s with %+v: got %v", row.want, row.got, row.options, near)
		}
	}
}

// FuzzNear holds near against fractions, and tries what is only just near enough, or only just not.
func FuzzNear(f *testing.F) {
	f.Add("0", "1e-4000", 0.0, -1.0)
	f.Add("0.1", "0.100001", 1e-6, 1e-6)
	f.Add("1e-400", "1.001e-400", -1.0, 1e-3)
	f.Add("-5e-324", "4.9e-324", 5e-324, 0.5)
	f.Add("123456789012345678901234567890", "123456789012345678901234567891", 1.0, -1.0)
	f.Add("1e150", "2e150", 1e150, 1e300)
	f.Fuzz(func(t *testing.T, want, got string, absolute, relative float64) {
		for _, text := range []string{want, got} {
			if len(text) > maxNumber || !isNumber([]byte(text)) || !smallExponent(text) {
				t.Skip()
			}
		}
		for _, tolerance := range []*float64{&absolute, &relative} {
			if *tolerance < 0 {
				*tolerance = -1
			} else if !(*tolerance <= math.MaxFloat64) {
				t.Skip()
			}
		}
		if absolute < 0 && relative < 0 {
			t.Skip("then nothing is compared as numbers")
		}
		options := Options{Numbers: true, Absolute: absolute, Relative: relative}
		shifted, _ := strconv.ParseFloat(want, 64)
		texts := []string{got, want}
		for _, by := range []float64{absolute, relative * math.Abs(shifted)} {
			for _, x := range []float64{shifted + by, shifted - by, math.Nextafter(shifted+by, math.Inf(1)),
				math.Nextafter(shifted-by, math.Inf(-1))} {
				if !math.IsInf(x, 0) && !math.IsNaN(x) {
					texts = append(texts, strconv.FormatFloat(x, 'g', -1, 64))
				}
			}
		}
		for _, text := range texts {
			near, by := options.near([]byte(want), []byte(text)), nearByFractions(options, want, text)
			if near != by {
				t.Errorf("%s and %s with %+v: got %v", want, text, options, near)
			}
		}
	})
}
