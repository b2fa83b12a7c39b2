package check

import (
	"context"
	"strings"
	"testing"

	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/read/score"
)

// fixed is a checker that always returns the same result.
type fixed Result

func (s fixed) Check(context.Context, Files) (Result, error) { return Result(s), nil }

// TestAll: the first checker that does not accept decides. A test may name the only checker to use.
func TestAll(t *testing.T) {
	yes, also := fixed{Verdict: problem.AC, Message: "fine"}, fixed{Verdict: problem.AC, Message: "good"}
	no, failed := fixed{Verdict: problem.WA, Message: "too long"}, fixed{Verdict: problem.JE, Message: "crashed"}
	for _, c := range []struct {
		name     string
		checkers []NamedChecker
		only     string
		verdict  problem.Verdict
		message  string
	}{
		{"one", []NamedChecker{{"form", no}}, "", problem.WA, "too long"},
		{"all accept", []NamedChecker{{"form", yes}, {"value", also}}, "", problem.AC, "fine\ngood"},
		{"the second does not", []NamedChecker{{"form", yes}, {"value", no}}, "", problem.WA, "value: too long"},
		{"the first fails", []NamedChecker{{"form", failed}, {"value", no}}, "", problem.JE, "form: crashed"},
		{"one is named", []NamedChecker{{"form", yes}, {"value", no}}, "form", problem.AC, "fine"},
		{"none has the name", []NamedChecker{{"form", yes}}, "value", problem.JE, `no checker is called "value"`},
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
	named := func(name, script string) NamedChecker {
		return NamedChecker{Name: name, Checker: NewCustom(uncontained, sandbox.Program{Path: newChecker(t, script)},
			generous)}
	}
	silent, one, two := named("silent", "exit 42"), named("one", `echo 1 > "$3score.txt"; exit 42`),
		named("two", `echo 0.5 > "$3score_multiplier.txt"; exit 42`)
	for _, checkers := range [][]NamedChecker{{silent, one}, {one, silent}} {
		if got := mustCheck(t, All(checkers), files); got.Verdict != ac || got.Scores[score.ScoreFile] != "1\n" {
			t.Errorf("got %+v", got)
		}
	}
	if got := mustCheck(t, All([]NamedChecker{one, two}), files); got.Verdict != je ||
		got.Message != "both one and two give the output a score; only one checker may" {
		t.Errorf("got %+v", got)
	}
}

// TestCalled: only a program of the package format that gives no reason may expect other arguments.
func TestCalled(t *testing.T) {
	for message, want := range map[string]string{
		"the checker rejects the output without a message":                     "checker input answer feedback_dir/ < output",
		"the checker rejects the output with exit status 1 and no message":     "checker input answer feedback_dir/ < output",
		"a.py: the checker failed: exit status 2; it must exit with 42 or 43":  "checker input answer feedback_dir/ < output",
		"the interactor failed: signal: segmentation fault":                    "interactor input answer feedback_dir/",
		"the checker rejects the output and says nothing":                      "",
		"the checker failed: exit status 2; its standard error:\nusage: check": "",
		"token 1 is wrong": "",
	} {
		if got := Called(message); strings.TrimPrefix(got, "it is called: ") != want {
			t.Errorf("%s: got %q", message, got)
		}
	}
}
