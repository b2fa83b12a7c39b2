package worker

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/spread/parcel"
	"dlxjudge/judge/spread/wire"
)

// TestJudges: what a worker answers is what this machine comes to without a cluster, but for times and where the files
// are.
func TestJudges(t *testing.T) {
	if _, err := exec.LookPath("gcc"); err != nil {
		t.Skip("no gcc on the PATH")
	}
	c := newCluster(t, steady)
	roots := c.files[sum.Parcel].Roots
	set, err := problem.Load(roots, nil)
	judgetest.Check(t, err)
	p := set.Problems[0]
	packed, err := parcel.Pack(roots, p, p.Submissions)
	judgetest.Check(t, err)
	_, err = parcel.Upload(t.Context(), c.client.Files, packed, c.server.Options.Pace.KeepFiles)
	judgetest.Check(t, err)

	box, err := sandbox.Open(sandbox.Options{Backend: "portable"})
	judgetest.Check(t, err)
	t.Cleanup(func() { box.Close() })
	cache, err := compile.OpenCache(t.TempDir(), box)
	judgetest.Check(t, err)
	t.Cleanup(func() { cache.Close() })
	store, err := parcel.Open(t.TempDir(), 1<<20)
	judgetest.Check(t, err)
	t.Cleanup(func() { store.Close() })
	here := grade.Options{Jobs: 1, Sandbox: box, Cache: cache}

	at := offer("m1")
	at.Machine.Backend = box.Name()
	c.work(at, grade.Judge, func(w *worker) { w.Store, w.Judging = store, here })
	for place, s := range p.Submissions {
		c.ask(need, place, wire.Work{Parcel: packed.Digest(), Problem: p.Name, Submission: s.Name})
		_, result := c.result()
		got := c.outcome(result)
		results, err := grade.Judge(t.Context(), []grade.Entry{{Problem: p, Submission: s, Tests: p.Run()}}, here)
		judgetest.Check(t, err)
		if want := []problem.Verdict{problem.AC, problem.WA}[place]; got.Verdict != want {
			t.Errorf("%s: %s, want %s: %s", s.Name, got.Verdict, want, got.Message)
		}
		got.Source = strings.Replace(got.Source, result.Tree, roots.Package, 1)
		for i := range got.Tests {
			got.Tests[i].InputFile = strings.Replace(got.Tests[i].InputFile, result.Tree, roots.Package, 1)
		}
		figures := cmpopts.IgnoreFields(grade.Test{}, "CPU", "Wall", "Memory")
		if diff := cmp.Diff(results.Submissions[0], got, figures); diff != "" {
			t.Errorf("%s (-here +worker):\n%s", s.Name, diff)
		}
	}
}

// TestMissingParcel: files that are not there are sent again with the next question, so the worker need not pause.
func TestMissingParcel(t *testing.T) {
	c := newCluster(t, steady)
	store, err := parcel.Open(t.TempDir(), 1<<20)
	judgetest.Check(t, err)
	t.Cleanup(func() { store.Close() })
	r := c.work(offer("m1"), always(problem.AC), func(w *worker) { w.Store = store })
	c.ask(need, 0, sum)
	r.says("given back: parcel " + sum.Parcel)
	r.saysTimes("given back", c.server.Options.Pace.MaxDeliver) // at a pace at which a pause takes ten minutes
}
