package client

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"dlxjudge/judge/cluster/wire"
	"dlxjudge/judge/judgetest"
)

// The results are in the order of the entries, whoever judges what.
func TestJudge(t *testing.T) {
	c := newCluster(t, quick)
	c.work(&fake{offer: named("m1")})
	m2 := named("m2")
	m2.Languages = []string{"c"}
	c.work(&fake{offer: m2})
	j := c.wait(c.judge(t.Context()))
	if j.err != nil {
		t.Fatal(j.err)
	}
	var names []string
	for i, s := range j.results.Submissions {
		names = append(names, s.Name)
		if s.Machine == "" || len(s.Tests) != 3 || s.Source != c.entries[i].Submission.Main() || s.Tests[0].InputFile != c.entries[i].Tests[0].Input {
			t.Errorf("%+v", s)
		}
	}
	want := []string{"accepted/add.c", "accepted/more.c", "accepted/slow.py", "wrong_answer/three.py"}
	if diff := cmp.Diff(want, names); diff != "" {
		t.Error(diff)
	}
	if j.results.Backend != "fake" || j.results.Jobs != 1 || j.results.Interrupted {
		t.Errorf("%+v", j.results)
	}
	if state := c.state(); state != wire.Finished {
		t.Errorf("the run is %s", state)
	}
	if l, err := c.client.Keep.Find("", c.root); err == nil {
		t.Errorf("run %s could be resumed", l.Run)
	}
}

// state is that of the one run.
func (c *cluster) state() string {
	c.Helper()
	keys, err := c.client.Conn.Runs.Keys(c.Context())
	if err != nil || len(keys) != 1 {
		c.Fatal(keys, err)
	}
	entry, err := c.client.Conn.Runs.Get(c.Context(), keys[0])
	judgetest.Check(c, err)
	run, err := wire.Decode[wire.Run](entry.Value())
	judgetest.Check(c, err)
	return run.State
}
