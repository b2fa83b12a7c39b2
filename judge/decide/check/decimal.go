package check

import (
	"bytes"
	"math/big"
	"slices"
	"strconv"
)

// decimal is a number as it is written: digits·10^exponent. The exponent can have a thousand digits of its own, so that
// the number itself must never be made.
type decimal struct{ digits, exponent *big.Int }

// decimalOf reads what isNumber accepts.
func decimalOf(token []byte) decimal {
	mantissa, power := token, []byte("0")
	if e := bytes.IndexAny(token, "eE"); e >= 0 {
		mantissa, power = token[:e], token[e+1:]
	}
	whole, fraction, _ := bytes.Cut(mantissa, []byte("."))
	d := decimal{new(big.Int), new(big.Int)}
	d.digits.SetString(string(whole)+string(fraction), 10)
	d.exponent.SetString(string(power), 10)
	d.exponent.Sub(d.exponent, big.NewInt(int64(len(fraction))))
	return d
}

// ofFloat is the shortest decimal that reads as x: what a tolerance was written as, unless it has 17 digits or more.
func ofFloat(x float64) decimal { return decimalOf(strconv.AppendFloat(nil, x, 'e', -1, 64)) }

func (d decimal) negative() decimal { return decimal{new(big.Int).Neg(d.digits), d.exponent} }

func (d decimal) absolute() decimal { return decimal{new(big.Int).Abs(d.digits), d.exponent} }

func (d decimal) times(e decimal) decimal {
	return decimal{new(big.Int).Mul(d.digits, e.digits), new(big.Int).Add(d.exponent, e.exponent)}
}

// exactlyNear is near without any rounding. A tolerance that is negative is none.
func exactlyNear(want, got []byte, absolute, relative float64) bool {
	answer, output := decimalOf(want), decimalOf(got)
	within := func(allowed decimal) bool {
		return signOfSum(answer, allowed, output.negative()) >= 0 && signOfSum(answer.negative(), allowed, output) >= 0
	}
	return absolute >= 0 && within(ofFloat(absolute)) ||
		relative >= 0 && within(ofFloat(relative).times(answer.absolute()))
}

// farApart is a difference of exponents beyond which the last digit of the one number counts more than all others
// together: each has at most maxNumber digits, and that of a tolerance times an answer 20 more.
const farApart = 2 * maxNumber

// signOfSum is the sign of a sum. Its cost is bounded, whatever the exponents are.
func signOfSum(terms ...decimal) int {
	slices.SortFunc(terms, func(a, b decimal) int { return b.exponent.Cmp(a.exponent) })
	sum, exponent := new(big.Int), new(big.Int)
	for _, t := range terms {
		if sum.Sign() != 0 {
			gap := new(big.Int).Sub(exponent, t.exponent)
			if gap.Cmp(big.NewInt(farApart)) > 0 {
				return sum.Sign()
			}
			sum.Mul(sum, gap.Exp(big.NewInt(10), gap, nil))
		}
		sum.Add(sum, t.digits)
		exponent = t.exponent
	}
	return sum.Sign()
}
