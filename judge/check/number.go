package check

import (
	"math"
	"strconv"
)

// maxNumber is the longest token that is read as a number. The format asks for at least 30 digits on each side of the point.
const maxNumber = 1024

// parseNumber reads a number of the package format's grammar: an optional sign, digits with at most one point before,
// among or after them, and an optional decimal exponent. Names such as inf and nan, hexadecimal, underscores and numbers
// beyond float64 are not numbers.
func parseNumber(token []byte) (float64, bool) {
	if len(token) > maxNumber || !isNumber(token) {
		return 0, false
	}
	value, err := strconv.ParseFloat(string(token), 64)
	return value, err == nil
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

// near reports whether got is within the options' absolute or relative error of want, computed in float64.
func (o Options) near(want, got float64) bool {
	difference := math.Abs(got - want)
	return difference <= o.Absolute || difference <= o.Relative*math.Abs(want)
}
