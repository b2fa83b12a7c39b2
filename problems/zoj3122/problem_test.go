// Package zoj3122_test holds the data of ZOJ 3122 against its validator, generator and independent solver. These are
// links to those of poj3076, which are tested there.
package zoj3122_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dlxjudge/problems/programtest"
)

const data = "../../testdata/zoj3122"

func TestMain(m *testing.M) {
	programtest.Main(m, "./input_validators/validate", "./generators/sudoku16", "./generators/solver")
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(data, path))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// Every test is valid, and its answer is that of the independent solver: byte for byte, which matters here.
func TestData(t *testing.T) {
	for _, pattern := range []string{"sample/*.in", "secret/*/*.in"} {
		inputs, err := filepath.Glob(filepath.Join(data, pattern))
		if err != nil || len(inputs) == 0 {
			t.Fatalf("%s: %d inputs, %v", pattern, len(inputs), err)
		}
		for _, input := range inputs {
			path, err := filepath.Rel(data, input)
			if err != nil {
				t.Fatal(err)
			}
			t.Run(path, func(t *testing.T) {
				var args []string
				if filepath.Dir(path) == "secret/lenient" {
					args = []string{"lenient"}
				}
				in := read(t, path)
				if _, message, status := programtest.Run(t, in, "validate", args...); status != 42 {
					t.Errorf("the validator exits with %d: %s", status, message)
				}
				answer, message, status := programtest.Run(t, in, "solver")
				if want := read(t, strings.TrimSuffix(path, ".in")+".ans"); status != 0 || answer != want {
					t.Errorf("generators/solver exits with %d (%s) and answers\n%s\nwant\n%s", status, message, answer, want)
				}
			})
		}
	}
}

// The tests are canonical but for the group lenient, whose inputs are all not.
func TestValidatorRejects(t *testing.T) {
	solved := read(t, "sample/1.ans")
	tests := map[string]string{
		"CRLF":                  strings.ReplaceAll(solved, "\n", "\r\n"),
		"an empty line after":   solved + "\n",
		"no empty line between": solved + solved,
		"a line too few":        solved[17:],
		"a letter twice":        solved[:15] + "F" + solved[16:],
	}
	inputs, err := filepath.Glob(filepath.Join(data, "secret/lenient/*.in"))
	if err != nil || len(inputs) == 0 {
		t.Fatalf("%d inputs, %v", len(inputs), err)
	}
	for _, input := range inputs {
		name := filepath.Base(input)
		tests[name] = read(t, "secret/lenient/"+name)
	}
	for name, in := range tests {
		t.Run(name, func(t *testing.T) {
			if _, message, status := programtest.Run(t, in, "validate"); status != 43 || !strings.HasPrefix(message, "line") {
				t.Errorf("exit status %d and message %q, want 43 and a line", status, message)
			}
		})
	}
}

func TestGenerator(t *testing.T) {
	args := []string{"-count", "2", "-givens", "150", "-seed"}
	first, message, status := programtest.Run(t, "", "sudoku16", append(args, "101")...)
	if status != 0 {
		t.Fatalf("exit status %d: %s", status, message)
	}
	if again, _, _ := programtest.Run(t, "", "sudoku16", append(args, "101")...); again != first {
		t.Error("the same arguments gave another test")
	}
	if other, _, _ := programtest.Run(t, "", "sudoku16", append(args, "102")...); other == first {
		t.Error("another seed gave the same test")
	}
}
