package check

import (
	"bytes"
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
// numbers. The value is the nearest float64: infinite, or 0, where float64 has none that is near.
func parseNumber(token []byte) (float64, bool) {
	if len(token) > maxNumber || !isNumber(token) {
		return 0, false
	}
	value, _ := strconv.ParseFloat(string(token), 64) // it is of the right form, so that only its size can be wrong
	return value, true
}

func isNumber(token []byte) bool {
	rest := skipSign(token)
	whole, rest := skipDigits(rest)
	fraction := 0
	if len(rest) > 0 && rest[0] == '.' {
		fraction, rest = skipDigits(rest[1:])
	}
	if whole+fraction == 0 {
		return false
	}
	if len(rest) > 0 && (rest[0] == 'e' || rest[0] == 'E') {
		digits, end := skipDigits(skipSign(rest[1:]))
		return digits > 0 && len(end) == 0
	}
	return len(rest) == 0
}

func skipSign(s []byte) []byte {
	if len(s) > 0 && (s[0] == '+' || s[0] == '-') {
		return s[1:]
	}
	return s
}

func skipDigits(s []byte) (int, []byte) {
	n := 0
	for n < len(s) && '0' <= s[n] && s[n] <= '9' {
		n++
	}
	return n, s[n:]
}

// near reports whether got is within the options' absolute or relative error of want. Both are numbers, and are taken
// as they are written, whatever float64 makes of them; so are the tolerances.
func (o Options) near(want, got []byte) bool {
	a, _ := parseNumber(want)
	b, _ := parseNumber(got)
	if usual(a, want) && usual(b, got) {
		if within, sure := o.nearly(a, b); sure {
			return within
		}
	}
	return exactlyNear(want, got, o.Absolute, o.Relative)
}

// The sizes of numbers of which float64 knows the first 15 digits, also when one is multiplied by another.
const smallest, largest = 1e-150, 1e150

// usual reports whether x, the value of a number, is all but equal to it: of usual size, or a 0 that is not rounded.
func usual(x float64, token []byte) bool {
	if x == 0 {
		rest := bytes.TrimLeft(token, "+-.0")
		return len(rest) == 0 || rest[0] == 'e' || rest[0] == 'E'
	}
	return smallest < math.Abs(x) && math.Abs(x) < largest
}

// nearly is near of the nearest float64 values. It is sure of what no rounding can change.
func (o Options) nearly(want, got float64) (within, sure bool) {
	const rounding = 0x1p-50 // of a few operations, relative to their operands; one is off by half of 0x1p-52
	if want == 0 && got == 0 {
		return true, true
	}
	size := math.Abs(want) + math.Abs(got)
	difference, sure := math.Abs(got-want), true
	for _, allowed := range []float64{o.Absolute, o.Relative * math.Abs(want)} {
		switch margin := rounding * (size + allowed); {
		case allowed < 0: // not given
		case allowed > largest:
			sure = false
		case difference < allowed-margin:
			return true, true
		case difference <= allowed+margin:
			sure = false
		}
	}
	return false, sure
}

// offBy says how far a number is from the answer's, and how far it may be and who says so: ": off by 2.7e-5, allowed
// 1e-6 (test_group.yaml:1:24)". It is "" for what is not compared as numbers, and for what differs beyond float64.
func (r rules) offBy(want, got []byte) string {
	answer, is := parseNumber(want)
	output, isToo := parseNumber(got)
	if !r.Numbers || !is || !isToo {
		return ""
	}
	difference := math.Abs(output - answer)
	if difference == 0 || math.IsInf(answer, 0) || math.IsInf(difference, 0) {
		return "" // float64 does not show it
	}
	allowed := short(r.Absolute)
	if relative := r.Relative * math.Abs(answer); relative > r.Absolute {
		allowed = fmt.Sprintf("%s, %s of the answer", short(relative), short(r.Relative))
	}
	message := fmt.Sprintf(": off by %s, allowed %s", short(difference), allowed)
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
