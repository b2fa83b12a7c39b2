package validate

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/decide/check"
	"dlxjudge/judge/read/problem"
)

// A checker that reads one number: it ignores text after it, and crashes if there is no number.
func TestTrial(t *testing.T) {
	p := load(t, `
-- output_validator/main.go --
package main

import (
	"bufio"
	"os"
	"strconv"
	"strings"
)

func main() {
	line, _ := bufio.NewReader(os.Stdin).ReadString('\n')
	words := strings.Fields(line)
	if len(words) == 0 {
		os.Exit(43)
	}
	n, err := strconv.ParseFloat(words[0], 64)
	if err != nil && !strings.Contains(err.Error(), "range") {
		panic(err)
	}
	if n != 5 {
		os.Exit(43)
	}
	os.Exit(42)
}
-- data/secret/g/1.ans --
5
-- data/secret/g/2.ans --
the judges' notes
`)
	e := &env{Problem: p, report: new(Report), cache: openCache(t)}
	_, err := programs(t.Context(), e)
	judgetest.Check(t, err)
	found, err := trial(t.Context(), e)
	judgetest.Check(t, err)
	var all strings.Builder
	for _, f := range found {
		all.WriteString(f.Message + "\n")
	}
	for _, want := range []string{"the checker accepts leading zeros (on secret/g/1)\n",
		"the checker accepts a plus sign (", "the checker accepts a decimal point (", "the checker accepts text " +
			"after the end (", "the checker fails on a letter in a token, such as on secret/g/1: "} {
		if strings.Count(all.String(), want) != 1 {
			t.Errorf("not once %q in\n%s", want, all.String())
		}
	}
	for _, not := range []string{"an empty output", "larger by one", "nan"} {
		if strings.Contains(all.String(), "accepts "+not) {
			t.Errorf("%s is not accepted:\n%s", not, all.String())
		}
	}
}

// The trial ends when a checker hangs. PE of testlib counts as rejection.
func TestHangs(t *testing.T) {
	answer := filepath.Join(t.TempDir(), "1.ans")
	judgetest.Write(t, answer, "1 2 3\n")
	asked := 0
	work := &trialRun{env: &env{Problem: &problem.Problem{Checkers: []problem.Source{{Files: []string{"check"}}}}},
		output: filepath.Join(t.TempDir(), "output"), known: make(map[string]bool)}
	work.quick = checkerFunc(func(f check.Files) (check.Result, error) {
		text, err := os.ReadFile(f.Output)
		switch asked++; {
		case string(text) == "1 2 3\n":
			return check.Result{Verdict: problem.AC}, err
		case asked < 3:
			return check.Result{Verdict: problem.PE}, err
		}
		return check.Result{Verdict: problem.JE, Late: true}, err
	})
	judgetest.Check(t, work.test(t.Context(), problem.Test{Answer: answer}))
	if !work.hung || asked != 3 || len(work.found) != 1 {
		t.Errorf("asked %d times, %v, found %v", asked, work.hung, work.found)
	}
}

// checkerFunc is a function as a checker.
type checkerFunc func(check.Files) (check.Result, error)

func (f checkerFunc) Check(_ context.Context, files check.Files) (check.Result, error) {
	return f(files)
}
