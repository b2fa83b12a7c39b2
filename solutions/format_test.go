package solutions_test

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// samples reads the published samples of a problem, as text, by name.
func samples(t *testing.T, problem, extension string) map[string]string {
	t.Helper()
	paths, err := filepath.Glob("../testdata/" + problem + "/sample/*." + extension)
	if err != nil || len(paths) == 0 {
		t.Fatalf("no samples of %s with extension %s (%v)", problem, extension, err)
	}
	texts := map[string]string{}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		texts[strings.TrimSuffix(filepath.Base(path), "."+extension)] = string(text)
	}
	return texts
}

// Whichever way the lines of a sample end, the answer is the same to the byte; for queens, where many answers are
// right, it is one of them.
func TestSamples(t *testing.T) {
	changes := []struct {
		name   string
		change func(string) string
	}{
		{"as published", func(in string) string { return in }},
		{"CRLF", func(in string) string { return strings.ReplaceAll(in, "\n", "\r\n") }},
		{"no final newline", func(in string) string { return strings.TrimRight(in, "\n") }},
		{"CRLF, no final newline", func(in string) string { return strings.ReplaceAll(strings.TrimRight(in, "\n"), "\n", "\r\n") }},
		{"an empty line first", func(in string) string { return "\n" + in }},
		{"empty lines at the end", func(in string) string { return in + "\n\n" }},
		{"CRLF, empty lines at the end", func(in string) string { return strings.ReplaceAll(in+"\n\n", "\n", "\r\n") }},
	}
	for _, solution := range solutions(t) {
		problem := filepath.Dir(solution)
		for name, in := range samples(t, problem, "in") {
			want, found := samples(t, problem, "ans")[name]
			if !found {
				t.Errorf("%s: sample %s has no answer", problem, name)
			}
			for _, change := range changes {
				t.Run(solution+"/"+name+"/"+change.name, func(t *testing.T) {
					skipSlow(t, solution)
					t.Parallel()
					got := feed(t, solution, change.change(in))
					if got.status != 0 || got.message != "" {
						t.Errorf("exit status %d, %q on stderr", got.status, got.message)
					}
					if problem == "spojnqueen" {
						checkQueens(t, in, got.output)
					} else if diff := cmp.Diff(want, got.output); diff != "" {
						t.Errorf("output (-want +got):\n%s", diff)
					}
				})
			}
		}
	}
}

// skipSlow skips what would not end: the 16×16 sample has too many empty cells for plain backtracking, which its own
// tests try on fuller boards.
func skipSlow(t *testing.T, solution string) {
	t.Helper()
	if solution == "poj3076/backtrack" || solution == "zoj3122/backtrack" {
		t.Skip("plain backtracking in row order does not finish the 16×16 sample")
	}
}

// Several 16×16 puzzles may have any number of empty lines between them; their answers have one.
func TestEmptyLinesBetweenPuzzles(t *testing.T) {
	for _, solution := range solutions(t) {
		problem := filepath.Dir(solution)
		if problem != "poj3076" && problem != "zoj3122" {
			continue
		}
		in, answer := samples(t, problem, "in")["1"], samples(t, problem, "ans")["1"]
		in, answer = strings.TrimRight(in, "\n")+"\n", strings.TrimRight(answer, "\n")+"\n"
		for _, between := range []string{"", "\n", "\n\n", "\r\n", "\n\r\n\n"} {
			t.Run(solution+"/"+strconv.Quote(between), func(t *testing.T) {
				skipSlow(t, solution)
				t.Parallel()
				got := feed(t, solution, in+between+in+between+in+between)
				if diff := cmp.Diff(run{output: answer + "\n" + answer + "\n" + answer}, got, cmp.AllowUnexported(run{})); diff != "" {
					t.Errorf("(-want +got):\n%s", diff)
				}
			})
		}
	}
}

// checkQueens says in what the output is not an answer to the boards of the input, one a line, or not written as one.
func checkQueens(t *testing.T, in, output string) {
	t.Helper()
	boards := strings.Split(strings.TrimRight(in, "\n"), "\n")
	lines := strings.Split(output, "\n")
	if len(lines) != len(boards)+1 || lines[len(boards)] != "" {
		t.Fatalf("%d boards are answered with %q", len(boards), output)
	}
	for i, board := range boards {
		placed := numbers(t, strings.Fields(board)[1:])
		queens := numbers(t, strings.Split(lines[i], " "))
		if len(queens) != len(placed) {
			t.Errorf("line %d: %d queens, want %d", i+1, len(queens), len(placed))
			continue
		}
		var columns, sums, differences []int
		for row, column := range queens {
			if column < 1 || column > len(queens) || slices.Contains(columns, column) ||
				slices.Contains(sums, row+column) || slices.Contains(differences, row-column) {
				t.Errorf("line %d: the queen of row %d is out of place in %v", i+1, row+1, queens)
			}
			if placed[row] != 0 && placed[row] != column {
				t.Errorf("line %d: the queen of row %d was moved from column %d to %d", i+1, row+1, placed[row], column)
			}
			columns, sums, differences = append(columns, column), append(sums, row+column), append(differences, row-column)
		}
	}
}

func numbers(t *testing.T, words []string) []int {
	t.Helper()
	list := make([]int, len(words))
	for i, word := range words {
		var err error
		if list[i], err = strconv.Atoi(word); err != nil {
			t.Fatal(err)
		}
	}
	return list
}
