package solutions_test

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/solutions/solutiontest"
)

// A sample is an input and its answer.
type sample struct{ in, answer string }

// samples reads tests of a solution's problem whose names match the pattern. Plain backtracking does not finish the
// 16×16 sample. It gets the sample's answer as its puzzle instead.
func samples(t *testing.T, solution, pattern string) map[string]sample {
	t.Helper()
	paths, err := filepath.Glob("../testdata/" + filepath.Dir(solution) + "/" + pattern + ".in")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no %s of %s (%v)", pattern, solution, err)
	}
	found := map[string]sample{}
	for _, path := range paths {
		in, err := os.ReadFile(path)
		judgetest.Check(t, err)
		answer, err := os.ReadFile(strings.TrimSuffix(path, ".in") + ".ans")
		judgetest.Check(t, err)
		if len(answer) == 16*17 && isPlain(solution) {
			in = answer
		}
		found[path] = sample{string(in), string(answer)}
	}
	return found
}

// For each kind of line end, the answer to a sample is the same to the byte; for queens, where many answers are right,
// it is one of them.
func TestSamples(t *testing.T) {
	changes := []struct {
		name   string
		change func(string) string
	}{
		{"as published", func(in string) string { return in }},
		{"CRLF", func(in string) string { return strings.ReplaceAll(in, "\n", "\r\n") }},
		{"no final newline", func(in string) string { return strings.TrimRight(in, "\n") }},
		{"CRLF, no final newline", func(in string) string {
			return strings.ReplaceAll(strings.TrimRight(in, "\n"), "\n", "\r\n")
		}},
		{"an empty line first", func(in string) string { return "\n" + in }},
		{"empty lines at the end", func(in string) string { return in + "\n\n" }},
		{"CRLF, empty lines at the end", func(in string) string { return strings.ReplaceAll(in+"\n\n", "\n", "\r\n") }},
		{"blanks at line ends", func(in string) string { return strings.ReplaceAll(in, "\n", " \t\n") }},
		{"Ctrl-Z at the end", func(in string) string { return in + "\x1a" }},
		{"Ctrl-Z instead of the final newline", func(in string) string {
			return strings.TrimRight(in, "\n") + "\x1a"
		}},
		{"CRLF, Ctrl-Z, empty lines", func(in string) string {
			return strings.ReplaceAll(in+"\x1a\n\n", "\n", "\r\n")
		}},
	}
	for _, solution := range solutiontest.Own(solutiontest.Problems()...) {
		for name, sample := range samples(t, solution, "sample/*") {
			for i, change := range changes {
				t.Run(solution+"/"+filepath.Base(name)+"/"+change.name, func(t *testing.T) {
					t.Parallel()
					if i > 0 && i < len(changes)-1 {
						judgetest.Long(t, "it runs every solution in nine more ways")
					}
					got := feed(t, solution, change.change(sample.in))
					if got.status != 0 || got.message != "" {
						t.Errorf("exit status %d, %q on stderr", got.status, got.message)
					}
					if filepath.Dir(solution) == "spojnqueen" {
						if err := solutiontest.CheckQueens(strings.Split(strings.TrimSpace(sample.in), "\n"),
							got.output); err != nil {
							t.Error(err)
						}
					} else if diff := cmp.Diff(sample.answer, got.output); diff != "" {
						t.Errorf("output (-want +got):\n%s", diff)
					}
				})
			}
		}
	}
}

// Several 16×16 puzzles may have any number of empty lines between them; their answers have one.
func TestEmptyLinesBetweenPuzzles(t *testing.T) {
	for _, solution := range solutiontest.Own("poj3076", "zoj3122") {
		for _, sample := range samples(t, solution, "sample/1") {
			for _, between := range []string{"", "\n", "\n\n", "\r\n", "\n\r\n\n", "\x1a\n"} {
				t.Run(solution+"/"+strconv.Quote(between), func(t *testing.T) {
					t.Parallel()
					got := feed(t, solution, sample.in+between+sample.in+between+sample.in+between)
					want := run{output: sample.answer + "\n" + sample.answer + "\n" + sample.answer}
					if diff := cmp.Diff(want, got, cmp.AllowUnexported(run{})); diff != "" {
						t.Errorf("(-want +got):\n%s", diff)
					}
				})
			}
		}
	}
}

// The answers to the tests of 16×16 sudokus are equal to the judges' to the byte, without an empty line after the last
// board. Plain backtracking gets only the groups that it finishes.
func TestAnswers(t *testing.T) {
	few := judgetest.Shortened(t, "two of three tests of each solution")
	for i, solution := range solutiontest.Own("poj3076", "zoj3122") {
		patterns := []string{"secret/*/*"}
		if isPlain(solution) {
			patterns = []string{"secret/easy/*", "secret/full/*", "secret/lenient/*", "secret/many/*"}
		}
		for _, pattern := range patterns {
			all := samples(t, solution, pattern)
			for j, path := range slices.Sorted(maps.Keys(all)) {
				if few && (i+j)%3 != 0 {
					continue
				}
				test := all[path]
				t.Run(solution+"/"+path, func(t *testing.T) {
					t.Parallel()
					if diff := cmp.Diff(run{output: test.answer}, feed(t, solution, test.in),
						cmp.AllowUnexported(run{})); diff != "" {
						t.Errorf("(-want +got):\n%s", diff)
					}
				})
			}
		}
	}
}
