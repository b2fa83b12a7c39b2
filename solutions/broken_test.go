package solutions_test

import (
	"path/filepath"
	"strings"
	"testing"
)

// broken are inputs that no program can answer in full, by problem. answers says how many of the first lines of the
// sample's answer are right all the same.
var broken = map[string][]struct {
	name, in string
	answers  int
}{
	"poj3074": {
		{"a short line", strings.Repeat(".", 80) + "\nend\n", 0},
		{"a long line", strings.Repeat(".", 82) + "\nend\n", 0},
		{"an endless line", strings.Repeat("1", 1<<20), 0},
		{"a zero", "0" + solved9[1:] + "\nend\n", 0},
		{"a NUL byte", "\x00" + solved9[1:] + "\nend\n", 0},
		{"a byte order mark", "\ufeff" + solved9 + "\nend\n", 0},
		{"givens that contradict", "55" + solved9[2:] + "\nend\n", 0},
		{"no solution", "12345678.........9" + strings.Repeat(".", 63) + "\nend\n", 0},
		{"the second puzzle is cut off", solved9 + "\n" + solved9[:40], 1},
	},
	"poj3076": broken16,
	"zoj3122": broken16,
	"spojnqueen": {
		{"no number", "four 0 0 0 0\n", 0},
		{"N is 0", "0\n", 0},
		{"N is 51", "51" + strings.Repeat(" 0", 51) + "\n", 0},
		{"N is negative", "-1\n", 0},
		{"N is past 64 bits", "99999999999999999999 0\n", 0},
		{"too few columns", "4 0 0 0\n", 0},
		{"too many columns", "4 0 0 0 0 0\n", 0},
		{"a column past N", "4 0 0 5 0\n", 0},
		{"no solution", "3 0 0 0\n", 0},
		{"two queens attack each other", "4 1 2 0 0\n", 0},
		{"an endless line", strings.Repeat("1", 1<<20), 0},
		{"the second case is cut off", "4 0 0 1 0\n8 2 0 0", 1},
	},
	"hdu5046": {
		{"nothing", "", 0},
		{"T is no number", "two\n", 0},
		{"T is 0", "0\n", 0},
		{"T is 101", "101\n", 0},
		{"K is 0", "1\n1 0\n0 0\n", 0},
		{"K is more than N", "1\n1 2\n0 0\n", 0},
		{"N is 61", "1\n61 1\n" + strings.Repeat("0 0\n", 61), 0},
		{"a coordinate past the limit", "1\n1 1\n1000000001 0\n", 0},
		{"a coordinate past 64 bits", "1\n1 1\n99999999999999999999 0\n", 0},
		{"a coordinate is missing", "1\n2 1\n0 0\n0\n", 0},
		{"an endless number", strings.Repeat("1", 1<<20), 0},
		{"the second case is cut off", "2\n3 2\n0 0\n4 0\n5 1\n4 2\n0 3\n", 1},
	},
}

var broken16 = []struct {
	name, in string
	answers  int
}{
	{"a short line", strings.Repeat("-", 15) + "\n", 0},
	{"a long line", strings.Repeat("-", 17) + "\n", 0},
	{"an endless line", strings.Repeat("A", 1<<20), 0},
	{"a Q", "Q" + strings.Repeat("-", 15) + "\n" + strings.Repeat(strings.Repeat("-", 16)+"\n", 15), 0},
	{"a digit", strings.Repeat("-", 15) + "1\n" + strings.Repeat(strings.Repeat("-", 16)+"\n", 15), 0},
	{"an empty line in a puzzle", solved16[:17] + "\n" + solved16[17:], 0},
	{"givens that contradict", "AA" + solved16[2:], 0},
	{"only 15 lines", solved16[:15*17], 0},
	{"the second puzzle is cut off", solved16 + "\n" + solved16[:17], 16},
}

// The answers of the samples, which are puzzles too, and quickly solved.
const (
	solved9  = "527389416819426735436751829375692184194538267268174593643217958951843672782965341"
	solved16 = "FPAHMJECNLBDKOGI\nOJMIANBDPKCGFLHE\nLNDKGFOIJEAHMBPC\nBGCELKHPOFIMAJDN\n" +
		"MFHBELPOACKJGNID\nCILNKDGAHBMOPEFJ\nDOGPIHJMFNLECAKB\nJEKAFCNBGIDPLHOM\n" +
		"EBOFPMIJDGHLNKCA\nNCJDHBAEKMOFIGLP\nHMPLCGKFIAENBDJO\nAKIGNODLBPJCEFMH\n" +
		"KDEMJIFNCHGAOPBL\nGLBCDPMHEONKJIAF\nPHNOBALKMJFIDCEG\nIAFJOECGLDPBHMNK\n"
)

// A broken input ends with one line on stderr and exit status 1, and what was answered before it is there.
func TestBrokenInput(t *testing.T) {
	for _, solution := range solutions(t) {
		problem := filepath.Dir(solution)
		answer := strings.SplitAfter(samples(t, problem, "ans")["1"], "\n")
		for _, test := range broken[problem] {
			t.Run(solution+"/"+test.name, func(t *testing.T) {
				t.Parallel()
				got := feed(t, solution, test.in)
				if got.status != 1 {
					t.Errorf("exit status %d, want 1", got.status)
				}
				if want := strings.Join(answer[:test.answers], ""); got.output != want {
					t.Errorf("output %q, want %q", got.output, want)
				}
				if strings.Count(got.message, "\n") != 1 || !strings.HasSuffix(got.message, "\n") || len(got.message) > 200 {
					t.Errorf("want one short line on stderr, got %q", got.message)
				}
			})
		}
	}
}
