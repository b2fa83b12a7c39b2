package client

import (
	"context"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/decide/pick"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/execute/sandbox/backend"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/spread/parcel"
	"dlxjudge/judge/spread/wire"
	"dlxjudge/judge/spread/worker"
)

// every is a package with verdicts whose messages name files, lines and outputs.
const every = `
-- problem.yaml --
problem_format_version: 2025-09
name: Sum
limits: {time_limit: 5}
-- data/sample/1.in --
1 2
-- data/sample/1.ans --
3
-- data/secret/a.in --
2 2
-- data/secret/a.ans --
4
-- submissions/submissions.yaml --
accepted/named.py:
  language: Python 3
-- submissions/accepted/named.py --
print(sum(map(int, input().split())))
-- submissions/accepted/add.c --
#include <stdio.h>
int main(void) { int a, b; scanf("%d%d", &a, &b); printf("%d\n", a + b); return 0; }
-- submissions/accepted/add.py --
print(sum(map(int, input().split())))
-- submissions/wrong_answer/broken.c --
int main(void) { return undeclared; }
-- submissions/wrong_answer/three/main.py --
import sys
print("guessing", file=sys.stderr)
print(3)
-- submissions/run_time_error/crash.py --
print(len(input()) // 0)
-- submissions/rejected/lazy.c --
int main(void) { return 0; }
`

// judges judges here, and again on two workers of a cluster.
type judges struct {
	*cluster
	here grade.Options
}

// newJudges starts workers that offer these languages, or all that are installed.
func newJudges(t *testing.T, languages ...string) *judges {
	t.Helper()
	pace := quick
	pace.AckWait = limit // programs are built while the machine is busy
	j := &judges{cluster: newCluster(t, pace)}
	open := func() grade.Options {
		box, err := backend.Open(t.Context(), sandbox.Options{Scratch: t.TempDir()})
		judgetest.Check(t, err)
		t.Cleanup(func() { box.Close() })
		cache, err := compile.OpenCache("", box)
		judgetest.Check(t, err)
		return grade.Options{Jobs: 1, Sandbox: box, Cache: cache}
	}
	j.here = open()
	ctx, stop := context.WithCancel(context.Background())
	var group sync.WaitGroup
	if languages == nil { // asking takes seconds
		languages = worker.Languages(ctx, j.here.Sandbox)
	}
	offer := offerOf("") // of both workers
	offer.Backend, offer.Languages = j.here.Sandbox.Name(), languages
	for _, name := range []string{"m1", "m2"} {
		store, err := parcel.Open(t.TempDir())
		judgetest.Check(t, err)
		t.Cleanup(func() { store.Close() })
		o := open()
		offer.Worker = name
		options := worker.Options{Conn: j.server.Dial(wire.Worker), Offer: offer, Store: store, Judging: o,
			Judge: grade.Judge, Say: func(string) {}}
		group.Go(func() {
			if err := worker.Run(ctx, options); err != nil {
				t.Errorf("worker %s: %v", name, err)
			}
		})
	}
	t.Cleanup(func() { stop(); group.Wait() }) // before other cleanups, while there is a connection
	return j
}

// equal judges entries here and in the cluster.
func (j *judges) equal(roots problem.Roots, patterns ...string) {
	j.Helper()
	var selected []pick.Pattern
	wanted := func(name string) bool { return len(selected) == 0 || selected[0].MatchProblem(name) }
	for _, text := range patterns {
		pattern, err := pick.ParsePattern(text)
		judgetest.Check(j, err)
		selected = append(selected, pattern)
	}
	set, err := problem.Load(roots, wanted)
	judgetest.Check(j, err)
	for _, p := range set.Problems {
		compile.Unfit(p) // as all commands do
	}
	entries, err := pick.Select(set, selected)
	judgetest.Check(j, err)
	want, err := grade.Judge(j.Context(), entries, j.here)
	judgetest.Check(j, err)
	o := j.client
	o.Roots = roots
	got, err := Judge(j.Context(), entries, o)
	judgetest.Check(j, err)
	for i, s := range got.Submissions {
		if !strings.HasPrefix(s.Machine, "m1 (") && !strings.HasPrefix(s.Machine, "m2 (") {
			j.Errorf("%s/%s was judged by %q", s.Problem, s.Name, s.Machine)
		}
		got.Submissions[i].Machine = ""
	}
	figures := cmpopts.IgnoreFields(grade.Test{}, "Waited",
		"CPU", "Wall", "Memory", "AtLeast", "PassesCPU", "Cached")
	whole := cmpopts.IgnoreFields(grade.Results{}, "Elapsed")
	if diff := cmp.Diff(want, got, figures, whole, cmpopts.EquateEmpty()); diff != "" {
		j.Errorf("(-here +cluster):\n%s", diff)
	}
}

// A cluster gives the same results as grade.Judge on this machine.
func TestEqual(t *testing.T) {
	judgetest.Need(t, "gcc", "clang")
	judgetest.Need(t, "python3")
	j := newJudges(t, "c", "python3")
	root := filepath.Join(t.TempDir(), "every")
	judgetest.Unpack(t, root, every)
	j.equal(problem.Package(root))
}

// The same is true for a problem of this checkout.
func TestEqualHere(t *testing.T) {
	judgetest.Long(t, "it builds and judges all programs of a problem")
	newJudges(t).equal(problem.Tree("../../.."), "spojnqueen:sample")
}
