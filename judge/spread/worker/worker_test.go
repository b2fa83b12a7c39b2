package worker

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/execute/sandbox/backend"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/spread/clustertest"
	"dlxjudge/judge/spread/parcel"
	cluster "dlxjudge/judge/spread/server"
	"dlxjudge/judge/spread/wire"
)

// pack is a package with a submission and two tests.
const pack = `
-- problem.yaml --
problem_format_version: 2025-09
name: Sum
limits: {time_limit: 1}
-- data/secret/a.in --
2 2
-- data/secret/a.ans --
4
-- data/secret/b.in --
3 2
-- data/secret/b.ans --
5
-- submissions/accepted/add.c --
int main(void) { return 0; }
`

// bench is a server with a package, and the work that a worker is asked to do.
type bench struct {
	*testing.T
	server *clustertest.Server
	client *wire.Conn
	ask    wire.Ask

	languages []string // of workers

	mu    sync.Mutex
	log   strings.Builder
	more  chan struct{}
	ended chan error // receives the error of the worker that was started last
}

const limit = time.Minute

func newBench(t *testing.T, pace wire.Pace, changes ...func(*clustertest.Server)) *bench {
	t.Helper()
	t.Parallel() // a test mostly waits
	b := &bench{T: t, server: clustertest.Start(t, pace), more: make(chan struct{}, 1),
		languages: []string{"c"}}
	for _, change := range changes {
		change(b.server)
	}
	b.client = b.server.Dial(wire.Client)
	root := filepath.Join(t.TempDir(), "sum")
	judgetest.Unpack(t, root, pack)
	set, err := problem.Load(problem.Package(root), nil)
	judgetest.Check(t, err)
	p := set.Problems[0]
	packed, err := parcel.Pack(t.Context(), problem.Package(root), p, p.Submissions)
	judgetest.Check(t, err)
	bucket, err := b.client.JS.KeyValue(t.Context(), wire.BlockBucket)
	judgetest.Check(t, err)
	judgetest.Check(t, packed.Upload(t.Context(), bucket))
	b.ask = wire.Ask{Needs: wire.Needs{Version: "v1", Languages: []string{"c"}}, Parcel: packed.Digest(),
		Problem: "sum", Submission: p.Submissions[0].Name}
	return b
}

// publish publishes work.
func (b *bench) publish(ask wire.Ask) (id string) {
	b.Helper()
	judgetest.Check(b, b.client.Consumer(b.Context(), ask.Needs))
	text, err := wire.Encode(ask)
	judgetest.Check(b, err)
	_, err = b.client.JS.Publish(b.Context(), wire.WorkSubject(ask.Needs.ID(), "run", ask.ID()), text)
	judgetest.Check(b, err)
	judgetest.Check(b, b.client.NC.Publish(wire.WakeSubject, nil))
	return ask.ID()
}

// work starts a worker that reports the results of judge, until stop is called or the test ends.
func (b *bench) work(judge func(context.Context, grade.Submission) (grade.Submission, error),
	test func(context.Context) error) (stop func()) {
	b.Helper()
	store, err := parcel.Open(b.TempDir())
	judgetest.Check(b, err)
	box, err := backend.Open(b.Context(), sandbox.Options{Scratch: b.TempDir(), Backend: "portable"})
	judgetest.Check(b, err)
	b.Cleanup(func() { box.Close(); store.Close() })
	ctx, cancel := context.WithCancel(context.Background())
	o := Options{Conn: b.server.Dial(wire.Worker), Store: store, Test: test, Judging: grade.Options{Sandbox: box},
		Offer: wire.Offer{Machine: wire.Machine{Worker: "m1"}, Version: "v1", Languages: b.languages},
		Judge: func(ctx context.Context, entries []grade.Entry, o grade.Options) (grade.Results, error) {
			s := grade.Blank(entries[0], o.TimeLimit)
			s.Verdict = problem.AC
			for _, t := range entries[0].Tests {
				s.Tests = append(s.Tests, grade.Test{Name: t.Name, Verdict: problem.AC})
			}
			s, err := judge(ctx, s)
			return grade.Results{Submissions: []grade.Submission{s}}, err
		},
		Say: func(line string) {
			b.mu.Lock()
			defer b.mu.Unlock()
			b.log.WriteString(line + "\n")
			select {
			case b.more <- struct{}{}:
			default:
			}
		},
	}
	b.ended = make(chan error, 1)
	ended := b.ended
	go func() { ended <- Run(ctx, o); close(ended) }()
	stop = sync.OnceFunc(func() { cancel(); judgetest.Check(b, <-ended) })
	b.Cleanup(stop)
	return stop
}

// says waits until the worker has printed a message.
func (b *bench) says(part string) {
	b.Helper()
	for timeout := time.After(limit); ; {
		b.mu.Lock()
		log := b.log.String()
		b.mu.Unlock()
		if strings.Contains(log, part) {
			return
		}
		select {
		case <-b.more:
		case <-timeout:
			b.Fatalf("the worker does not say %q, but:\n%s", part, log)
		}
	}
}

// result waits for the result of an ask.
func (b *bench) result(id string) string {
	b.Helper()
	consumer, err := b.client.JS.CreateConsumer(b.Context(), wire.ResultStream, jetstream.ConsumerConfig{
		FilterSubject: wire.ResultSubject("run", id), AckPolicy: jetstream.AckNonePolicy})
	judgetest.Check(b, err)
	msg, err := consumer.Next(jetstream.FetchMaxWait(limit))
	judgetest.Check(b, err)
	return string(msg.Data())
}

// eventually polls for a condition.
func (b *bench) eventually(what string, is func() bool) {
	b.Helper()
	for deadline := time.Now().Add(limit); !is(); wire.Pause(b.Context(), 10*time.Millisecond) {
		if time.Now().After(deadline) {
			b.Fatalf("not within %v: %s", limit, what)
		}
	}
}

func right(_ context.Context, s grade.Submission) (grade.Submission, error) { return s, nil }

// until waits until its context is done.
func until(ctx context.Context, s grade.Submission) (grade.Submission, error) {
	<-ctx.Done()
	return s, ctx.Err()
}

var pace = wire.Pace{AckWait: 300 * time.Millisecond, Heartbeat: time.Second}

// TestInvalidWork: work that no worker can judge gets a result with the reason; invalid messages are discarded.
func TestInvalidWork(t *testing.T) {
	b := newBench(t, pace)
	b.work(right, nil)
	for want, change := range map[string]func(*wire.Ask){
		`has no submission \"other.c\"`:      func(a *wire.Ask) { a.Submission = "other.c" },
		"does not have all tests of the ask": func(a *wire.Ask) { a.Tests = []string{"secret/z"} },
		"not a valid parcel":                 func(a *wire.Ask) { a.Problem = "product" },
		"cannot show 2 tests":                func(a *wire.Ask) { a.Show = true },
		"is not a digest":                    func(a *wire.Ask) { a.Parcel = "../secret" },
	} {
		ask := b.ask
		change(&ask)
		if got := b.result(b.publish(ask)); !strings.Contains(got, `"failed"`) || !strings.Contains(got, want) {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	_, err := b.client.JS.Publish(t.Context(), wire.WorkSubject(b.ask.Needs.ID(), "run", "wrong"), []byte("{}"))
	judgetest.Check(t, err)
	b.client.NC.Publish(wire.WakeSubject, nil)
	b.says("invalid work is discarded: its content does not match its name")
}

// TestBroken: every worker finds that a checker does not compile, so this is a result. The worker's log has only the
// first line of a compiler's output.
func TestBroken(t *testing.T) {
	b := newBench(t, pace)
	const output = "a.c:1:11: error: expected\n    1 | int main({\n      |           ^"
	judged := 0
	b.work(func(_ context.Context, s grade.Submission) (grade.Submission, error) {
		if judged++; judged == 1 {
			return s, &compile.CompileError{Source: "check", Output: output}
		}
		s.Verdict, s.Message = problem.CE, output
		return s, nil
	}, nil)
	if got := b.result(b.publish(b.ask)); !strings.Contains(got, `"failed"`) {
		t.Errorf("got %s", got)
	}
	b.says("cannot be judged: check does not compile: a.c:1:11: error: expected\n")
	b.ask.First = !b.ask.First // another ask
	b.publish(b.ask)
	b.says(": CE a.c:1:11: error: expected in ")
}

// TestFails: a failing machine gives its work back, tests itself, and takes work again when it can judge.
func TestFails(t *testing.T) {
	b := newBench(t, pace)
	fails, sick := 1, 0
	b.work(func(_ context.Context, s grade.Submission) (grade.Submission, error) {
		if fails--; fails >= 0 {
			s.Tests[0].Failure, s.Tests[0].Message, sick = true, "no space left", 2
		}
		return s, nil
	}, func(context.Context) error {
		if sick--; sick >= 0 {
			return errors.New("no room for work")
		}
		return nil
	})
	id := b.publish(b.ask)
	b.says("given back: test secret/a: no space left")
	b.says("this machine cannot judge, and takes no work until it can: no room for work")
	b.says("this machine can judge again")
	if got := b.result(id); !strings.Contains(got, `"outcome":["`) {
		t.Errorf("got %s", got)
	}
}

// TestStopped: a worker that ends gives its work back at once, and another does it, however often this happens. Workers
// that begin and do not come back are counted.
func TestStopped(t *testing.T) {
	b := newBench(t, pace)
	id := b.publish(b.ask)
	for range wire.MostAttempts + 1 {
		stop := b.work(until, nil)
		b.says(": taken")
		stop()
		b.says("given back, unfinished")
		b.log.Reset()
	}
	stop := b.work(right, nil)
	if got := b.result(id); !strings.Contains(got, `"outcome":["`) {
		t.Errorf("after polite ends: %s", got)
	}
	stop()
	b.ask.All = true
	subject := wire.WorkSubject(b.ask.Needs.ID(), "run", b.ask.ID())
	dead := b.server.Dial(wire.Worker)
	for i := range wire.MostAttempts {
		_, err := dead.JS.Publish(t.Context(), wire.AttemptSubject(subject, fmt.Sprint(i)), nil)
		judgetest.Check(t, err)
	}
	b.work(right, nil)
	if got := b.result(b.publish(b.ask)); !strings.Contains(got, "5 workers took it, but none finished it") {
		t.Errorf("after %d kills: %s", wire.MostAttempts, got)
	}
}

// TestNotAsked: work stays in the queue if the server cannot say whether it is still wanted.
func TestNotAsked(t *testing.T) {
	b := newBench(t, pace)
	b.work(right, nil)
	judgetest.Check(t, b.client.JS.DeleteStream(t.Context(), wire.ResultStream))
	id := b.publish(b.ask)
	b.says("given back: ")
	info, err := b.client.Work.Info(t.Context())
	judgetest.Check(t, err)
	if info.State.Msgs != 1 {
		t.Errorf("the queue holds %d messages", info.State.Msgs)
	}
	judgetest.Check(t, b.client.Ensure(t.Context()))
	b.result(id)
}

// TestTooLarge: a result that cannot be sent becomes a result that names the limit.
func TestTooLarge(t *testing.T) {
	for want, row := range map[string]struct {
		size   int
		change func(*clustertest.Server)
	}{
		"more than the limit of 67108864": {64 << 20, func(*clustertest.Server) {}},
		"at most 65536 bytes; set max_payload to 1048576": {64 << 10, func(s *clustertest.Server) {
			s.Replace(64 << 10)
		}},
	} {
		t.Run(want, func(t *testing.T) {
			b := newBench(t, pace, row.change)
			b.work(func(_ context.Context, s grade.Submission) (grade.Submission, error) {
				s.Tests[0].Stderr = strings.Repeat("x", row.size)
				return s, nil
			}, nil)
			if got := b.result(b.publish(b.ask)); !strings.Contains(got, `"abandoned":"worker m1 cannot send`) ||
				!strings.Contains(got, want) {
				t.Errorf("got %s", got)
			}
		})
	}
}

// TestLate: a worker removes its result if the run ended while the result was on its way.
func TestLate(t *testing.T) {
	b := newBench(t, pace)
	network := clustertest.Between(t, b.server.Options.Listen)
	b.server.At = network.URL()
	held := network.HoldAt("PUB judge.result.", 1)
	b.work(right, nil)
	b.publish(b.ask)
	<-held
	judgetest.Check(t, b.client.Work.Purge(t.Context(), jetstream.WithPurgeSubject(wire.RunWork("run"))))
	network.Release()
	b.eventually("the result is removed", func() bool {
		info, err := b.client.Results.Info(t.Context())
		judgetest.Check(t, err)
		return info.State.LastSeq > 0 && info.State.Msgs == 0
	})
}

// TestDone: a worker counts the work that it has finished: not what others did, what nobody wants, or what nobody could
// finish.
func TestDone(t *testing.T) {
	b := newBench(t, pace)
	offer := wire.Offer{Machine: wire.Machine{Worker: "m1"}, Version: "v1", Languages: b.languages}
	w := &worker{Options: Options{Conn: b.server.Dial(wire.Worker), Offer: offer, Say: func(string) {},
		Judge: func(context.Context, []grade.Entry, grade.Options) (grade.Results, error) {
			return grade.Results{Submissions: []grade.Submission{{}}}, nil
		}}, offer: offer}
	box, err := backend.Open(t.Context(), sandbox.Options{Scratch: t.TempDir(), Backend: "portable"})
	judgetest.Check(t, err)
	defer box.Close()
	w.Judging.Sandbox = box
	w.Store, err = parcel.Open(t.TempDir())
	judgetest.Check(t, err)
	defer w.Store.Close()
	publish := func(subject string) {
		t.Helper()
		_, err := w.Conn.JS.Publish(t.Context(), subject, []byte("{}"))
		judgetest.Check(t, err)
	}
	for i, row := range []struct {
		what    string
		done    int
		prepare func(id, work string)
	}{
		{"judged", 1, func(string, string) {}},
		{"with a result", 0, func(id, _ string) { publish(wire.ResultSubject("run", id)) }},
		{"purged", 0, func(_, work string) {
			judgetest.Check(t, b.client.Work.Purge(t.Context(), jetstream.WithPurgeSubject(work)))
		}},
		{"given up by others", 0, func(_, work string) {
			for i := range wire.MostAttempts {
				publish(wire.AttemptSubject(work, fmt.Sprint(i)))
			}
		}},
	} {
		b.ask.TimeLimit = time.Duration(i+1) * time.Second // another ask
		id := b.publish(b.ask)
		queue, err := w.Conn.JS.Consumer(t.Context(), wire.WorkStream, b.ask.Needs.ID())
		judgetest.Check(t, err)
		msg, err := queue.Next(jetstream.FetchMaxWait(limit))
		judgetest.Check(t, err)
		row.prepare(id, msg.Subject())
		before := w.current().Done
		w.handle(t.Context(), msg)
		if done := w.current().Done - before; done != row.done {
			t.Errorf("work that is %s: %d done, want %d", row.what, done, row.done)
		}
	}
}

// TestTwelveQueues: a worker waits for all queues at the same time, so work in one does not wait for the others.
func TestTwelveQueues(t *testing.T) {
	b := newBench(t, wire.DefaultPace)
	var needs []wire.Needs
	for i := range 12 {
		b.ask.Needs.Languages = []string{fmt.Sprint("c", i)}
		b.languages = append(b.languages, b.ask.Needs.Languages...)
		needs = append(needs, b.ask.Needs)
		judgetest.Check(t, b.client.Consumer(t.Context(), b.ask.Needs))
	}
	b.work(right, nil)
	for range 2 { // after its work, the worker waits again
		b.eventually("the worker waits for all queues", func() bool {
			return !slices.ContainsFunc(needs, func(n wire.Needs) bool { return !b.waits(n) })
		})
		b.result(b.publish(b.ask))
		b.ask.All = true
	}
}

// waits reports whether a worker waits for work with these needs.
func (b *bench) waits(needs wire.Needs) bool {
	b.Helper()
	queue, err := b.client.JS.Consumer(b.Context(), wire.WorkStream, needs.ID())
	judgetest.Check(b, err)
	return queue.CachedInfo().NumWaiting > 0
}

// TestAnnounced: a worker is not offered before it has judged a known program. If it cannot, it is offered as paused,
// and its heartbeats continue. It ends when its key is withdrawn.
func TestAnnounced(t *testing.T) {
	b := newBench(t, pace)
	began, verdict := make(chan bool), make(chan error)
	b.work(right, func(ctx context.Context) error {
		select {
		case began <- true:
		case <-ctx.Done():
		}
		select {
		case err := <-verdict:
			return err
		case <-ctx.Done():
			return ctx.Err()
		}
	})
	<-began
	if offers, err := b.client.Offers(t.Context()); err != nil || len(offers) > 0 {
		t.Errorf("before its test: %v, %v", offers, err)
	}
	verdict <- errors.New("no room")
	<-began // it tests itself again
	offers, err := b.client.Offers(t.Context())
	if err != nil || len(offers) != 1 || offers[0].Paused != "no room" {
		t.Errorf("a sick machine: %v, %v", offers, err)
	}
	b.eventually("a heartbeat during the test", func() bool {
		later, err := b.client.Offers(t.Context())
		judgetest.Check(t, err)
		return len(later) == 1 && later[0].Seen.After(offers[0].Seen)
	})
	ctx, stop := context.WithCancel(t.Context())
	var server sync.WaitGroup
	server.Go(func() { b.server.Wait(ctx, func(err error) { t.Error(err) }) })
	judgetest.Check(t, cluster.WithdrawKey(b.server.Options.Keys, wire.Worker))
	if err := <-b.ended; !errors.Is(err, wire.ErrRefused) {
		t.Errorf("with a withdrawn key, the worker ended with %v", err)
	}
	stop()
	server.Wait()
}

// TestCancelled: a worker that is woken drops work that is no longer in its stream.
func TestCancelled(t *testing.T) {
	b := newBench(t, pace)
	b.work(until, nil)
	b.publish(b.ask)
	b.says(": taken")
	judgetest.Check(t, b.client.Work.Purge(t.Context(), jetstream.WithPurgeSubject(wire.RunWork("run"))))
	judgetest.Check(t, b.client.NC.Publish(wire.WakeSubject, nil))
	b.says("the run was cancelled")
}

// TestIdle: an idle worker sends at most 20 messages a minute.
func TestIdle(t *testing.T) {
	b := newBench(t, wire.DefaultPace)
	judgetest.Check(t, b.client.Consumer(t.Context(), b.ask.Needs))
	w := &worker{Options: Options{Conn: b.server.Dial(wire.Worker)}, wake: make(chan struct{}, 1), tested: true,
		offer: wire.Offer{Machine: wire.Machine{Worker: "m1"}, Version: "v1", Languages: []string{"c"}}}
	w.Offer = w.offer
	look := func() (messages uint64) {
		before := w.Conn.NC.Stats().OutMsgs
		ctx, stop := context.WithCancel(t.Context())
		go w.next(ctx)
		b.eventually("the worker waits", func() bool { return b.waits(b.ask.Needs) })
		stop()
		w.beside.Wait()
		return w.Conn.NC.Stats().OutMsgs - before
	}
	look()
	looks := look()
	before := w.Conn.NC.Stats().OutMsgs
	judgetest.Check(t, w.announce(t.Context()))
	beats := w.Conn.NC.Stats().OutMsgs - before
	const minute = time.Minute
	sent := float64(looks)*minute.Seconds()/wire.DefaultPace.AckWait.Seconds() +
		float64(beats)*minute.Seconds()/wire.DefaultPace.Heartbeat.Seconds()
	if sent > 20 {
		t.Errorf("it sends %.0f messages a minute: %d for each look, %d for each heartbeat", sent, looks, beats)
	}
}

// TestSelf: a machine judges a known program, and says which folder has no room.
func TestSelf(t *testing.T) {
	judgetest.Need(t, "gcc")
	box, err := backend.Open(t.Context(), sandbox.Options{Scratch: t.TempDir()})
	judgetest.Check(t, err)
	defer box.Close()
	cache, err := compile.OpenCache(t.TempDir(), box)
	judgetest.Check(t, err)
	defer cache.Close()
	o := grade.Options{Jobs: 1, Sandbox: box, Cache: cache}
	judgetest.Check(t, Test(t.Context(), o, []string{"c"}, t.TempDir()))
	missing := filepath.Join(t.TempDir(), "none")
	err = Test(t.Context(), o, nil, missing)
	if !errors.Is(err, os.ErrNotExist) || !strings.Contains(err.Error(), missing) {
		t.Errorf("a missing folder: %v", err)
	}
	dir := t.TempDir()
	judgetest.Check(t, os.CopyFS(dir, known))
	judgetest.Write(t, filepath.Join(dir, "twice/submissions/accepted/twice.c"),
		"#include <stdio.h>\nint main(void) { puts(\"41\"); }\n")
	const want = "a correct program in c was not accepted: WA "
	err = accepts(t.Context(), o, []string{"c"}, os.DirFS(dir))
	if err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("a wrong program: %v", err)
	}
}
