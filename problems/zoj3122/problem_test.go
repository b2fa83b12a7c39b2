// Package zoj3122_test holds the data of ZOJ 3122 against its validator, generator and independent solver. These are
// links to those of poj3076, which are tested there.
package zoj3122_test

import (
	"path/filepath"
	"strings"
	"testing"

	"dlxjudge/problems/programtest"
)

func TestMain(m *testing.M) {
	programtest.Main(m, "./input_validators/validate", "./generators/sudoku16", "./generators/solver")
}

func TestData(t *testing.T) { programtest.Data(t, "zoj3122", "validate") }

// The tests are canonical but for the group lenient, whose inputs are all not.
func TestValidatorRejects(t *testing.T) {
	inputs, err := filepath.Glob("../../testdata/zoj3122/secret/lenient/*.in")
	if err != nil || len(inputs) == 0 {
		t.Fatalf("%d inputs, %v", len(inputs), err)
	}
	for _, input := range inputs {
		if _, message, status := programtest.Run(t, programtest.Read(t, input), "validate"); status != 43 ||
			!strings.HasPrefix(message, "line") {
			t.Errorf("%s: exit status %d and message %q, want 43 and a line", input, status, message)
		}
	}
}
