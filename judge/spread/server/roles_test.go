package server

import (
	"context"
	"crypto/sha256"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/spread/wire"
)

// quick is the pace of these tests: work that is not done is lost soon.
var quick = wire.Pace{
	AckWait: 200 * time.Millisecond, MaxDeliver: 2, Heartbeat: time.Second, KeepFiles: time.Hour, KeepRuns: time.Hour,
	MostWork: 10,
}

// running is a server on loopback, and its keys.
func running(t *testing.T, change ...func(*Options)) (s *Server, keys string) {
	t.Helper()
	keys = filepath.Join(t.TempDir(), "keys")
	judgetest.Check(t, Init(keys))
	o := Options{Listen: "127.0.0.1:0", Store: t.TempDir(), Keys: keys, Pace: quick}
	for _, f := range change {
		f(&o)
	}
	s, err := Start(t.Context(), o)
	judgetest.Check(t, err)
	t.Cleanup(s.Stop)
	return s, keys
}

// as connects as a role.
func as(t *testing.T, s *Server, keys, role string) *wire.Conn {
	t.Helper()
	c, err := wire.Dial(t.Context(), s.URL(), filepath.Join(keys, role), role, quick)
	judgetest.Check(t, err)
	t.Cleanup(c.Close)
	c.NC.SetErrorHandler(func(*nats.Conn, *nats.Subscription, error) {}) // else it prints what a test expects
	return c
}

// inTime bounds what a test waits for.
func inTime(t *testing.T) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	t.Cleanup(cancel)
	return ctx
}

// TestRoles: a client and a worker do all that a run consists of, each with its own key.
func TestRoles(t *testing.T) {
	s, keys := running(t)
	client, worker := as(t, s, keys, Client), as(t, s, keys, Worker)
	ctx := inTime(t)
	need := wire.Need{Version: "v", Languages: []string{"c"}}

	needs, err := worker.Needs.WatchAll(ctx)
	judgetest.Check(t, err)
	woken, err := worker.NC.SubscribeSync(wire.WakeSubject)
	judgetest.Check(t, err)
	judgetest.Check(t, worker.NC.Flush())
	steps, err := client.NC.SubscribeSync(wire.RunProgress("r"))
	judgetest.Check(t, err)
	offers, err := client.Workers.WatchAll(ctx)
	judgetest.Check(t, err)
	results, err := client.Follow(ctx, wire.ResultStream, wire.Wanted{Subjects: []string{wire.RunResults("r")},
		Unused: 60})
	judgetest.Check(t, err)

	// The client asks.
	for range 2 { // the second time over what is there
		_, err = client.Files.Put(ctx, "digest", []byte(strings.Repeat("x", 300_000)))
		judgetest.Check(t, err)
	}
	stored, err := client.Files.WatchFiltered(ctx, []string{"digest", "other"}, jetstream.MetaOnly())
	judgetest.Check(t, err)
	if entry := <-stored.Updates(); entry.Key() != "digest" {
		t.Errorf("the server has file %s", entry.Key())
	}
	judgetest.Check(t, stored.Stop())
	judgetest.Check(t, client.Announce(ctx, need))
	_, err = client.Needs.Get(ctx, need.ID())
	judgetest.Check(t, err)
	_, err = client.Runs.Put(ctx, "r", []byte("running"))
	judgetest.Check(t, err)
	_, err = client.Runs.Get(ctx, "r")
	judgetest.Check(t, err)
	_, err = client.JS.Publish(ctx, wire.WorkSubject(need.ID(), "r", 0), []byte("work"),
		jetstream.WithExpectStream(wire.WorkStream))
	judgetest.Check(t, err)
	judgetest.Check(t, client.NC.Publish(wire.WakeSubject, nil))

	// The worker answers.
	entry := <-needs.Updates()
	if entry == nil { // the mark between what was there and what comes
		entry = <-needs.Updates()
	}
	if entry.Key() != need.ID() {
		t.Errorf("the worker hears of need %s", entry.Key())
	}
	_, err = woken.NextMsgWithContext(ctx)
	judgetest.Check(t, err)
	queue, err := worker.Consumer(ctx, need)
	judgetest.Check(t, err)
	_, err = worker.JS.Consumer(ctx, wire.WorkStream, need.ID())
	judgetest.Check(t, err)
	work := fetch(t, queue)
	judgetest.Check(t, wire.Genuine(work.Headers(), wire.WorkStream))
	judgetest.Check(t, work.InProgress())
	block, err := worker.Files.Get(ctx, "digest")
	judgetest.Check(t, err)
	if len(block.Value()) != 300_000 {
		t.Errorf("the worker reads %d bytes", len(block.Value()))
	}
	_, err = worker.Runs.Get(ctx, "r")
	judgetest.Check(t, err)
	judgetest.Check(t, worker.NC.PublishMsg(wire.ProgressMessage("r", 0, []byte(`{"step":"judging"}`))))
	_, err = worker.Workers.Put(ctx, "m1", []byte("offer"))
	judgetest.Check(t, err)
	for range 2 {
		_, err = worker.Outcomes.Put(ctx, "outcome", []byte("accepted"))
		judgetest.Check(t, err)
	}
	_, err = worker.Workers.Get(ctx, "m1")
	judgetest.Check(t, err)
	_, err = worker.JS.Publish(ctx, wire.ResultSubject("r", 0), []byte("result"),
		jetstream.WithMsgID("r.0"), jetstream.WithExpectLastSequencePerSubject(0),
		jetstream.WithExpectStream(wire.ResultStream))
	judgetest.Check(t, err)
	judgetest.Check(t, work.DoubleAck(ctx))

	// The client collects.
	step, err := steps.NextMsgWithContext(ctx)
	judgetest.Check(t, err)
	_, err = wire.DecodeProgress(step)
	judgetest.Check(t, err)
	result, err := results.Next(jetstream.FetchContext(ctx))
	judgetest.Check(t, err)
	if run, place, err := wire.Place(result.Subject()); run != "r" || place != 0 || err != nil {
		t.Errorf("the result is of run %q, place %d: %v", run, place, err)
	}
	judgetest.Check(t, wire.Genuine(result.Headers(), wire.ResultStream))
	outcome, err := client.Outcomes.Get(ctx, "outcome")
	judgetest.Check(t, err)
	if string(outcome.Value()) != "accepted" {
		t.Errorf("the outcome is %q", outcome.Value())
	}
	offer := <-offers.Updates()
	if offer == nil {
		offer = <-offers.Updates()
	}
	if offer.Key() != "m1" {
		t.Errorf("the client hears of worker %s", offer.Key())
	}
	_, err = client.Workers.Get(ctx, "m1")
	judgetest.Check(t, err)
	names, err := client.Workers.Keys(ctx)
	judgetest.Check(t, err)
	if diff := cmp.Diff([]string{"m1"}, names); diff != "" {
		t.Error(diff)
	}
}

// TestLaterNeed: the server makes the queue of a need that says more than it knows, as those of later versions may.
func TestLaterNeed(t *testing.T) {
	s, keys := running(t)
	worker := as(t, s, keys, Worker)
	need := `{"version":"later","class":"","languages":["c"],"memory":7}`
	sum := sha256.Sum256([]byte(need))
	answer, err := worker.NC.RequestWithContext(inTime(t), wire.MakeSubject(wire.WorkStream), []byte(`{"need":`+need+`}`))
	judgetest.Check(t, err)
	if want := fmt.Sprintf(`{"name":"%x"}`, sum[:8]); string(answer.Data) != want {
		t.Errorf("got %s, want %s", answer.Data, want)
	}
}

// TestLost: the client learns what no worker has done, and throws away what nobody wants.
func TestLost(t *testing.T) {
	s, keys := running(t)
	client, worker := as(t, s, keys, Client), as(t, s, keys, Worker)
	ctx := inTime(t)
	need := wire.Need{Version: "v"}
	lost, err := client.Follow(ctx, wire.LostStream, wire.Wanted{Unused: 60})
	judgetest.Check(t, err)
	queue, err := worker.Consumer(ctx, need)
	judgetest.Check(t, err)
	ack, err := client.JS.Publish(ctx, wire.WorkSubject(need.ID(), "r", 0), []byte("work"))
	judgetest.Check(t, err)
	for range quick.MaxDeliver {
		judgetest.Check(t, fetch(t, queue).Nak())
	}
	// That it was given out too often, the server notices when it would give it out once more.
	_, err = queue.Fetch(1, jetstream.FetchMaxWait(time.Second))
	judgetest.Check(t, err)
	_, err = lost.Next(jetstream.FetchContext(ctx))
	judgetest.Check(t, err)
	stream, err := client.JS.Stream(ctx, wire.WorkStream)
	judgetest.Check(t, err)
	message, err := stream.GetMsg(ctx, ack.Sequence)
	judgetest.Check(t, err)
	if string(message.Data) != "work" {
		t.Errorf("the lost work is %q", message.Data)
	}
	judgetest.Check(t, stream.DeleteMsg(ctx, ack.Sequence))

	for place, run := range []string{"r", "r", "other"} {
		_, err = client.JS.Publish(ctx, wire.WorkSubject(need.ID(), run, place), []byte("work"))
		judgetest.Check(t, err)
	}
	judgetest.Check(t, stream.Purge(ctx, jetstream.WithPurgeSubject(wire.RunWork("r"))))
	work := fetch(t, queue)
	if run, _, err := wire.Place(work.Subject()); run != "other" || err != nil {
		t.Errorf("left is work of run %q: %v", run, err)
	}
	judgetest.Check(t, work.Term())
}

// fetch takes one piece of work.
func fetch(t *testing.T, queue jetstream.Consumer) jetstream.Msg {
	t.Helper()
	message, err := queue.Next(jetstream.FetchMaxWait(10 * time.Second))
	judgetest.Check(t, err)
	return message
}
