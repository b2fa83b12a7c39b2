package check

import (
	"strings"
	"testing"
)

// TestNear: numbers are compared in float64, as the field's checkers do, and a tolerance of 0 asks for equal ones.
func TestNear(t *testing.T) {
	exact, thousandth := Options{Numbers: true}, Options{Numbers: true, Absolute: -1, Relative: 1e-3}
	half := Options{Numbers: true, Absolute: 0.5, Relative: -1}
	either := Options{Numbers: true, Absolute: 0.5, Relative: 1e-3}
	for _, row := range []struct {
		options   Options
		want, got string
		near      bool
	}{
		{exact, "100", "100." + strings.Repeat("0", 43) + "1", true}, {exact, "100", "100.0000000000001", false},
		{exact, "0", "-0", true}, {exact, "0", "0e999999999", true}, {exact, "0", "1e-4000", false}, {half, "0", "1e-4000", true},
		{exact, "9007199254740993", "9007199254740992", true}, {exact, "9007199254740993", "9007199254740994", false},
		{exact, "1", "+1.", true}, {exact, "1e3", "1000", true}, {exact, "5e-324", "1e-323", false},
		{exact, "1e4000", "1.1e4000", false}, {exact, "-1e4000", "1e4000", false}, {exact, "5", "1e4000", false},

		{thousandth, "1000", "1001", true}, {thousandth, "1000", "1001.1", false}, {thousandth, "-1000", "-999", true},
		{thousandth, "0", "0", true}, {thousandth, "0", "1e-300", false}, {thousandth, "1e4000", "5", false},

		{half, "0", "0.5", true}, {half, "0", "-0.50001", false}, {half, "1e4000", "1e4000.0", false},
		{half, "1e308", "-1e308", false},

		{either, "1", "1.5", true}, {either, "1000", "1001", true}, {either, "1000", "1001.1", false},
	} {
		want, is := parseNumber([]byte(row.want))
		got, too := parseNumber([]byte(row.got))
		if near := row.options.near(want, got); is && too && near != row.near {
			t.Errorf("%.50s and %.50s with %+v: got %v", row.want, row.got, row.options, near)
		}
	}
}
