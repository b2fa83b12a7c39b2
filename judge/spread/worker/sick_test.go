package worker

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/spread/wire"
)

// TestStoppedInTurn: workers that are stopped in the middle of work, more of them than it may be given to, do not use
// up how often it may be given out.
func TestStoppedInTurn(t *testing.T) {
	c := newCluster(t, steady)
	c.ask(need, 0, sum)
	for i := range 2 * steady.MaxDeliver {
		begun := make(chan string, 1)
		r := c.work(offer(fmt.Sprint("m", i)), until(begun))
		<-begun
		r.end()
	}
	c.work(offer("last"), always(problem.AC))
	if _, result := c.result(); result.Machine.Worker != "last" {
		t.Errorf("%+v", result)
	}
	c.left(0)
}

// TestSick: machines that find that they cannot judge, more of them than work may be given to, take one piece each,
// which does not count. They say why, and take work again when they can.
func TestSick(t *testing.T) {
	c := newCluster(t, quick)
	var well atomic.Bool
	falls := func(w *worker) {
		var taken atomic.Bool // at the beginning it is well
		w.Test = func(context.Context) error {
			if taken.Load() && !well.Load() {
				return errors.New("no room for work")
			}
			return nil
		}
		w.Judge = func(_ context.Context, entries []grade.Entry, _ grade.Options) (grade.Results, error) {
			if taken.Store(true); !well.Load() {
				return grade.Results{}, syscall.ENOSPC
			}
			return judged(entries, problem.AC)
		}
	}
	c.ask(need, 0, sum)
	var sick []string
	for i := range 2 * quick.MaxDeliver {
		name := fmt.Sprint("m", i)
		r := c.work(offer(name), nil, falls)
		r.says("cannot judge, and takes no work until it can: no room for work")
		sick = append(sick, name)
	}
	for _, name := range sick {
		for end := time.Now().Add(limit); ; {
			entry, err := c.client.Workers.Get(t.Context(), name)
			judgetest.Check(t, err)
			said, err := wire.Decode[wire.Offer](entry.Value())
			judgetest.Check(t, err)
			if said.Paused == "no room for work" && !need.Met(said) {
				break
			}
			if time.Now().After(end) {
				t.Fatalf("%s offers %+v", name, said)
			}
		}
	}
	c.left(1)
	failures, err := c.client.Failures(t.Context())
	judgetest.Check(t, err)
	for _, name := range sick { // for those who look when the worker is gone
		if !slices.ContainsFunc(failures, func(f wire.Failure) bool {
			return f.Worker == name && f.Reason == "takes no work: no room for work"
		}) {
			t.Errorf("no failure of %s is kept: %+v", name, failures)
		}
	}
	well.Store(true)
	c.result()
	c.left(0)
}

// here are the options of this machine, which has a compiler of C.
func here(t *testing.T) grade.Options {
	t.Helper()
	judgetest.Need(t, "gcc")
	box, err := sandbox.Open(sandbox.Options{})
	judgetest.Check(t, err)
	t.Cleanup(func() { box.Close() })
	cache, err := compile.OpenCache(t.TempDir(), box)
	judgetest.Check(t, err)
	t.Cleanup(func() { cache.Close() })
	return grade.Options{Jobs: 1, Sandbox: box, Cache: cache}
}

// TestTest: a machine that can judge passes, and one without room or with a broken compiler does not.
func TestTest(t *testing.T) {
	o := here(t)
	for _, languages := range [][]string{{"c"}, {"c", "java"}, {"java"}, nil} {
		if err := Test(t.Context(), o, languages, t.TempDir()); err != nil {
			t.Errorf("with %v: %v", languages, err)
		}
	}
	if err := Test(t.Context(), o, nil, t.TempDir()+"/none"); err == nil || !strings.HasPrefix(err.Error(),
		"no room for work in ") {
		t.Errorf("without a folder: %v", err)
	}
	t.Setenv("TMPDIR", t.TempDir()+"/none")
	if err := Test(t.Context(), o, nil); err == nil {
		t.Error("without a folder for temporary files it passes")
	}
}

// TestAcceptsNot: that a program was not accepted is noticed, whatever it did.
func TestAcceptsNot(t *testing.T) {
	o := here(t)
	for text, want := range map[string]string{
		"int main(void) { return 3; }": "RTE", "int main(void) { return 0; }": "WA", "no C": "CE",
	} {
		err := accepts(t.Context(), o, knownProgram{"c", "a.c", text})
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}
