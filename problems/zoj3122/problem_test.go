// Package zoj3122_test holds the data of ZOJ 3122 against its validator, generator and independent solver. These are
// links to those of poj3076, which are tested there.
package zoj3122_test

import (
	"path/filepath"
	"strings"
	"testing"

	"dlxjudge/problems/programtest"
)

const data = "../../testdata/zoj3122"

func TestMain(m *testing.M) {
	programtest.Main(m, "./input_validators/validate", "./generators/sudoku16", "./generators/solver")
}

func TestData(t *testing.T) { programtest.Data(t, "zoj3122", "validate") }

// The tests are canonical but for the group lenient, whose inputs are all not.
func TestValidatorRejects(t *testing.T) {
	solved := programtest.Read(t, data+"/sample/1.ans")
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
		tests[filepath.Base(input)] = programtest.Read(t, input)
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
	programtest.Generate(t, "sudoku16", "validate", strings.Fields("-seed 101 -count 2 -givens 150")...)
}
