package check

import (
	"context"
	"testing"

	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/read/score"
)

// said is a checker that always returns the same result.
type said Result

func (s said) Check(context.Context, Files) (Result, error) { return Result(s), nil }

// All checkers must accept, the first that does not decides, and a test may name one of them.
func TestAll(t *testing.T) {
	yes, also := said{Verdict: problem.AC, Message: "fine"}, said{Verdict: problem.AC, Message: "good"}
	no, failed := said{Verdict: problem.WA, Message: "too long"}, said{Verdict: problem.JE, Message: "crashed"}
	for _, c := range []struct {
		name     string
		checkers []Named
		only     string
		verdict  problem.Verdict
		message  string
	}{
		{"one", []Named{{"form", no}}, "", problem.WA, "too long"},
		{"all accept", []Named{{"form", yes}, {"value", also}}, "", problem.AC, "fine\ngood"},
		{"the second does not", []Named{{"form", yes}, {"value", no}}, "", problem.WA, "value: too long"},
		{"the first fails", []Named{{"form", failed}, {"value", no}}, "", problem.JE, "form: crashed"},
		{"one is named", []Named{{"form", yes}, {"value", no}}, "form", problem.AC, "fine"},
		{"none has the name", []Named{{"form", yes}}, "value", problem.JE, `no checker is called "value"`},
	} {
		got, err := All(c.checkers).Check(t.Context(), Files{Checker: c.only})
		if err != nil || got.Verdict != c.verdict || got.Message != c.message {
			t.Errorf("%s: got %s %q and %v, want %s %q", c.name, got.Verdict, got.Message, err, c.verdict, c.message)
		}
	}
}

// Only one of several checkers may write a score.
func TestAllScores(t *testing.T) {
	files := writeFiles(t, "1\n", "2\n")
	files.Scores = true
	named := func(name, script string) Named {
		return Named{Name: name, Checker: Custom(uncontained, sandbox.Program{Path: newChecker(t, script)},
			generous)}
	}
	silent, one, two := named("silent", "exit 42"), named("one", `echo 1 > "$3score.txt"; exit 42`),
		named("two", `echo 0.5 > "$3score_multiplier.txt"; exit 42`)
	for _, checkers := range [][]Named{{silent, one}, {one, silent}} {
		if got := mustCheck(t, All(checkers), files); got.Verdict != ac || got.Scores[score.ScoreFile] != "1\n" {
			t.Errorf("got %+v", got)
		}
	}
	if got := mustCheck(t, All([]Named{one, two}), files); got.Verdict != je ||
		got.Message != "both one and two give the output a score; one of them may" {
		t.Errorf("got %+v", got)
	}
}
