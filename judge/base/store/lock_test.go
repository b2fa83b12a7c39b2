package store

import (
	"context"
	"errors"
	"testing"

	"dlxjudge/judge/base/judgetest"
)

func TestReserve(t *testing.T) {
	s := Open(t.TempDir(), Bounds{})
	reserve := func(ctx context.Context) (func(), error) { return s.Reserve(ctx, "a") }
	holds(t, reserve, reserve)
	release, err := s.Reserve(t.Context(), "a")
	judgetest.Check(t, err)
	defer release()
	other, err := s.Reserve(t.Context(), "b")
	judgetest.Check(t, err)
	other()
}

// Two judges are two stores in one folder.
func TestLock(t *testing.T) {
	dir := t.TempDir()
	holds(t, Open(dir, Bounds{}).Lock, Open(dir, Bounds{}).Lock)
}

// holds checks that the second caller waits until the first releases or its own context ends.
func holds(t *testing.T, first, second func(context.Context) (func(), error)) {
	t.Helper()
	release, err := first(t.Context())
	judgetest.Check(t, err)
	impatient, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := second(impatient); !errors.Is(err, context.Canceled) {
		t.Errorf("while it is held: got %v, want %v", err, context.Canceled)
	}
	release()
	release, err = second(t.Context())
	judgetest.Check(t, err)
	release()
}
