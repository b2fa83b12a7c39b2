package worker

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/read/problem"
)

// What is said on a test is taken as soon as the test is over, and goes with the outcome, in the order of the tests.
// Nothing stays on the disk.
func TestTranscripts(t *testing.T) {
	c := newCluster(t, steady)
	box, err := sandbox.Open(sandbox.Options{Backend: "portable", Scratch: t.TempDir()})
	judgetest.Check(t, err)
	t.Cleanup(func() { box.Close() })
	var dirs []string
	c.work(offer("m1"), func(_ context.Context, entries []grade.Entry, o grade.Options) (grade.Results, error) {
		dirs = append(dirs, o.Transcripts)
		if o.Transcripts == "" {
			return judged(entries, problem.AC)
		}
		for i, name := range []string{"secret/1", "sample/1"} { // in another order
			path := filepath.Join(o.Transcripts, "sum/accepted/sum.c", name+".txt")
			judgetest.Write(t, path, name)
			if i == 0 {
				o.Listener.Test("sum", "accepted/sum.c", grade.Test{Name: name})
				if _, err := os.Stat(path); err == nil {
					t.Errorf("%s stays", path)
				}
			}
		}
		return judged(entries, problem.AC)
	}, func(w *worker) { w.Judging.Sandbox = box })
	work := sum
	work.Transcripts = true
	c.ask(need, 0, work)
	_, result := c.result()
	texts := c.reply(result).Texts
	if len(texts) != 2 || texts[0] != nil || texts[1] == nil || *texts[1] != "secret/1" {
		t.Errorf("%d texts", len(texts))
	}
	c.ask(need, 1, sum)
	_, result = c.result()
	if texts := c.reply(result).Texts; texts != nil || len(dirs) != 2 || dirs[1] != "" {
		t.Errorf("not asked for: %d texts; folders %q", len(texts), dirs)
	}
	if _, err := os.Stat(dirs[0]); err == nil {
		t.Errorf("%s stays", dirs[0])
	}
	work.Show = true
	c.ask(need, 2, work)
	if _, result = c.result(); result.Failed != "2 tests are to be shown; one can be" {
		t.Errorf("%+v", result)
	}
}
