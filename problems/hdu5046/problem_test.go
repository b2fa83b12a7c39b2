// Package hdu5046_test tests the validator, the generator and the independent solver of Airport as programs.
package hdu5046_test

import (
	"strings"
	"testing"

	"dlxjudge/problems/programtest"
)

func TestMain(m *testing.M) {
	programtest.Main(m, "./input_validators/format", "./generators/airports", "./generators/solver",
		"../../solutions/hdu5046/dlx")
}

func TestData(t *testing.T) { programtest.Data(t, "hdu5046", "format") }

func TestValidatorRejects(t *testing.T) {
	const coordinates = "not within -1000000000 to 1000000000"
	tests := []struct{ name, in, want string }{
		{"empty", "", "line 1: the input ends where T should be"},
		{"no cases", "0\n", "line 1: T is 0, not within 1 to 100"},
		{"too many cases", "101\n", "line 1: T is 101, not within 1 to 100"},
		{"two numbers for T", "1 1\n1 1\n0 0\n", `line 1: "1 1" is not of the form "T"`},
		{"no cities", "1\n0 0\n", "line 2: N is 0, not within 1 to 60"},
		{"too many cities", "1\n61 1\n", "line 2: N is 61, not within 1 to 60"},
		{"a huge number of cities", "1\n999999999999999999 1\n", "line 2: N is 999999999999999999, not within 1 to 60"},
		{"no airports", "1\n1 0\n0 0\n", "line 2: K is 0, not within 1 to 60"},
		{"more airports than cities", "1\n2 3\n0 0\n1 1\n", "line 2: K is 3, more than N, 2"},
		{"K is missing", "1\n2\n0 0\n1 1\n", `line 2: "2" is not of the form "N K"`},
		{"x out of range", "1\n1 1\n-1000000001 0\n", "line 3: x is -1000000001, " + coordinates},
		{"y out of range", "1\n1 1\n0 1000000001\n", "line 3: y is 1000000001, " + coordinates},
		{"past 64 bits", "1\n1 1\n0 9223372036854775808\n",
			`line 3: y is "9223372036854775808", not an integer in its shortest form`},
		{"plus sign", "1\n1 1\n+1 0\n", `line 3: x is "+1", not an integer in its shortest form`},
		{"minus zero", "1\n1 1\n0 -0\n", `line 3: y is "-0", not an integer in its shortest form`},
		{"leading zero", "01\n1 1\n0 0\n", `line 1: T is "01", not an integer in its shortest form`},
		{"fraction", "1\n1 1\n0.0 0\n", `line 3: x is "0.0", not an integer in its shortest form`},
		{"two spaces", "1\n1  1\n0 0\n", `line 2: "1  1" is not of the form "N K"`},
		{"tab", "1\n1\t1\n0 0\n", `line 2: "1\t1" is not of the form "N K"`},
		{"blank at the end of a line", "1\n1 1 \n0 0\n", `line 2: "1 1 " is not of the form "N K"`},
		{"carriage return", "1\r\n1 1\r\n0 0\r\n", `line 1: T is "1\r", not an integer in its shortest form`},
		{"empty line", "1\n\n1 1\n0 0\n", `line 2: "" is not of the form "N K"`},
		{"byte order mark", "\ufeff1\n1 1\n0 0\n", `line 1: T is "\ufeff1", not an integer in its shortest form`},
		{"NUL byte", "1\n1 1\n0 \x00\n", `line 3: y is "\x00", not an integer in its shortest form`},
		{"no newline at the end", "1\n1 1\n0 0", "line 3: no newline at its end"},
		{"a city is missing", "1\n2 1\n0 0\n", "line 4: the input ends where x should be"},
		{"a case is missing", "2\n1 1\n0 0\n", "line 4: the input ends where N should be"},
		{"a city too many", "1\n1 1\n0 0\n1 1\n", "line 4: there is more after the last case"},
		{"an empty line at the end", "1\n1 1\n0 0\n\n", "line 4: there is more after the last case"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, message, status := programtest.Run(t, test.in, "format")
			if status != 43 || message != test.want+"\n" {
				t.Errorf("exit status %d and message %q, want 43 and %q", status, message, test.want)
			}
		})
	}
}

// Every kind of test is the same whenever it is made, another with another seed, valid, and answered alike by the
// independent solver and the solution.
func TestGenerator(t *testing.T) {
	for _, kind := range []string{"uniform", "clustered", "collinear", "grid", "extreme", "duplicates"} {
		t.Run(kind, func(t *testing.T) {
			flags := "-seed 1 -cases 20 -n 2-30 -k 1-12 -reach 1000000000 -kinds " + kind
			in := programtest.Generate(t, "airports", "format", strings.Fields(flags)...)
			want, _, _ := programtest.Run(t, in, "solver")
			if got, _, status := programtest.Run(t, in, "dlx"); status != 0 || got != want {
				t.Errorf("dlx answers %q, generators/solver %q", got, want)
			}
		})
	}
}

func TestGeneratorSizes(t *testing.T) {
	tests := []struct{ flags, want string }{
		{"-n 1 -k 1 -reach 1", "1\n1 1\n"},
		{"-n 60 -k n", "1\n60 60\n"},
		{"-n 60 -k 60 -cases 100", "100\n60 60\n"},
		{"-n 5-5 -k 5-60", "1\n5 5\n"},
	}
	for _, test := range tests {
		for _, kind := range []string{"uniform", "clustered", "collinear", "grid", "extreme", "duplicates"} {
			out, message, status := programtest.Run(t, "", "airports", append(strings.Fields(test.flags), "-kinds",
				kind)...)
			if status != 0 || !strings.HasPrefix(out, test.want) {
				t.Errorf("%s %s: exit status %d, %s", test.flags, kind, status, message)
			}
			if _, message, status := programtest.Run(t, out, "format"); status != 42 {
				t.Errorf("the validator exits with %d: %s", status, message)
			}
		}
	}
}

func TestGeneratorRefuses(t *testing.T) {
	tests := []struct{ flags, want string }{
		{"-cases 0", "-cases 0: must be 1 to 100"},
		{"-cases 101", "-cases 101: must be 1 to 100"},
		{"-n 61", `-n "61": must be a number or a range within 1-60`},
		{"-n 9-8", `-n "9-8": must be a number or a range within 1-60`},
		{"-k 0", `-k "0": must be a number or a range within 1-60`},
		{"-n 5-9 -k 6", "-k 6: more airports than the fewest cities, 5"},
		{"-kinds uniform,round", `-kinds "round": choose from clustered, collinear, duplicates, extreme, grid, uniform`},
		{"-reach 0", "-reach 0: must be 1 to 1000000000"},
		{"-reach 1000000001", "-reach 1000000001: must be 1 to 1000000000"},
		{"more", `"more" is not a flag`},
	}
	for _, test := range tests {
		out, message, status := programtest.Run(t, "", "airports", strings.Fields(test.flags)...)
		if status != 1 || out != "" || message != "airports: "+test.want+"\n" {
			t.Errorf("%s: exit status %d, output %q, message %q, want %q", test.flags, status, out, message, test.want)
		}
	}
}
