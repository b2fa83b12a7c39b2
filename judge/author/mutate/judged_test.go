package mutate

import (
	"context"
	"errors"
	"testing"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/execute/sandbox/backend"
	"dlxjudge/judge/read/problem"
)

// TestJudgedInterrupted: an interrupted run returns the mutants judged so far.
func TestJudgedInterrupted(t *testing.T) {
	box, err := backend.Open(sandbox.Options{Scratch: t.TempDir()})
	judgetest.Check(t, err)
	defer box.Close()
	dir := t.TempDir()
	judgetest.Write(t, dir+"/a.c", "int main() { return 1 < 2 && 3 < 4; }\n")
	source := problem.Source{Dir: dir, Files: []string{"a.c"}, Name: "a.c"}
	all, err := Plant(source)
	judgetest.Check(t, err)
	if len(all) < 4 {
		t.Fatalf("only %d mutants", len(all))
	}
	nothing := func(context.Context, sandbox.Worker, problem.Source, *compile.Cache, string) (string, error) {
		return "", nil
	}
	ctx, cancel := context.WithCancel(t.Context())
	o := Options{Jobs: 1, Sandbox: box, Observe: func(done, _ int) {
		if done == 2 {
			cancel()
		}
	}}
	results, err := judge(ctx, o, source, all, nothing)
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want that of the context", err)
	}
	if r := (Report{Results: results}); len(results) != 2 || r.Count(Survived) != 2 {
		t.Errorf("%d results, %d of them survive; want 2", len(results), r.Count(Survived))
	}
}
