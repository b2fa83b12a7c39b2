// Package quantity reads flags that are numbers: seconds, MiB, a percentage. Its errors use the words of the flag. What
// a flag's variable holds before is its default.
//
//	flags.Var(quantity.Seconds(&f.time, 0.001, 1e6), "time", "time limit in `SECONDS`")
//	flags.Var(quantity.Of(&f.memory, "MiB", "256", 1, 1<<20), "memory", "memory limit in `MIB`")
package quantity

import (
	"fmt"
	"strconv"
	"time"

	"github.com/spf13/cobra"
)

// Value is the value of a flag. Its error says what to write; that of pflag's own type would be strconv's.
type Value struct {
	get         func() float64
	set         func(float64)
	want, such  string // "seconds", "2 or 0.5"
	least, most float64
	none        bool // 0 is taken, too
}

// Of is a flag with a number from least to most: what it is, such as "a percentage", and an example.
func Of(value *float64, want, such string, least, most float64) Value {
	return Value{func() float64 { return *value }, func(v float64) { *value = v }, want, such, least, most, false}
}

// Seconds is a flag with a time of least to most seconds.
func Seconds(value *time.Duration, least, most float64) Value {
	set := func(v float64) { *value = time.Duration(v * float64(time.Second)) }
	return Value{func() float64 { return value.Seconds() }, set, "seconds", "2 or 0.5", least, most, false}
}

// OrNone takes 0, too, which stands for none.
func (v Value) OrNone() Value {
	v.none = true
	return v
}

// AddTimeLimit adds the flag --time-limit, in seconds; 0 if it is not given.
func AddTimeLimit(cmd *cobra.Command, limit *time.Duration) {
	cmd.Flags().Var(Seconds(limit, 1e-6, 1e6).OrNone(), "time-limit",
		"`SECONDS` in place of the problems' own time limits")
}

func (v Value) String() string { return strconv.FormatFloat(v.get(), 'g', -1, 64) }

func (v Value) Type() string { return "number" }

// Set reads a number.
func (v Value) Set(text string) error {
	value, err := strconv.ParseFloat(text, 64)
	switch {
	case err != nil:
		return fmt.Errorf("give %s as a number, such as %s", v.want, v.such)
	case value == 0 && v.none || value >= v.least && value <= v.most: // a NaN is not
		v.set(value)
		return nil
	}
	plain := func(bound float64) string { return strconv.FormatFloat(bound, 'f', -1, 64) }
	return fmt.Errorf("give %s as a number between %s and %s", v.want, plain(v.least), plain(v.most))
}
