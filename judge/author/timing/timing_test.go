package timing

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/decide/cache"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/execute/sandbox/plain"
	"dlxjudge/judge/read/problem"
)

// machine is a sandbox in which every program prints 1 in 0.6 s, after it has waited for a core.
type machine struct {
	sandbox.Executor
	waited time.Duration
	runs   int
}

func (*machine) Name() string                         { return "machine" }
func (*machine) Level() string                        { return "" }
func (*machine) Warning() string                      { return "" }
func (*machine) Lost() []string                       { return nil }
func (*machine) Measures() sandbox.Measures           { return sandbox.Measures{} }
func (*machine) Scratch() string                      { return "" }
func (*machine) Close() error                         { return nil }
func (m *machine) Worker(int) (sandbox.Worker, error) { return worker{m}, nil }

type worker struct{ *machine }

func (w worker) Run(_ context.Context, task sandbox.Task) (sandbox.Result, error) {
	w.runs++
	err := os.WriteFile(task.Output, []byte("1\n"), 0o600)
	return sandbox.Result{End: sandbox.Exited, CPU: 600 * time.Millisecond, Wall: time.Second, Waited: w.waited}, err
}

// TestDerive: a limit is derived from runs of earlier calls. If the machine was overloaded, a note says so, and the
// programs run again next time.
func TestDerive(t *testing.T) {
	judgetest.Need(t, "bash")
	dir := filepath.Join(t.TempDir(), "one")
	judgetest.Unpack(t, dir, `
-- problem.yaml --
problem_format_version: 2025-09
name: One
-- data/secret/1.in --
1
-- data/secret/1.ans --
1
-- submissions/accepted/one.sh --
echo 1
`)
	programs, err := compile.OpenCache(t.TempDir(), plain.Executor{})
	judgetest.Check(t, err)
	box := &machine{Executor: plain.Executor{}}
	cached := &grade.CachedResults{Folder: cache.OpenFolder(t.TempDir()), Setting: "a machine"}
	for i, step := range []struct {
		waited time.Duration
		runs   int
		note   string
	}{
		{time.Second / 2, 1, "one.sh on secret/1 waited for a core: the machine was overloaded"},
		{time.Second / 2, 2, "overloaded"}, // nothing was cached
		{0, 3, ""},
		{time.Second / 2, 3, ""}, // cached
	} {
		box.waited = step.waited
		set, err := problem.Load(problem.Package(dir), nil)
		judgetest.Check(t, err)
		got, notes, err := Derive(t.Context(), set.Problems[0], grade.Options{Jobs: 1, Sandbox: box, Cache: programs,
			CachedResults: cached})
		said := strings.Join(notes, "\n")
		if err != nil || got.Limit != 2*time.Second || box.runs != step.runs || !strings.Contains(said, step.note) ||
			step.note == "" && said != "" {
			t.Errorf("step %d: %v after %d runs, %q, %v", i+1, got.Limit, box.runs, said, err)
		}
	}
}
