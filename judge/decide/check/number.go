package check

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// maxNumber is the longest token that is read as a number. The format asks for at least 30 digits on each side of the
// point.
const maxNumber = 1024

// parseNumber reads a number of the package format's grammar: an optional sign, digits with at most one point before,
// among or after them, and an optional decimal exponent. Names such as inf and nan, hexadecimal and underscores are not
// numbers. The value is the nearest float64; for what is too large it is infinite, and for what is too small the
// smallest that is not 0.
func parseNumber(token []byte) (float64, bool) {
	if len(token) > maxNumber || len(bytes.Trim(token, "0123456789+-.eE")) > 0 {
		return 0, false
	}
	value, err := strconv.ParseFloat(string(token), 64)
	if mantissa := bytes.TrimLeft(token, "+-0."); value == 0 && len(mantissa) > 0 && mantissa[0] <= '9' {
		value = math.SmallestNonzeroFloat64
	}
	return value, err == nil || errors.Is(err, strconv.ErrRange)
}

// near reports whether got is within the options' absolute or relative error of want, computed in float64. Numbers that
// float64 does not have are near nothing.
func (o Options) near(want, got float64) bool {
	if math.IsInf(want, 0) || math.IsInf(got, 0) {
		return false
	}
	off := math.Abs(want - got)
	return off <= o.Absolute || off <= o.Relative*math.Abs(want)
}

// offBy says how far a number is from the answer's, and how far it may be and who says so: ": off by 2.7e-5, allowed
// 1e-6 (test_group.yaml:1:24)". It is "" for what is not compared as numbers.
func (r rules) offBy(want, got []byte) string {
	answer, is := parseNumber(want)
	output, isToo := parseNumber(got)
	off := math.Abs(output - answer)
	if !r.Numbers || !is || !isToo || math.IsInf(answer, 0) || math.IsInf(off, 0) {
		return ""
	}
	allowed := short(r.Absolute)
	if relative := r.Relative * math.Abs(answer); relative > r.Absolute {
		allowed = fmt.Sprintf("%s, %s of the answer", short(relative), short(r.Relative))
	}
	message := fmt.Sprintf(": off by %s, allowed %s", short(off), allowed)
	if r.at != "" {
		message += " (" + r.at + ")"
	}
	return message
}

// short is a number in few digits: "2.7e-5", "0.001", "31".
func short(x float64) string {
	text := strconv.FormatFloat(x, 'g', 3, 64)
	mantissa, exponent, is := strings.Cut(text, "e")
	if !is {
		return text
	}
	sign := strings.TrimPrefix(exponent[:1], "+")
	return mantissa + "e" + sign + strings.TrimLeft(exponent[1:], "0")
}
