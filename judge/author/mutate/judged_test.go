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

// TestJudgedInterrupted: of a run that is interrupted, the mutants that were judged until then are known.
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
	r, err := judged(ctx, o, &problem.Problem{Dir: dir}, "a.c", source, all, Sample(0, 1), nothing, Report{})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want that of the context", err)
	}
	if len(r.Results) != 2 || r.Count(Survived) != 2 || r.Of != len(all) {
		t.Errorf("%d results, %d of them survive, of %d; want 2, 2 and %d", len(r.Results), r.Count(Survived), r.Of,
			len(all))
	}
}
