// Package quantity reads flags that are numbers or times: seconds, MiB, a percentage. Its errors use the words of the
// flag. What a flag's variable holds before is its default.
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

// Value is the value of a flag. Its error says what to write; that of pflag's own type would be strconv's.
type Value struct {
	get         func() float64
	set         func(float64)
	read        func(string) (float64, error)
	want        string // "seconds, such as 2 or 500ms"
	least, most float64
	none        bool // 0 is taken, too
}

// Of is a flag with a number from least to most: what it is, such as "a percentage", and an example.
func Of(value *float64, want, such string, least, most float64) Value {
	read := func(text string) (float64, error) { return strconv.ParseFloat(text, 64) }
	return Value{func() float64 { return *value }, func(v float64) { *value = v }, read,
		want + " as a number, such as " + such, least, most, false}
}

// Seconds is a flag with a time of least to most seconds, as Time reads it.
func Seconds(value *time.Duration, least, most float64) Value {
	set := func(v float64) { *value = time.Duration(v * float64(time.Second)) }
	return Value{func() float64 { return value.Seconds() }, set, seconds, "seconds, such as 2 or 1.5, or a time with " +
		"its unit, such as 500ms or 1m", least, most, false}
}

// seconds reads a time: a number of seconds, or numbers with the units of Go, such as 500ms, 5s, 1m and 1h30m.
func seconds(text string) (float64, error) {
	if v, err := strconv.ParseFloat(text, 64); err == nil || errors.Is(err, strconv.ErrRange) {
		return v, err
	}
	d, err := time.ParseDuration(strings.TrimSpace(text))
	return d.Seconds(), err
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

// Set reads a number or a time.
func (v Value) Set(text string) error {
	value, err := v.read(text)
	switch {
	case err != nil:
		return fmt.Errorf("give %s", v.want)
	case value == 0 && v.none || value >= v.least && value <= v.most: // a NaN is not
		v.set(value)
		return nil
	}
	plain := func(bound float64) string { return strconv.FormatFloat(bound, 'f', -1, 64) }
	return fmt.Errorf("give %s, between %s and %s", v.want, plain(v.least), plain(v.most))
}
