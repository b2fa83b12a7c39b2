package main

import (
	"errors"
	"strconv"
)

// number is the value of a flag. Its error says what to write; that of pflag's own type would be strconv's.
type number struct {
	value *float64
	want  string // such as "seconds as a number, such as 2 or 0.5"
}

func (n number) String() string { return strconv.FormatFloat(*n.value, 'g', -1, 64) }

func (n number) Type() string { return "number" }

// Set reads a number. Whether it is within bounds is for the command to check.
func (n number) Set(text string) error {
	value, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return errors.New("give " + n.want)
	}
	*n.value = value
	return nil
}
