package worker

import (
	"context"
	"errors"
	"os"
	"path/filepath"
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

	mu   sync.Mutex
	log  strings.Builder
	more chan struct{}
}

const limit = time.Minute

func newBench(t *testing.T, pace wire.Pace) *bench {
	t.Helper()
	t.Parallel() // a test mostly waits
	b := &bench{T: t, server: clustertest.Start(t, pace), more: make(chan struct{}, 1)}
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
		Offer: wire.Offer{Machine: wire.Machine{Worker: "m1"}, Version: "v1", Languages: []string{"c"}},
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
	ended := make(chan error, 1)
	go func() { ended <- Run(ctx, o) }()
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
	if got := b.result(id); !strings.Contains(got, `"tests":2`) {
		t.Errorf("got %s", got)
	}
}

// TestStopped: a worker that ends gives its work back at once, and another does it.
func TestStopped(t *testing.T) {
	b := newBench(t, pace)
	stop := b.work(until, nil)
	id := b.publish(b.ask)
	b.says(": taken")
	stop()
	b.says("given back, unfinished")
	b.work(right, nil)
	b.result(id)
}

// TestCancelled: a worker drops the work of a cancelled run, and does not judge again if a result exists.
func TestCancelled(t *testing.T) {
	b := newBench(t, pace)
	b.work(until, nil)
	b.publish(b.ask)
	b.says(": taken")
	judgetest.Check(t, b.client.NC.Publish(wire.CancelSubject("run"), nil))
	b.says("the run was cancelled")
	ask := b.ask
	ask.All = true
	_, err := b.server.Dial(wire.Worker).JS.Publish(t.Context(), wire.ResultSubject("run", ask.ID()), []byte("{}"))
	judgetest.Check(t, err)
	b.publish(ask)
	b.eventually("the work is removed", func() bool {
		info, err := b.client.Work.Info(t.Context())
		judgetest.Check(t, err)
		return info.State.Msgs == 0
	})
	if strings.Count(b.log.String(), ": taken") != 1 {
		t.Errorf("it is judged again:\n%s", b.log.String())
	}
}

// TestIdle: an idle worker sends at most 20 messages a minute.
func TestIdle(t *testing.T) {
	b := newBench(t, wire.DefaultPace)
	judgetest.Check(t, b.client.Consumer(t.Context(), b.ask.Needs))
	w := &worker{Options: Options{Conn: b.server.Dial(wire.Worker)}, wake: make(chan struct{}, 1), tested: true,
		queues: make(map[string]jetstream.Consumer),
		offer:  wire.Offer{Machine: wire.Machine{Worker: "m1"}, Version: "v1", Languages: []string{"c"}}}
	w.Offer = w.offer
	look := func() (messages uint64) {
		before := w.Conn.NC.Stats().OutMsgs
		ctx, stop := context.WithCancel(t.Context())
		go w.next(ctx)
		b.eventually("the worker waits at its queue", func() bool {
			queue, err := b.client.JS.Consumer(ctx, wire.WorkStream, b.ask.Needs.ID())
			return err == nil && queue.CachedInfo().NumWaiting > 0
		})
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
	wrong := knownProgram{"c", "twice.c", "#include <stdio.h>\nint main(void) { puts(\"41\"); }\n"}
	if err := accepts(t.Context(), o, wrong); err == nil || !strings.HasPrefix(err.Error(), "WA") {
		t.Errorf("a wrong program: %v", err)
	}
}
