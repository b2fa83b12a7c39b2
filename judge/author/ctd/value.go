package ctd

import (
	"math/big"
	"strings"
)

// value is a number, a condition (0 or 1) or a string.
type value struct {
	kind   kind
	number *big.Rat // nil for a string
	text   string
}

type kind string

const (
	isInteger, isDecimal, isCondition, isText kind = "an integer", "a decimal number", "a condition", "a string"
)

func integer(n int) value { return value{kind: isInteger, number: new(big.Rat).SetInt64(int64(n))} }

func condition(is bool) value {
	if is {
		return value{kind: isCondition, number: big.NewRat(1, 1)}
	}
	return value{kind: isCondition, number: new(big.Rat)}
}

// number returns the value of a number. It returns false for other texts, and for numbers that are too large.
func number(token string) (value, bool) {
	kind := isInteger
	if strings.ContainsAny(token, ".eE") {
		kind = isDecimal
	}
	if len(token) > maxBits/4 {
		return value{}, false
	}
	x, ok := new(big.Rat).SetString(token)
	return value{kind: kind, number: x}, ok
}

// key returns a text that is the same for equal values only.
func (v value) key() string {
	if v.kind == isText {
		return `"` + v.text
	}
	return v.number.RatString()
}

// size returns the length of a text in bytes, or of a number in bits.
func (v value) size() int {
	if v.kind == isText {
		return len(v.text)
	}
	return bitsOf(v.number)
}

func bitsOf(x *big.Rat) int { return x.Num().BitLen() + x.Denom().BitLen() }

func (v value) String() string { return shorten(strings.TrimPrefix(v.key(), `"`)) }

// compare returns -1, 0 or 1. It returns false unless the values are two numbers or two strings.
func compare(a, b value) (order int, ok bool) {
	if a.kind == isText && b.kind == isText {
		return strings.Compare(a.text, b.text), true
	}
	if !a.isNumber() || !b.isNumber() {
		return 0, false
	}
	return a.number.Cmp(b.number), true
}

func (v value) isNumber() bool { return v.kind == isInteger || v.kind == isDecimal }

// calculate applies an operator to two numbers. It returns a reason if that is impossible.
func calculate(op string, a, b value) (result value, reason string) {
	kind := isDecimal
	if a.kind == isInteger && b.kind == isInteger {
		kind = isInteger
	}
	if !a.isNumber() || !b.isNumber() || op == "%" && kind != isInteger || op == "^" && b.kind != isInteger {
		return value{}, "cannot compute " + a.String() + " " + op + " " + b.String()
	}
	x, y, z := a.number, b.number, new(big.Rat)
	power := y.Num()
	switch {
	case (op == "/" || op == "%") && y.Sign() == 0:
		return value{}, "division by zero"
	case bitsOf(x)+bitsOf(y) > maxBits,
		op == "^" && (y.Sign() < 0 || !power.IsInt64() || power.Int64() > maxBits/int64(bitsOf(x))):
		return value{}, "the result is too large, or the exponent is negative"
	}
	switch op {
	case "+":
		z.Add(x, y)
	case "-":
		z.Sub(x, y)
	case "*":
		z.Mul(x, y)
	case "/":
		if z.Quo(x, y); kind == isInteger {
			z.SetInt(new(big.Int).Quo(x.Num(), y.Num()))
		}
	case "%":
		z.SetInt(new(big.Int).Rem(x.Num(), y.Num()))
	case "^":
		z.SetFrac(new(big.Int).Exp(x.Num(), power, nil), new(big.Int).Exp(x.Denom(), power, nil))
	}
	return value{kind: kind, number: z}, ""
}
