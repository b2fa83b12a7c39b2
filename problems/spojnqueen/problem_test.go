// Package spojnqueen_test holds the problem's programs against its data. They are built and run as a judge does it, and
// speak by their exit statuses.
package spojnqueen_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dlxjudge/problems/programtest"
)

const data = "../../testdata/spojnqueen"

func TestMain(m *testing.M) {
	programtest.Main(m, "./input_validators/boards", "./output_validator", "./generators/queens", "./generators/solver")
}

// inputs are the paths of all inputs.
func inputs(t *testing.T) []string {
	t.Helper()
	sample, err1 := filepath.Glob(data + "/sample/*.in")
	secret, err2 := filepath.Glob(data + "/secret/*/*.in")
	if err := errors.Join(err1, err2); err != nil {
		t.Fatal(err)
	}
	if len(sample) == 0 || len(secret) == 0 {
		t.Fatalf("%d samples and %d secret tests below %s", len(sample), len(secret), data)
	}
	return append(sample, secret...)
}

func answerOf(input string) string { return strings.TrimSuffix(input, ".in") + ".ans" }

func TestSample(t *testing.T) {
	for name, want := range map[string]string{
		"1.in":  "4 0 0 0 0\n8 2 0 0 0 4 0 0 0\n",
		"1.ans": "2 4 1 3\n2 6 1 7 4 8 3 5\n",
	} {
		if diff := cmp.Diff(want, programtest.Read(t, filepath.Join(data, "sample", name))); diff != "" {
			t.Errorf("%s (-published +ours):\n%s", name, diff)
		}
	}
}

// The validators accept every test, and the generator's solver, which is independent of the solutions, answers it.
func TestData(t *testing.T) {
	for _, input := range inputs(t) {
		boards := programtest.Read(t, input)
		if _, reason, code := programtest.Run(t, boards, "boards"); code != 42 {
			t.Errorf("%s: status %d: %s", input, code, reason)
		}
		if wrong := check(t, boards, programtest.Read(t, answerOf(input))); wrong != "" {
			t.Errorf("%s: %s", answerOf(input), wrong)
		}
		answers, reason, code := programtest.Run(t, boards, "solver")
		if wrong := check(t, boards, answers); code != 0 || wrong != "" {
			t.Errorf("%s: the solver exits with %d: %s%s", input, code, reason, wrong)
		}
	}
}

func TestValidatorsReject(t *testing.T) {
	for _, test := range []struct {
		input, reason string
		code          int
	}{
		{"4 0 0 0 0\n", "", 42},
		{"4 1 0 0 0\n", "line 1: the board has no solution\n", 43},
		{"4 0 0 0 0", "line 1: no line end after the last case\n", 43},
	} {
		_, reason, code := programtest.Run(t, test.input, "boards")
		if code != test.code || reason != test.reason {
			t.Errorf("%q: status %d and reason %q, want %d and %q", test.input, code, reason, test.code, test.reason)
		}
	}

	input := data + "/sample/1.in"
	for _, test := range []struct {
		output, message string
		code            int
	}{
		{"3 1 4 2\n2 6 1 7 4 8 3 5\n", "", 42},
		{"3 1 4 2\n2 4 6 8 3 1 7 5\n", "case 2, line 2 of the output: row 5: the queen given in column 4 is in " +
			"column 3\n", 43},
		{"3 1 4 2\n", "case 2, line 2 of the output: the output ends after 0 of 8 numbers\n", 43},
	} {
		feedback := t.TempDir() + "/"
		_, _, code := programtest.Run(t, test.output, "output_validator", input, answerOf(input), feedback)
		message, _ := os.ReadFile(feedback + "judgemessage.txt")
		if code != test.code || string(message) != test.message {
			t.Errorf("%q: status %d and message %q, want %d and %q", test.output, code, message, test.code,
				test.message)
		}
	}
	if _, reason, code := programtest.Run(t, "", "output_validator", input, "missing.ans", t.TempDir()+
		"/"); code != 1 || !strings.Contains(reason, "missing.ans") {
		t.Errorf("without an answer file: status %d and %q, want 1 and its name", code, reason)
	}
}

// Every size that has a solution is there in every-n, and as an empty board; in the group empty there are no others.
func TestEverySizeIsThere(t *testing.T) {
	everyN, empty := map[int]bool{}, map[int]bool{}
	for _, input := range inputs(t) {
		group := filepath.Base(filepath.Dir(input))
		for line := range strings.Lines(programtest.Read(t, input)) {
			var n int
			fmt.Sscan(line, &n)
			everyN[n] = everyN[n] || group == "every-n"
			if line == fmt.Sprint(n)+strings.Repeat(" 0", n)+"\n" {
				empty[n] = true
			} else if group == "empty" {
				t.Errorf("%s: %q is not an empty board", input, line)
			}
		}
	}
	for n := 1; n <= 50; n++ {
		if want := n != 2 && n != 3; everyN[n] != want || empty[n] != want {
			t.Errorf("N = %d: in every-n %v, an empty board %v, want %v", n, everyN[n], empty[n], want)
		}
	}
}

// The inputs are as the generator makes them: one group is made again and compared.
func TestGeneratorIsDeterministic(t *testing.T) {
	for name, args := range map[string]string{
		"every-n/01":   "-seed 11 -n 1..50 -kept 50",
		"few-large/02": "-seed 32 -n 30..50 -kept 2..10 -count 5",
	} {
		output, reason, code := programtest.Run(t, "", "queens", strings.Fields(args)...)
		if code != 0 {
			t.Errorf("queens %s: status %d: %s", args, code, reason)
		}
		if diff := cmp.Diff(programtest.Read(t, filepath.Join(data, "secret", name+".in")), output); diff != "" {
			t.Errorf("queens %s (-secret/%s.in +made again):\n%s", args, name, diff)
		}
	}
}
