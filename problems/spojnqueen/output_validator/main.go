// Output_validator decides whether an output answers every case: N different columns, no two queens on a diagonal, and
// every given queen where it was.
//
//	output_validator input answer feedback_dir/ < output
//
// It uses the protocol of the Problem Package Format 2025-09: exit status 42 accepts, 43 rejects with the reason in
// feedback_dir/judgemessage.txt, and anything else is the judge's own failure. The answer file must exist, but its
// content does not matter: any valid board is right.
//
// Whitespace does not matter, as on SPOJ: only the numbers and their order count. A number is in decimal, without sign
// or leading zeros. Input and output are read side by side, a case at a time, so memory use does not grow with their
// length, not even for an output of one endless token.
package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

const (
	accepted = 42
	rejected = 43

	maxN      = 50
	showToken = 20 // bytes of a wrong token that a message shows
)

func main() {
	status, err := run(os.Args[1:], os.Stdin)
	if err != nil {
		fmt.Fprintln(os.Stderr, "output_validator:", err)
		os.Exit(1)
	}
	os.Exit(status)
}

// run judges the output and writes the message. An error is the judge's own failure.
func run(args []string, output io.Reader) (status int, err error) {
	if len(args) < 3 {
		return 0, errors.New("usage: output_validator input answer feedback_dir/ < output")
	}
	input, err := os.Open(args[0])
	if err != nil {
		return 0, err
	}
	defer input.Close()
	if _, err := os.ReadFile(args[1]); err != nil {
		return 0, err
	}
	reason, err := check(input, output)
	if err != nil {
		return 0, err
	}
	if reason == "" {
		return accepted, nil
	}
	return rejected, os.WriteFile(filepath.Join(args[2], "judgemessage.txt"), []byte(reason+"\n"), 0o666)
}

// check compares the output with the input, and returns the first thing that is wrong, "" if nothing is.
func check(input, output io.Reader) (reason string, err error) {
	in := bufio.NewReader(input)
	out := &tokens{in: bufio.NewReader(output), line: 1}
	for number := 1; ; number++ {
		given, err := readCase(in)
		if err != nil {
			return "", fmt.Errorf("the input, case %d: %w", number, err)
		}
		if given == nil {
			break
		}
		reason, err := checkCase(given, out)
		if err != nil {
			return "", err
		}
		if reason != "" {
			return fmt.Sprintf("case %d, line %d of the output: %s", number, out.line, reason), nil
		}
	}
	token, err := out.next()
	if err != nil {
		return "", err
	}
	if token != "" {
		return fmt.Sprintf("line %d of the output: %s after the last case", out.line, show(token)), nil
	}
	return "", nil
}

// readCase returns the column of each row's given queen, 0 for none, or nil at the end of the input. It checks only
// what this program needs; the input validator checks the rest.
func readCase(in io.Reader) ([]int, error) {
	var n int
	if _, err := fmt.Fscan(in, &n); err == io.EOF {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	if n < 1 || n > maxN {
		return nil, fmt.Errorf("the size N is %d, want 1 to %d", n, maxN)
	}
	given := make([]int, n)
	for row := range given {
		if _, err := fmt.Fscan(in, &given[row]); err != nil {
			return nil, fmt.Errorf("row %d: %w", row+1, err)
		}
	}
	return given, nil
}

func checkCase(given []int, out *tokens) (reason string, err error) {
	n := len(given)
	var queens []int
	for row := 1; row <= n; row++ {
		token, err := out.next()
		if err != nil {
			return "", err
		}
		if token == "" {
			return fmt.Sprintf("the output ends after %d of %d numbers", row-1, n), nil
		}
		column, ok := parse(token)
		if !ok || column > n {
			return fmt.Sprintf("row %d: %s is not a column from 1 to %d", row, show(token), n), nil
		}
		if want := given[row-1]; want != 0 && column != want {
			return fmt.Sprintf("row %d: the queen given in column %d is in column %d", row, want, column), nil
		}
		for i, other := range queens {
			switch above := i + 1; {
			case column == other:
				return fmt.Sprintf("row %d: the queen shares column %d with the one in row %d", row, column, above), nil
			case column-other == row-above || other-column == row-above:
				return fmt.Sprintf("row %d: the queen in column %d shares a diagonal with the one in row %d, column %d",
					row, column, above, other), nil
			}
		}
		queens = append(queens, column)
	}
	return "", nil
}

// parse reads a column of one or two digits: no board has more than 50 columns.
func parse(token string) (column int, ok bool) {
	if len(token) > 2 || token[0] == '0' {
		return 0, false
	}
	for _, digit := range []byte(token) {
		if digit < '0' || digit > '9' {
			return 0, false
		}
		column = 10*column + int(digit-'0')
	}
	return column, true
}

// show quotes a token for a message, and cuts a long one.
func show(token string) string {
	if len(token) > showToken {
		return fmt.Sprintf("%q...", token[:showToken])
	}
	return fmt.Sprintf("%q", token)
}

// tokens splits an output at ASCII whitespace.
type tokens struct {
	in   *bufio.Reader
	line int // of the last token returned, from 1; at the end of the output, the last line
}

// next returns the next token, "" at the end of the output. A token that is too long to be a number is cut. The rest of
// it would be the next token, but no caller reads on after a wrong token.
func (t *tokens) next() (string, error) {
	var token []byte
	for len(token) <= showToken {
		c, err := t.in.ReadByte()
		if err == io.EOF {
			break
		}
		if err != nil {
			return "", fmt.Errorf("the output: %w", err)
		}
		if !strings.ContainsRune(" \t\r\n\v\f", rune(c)) {
			token = append(token, c)
			continue
		}
		if len(token) > 0 {
			t.in.UnreadByte() // a line end belongs to the next token
			break
		}
		if c == '\n' {
			t.line++
		}
	}
	return string(token), nil
}
