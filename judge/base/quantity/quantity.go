// Package quantity reads flags that are numbers: seconds, MiB, a percentage. Its errors use the words of the flag.
//
//	flags.Var(quantity.Of(&f.timeLimit, quantity.Seconds), "time-limit", "`SECONDS` for each test")
//	limit, err := quantity.TimeLimit(f.timeLimit)
package quantity

import (
	"errors"
	"fmt"
	"strconv"
	"time"
)

// Seconds is what a flag with a time wants.
const Seconds = "seconds as a number, such as 2 or 0.5"

// Value is the value of a flag. Its error says what to write; that of pflag's own type would be strconv's.
type Value struct {
	value *float64
	want  string
}

// Of is a flag with a value, and what it wants, such as Seconds.
func Of(value *float64, want string) Value { return Value{value, want} }

func (v Value) String() string { return strconv.FormatFloat(*v.value, 'g', -1, 64) }

func (v Value) Type() string { return "number" }

// Set reads a number. Whether it is within bounds is for the command to check.
func (v Value) Set(text string) error {
	value, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return errors.New("give " + v.want)
	}
	*v.value = value
	return nil
}

// TimeLimit is the time of --time-limit; 0 if it was not given.
func TimeLimit(seconds float64) (time.Duration, error) {
	if seconds != 0 && !(seconds >= 1e-6 && seconds <= 1e6) { // a NaN is neither
		return 0, fmt.Errorf("--time-limit %g: give seconds as a number between 0.000001 and 1000000", seconds)
	}
	return time.Duration(seconds * float64(time.Second)), nil
}
