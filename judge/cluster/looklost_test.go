//go:build linux

package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/spread/wire"
)

// TestTranscriptResumed: a client is killed before all that is said has come, and the one that goes on with its run
// writes it to the folder that the first was told, wherever it is started itself.
func TestTranscriptResumed(t *testing.T) {
	judgetest.Need(t, "gcc", "clang")
	c, _ := startCluster(t, "test")
	judgetest.Check(t, os.CopyFS(c.pack, os.DirFS("../testdata/guess")))
	keepSubmissions(t, c.pack, "accepted/bisect.c", "run_time_error/status.c")
	work := t.TempDir()
	t.Chdir(work)
	client := c.ask("--transcript", "said")
	client.eventually("it has asked for both", func() bool { return c.messages(wire.WorkStream) == 2 })
	client.kill()
	t.Chdir(t.TempDir())
	c.work("m1")
	if status := c.ask("--resume").status(); status != 0 {
		t.Errorf("status %d", status)
	}
	o := here(t)
	o.Transcripts = filepath.Join(c.dir, "here")
	_, err := grade.Judge(t.Context(), chosen(t, c.pack, "*"), o)
	judgetest.Check(t, err)
	want, got := transcripts(t, o.Transcripts), transcripts(t, filepath.Join(work, "said"))
	if diff := cmp.Diff(want, got); diff != "" || len(got) == 0 {
		t.Errorf("(-here +resumed):\n%s", diff)
	}
}
