package reports

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"dlxjudge/judge/author/mutate"
	"dlxjudge/judge/author/stress"
	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/tell/terminal"
)

var pair = stress.Pair{Problem: &problem.Problem{Name: "double"}, A: problem.Submission{Name: "mine"},
	B: problem.Submission{Name: "plus"}}

func found() *stress.Finding {
	return &stress.Finding{
		Outcome: stress.Outcome{Kind: "WA", A: grade.Test{Verdict: problem.WA,
			Message: "line 1, token 1: want 2, got 1"}},
		Test: 7, Elapsed: 1234 * time.Millisecond, Command: "numbers 7 4", Input: []byte("1\n"),
		Output: []byte("1\x1b\n"), Before: 30,
		Shrunk: stress.ShrinkStats{Command: "numbers 8 1", Tried: 31, Elapsed: 40 * time.Millisecond},
	}
}

func TestFinding(t *testing.T) {
	f := found()
	want := `double/mine: WA: line 1, token 1: want 2, got 1
found by  numbers 7 4  (test 7, in 1.23s)
smaller   numbers 8 1
shrunk    from 30 to 2 bytes in 0.040s, 31 inputs tried

input:
1

output of mine:
1\x1b

output of plus:
(nothing)
`
	var b strings.Builder
	judgetest.Check(t, Finding(&b, pair, f, terminal.Style{Width: 120}))
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for name, test := range map[string]struct {
		change func()
		want   string
	}{
		"the time is over": {func() { f.Shrunk.Over = true },
			"31 inputs tried\n          time ran out; smaller inputs may fail too (--time)\n"},
		"slow": {func() { f.Kind, f.A.CPU, f.B.CPU = stress.Slow, 1e9, 1e6 },
			"double/mine: slow: more than 1.00s, where plus takes 0.001s\n"},
		"B": {func() {
			f.Kind, f.B = "B RTE", grade.Test{Verdict: problem.RTE, Message: "exit status 2"}
		},
			"double/mine: RTE of plus: exit status 2\n"},
		"JE": {func() {
			f.Kind, f.A = "JE", grade.Test{Verdict: problem.JE, Message: "the checker failed: exit status 1; its " +
				"standard error:\nTraceback (most recent call last):\nValueError: x"}
		}, "double/mine: JE: the checker failed: exit status 1: ValueError: x\n"},
		"no validator": {func() { f.Shrunk.Over, f.Made, f.Shrunk.Unchecked = false, false, true },
			"\n          no validator has checked it: check that it is valid\n"},
		"many lines": {func() { f.Input = []byte(strings.Repeat("12\n", 50)) }, strings.Repeat("12\n", 40) +
			"… (150 bytes in all)\n"},
		"a long line": {func() { f.Input = []byte(strings.Repeat("1", 5000)) }, strings.Repeat("1", 4096) +
			"\n… (5000 bytes in all)\n"},
	} {
		test.change()
		b.Reset()
		judgetest.Check(t, Finding(&b, pair, f, terminal.Style{Width: 120}))
		if !strings.Contains(b.String(), test.want) {
			t.Errorf("%s: no %q in\n%s", name, test.want, b.String())
		}
	}
}

func TestNoFinding(t *testing.T) {
	var b strings.Builder
	judgetest.Check(t, NoFinding(&b, pair, stress.Stats{Tests: 500, Unknown: 1, Reason: "plus: TLE",
		Elapsed: 2 * time.Second, Next: 521, Equal: "gen 1 and gen 2"}, terminal.Style{Width: 200}))
	want := "double/mine and plus do not differ on 500 tests in 2.00s (250 a second)\ntests are equal: gen 1 and " +
		"gen 2 make the same input; make the generator use its seed\n1 test inconclusive, the last " +
		"because plus: TLE\nmore tests: --seed 521\n"
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestNothingDecided: a search whose tests are all inconclusive is not reported as a success.
func TestNothingDecided(t *testing.T) {
	const want = "double/mine and plus: no test says whether they differ: 2 tests in 2.00s; give more time (--time), " +
		"or have the generators make smaller inputs\n2 tests inconclusive, the last because plus: TLE\n" +
		"more tests: --seed 3\n"
	var b strings.Builder
	judgetest.Check(t, NoFinding(&b, pair, stress.Stats{Tests: 2, Unknown: 2, Reason: "plus: TLE",
		Elapsed: 2 * time.Second, Next: 3}, terminal.Style{Width: 200}))
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// mutants has one mutant in each state.
func mutants() mutate.Report {
	m := func(line int, before, after string) mutate.Mutant {
		return mutate.Mutant{Name: fmt.Sprintf("main.go:%d %s", line, before), File: "main.go", Line: line,
			Before: before, After: after}
	}
	return mutate.Report{
		Program: "double/plus", Total: 9, Tests: 4, SkippedTests: []string{"secret/a/1 (TLE)"},
		Results: []mutate.Result{
			{Mutant: m(3, "a < b", "a <= b"), State: mutate.Survived},
			{Mutant: m(4, "c", "d"), State: mutate.Marked, Mark: &mutate.Mark{Reason: "no reason"}},
			{Mutant: m(5, "e", "f"), State: mutate.Caught, By: "sample/1: WA"},
			{Mutant: m(6, "g", "h"), State: mutate.Broken},
			{Mutant: m(7, "i", "j"), State: mutate.Failed, By: "secret/1: JE: the checker failed: exit status 1"},
		},
		Stale: []problem.Finding{{Place: "mutants.yaml:1:1", Message: "gone"}},
	}
}

func TestMutants(t *testing.T) {
	r := mutants()
	closing := `mutants.yaml:1:1: gone
tests left out because the program fails them or uses over half the limit:
  secret/a/1 (TLE)
double/plus: 5 mutants of 9 on 4 tests: 1 caught, 1 marked, 1 survive; 1 do not
  compile; the judge or a tool failed on 1
`
	survivor := "main.go:3 a < b: no test catches this\n- a < b\n+ a <= b\n\n"
	rest := "main.go:4 c: marked: no reason\n- c\n+ d\n\nmain.go:5 e: caught by sample/1: WA\n- e\n+ f\n\n" +
		"main.go:6 g: does not compile\n- g\n+ h\n\n"
	failed := "main.go:7 i: secret/1: JE: the checker failed: exit status 1\n- i\n+ j\n\n"
	for verbose, want := range map[bool]string{false: survivor + failed + closing,
		true: survivor + rest + failed + closing} {
		var b strings.Builder
		judgetest.Check(t, Mutants(&b, r, verbose, terminal.Style{}))
		if diff := cmp.Diff(want, b.String()); diff != "" {
			t.Errorf("verbose %v (-want +got):\n%s", verbose, diff)
		}
	}
}
