package validate

import (
	"context"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/execute/sandbox"
)

// late stops all validators and checkers by the clock, after they waited for a core for so long.
type late struct {
	sandbox.Executor
	waited time.Duration
}

func (l late) Run(ctx context.Context, task sandbox.Task) (sandbox.Result, error) {
	if task.Profile != sandbox.Tool {
		return l.Executor.Run(ctx, task)
	}
	return sandbox.Result{End: sandbox.StoppedWall, Wall: task.Limits.Wall, Waited: l.waited}, nil
}

// What the machine was too busy for is not known, and no fault of the package; a program that sleeps is one.
func TestStarved(t *testing.T) {
	p := load(t, `
-- data/invalid_input/1.in --
a
b
-- output_validator/main.go --
package main
func main() {}
-- data/valid_output/1.in --
a
-- data/valid_output/1.ans --
a
-- data/valid_output/1.out --
a
`)
	for _, c := range []struct {
		title            string
		waited           time.Duration
		findings, doubts []string
	}{
		{"starved", time.Hour, nil, []string{"invalid_input/1.in", "secret/g/1.ans", "secret/g/1.in", "secret/g/2.ans",
			"secret/g/2.in", "valid_output/1.in", "valid_output/1.out"}},
		{"asleep", 0, []string{"secret/g/1.ans", "secret/g/1.in", "secret/g/2.ans", "secret/g/2.in",
			"valid_output/1.in", "valid_output/1.out"}, nil},
	} {
		t.Run(c.title, func(t *testing.T) {
			cache, err := compile.OpenCache("", late{sandbox.Uncontained(), c.waited})
			judgetest.Check(t, err)
			t.Cleanup(func() { cache.Close() })
			r, err := Problem(t.Context(), cache, p)
			judgetest.Check(t, err)
			var findings []string
			for _, f := range r.Findings {
				findings = append(findings, f.String())
			}
			about(t, "findings", findings, c.findings)
			about(t, "doubts", r.Doubts, c.doubts)
			if r.Inputs != 0 || r.Answers != 0 {
				t.Errorf("%d valid inputs and %d answers", r.Inputs, r.Answers)
			}
			for _, doubt := range r.Doubts {
				if !strings.Contains(doubt, "the machine has too much other work; try again when it has less") {
					t.Errorf("%s does not blame the load", doubt)
				}
			}
		})
	}
}

// about compares the files that messages are about with those that are wanted, in any order, each once.
func about(t *testing.T, what string, messages, want []string) {
	t.Helper()
	if len(messages) != len(want) {
		t.Errorf("%d %s, want %d: %q", len(messages), what, len(want), messages)
	}
	for _, file := range want {
		n := 0
		for _, m := range messages {
			if strings.HasPrefix(m, filepath.Join("data", file)+": ") {
				n++
			}
		}
		if n != 1 {
			t.Errorf("%d %s about %s: %q", n, what, file, messages)
		}
	}
}
