package main

import (
	"bytes"
	"context"
	"sync"
	"testing"

	"dlxjudge/judge/base/judgetest"
)

// TestCrashes runs the table of tools that crash.
func TestCrashes(t *testing.T) {
	judgetest.Crashes(t, "testdata/crashes.txtar", false, func(t *testing.T, args ...string) (int, string) {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		out := &untilWaiting{waits: cancel}
		return run(ctx, args, out, out), out.text.String()
	})
}

// untilWaiting holds what a command prints. When judge watch waits for a save, it calls waits.
type untilWaiting struct {
	mu    sync.Mutex
	text  bytes.Buffer
	waits func()
}

func (u *untilWaiting) Write(text []byte) (int, error) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if bytes.Contains(text, []byte("waiting for a save")) {
		u.waits()
	}
	return u.text.Write(text)
}
