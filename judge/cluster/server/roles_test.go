package server

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"dlxjudge/judge/cluster/wire"
	"dlxjudge/judge/judgetest"
)

// quick is the pace of these tests: work that is not done is lost soon.
var quick = wire.Pace{
	AckWait: 200 * time.Millisecond, MaxDeliver: 2, Heartbeat: time.Second, KeepFiles: time.Hour, KeepRuns: time.Hour, MostWork: 10,
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
	results, err := client.JS.OrderedConsumer(ctx, wire.ResultStream, jetstream.OrderedConsumerConfig{FilterSubjects: []string{wire.RunResults("r")}})
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
	_, err = client.JS.Publish(ctx, wire.WorkSubject(need.ID(), "r", 0), []byte("work"), jetstream.WithExpectStream(wire.WorkStream))
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
	watched, err := worker.Runs.Watch(ctx, "r")
	judgetest.Check(t, err)
	judgetest.Check(t, watched.Stop())
	judgetest.Check(t, worker.NC.Publish(wire.ProgressSubject("r", 0), []byte("half")))
	_, err = worker.Workers.Put(ctx, "m1", []byte("offer"))
	judgetest.Check(t, err)
	for range 2 {
		_, err = worker.Outcomes.Put(ctx, "outcome", []byte("accepted"))
		judgetest.Check(t, err)
	}
	_, err = worker.Workers.Get(ctx, "m1")
	judgetest.Check(t, err)
	_, err = worker.JS.Publish(ctx, wire.ResultSubject("r", 0), []byte("result"),
		jetstream.WithMsgID("r.0"), jetstream.WithExpectLastSequencePerSubject(0), jetstream.WithExpectStream(wire.ResultStream))
	judgetest.Check(t, err)
	judgetest.Check(t, work.DoubleAck(ctx))

	// The client collects.
	_, err = steps.NextMsgWithContext(ctx)
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

// TestLost: the client learns what no worker has done, and throws away what nobody wants.
func TestLost(t *testing.T) {
	s, keys := running(t)
	client, worker := as(t, s, keys, Client), as(t, s, keys, Worker)
	ctx := inTime(t)
	need := wire.Need{Version: "v"}
	lost, err := client.JS.OrderedConsumer(ctx, wire.LostStream, jetstream.OrderedConsumerConfig{})
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

// TestRefused: what a role does not need, the server refuses, and nothing comes of it.
func TestRefused(t *testing.T) {
	s, keys := running(t)
	operator := as(t, s, keys, Operator)
	for _, name := range streams { // something that could be destroyed
		stream, err := operator.JS.Stream(t.Context(), name)
		judgetest.Check(t, err)
		if name == wire.LostStream {
			continue // only the server writes it
		}
		subject := strings.NewReplacer("*", "x", ">", "x").Replace(stream.CachedInfo().Config.Subjects[0])
		_, err = operator.JS.Publish(t.Context(), subject, []byte("kept"))
		judgetest.Check(t, err)
	}
	before := contents(t, operator)
	public := make(map[string]string)
	for _, role := range allRoles {
		var err error
		public[role], err = publicKey(filepath.Join(keys, role, wire.KeyFile))
		judgetest.Check(t, err)
	}
	neither := []string{ // publish
		"$JS.API.STREAM.CREATE.x", "$JS.API.STREAM.NAMES", "$JS.API.STREAM.LIST", "$JS.API.ACCOUNT.PURGE.$G", "$JS.API.SERVER.REMOVE",
		"$JS.API.META.LEADER.STEPDOWN", "$SYS.REQ.SERVER.PING", "judge", "anything", "$JS.API.CONSUMER.DELETE.JUDGE_WORK.x",
		"$JS.EVENT.ADVISORY.CONSUMER.MAX_DELIVERIES.JUDGE_WORK.x",
	}
	for _, stream := range streams {
		for _, verb := range []string{"DELETE", "UPDATE", "SNAPSHOT", "RESTORE", "LEADER.STEPDOWN"} {
			neither = append(neither, "$JS.API.STREAM."+verb+"."+stream)
		}
		neither = append(neither, "$JS.API.CONSUMER.NAMES."+stream)
		if stream != wire.WorkStream {
			neither = append(neither, "$JS.API.STREAM.PURGE."+stream, "$JS.API.STREAM.MSG.DELETE."+stream)
		}
	}
	neitherHears := []string{
		">", "judge.>", "judge.work.>", "judge.result.>", "_INBOX.>", "_INBOX.*.>", "$JS.>", "$JS.API.>", "$KV.>", "$SYS.>",
		"$JS.EVENT.>", wire.InboxPrefix(public[Operator]) + ".>",
	}
	for role, refused := range map[string]struct{ publish, subscribe []string }{
		Client: {
			slices.Concat(neither, []string{
				// results, outcomes, and what only a worker says
				wire.ResultSubject("r", 0), wire.ProgressSubject("r", 0), "$KV.judge-outcomes.x", "$KV.judge-workers.m1",
				// taking work
				"$JS.API.CONSUMER.MSG.NEXT.JUDGE_WORK.x", "$JS.ACK.JUDGE_WORK.x.1.1.1.1.0", "$JS.API.CONSUMER.CREATE.JUDGE_WORK.x.judge.work.x.>",
				"$JS.API.CONSUMER.CREATE.JUDGE_WORK", "$JS.API.CONSUMER.DURABLE.CREATE.JUDGE_WORK.x",
			}),
			slices.Concat(neitherHears, []string{wire.WakeSubject, wire.InboxPrefix(public[Worker]) + ".>"}),
		},
		Worker: {
			slices.Concat(neither, []string{
				// work, files, and what only a client says
				wire.WorkSubject("n", "r", 0), "$KV.judge-files.x", "$KV.judge-needs.x", "$KV.judge-runs.x", wire.WakeSubject,
				"$JS.API.STREAM.PURGE.JUDGE_WORK", "$JS.API.STREAM.MSG.DELETE.JUDGE_WORK",
				// results and outcomes, also of others
				"$JS.API.STREAM.MSG.GET.JUDGE_RESULTS", "$JS.API.CONSUMER.CREATE.JUDGE_RESULTS.x", "$JS.API.CONSUMER.CREATE.JUDGE_LOST.x",
				"$JS.API.CONSUMER.MSG.NEXT.JUDGE_RESULTS.x", "$JS.API.CONSUMER.CREATE.KV_judge-outcomes.x",
				"$JS.API.STREAM.MSG.GET.KV_judge-outcomes", "$JS.API.DIRECT.GET.KV_judge-outcomes", "$JS.API.DIRECT.GET.KV_judge-outcomes.$KV.judge-outcomes.x",
				// other work than that it is given, and offers that are no worker's
				"$JS.API.STREAM.MSG.GET.JUDGE_WORK", "$JS.API.DIRECT.GET.JUDGE_WORK", "$KV.judge-workers.m1.more",
			}),
			slices.Concat(neitherHears, []string{"judge.progress.>", wire.InboxPrefix(public[Client]) + ".>"}),
		},
	} {
		c := as(t, s, keys, role)
		for _, subject := range refused.publish {
			// With a subject of results for the answer: what the server answers must not become one either.
			judgetest.Check(t, c.NC.PublishRequest(subject, "judge.result.forged.0", []byte("{}")))
			refusedFor(t, c, role, subject)
		}
		for _, subject := range refused.subscribe {
			_, err := c.NC.SubscribeSync(subject)
			judgetest.Check(t, err)
			refusedFor(t, c, role, subject)
		}
	}
	if diff := cmp.Diff(before, contents(t, operator)); diff != "" {
		t.Errorf("something came of what was refused (-before +after):\n%s", diff)
	}
}

// refusedFor checks that the last that a connection said about a subject was refused.
func refusedFor(t *testing.T, c *wire.Conn, role, subject string) {
	t.Helper()
	judgetest.Check(t, c.NC.Flush()) // the refusal comes before the answer to this
	if err := c.NC.LastError(); !errors.Is(err, nats.ErrPermissionViolation) || !strings.Contains(err.Error(), `"`+subject+`"`) {
		t.Errorf("the %s may use %s (last error: %v)", role, subject, err)
	}
}

// contents is how many messages each stream has, and how many consumers.
func contents(t *testing.T, operator *wire.Conn) map[string][2]int {
	t.Helper()
	held := make(map[string][2]int)
	list := operator.JS.ListStreams(t.Context())
	for info := range list.Info() {
		held[info.Config.Name] = [2]int{int(info.State.Msgs), info.State.Consumers}
	}
	judgetest.Check(t, list.Err())
	return held
}
