package check

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// maxNumber is the longest token that is read as a number. The format asks for at least 30 digits on each side of the
// point.
const maxNumber = 1024

// parseNumber reads a number of the package format's grammar: an optional sign, digits with at most one point before,
// among or after them, and an optional decimal exponent. Names such as inf and nan, hexadecimal, underscores and
// numbers beyond float64 are not numbers.
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

// offBy says how far a number is from the answer's, and how far it may be and who says so: ": off by 2.7e-5, allowed
// 1e-6 (test_group.yaml:1:24)". It is "" for what is not compared as numbers.
func (r rules) offBy(want, got []byte) string {
	answer, is := parseNumber(want)
	output, isToo := parseNumber(got)
	if !r.Numbers || !is || !isToo {
		return ""
	}
	allowed := short(r.Absolute)
	if relative := r.Relative * math.Abs(answer); relative > r.Absolute {
		allowed = fmt.Sprintf("%s, %s of the answer", short(relative), short(r.Relative))
	}
	message := fmt.Sprintf(": off by %s, allowed %s", short(math.Abs(output-answer)), allowed)
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
