package main

import (
	"errors"
	"strconv"
)

// seconds is a time limit in a flag, as judge run takes it: 0 for none.
type seconds float64

func (s *seconds) String() string { return strconv.FormatFloat(float64(*s), 'g', -1, 64) }

func (s *seconds) Type() string { return "seconds" }

func (s *seconds) Set(text string) error {
	n, err := strconv.ParseFloat(text, 64)
	switch {
	case err != nil:
		return errors.New("give seconds as a number, such as 2 or 0.5")
	case n != 0 && !(n >= 1e-6 && n <= 1e6): // a NaN is neither
		return errors.New("give seconds as a number between 0.000001 and 1000000")
	}
	*s = seconds(n)
	return nil
}
