package main

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/spread/clustertest"
	"dlxjudge/judge/spread/server"
	"dlxjudge/judge/spread/wire"
)

// TestWatchWorkers: off a terminal each change is a line, once; a server that does not answer is looked at again, and
// the end of the context is no error.
func TestWatchWorkers(t *testing.T) {
	day := time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)
	m1 := workerRow{Name: "m1", Key: "own", State: live}
	busy, sick, bad := m1, m1, m1
	busy.Work = "poj3074/dlx of run k3"
	sick.State, sick.Paused = paused, "no room\x1b[2J"
	bad.State = lost
	failed := wire.Failure{Worker: "m1", At: day, Reason: "no room\x1b[2J"}
	ctx, end := context.WithCancel(t.Context())
	ticks := make(chan time.Time, 20)
	steps := []listing{{rows: []workerRow{m1}}, {rows: []workerRow{m1}}, {rows: []workerRow{busy}}, {}, {},
		{rows: []workerRow{sick}, failures: []wire.Failure{failed}},
		{rows: []workerRow{bad}, failures: []wire.Failure{failed}}}
	step := 0
	look := func(context.Context) (l listing, err error) {
		ticks <- day
		if step == len(steps) {
			end()
			return l, ctx.Err()
		}
		if l = steps[step]; l.rows == nil {
			err = errors.New("nobody answers")
		}
		step++
		return l, err
	}
	var out strings.Builder
	judgetest.Check(t, watchWorkers(ctx, &out, look, ticks))
	want := `m1 (key own) is live
m1 (key own) is live, poj3074/dlx of run k3
nobody answers; trying again
the server answers again
m1 (key own) is paused: no room\x1b[2J
failed: 2026-11-22 12:00:00  m1: no room\x1b[2J
m1 (key own) is lost
`
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestWatchEnds: a server that does not answer is named without a library's words, and when the connection is closed
// for good, as by the withdrawal of the key, watching ends.
func TestWatchEnds(t *testing.T) {
	s := clustertest.Start(t, wire.DefaultPace)
	conn := s.Dial(server.Client)
	s.Stop()
	ctx, end := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer end()
	if _, err := look(ctx, conn, "nats://m"); err == nil || err.Error() != "nats://m does not answer" {
		t.Errorf("a server that is stopped: %v", err)
	}
	conn.NC.Close()
	again := func(ctx context.Context) (listing, error) { return look(ctx, conn, "nats://m") }
	ctx, end = context.WithTimeout(t.Context(), 20*time.Second)
	defer end()
	err := watchWorkers(ctx, io.Discard, again, time.Tick(time.Millisecond))
	if err == nil || !strings.Contains(err.Error(), "has closed the connection") {
		t.Errorf("watching ends with %v", err)
	}
}

// TestFailuresKept: what went wrong at a worker is listed after the server was started again, the last of each worker.
func TestFailuresKept(t *testing.T) {
	s := clustertest.Start(t, wire.DefaultPace)
	worker := s.Dial(server.Worker)
	const all, kept = 12, 10
	for i := range all {
		judgetest.Check(t, worker.PutFailure(t.Context(), "m1", strings.Repeat("x", i+1)))
	}
	judgetest.Check(t, worker.PutFailure(t.Context(), "m2", "no room"))
	if err := s.Dial(server.Client).PutFailure(t.Context(), "m2", "forged"); err == nil {
		t.Error("a client writes a failure")
	}
	s.Stop()
	s.Again()
	got, err := s.Dial(server.Client).Failures(t.Context())
	judgetest.Check(t, err)
	if len(got) != kept+1 || got[0].Reason != "xxx" || got[kept].Worker != "m2" || got[kept].Reason != "no room" {
		t.Errorf("%+v", got)
	}
	var listed strings.Builder
	cmd := newRootCommand()
	cmd.SetOut(&listed)
	cmd.SetArgs([]string{"workers", "--at", s.URL(), "--keys", s.Keys(server.Client)})
	judgetest.Check(t, cmd.ExecuteContext(t.Context()))
	if !strings.Contains(listed.String(), "  m2: no room") {
		t.Errorf("listed:\n%s", listed.String())
	}
}
