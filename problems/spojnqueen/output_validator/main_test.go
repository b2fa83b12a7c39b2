package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"dlxjudge/judge/base/judgetest"
)

// Two cases. The second has given queens: in row 1 column 2, and in row 5 column 4.
const (
	input  = "4 0 0 0 0\n8 2 0 0 0 4 0 0 0\n"
	right4 = "2 4 1 3"
	right8 = "2 6 1 7 4 8 3 5"
	right  = right4 + "\n" + right8 + "\n"
)

func TestCheck(t *testing.T) {
	tests := []struct{ name, output, reason string }{
		{"right", right, ""},
		{"another solution", "3 1 4 2\n2 6 1 7 4 8 3 5\n", ""},
		{"no final newline", right4 + "\n" + right8, ""},
		{"other whitespace", "\n2\t4  1\v3\f\r\n\r\n2 6 1 7\n4 8 3 5 \n\n", ""},
		{"all on one line", right4 + " " + right8, ""},

		{"nothing", "", "case 1, line 1 of the output: the output ends after 0 of 4 numbers"},
		{"the last line is missing", right4 + "\n",
			"case 2, line 2 of the output: the output ends after 0 of 8 numbers"},
		{"the first line is missing", right8 + "\n",
			`case 1, line 1 of the output: row 2: "6" is not a column from 1 to 4`},
		{"a number too few", right4 + "\n2 6 1 7 4 8 3\n", "case 2, line 3 of the output: the output ends after 7 " +
			"of 8 numbers"},
		{"a number too few in the middle", "2 4 1\n" + right8, "case 1, line 2 of the output: row 4: the queen " +
			"shares column 2 with the one in row 1"},
		{"a number too many", right + "1\n", `line 3 of the output: "1" after the last case`},
		{"a line too many", right + right8 + "\n", `line 3 of the output: "2" after the last case`},
		{"junk after the end", right + "\n\nthanks\n", `line 5 of the output: "thanks" after the last case`},
		{"NUL after the end", right + "\x00", `line 3 of the output: "\x00" after the last case`},

		{"a given queen is moved", right4 + "\n2 4 6 8 3 1 7 5\n",
			"case 2, line 2 of the output: row 5: the queen given in column 4 is in column 3"},
		{"the first given queen is moved", right4 + "\n3 6 2 7 4 1 8 5\n",
			"case 2, line 2 of the output: row 1: the queen given in column 2 is in column 3"},
		{"a shared column", "2 4 1 2\n" + right8, "case 1, line 1 of the output: row 4: the queen shares column 2 " +
			"with the one in row 1"},
		{"a shared falling diagonal", "1 2 3 4\n" + right8, "case 1, line 1 of the output: row 2: the queen in " +
			"column 2 shares a diagonal with the one in row 1, column 1"},
		{"a shared rising diagonal", "2 1 3 4\n" + right8, "case 1, line 1 of the output: row 2: the queen in " +
			"column 1 shares a diagonal with the one in row 1, column 2"},
		{"a falling diagonal far apart", "1 3 4 2\n" + right8, "case 1, line 1 of the output: row 3: the queen in " +
			"column 4 shares a diagonal with the one in row 2, column 3"},
		{"a rising diagonal far apart", "4 2 3 1\n" + right8, "case 1, line 1 of the output: row 3: the queen in " +
			"column 3 shares a diagonal with the one in row 2, column 2"},
		{"corner to corner", "1 3 2 4\n" + right8, "case 1, line 1 of the output: row 3: the queen in column 2 " +
			"shares a diagonal with the one in row 2, column 3"},

		{"column 0", "0 4 1 3\n", `case 1, line 1 of the output: row 1: "0" is not a column from 1 to 4`},
		{"a column past the last", "2 5 1 3\n", `case 1, line 1 of the output: row 2: "5" is not a column from 1 to 4`},
		{"a negative number", "2 -4 1 3\n", `case 1, line 1 of the output: row 2: "-4" is not a column from 1 to 4`},
		{"a plus sign", "2 4 1 +3\n", `case 1, line 1 of the output: row 4: "+3" is not a column from 1 to 4`},
		{"a fraction", "2 4 1.0 3\n", `case 1, line 1 of the output: row 3: "1.0" is not a column from 1 to 4`},
		{"hexadecimal", "0x2 4 1 3\n", `case 1, line 1 of the output: row 1: "0x2" is not a column from 1 to 4`},
		{"a leading zero", "02 4 1 3\n", `case 1, line 1 of the output: row 1: "02" is not a column from 1 to 4`},
		{"many digits", "2 4 1 00000000000000000000000000003\n",
			`case 1, line 1 of the output: row 4: "00000000000000000000"... is not a column from 1 to 4`},
		{"a letter", "2 4 a 3\n", `case 1, line 1 of the output: row 3: "a" is not a column from 1 to 4`},
		{"other digits", "2 4 1 ³\n", `case 1, line 1 of the output: row 4: "³" is not a column from 1 to 4`},
		{"a space that is none", "2\u00a04 1 3\n",
			`case 1, line 1 of the output: row 1: "2\u00a04" is not a column from 1 to 4`},
		{"commas", "2,4,1,3\n", `case 1, line 1 of the output: row 1: "2,4,1,3" is not a column from 1 to 4`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			reason, err := check(strings.NewReader(input), strings.NewReader(test.output))
			judgetest.Check(t, err)
			if diff := cmp.Diff(test.reason, reason); diff != "" {
				t.Errorf("reason (-want +got):\n%s", diff)
			}
		})
	}
}

// parse on a board so large that any two digits could be a column.
func TestParse(t *testing.T) {
	for token, want := range map[string]int{"1": 1, "9": 9, "10": 10, "50": 50, "99": 99} {
		if column, ok := parse(token); !ok || column != want {
			t.Errorf("parse(%q) = %d, %v, want %d", token, column, ok, want)
		}
	}
	for _, token := range []string{"0", "01", "00", "100", ":", "1:", "/", "1/", "-1", "+1", "1.", ".1", "1a", "aa",
		"²"} {
		if column, ok := parse(token); ok {
			t.Errorf("parse(%q) = %d, want it refused", token, column)
		}
	}
}

// Every placement of four queens is decided, and only the two solutions are accepted.
func TestCheckAllBoardsOfFour(t *testing.T) {
	var solutions []string
	for code := range 4 * 4 * 4 * 4 {
		board := fmt.Sprintln(code/64%4+1, code/16%4+1, code/4%4+1, code%4+1)
		reason, err := check(strings.NewReader("4 0 0 0 0\n"), strings.NewReader(board))
		judgetest.Check(t, err)
		if reason == "" {
			solutions = append(solutions, board)
		}
	}
	if diff := cmp.Diff([]string{"2 4 1 3\n", "3 1 4 2\n"}, solutions); diff != "" {
		t.Errorf("accepted (-want +got):\n%s", diff)
	}
}

// endless is an output that never ends. It counts what was read of it.
type endless struct {
	text string
	read int
}

func (e *endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = e.text[(e.read+i)%len(e.text)]
	}
	e.read += len(p)
	return len(p), nil
}

func TestCheckStopsAtTheFirstMistake(t *testing.T) {
	for _, text := range []string{"1", "x", "1 ", "2 4 1 3\n", "\x00"} {
		output := &endless{text: text}
		reason, err := check(strings.NewReader(input), output)
		if err != nil || reason == "" {
			t.Errorf("endless %q: got reason %q and error %v, want a reason", text, reason, err)
		}
		if output.read > 64<<10 {
			t.Errorf("endless %q: %d bytes were read before it was rejected", text, output.read)
		}
	}
}

func TestRun(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		judgetest.Check(t, os.WriteFile(path, []byte(text), 0o666))
		return path
	}
	in, ans, bad := write("1.in", input), write("1.ans", right), write("bad.in", "4 0 0\n")
	missing := filepath.Join(dir, "missing")
	tests := []struct {
		name    string
		args    []string
		output  io.Reader
		status  int
		message string // the whole of judgemessage.txt, "" for no such file
		failure string // part of the error
	}{
		{"accepted", []string{in, ans}, strings.NewReader(right), 42, "", ""},
		{"more arguments", []string{in, ans, "", "case_sensitive"}, strings.NewReader(right), 42, "", ""},
		{"rejected", []string{in, ans}, strings.NewReader("1"), 43,
			"case 1, line 1 of the output: the output ends after 1 of 4 numbers\n", ""},
		{"no arguments", nil, strings.NewReader(right), 0, "", "usage"},
		{"no input", []string{missing, ans}, strings.NewReader(right), 0, "", "missing: no such file"},
		{"no answer", []string{in, missing}, strings.NewReader(right), 0, "", "missing: no such file"},
		{"truncated input", []string{bad, ans}, strings.NewReader(right), 0, "", "the input, case 1: row 3"},
		{"unreadable output", []string{in, ans}, iotest.ErrReader(errors.New("disk on fire")), 0, "",
			"the output: disk on fire"},
		{"no feedback folder", []string{in, ans, missing + "/"}, strings.NewReader("1"), 43, "",
			"missing/judgemessage.txt"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			feedback := t.TempDir() + "/"
			args := test.args
			switch {
			case len(args) == 2:
				args = append(args, feedback)
			case len(args) > 3:
				args[2] = feedback
			}
			status, err := run(args, test.output)
			if test.failure == "" && err != nil || test.failure != "" &&
				(err == nil || !strings.Contains(err.Error(), test.failure)) {
				t.Errorf("got error %v, want one with %q", err, test.failure)
			}
			if status != test.status {
				t.Errorf("got status %d, want %d", status, test.status)
			}
			message, err := os.ReadFile(feedback + "judgemessage.txt")
			if err != nil && !os.IsNotExist(err) {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.message, string(message)); diff != "" {
				t.Errorf("judgemessage.txt (-want +got):\n%s", diff)
			}
		})
	}
}

// The checker agrees with the rules in plain form: there is the right number of tokens, and no two queens share their
// column, or the sum or difference of column and row.
func FuzzCheck(f *testing.F) {
	f.Add([]byte(right))
	f.Add([]byte(strings.ReplaceAll(right, "\n", "\r\n")))
	f.Add([]byte("3 1 4 2 2 4 6 8 3 1 7 5"))
	f.Add([]byte("2 4 1 3\n2 7 3 6 4 1 8 5\n"))
	f.Add([]byte("1\x002 3 4\n"))
	f.Fuzz(func(t *testing.T, output []byte) {
		reason, err := check(strings.NewReader(input), bytes.NewReader(output))
		judgetest.Check(t, err)
		tokens := strings.FieldsFunc(string(output), func(c rune) bool {
			return strings.ContainsRune(" \t\r\n\v\f", c)
		})
		want := len(tokens) == 12 && fits(tokens[:4], nil) && fits(tokens[4:], map[int]string{1: "2", 5: "4"})
		if (reason == "") != want {
			t.Errorf("%q: got reason %q, want accepted: %v", output, reason, want)
		}
	})
}

func fits(tokens []string, given map[int]string) bool {
	digits := "12345678"[:len(tokens)]
	taken := map[string]bool{}
	for i, token := range tokens {
		row, column := i+1, strings.Index(digits, token)+1
		if len(token) != 1 || column == 0 || given[row] != "" && given[row] != token {
			return false
		}
		for _, line := range []string{fmt.Sprint("column ", column), fmt.Sprint("sum ", row+column),
			fmt.Sprint("difference ", row-column)} {
			if taken[line] {
				return false
			}
			taken[line] = true
		}
	}
	return true
}
