package worker

import (
	"context"
	"encoding/hex"
	"errors"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/spread/clustertest"
	"dlxjudge/judge/spread/parcel"
	"dlxjudge/judge/spread/reply"
	"dlxjudge/judge/spread/server"
	"dlxjudge/judge/spread/wire"
)

// limit is how long a test waits for what must come.
const limit = 30 * time.Second

// quick is the pace of these tests, and steady one at which nothing is given out again while a test lasts.
var (
	quick = wire.Pace{AckWait: time.Second, MaxDeliver: 3, Heartbeat: 100 * time.Millisecond, KeepFiles: time.Hour,
		KeepRuns: time.Hour, MostWork: 1000}
	steady = wire.Pace{AckWait: 10 * time.Minute, MaxDeliver: 3, Heartbeat: 100 * time.Millisecond,
		KeepFiles: time.Hour, KeepRuns: time.Hour, MostWork: 1000}
)

// cluster is a server and a client.
type cluster struct {
	testing.TB
	server  *clustertest.Server
	client  *wire.Conn
	results jetstream.Consumer
	files   fakeParcels
	asked   map[string]bool // needs
}

func newCluster(t testing.TB, pace wire.Pace) *cluster {
	t.Helper()
	if t, is := t.(*testing.T); is {
		t.Parallel() // a test mostly waits
	}
	c := &cluster{TB: t, server: clustertest.Start(t, pace), asked: make(map[string]bool)}
	c.client = c.server.Dial(server.Client)
	c.follow()
	c.files.add(t, "sum")
	return c
}

// offer is what the workers of these tests offer, unless they say something else.
func offer(name string) wire.Offer {
	return wire.Offer{
		Machine: wire.Machine{Worker: name, CPU: "Abacus", Cores: 2, Backend: "none"}, Version: "abc",
		Languages: []string{"c", "python3"}, Jobs: 1,
	}
}

// need is met by that.
var need = wire.Need{Version: "abc", Languages: []string{"c"}}

// running is a worker that runs.
type running struct {
	*worker
	t     testing.TB
	stop  context.CancelFunc
	ended chan error

	mu    sync.Mutex
	lines []string
	more  chan struct{} // has a value after each line
}

// judging is a function that judges.
type judging func(context.Context, []grade.Entry, grade.Options) (grade.Results, error)

// work starts a worker.
func (c *cluster) work(o wire.Offer, judge judging, change ...func(*worker)) *running {
	c.Helper()
	ctx, stop := context.WithCancel(context.Background())
	r := &running{t: c.TB, stop: stop, ended: make(chan error, 1), more: make(chan struct{}, 1)}
	r.worker = newWorker(Options{Conn: c.server.Dial(server.Worker), Offer: o, Store: &c.files, Judge: judge,
		Say: r.hear})
	for _, by := range change {
		by(r.worker)
	}
	go func() { r.ended <- r.run(ctx) }()
	c.Cleanup(func() { r.end() })
	return r
}

// end stops the worker, as its operator does.
func (r *running) end() {
	r.t.Helper()
	r.stop()
	select {
	case err := <-r.ended:
		if err != nil {
			r.t.Errorf("%s ended with %v", r.Offer.Machine.Worker, err)
		}
		r.ended <- nil
	case <-time.After(limit):
		r.t.Errorf("%s does not end", r.Offer.Machine.Worker)
	}
}

func (r *running) hear(line string) {
	r.mu.Lock()
	r.lines = append(r.lines, line)
	r.mu.Unlock()
	select {
	case r.more <- struct{}{}:
	default:
	}
}

// says waits until the worker has said something.
func (r *running) says(part string) {
	r.t.Helper()
	r.saysTimes(part, 1)
}

// saysTimes waits until the worker has said something so often.
func (r *running) saysTimes(part string, times int) {
	r.t.Helper()
	timeout := time.After(limit)
	for {
		r.mu.Lock()
		said := strings.Join(r.lines, "\n")
		r.mu.Unlock()
		if strings.Count(said, part) >= times {
			return
		}
		select {
		case <-r.more:
		case <-timeout:
			r.t.Fatalf("%s does not say %q %d times, but:\n%s", r.Offer.Machine.Worker, part, times, said)
		}
	}
}

// ask asks for a piece of work.
func (c *cluster) ask(n wire.Need, place int, work wire.Work) {
	c.Helper()
	text, err := wire.Encode(work)
	judgetest.Check(c, err)
	c.askRaw(n, place, text)
}

func (c *cluster) askRaw(n wire.Need, place int, text []byte) {
	c.Helper()
	judgetest.Check(c, c.client.Announce(c.Context(), n))
	c.state(wire.Running)
	_, err := c.client.JS.Publish(c.Context(), wire.WorkSubject(n.ID(), "run1", place), text,
		jetstream.WithExpectStream(wire.WorkStream))
	judgetest.Check(c, err)
	c.asked[n.ID()] = true
	c.wake()
}

// wake tells the workers which kinds of work were asked for, as a client does when it asks and again and again.
func (c *cluster) wake() {
	c.Helper()
	needs := strings.Join(slices.Collect(maps.Keys(c.asked)), " ")
	judgetest.Check(c, c.client.NC.Publish(wire.WakeSubject, []byte(needs)))
}

// state says what becomes of the run.
func (c *cluster) state(state string) {
	c.Helper()
	text, err := wire.Encode(wire.Run{State: state, Version: "abc"})
	judgetest.Check(c, err)
	_, err = c.client.Runs.Put(c.Context(), "run1", text)
	judgetest.Check(c, err)
}

// follow begins with the first result. A server that is started again has no consumers.
func (c *cluster) follow() {
	c.Helper()
	var err error
	c.results, err = c.client.Follow(c.Context(), wire.ResultStream, wire.Wanted{Unused: 60})
	judgetest.Check(c, err)
}

// result waits for the next result.
func (c *cluster) result() (place int, result wire.Result) {
	c.Helper()
	var msg jetstream.Msg
	var err error
	for end := time.Now().Add(limit); msg == nil; c.wake() {
		msg, err = c.results.Next(jetstream.FetchMaxWait(time.Second))
		if err != nil && time.Now().After(end) {
			c.Fatal(err)
		}
	}
	result, err = wire.Decode[wire.Result](msg.Data())
	judgetest.Check(c, err)
	_, place, err = wire.Place(msg.Subject())
	judgetest.Check(c, err)
	return place, result
}

// outcome is the submission that a result consists of.
func (c *cluster) outcome(result wire.Result) grade.Submission {
	c.Helper()
	return c.reply(result).Submission
}

// reply is what a result consists of.
func (c *cluster) reply(result wire.Result) reply.Reply {
	c.Helper()
	if result.Failed != "" {
		c.Fatalf("failed: %s", result.Failed)
	}
	content, err := parcel.GetContent(c.Context(), c.client.Outcomes, result.Outcome, reply.Most)
	judgetest.Check(c, err)
	r, err := reply.Read(content)
	judgetest.Check(c, err)
	return r
}

// left waits until so many pieces of work are not done. The server takes one out of the queue some time after it was
// told.
func (c *cluster) left(want uint64) {
	c.Helper()
	for end := time.Now().Add(limit); ; {
		stream, err := c.client.JS.Stream(c.Context(), wire.WorkStream)
		judgetest.Check(c, err)
		got := stream.CachedInfo().State.Msgs
		if got == want {
			return
		}
		if time.Now().After(end) {
			c.Fatalf("%d pieces of work are left, want %d", got, want)
		}
	}
}

// fakeParcels are parcels that lie in folders.
type fakeParcels map[string]parcel.Tree

// digest is that of the parcel of a problem.
func digest(name string) string {
	return strings.Repeat("0", 64-2*len(name)) + hex.EncodeToString([]byte(name))
}

// add lays out a problem with two tests and two submissions.
func (f *fakeParcels) add(t testing.TB, name string) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), name)
	judgetest.Unpack(t, dir, `
-- problem.yaml --
problem_format_version: 2025-09
name: Sum
uuid: 6a1c1cc4-6d0f-4a0f-8a43-3b5a4ee1bd2f
license: cc by-sa
limits:
  time_limit: 1
-- data/sample/1.in --
1 2
-- data/sample/1.ans --
3
-- data/secret/1.in --
2 2
-- data/secret/1.ans --
4
-- submissions/accepted/sum.c --
#include <stdio.h>
int main(void) { int a, b; if (scanf("%d %d", &a, &b) != 2) return 1; printf("%d\n", a + b); }
-- submissions/wrong_answer/three.c --
#include <stdio.h>
int main(void) { puts("3"); }
`)
	if *f == nil {
		*f = make(fakeParcels)
	}
	(*f)[digest(name)] = parcel.Tree{Roots: problem.Package(dir), Dir: dir}
}

func (f *fakeParcels) Fetch(ctx context.Context, _ jetstream.KeyValue, digest string) (parcel.Tree, func(), error) {
	tree, found := (*f)[digest]
	if !found {
		return parcel.Tree{}, nil, errors.New("no such parcel")
	}
	return tree, func() {}, ctx.Err()
}

// judged are results of an entry that a function makes up.
func judged(entries []grade.Entry, verdict problem.Verdict) (grade.Results, error) {
	e := entries[0]
	s := grade.Submission{Problem: e.Problem.Name, Name: e.Submission.Name, Verdict: verdict, Expected: true}
	for _, t := range e.Tests {
		s.Tests = append(s.Tests, grade.Test{Name: t.Name, Verdict: verdict, Expected: true})
	}
	return grade.Results{Submissions: []grade.Submission{s}}, nil
}

// always judges at once.
func always(verdict problem.Verdict) judging {
	return func(_ context.Context, entries []grade.Entry, _ grade.Options) (grade.Results, error) {
		return judged(entries, verdict)
	}
}

// sum is work on the problem of these tests.
var sum = wire.Work{Parcel: digest("sum"), Problem: "sum", Submission: "accepted/sum.c"}

// dialAgain connects the client anew.
func (c *cluster) dialAgain() *wire.Conn {
	c.Helper()
	c.client = c.server.Dial(server.Client)
	return c.client
}
