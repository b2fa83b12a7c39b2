package grade

import (
	"context"
	"sync"
	"testing"
	"time"

	"dlxjudge/judge/execute/sandbox"
)

// locked is a sandbox that checks that nothing can run beside a second run.
type locked struct {
	*script
	t     *testing.T
	alone *sync.RWMutex
	again *int // counts second runs
}

func (l locked) Worker(int) (sandbox.Worker, error) { return lockedActor{l: l}, nil }

type lockedActor struct {
	actor
	l locked
}

func (w lockedActor) Run(ctx context.Context, task sandbox.Task) (sandbox.Result, error) {
	if task.Limits.Wall >= 5*time.Second { // moreWall
		*w.l.again++
		if w.l.alone.TryRLock() {
			w.l.t.Error("another test can run beside a second run")
			w.l.alone.RUnlock()
		}
	}
	return w.actor.Run(ctx, task)
}

func TestSecondRunIsAlone(t *testing.T) {
	var alone sync.RWMutex
	again := 0
	j := story{{"secret/easy/1", "starved"}, {"secret/easy/2", "fast"}, {"secret/easy/3", "starved"}}.judgingOf(
		Options{})
	q := newQueue(t.Context(), []*judging{j}, Options{Observe: func(Progress) {}})
	work(t.Context(), q, 0, &alone, t.TempDir(), Options{Sandbox: locked{t: t, alone: &alone, again: &again}})
	if again != 2 {
		t.Errorf("%d tests ran again, want 2", again)
	}
	if !alone.TryLock() {
		t.Error("the worker still holds the lock")
	}
}
