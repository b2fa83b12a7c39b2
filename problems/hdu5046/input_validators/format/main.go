// Format accepts an input of HDU 5046 in exactly the statement's form: T on a line; then, for each case, a line with N
// and K, and N lines with x and y. One space separates two numbers. If the input is valid, format writes each number
// with its bounds to stdout, and exits with 42. Otherwise it writes the reason to stderr, and exits with 43.
package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
)

// The limits of the problem.
const (
	maxCases  = 100
	maxCities = 60
	maxCoord  = 1_000_000_000
)

func main() {
	var reached bytes.Buffer
	if err := validate(os.Stdin, &reached); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(43)
	}
	os.Stdout.Write(reached.Bytes())
	os.Exit(42)
}

// validate returns an error that says what is wrong, and in which line. It writes each number with its bounds to
// reached.
func validate(in io.Reader, reached io.Writer) error {
	r := &lines{in: bufio.NewReader(in), reached: reached}
	cases := r.read(bounds{"T", 1, maxCases})[0]
	for range cases {
		sizes := r.read(bounds{"N", 1, maxCities}, bounds{"K", 1, maxCities})
		n, k := sizes[0], sizes[1]
		if k > n {
			r.fail("K is %d, more than N, %d", k, n)
		}
		for range n {
			r.read(bounds{"x", -maxCoord, maxCoord}, bounds{"y", -maxCoord, maxCoord})
		}
		if r.err != nil {
			return r.err
		}
	}
	if _, err := r.in.ReadByte(); err != io.EOF {
		r.number++
		r.fail("there is more after the last case")
	}
	return r.err
}

// bounds are a number's name and the range that it must be in.
type bounds struct {
	name      string
	low, high int64
}

// lines reads line after line and keeps the first error.
type lines struct {
	in      *bufio.Reader
	reached io.Writer
	number  int // of the last line that was read, from 1
	err     error
}

// read returns the numbers of the next line, one for each of the bounds. A number outside its bounds is an error, and
// becomes 0.
func (r *lines) read(want ...bounds) []int64 {
	numbers := make([]int64, len(want))
	if r.err != nil {
		return numbers
	}
	r.number++
	line, err := r.in.ReadString('\n')
	text, ended := strings.CutSuffix(line, "\n")
	fields := strings.Split(text, " ")
	switch {
	case err != nil && err != io.EOF:
		r.fail("%v", err)
	case line == "":
		r.fail("the input ends where %s should be", want[0].name)
	case !ended:
		r.fail("no newline at its end")
	case len(fields) != len(want):
		r.fail("%.60q is not of the form %q", text, form(want))
	}
	for i, b := range want {
		if r.err == nil {
			numbers[i] = r.parse(fields[i], b)
		}
	}
	return numbers
}

// form describes a line with these numbers, such as "N K".
func form(want []bounds) string {
	var names []string
	for _, b := range want {
		names = append(names, b.name)
	}
	return strings.Join(names, " ")
}

// parse returns the number in a field, or 0 if it is not within b.
func (r *lines) parse(field string, b bounds) int64 {
	v, err := strconv.ParseInt(field, 10, 64)
	if err != nil || strconv.FormatInt(v, 10) != field {
		r.fail("%s is %.30q, not an integer in its shortest form", b.name, field)
		return 0
	}
	if v < b.low || v > b.high {
		r.fail("%s is %d, not within %d to %d", b.name, v, b.low, b.high)
		return 0
	}
	fmt.Fprintln(r.reached, "bound", b.name, b.low, v, b.high)
	return v
}

// fail keeps the first error, with the number of its line.
func (r *lines) fail(format string, args ...any) {
	if r.err == nil {
		r.err = fmt.Errorf("line %d: %s", r.number, fmt.Sprintf(format, args...))
	}
}
