package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// size is a number of bytes in a flag: a whole number, or one of K, M, G or T, which are powers of 1024.
type size int64

func (s *size) String() string {
	if *s == 0 {
		return ""
	}
	return strconv.FormatInt(int64(*s), 10)
}

func (s *size) Type() string { return "size" }

func (s *size) Set(text string) error {
	number, shift := text, 0
	for i, unit := range []string{"K", "M", "G", "T"} {
		if before, is := strings.CutSuffix(text, unit); is {
			number, shift = before, 10*(i+1)
		}
	}
	n, err := strconv.ParseInt(number, 10, 64)
	if err != nil || n <= 0 {
		return errors.New("a size is a whole number of bytes, or of K, M, G or T, such as 500M or 20G")
	}
	if n<<shift>>shift != n {
		return fmt.Errorf("%s is more than any disk has", text)
	}
	*s = size(n << shift)
	return nil
}
