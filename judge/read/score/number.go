package score

import (
	"errors"
	"fmt"
	"math/big"
	"strings"

	"dlxjudge/judge/read/strictyaml"
)

// Number is an exact rational number, or an infinity. The zero value is 0.
type Number struct {
	rat *big.Rat // nil means 0; the value is never modified
	inf int      // the sign of an infinity; 0 for a finite number
}

// Int returns an integer.
func Int(n int64) Number { return Number{rat: new(big.Rat).SetInt64(n)} }

// Infinity returns positive or negative infinity.
func Infinity(sign int) Number { return Number{inf: sign} }

// mostCharacters bounds the length of a number. The format demands support for 30 digits before and after the point.
const mostCharacters = 1000

// Parse reads a decimal number, which may have an exponent of at most three digits.
func Parse(text string) (Number, error) {
	if len(text) > mostCharacters {
		return Number{}, fmt.Errorf("%.40q… is not a decimal number of at most %d characters", text, mostCharacters)
	}
	rat, ok := strictyaml.ParseDecimal(text)
	if !ok {
		return Number{}, fmt.Errorf("%.40q is not a decimal number", text)
	}
	return Number{rat: rat}, nil
}

// ParseExtended reads a decimal number, or inf, +inf or -inf, which the legacy formats allow.
func ParseExtended(text string) (Number, error) {
	switch strings.ToLower(text) {
	case "inf", "+inf":
		return Infinity(1), nil
	case "-inf":
		return Infinity(-1), nil
	}
	n, err := Parse(text)
	if err != nil {
		err = fmt.Errorf("%w, inf or -inf", err)
	}
	return n, err
}

func (n Number) value() *big.Rat {
	if n.rat == nil {
		return new(big.Rat)
	}
	return n.rat
}

// Finite reports whether the number is finite.
func (n Number) Finite() bool { return n.inf == 0 }

// Cmp returns a negative number if n is less than m, 0 if they are equal, and a positive number if n is greater.
func (n Number) Cmp(m Number) int {
	if n.inf != 0 || m.inf != 0 {
		return n.inf - m.inf
	}
	return n.value().Cmp(m.value())
}

// Equal reports whether two numbers are equal.
func (n Number) Equal(m Number) bool { return n.Cmp(m) == 0 }

// Sign returns -1, 0 or 1.
func (n Number) Sign() int {
	if n.inf != 0 {
		return n.inf
	}
	return n.value().Sign()
}

func (n Number) times(m Number) Number {
	return Number{rat: new(big.Rat).Mul(n.value(), m.value())}
}

// over returns the number divided by a positive count.
func (n Number) over(count int) Number {
	if n.inf != 0 {
		return n
	}
	return Number{rat: new(big.Rat).Quo(n.value(), new(big.Rat).SetInt64(int64(count)))}
}

// Total returns the sum of finite numbers.
func Total(numbers ...Number) Number {
	total, _ := sum(numbers)
	return total
}

// sum adds numbers. The sum of no numbers is 0.
func sum(numbers []Number) (Number, error) {
	total := new(big.Rat)
	inf := 0
	for _, n := range numbers {
		switch {
		case n.inf != 0 && inf == -n.inf:
			return Number{}, errors.New("inf and -inf have no sum")
		case n.inf != 0:
			inf = n.inf
		default:
			total.Add(total, n.value())
		}
	}
	if inf != 0 {
		return Infinity(inf), nil
	}
	return Number{rat: total}, nil
}

// String shows a number exactly if it has few digits. Otherwise it rounds the number.
const (
	mostPlaces   = 4  // maximum number of decimal places of an exact number
	placesOfMany = 2  // decimal places of a rounded number
	mostShown    = 15 // maximum number of characters of an exact or a rounded number
)

// String formats the number for people. It is exact if it has at most four decimal places and at most 15 characters.
// Any other number is rounded, with "≈" before it.
func (n Number) String() string {
	if n.inf != 0 {
		return n.Exact()
	}
	text := n.value().FloatString(mostPlaces)
	about := ""
	if exact, _ := new(big.Rat).SetString(text); exact.Cmp(n.value()) != 0 {
		about, text = "≈", n.value().FloatString(placesOfMany)
	}
	if strings.Contains(text, ".") {
		text = strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
	}
	if rounded, _ := new(big.Rat).SetString(text); len(text) > mostShown || rounded.Sign() == 0 && n.Sign() != 0 {
		return "≈" + new(big.Float).SetRat(n.value()).Text('g', 4)
	}
	return about + text
}

// Exact returns the number without rounding: an integer, a fraction such as 100/3, inf or -inf.
func (n Number) Exact() string {
	switch n.inf {
	case 1:
		return "inf"
	case -1:
		return "-inf"
	}
	return n.value().RatString()
}

// Decimal returns the number as programs read it, in decimal notation without an exponent. A number with more than
// decimalPlaces places is rounded to that many. Infinities are inf and -inf.
func (n Number) Decimal() string {
	if n.inf != 0 {
		return n.Exact()
	}
	text := n.value().FloatString(decimalPlaces)
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
}

const decimalPlaces = 20

// Float returns the nearest double. ok is false for an infinity, and for a number that is too large for a double.
func (n Number) Float() (f float64, ok bool) {
	if n.inf != 0 {
		return 0, false
	}
	f, _ = n.value().Float64()
	return f, f-f == 0
}

// MarshalBinary writes the number as Exact does.
func (n Number) MarshalBinary() ([]byte, error) { return []byte(n.Exact()), nil }

// MarshalText writes the number as Exact does: "85/2".
func (n Number) MarshalText() ([]byte, error) { return n.MarshalBinary() }

// UnmarshalText reads the text of MarshalText.
func (n *Number) UnmarshalText(text []byte) error {
	if err := n.UnmarshalBinary(text); err != nil {
		return fmt.Errorf("the score %w", err)
	}
	return nil
}

// mostExact is the maximum length of an exact number in characters. Numbers in packages have some dozens of digits, and
// their sums a few more.
const mostExact = 1 << 14

// UnmarshalBinary reads the text of MarshalBinary.
func (n *Number) UnmarshalBinary(text []byte) error {
	if len(text) > mostExact {
		return fmt.Errorf("%.40q… is not a number of at most %d characters", text, mostExact)
	}
	if read, err := ParseExtended(string(text)); err == nil && !read.Finite() {
		*n = read
		return nil
	}
	rat, ok := new(big.Rat).SetString(string(text))
	if !ok || rat.RatString() != string(text) {
		return fmt.Errorf("%.40q is not an exact number", text)
	}
	*n = Number{rat: rat}
	return nil
}
