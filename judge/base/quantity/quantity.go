// Package quantity parses flags that are numbers or times: seconds, MiB, a percentage. Its errors name the unit and
// give an example. The initial value of a flag's variable is the flag's default.
//
//	flags.Var(quantity.Seconds(&f.time, 0.001, 1e6), "time", "how long to search, in `SECONDS`")
//	flags.Var(quantity.Of(&f.memory, "MiB", "256", 1, 1<<20), "memory", "memory limit in `MIB`")
package quantity

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
)

// Value is the value of a flag. Its errors say what to write, unlike the errors of pflag's own types.
type Value struct {
	get         func() float64
	set         func(float64)
	read        func(string) (float64, error)
	want        string // for errors: "seconds, such as 2 or 500ms"
	least, most float64
	none        bool // whether 0 is allowed even if it is below least
}

// Of returns the value of a flag that takes a number in [least, most]. want describes the number: "a percentage".
func Of(value *float64, want, example string, least, most float64) Value {
	read := func(text string) (float64, error) { return strconv.ParseFloat(text, 64) }
	return Value{func() float64 { return *value }, func(v float64) { *value = v }, read,
		want + " as a number, such as " + example, least, most, false}
}

// Seconds returns the value of a flag that takes a time. The bounds, least and most, are inclusive and in seconds.
func Seconds(value *time.Duration, least, most float64) Value {
	set := func(v float64) { *value = time.Duration(v * float64(time.Second)) }
	return Value{func() float64 { return value.Seconds() }, set, seconds, "seconds, such as 2 or 1.5, or a time with " +
		"its unit, such as 500ms or 1m", least, most, false}
}

// seconds parses a time: a number of seconds, or numbers with Go's units, such as 500ms, 5s, 1m and 1h30m.
func seconds(text string) (float64, error) {
	if v, err := strconv.ParseFloat(text, 64); err == nil || errors.Is(err, strconv.ErrRange) {
		return v, err
	}
	d, err := time.ParseDuration(strings.TrimSpace(text))
	return d.Seconds(), err
}

// OrNone returns a copy of v that also allows 0, which means that the flag is not set.
func (v Value) OrNone() Value {
	v.none = true
	return v
}

// AddTimeLimit adds the flag --time-limit, in seconds; the default 0 keeps the problems' limits.
func AddTimeLimit(cmd *cobra.Command, limit *time.Duration) {
	cmd.Flags().Var(Seconds(limit, 1e-6, 1e6).OrNone(), "time-limit",
		"use a time limit of `SECONDS` instead of the problems' own")
}

func (v Value) String() string { return strconv.FormatFloat(v.get(), 'g', -1, 64) }

func (v Value) Type() string { return "number" }

func (v Value) Set(text string) error {
	value, err := v.read(text)
	switch {
	case err != nil:
		return fmt.Errorf("give %s", v.want)
	case value == 0 && v.none || value >= v.least && value <= v.most: // false for NaN
		v.set(value)
		return nil
	}
	plain := func(bound float64) string { return strconv.FormatFloat(bound, 'f', -1, 64) }
	return fmt.Errorf("give %s, between %s and %s", v.want, plain(v.least), plain(v.most))
}
