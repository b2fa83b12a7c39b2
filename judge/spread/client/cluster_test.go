package client

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/base/version"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/decide/pick"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/spread/clustertest"
	"dlxjudge/judge/spread/parcel"
	"dlxjudge/judge/spread/reply"
	"dlxjudge/judge/spread/server"
	"dlxjudge/judge/spread/wire"
)

// limit is how long a test waits for what must come.
const limit = 60 * time.Second

var quick = wire.Pace{AckWait: time.Second, MaxDeliver: 2, Heartbeat: 100 * time.Millisecond, KeepFiles: time.Hour,
	KeepRuns: time.Hour, MostWork: 1000}

// sum is a package with four submissions in two languages, and three tests.
const sum = `
-- problem.yaml --
problem_format_version: 2025-09
name: Sum
limits: {time_limit: 1}
-- data/sample/1.in --
1 2
-- data/sample/1.ans --
3
-- data/secret/a.in --
2 2
-- data/secret/a.ans --
4
-- data/secret/b.in --
3 2
-- data/secret/b.ans --
5
-- submissions/accepted/add.c --
int main(void) { int a, b; scanf("%d%d", &a, &b); printf("%d\n", a + b); }
-- submissions/accepted/more.c --
int main(void) { int a, b; scanf("%d%d", &a, &b); printf("%d\n", b + a); }
-- submissions/accepted/slow.py --
print(sum(map(int, input().split())))
-- submissions/wrong_answer/three.py --
print(3)
`

// cluster is a server, and a client's side of it.
type cluster struct {
	*testing.T
	server  *clustertest.Server
	root    string // of the package
	entries []grade.Entry
	client  Options

	mu   sync.Mutex
	said []string
	more chan struct{} // has a value after something was said
}

func newCluster(t *testing.T, pace wire.Pace) *cluster {
	t.Helper()
	t.Parallel() // a test mostly waits
	dir := t.TempDir()
	c := &cluster{
		T: t, server: clustertest.Start(t, pace), root: filepath.Join(dir, "sum"), more: make(chan struct{}, 1),
	}
	judgetest.Unpack(t, c.root, sum)
	c.load()
	c.client = Options{
		Conn: c.server.Dial(server.Client), Roots: problem.Package(c.root), Wait: limit, Say: c.say,
		Keep: Lists(filepath.Join(dir, "runs")), Package: c.root, Origin: c.root,
	}
	return c
}

// load reads the package.
func (c *cluster) load() {
	c.Helper()
	set, err := problem.Load(problem.Package(c.root), nil)
	judgetest.Check(c, err)
	c.entries, err = pick.Select(set, nil)
	judgetest.Check(c, err)
}

func (c *cluster) say(format string, args ...any) {
	c.mu.Lock()
	c.said = append(c.said, fmt.Sprintf(format, args...))
	c.mu.Unlock()
	select {
	case c.more <- struct{}{}:
	default:
	}
}

// says waits until the client has said something.
func (c *cluster) says(part string) {
	c.Helper()
	timeout := time.After(limit)
	for {
		c.mu.Lock()
		said := strings.Join(c.said, "\n")
		c.mu.Unlock()
		if strings.Contains(said, part) {
			return
		}
		select {
		case <-c.more:
		case <-timeout:
			c.Fatalf("the client does not say %q, but:\n%s", part, said)
		}
	}
}

// judged is a call of Judge that has returned.
type judged struct {
	results grade.Results
	err     error
}

// judge starts a client.
func (c *cluster) judge(ctx context.Context) <-chan judged {
	done := make(chan judged, 1)
	o, entries := c.client, c.entries
	go func() {
		results, err := Judge(ctx, entries, o)
		done <- judged{results, err}
	}()
	return done
}

// wait waits until a client has ended.
func (c *cluster) wait(done <-chan judged) judged {
	c.Helper()
	select {
	case j := <-done:
		return j
	case <-time.After(limit):
		c.Fatal("the client does not end")
		return judged{}
	}
}

// results are those of a client that ends well, in a line each.
func (c *cluster) results(done <-chan judged) string {
	c.Helper()
	j := c.wait(done)
	judgetest.Check(c, j.err)
	return lines(j.results)
}

func lines(results grade.Results) string {
	var text strings.Builder
	for _, s := range results.Submissions {
		name, _, _ := strings.Cut(s.Machine, " ")
		fmt.Fprintf(&text, "%s %s %t %d [%s] %s\n", s.Name, s.Verdict, s.Expected, len(s.Tests), name, s.Message)
	}
	return text.String()
}

// fake is a worker that answers without judging.
type fake struct {
	*cluster
	conn  *wire.Conn
	offer wire.Offer
	// answer is called for each piece of work, and returns what is to be published: a result, and what it consists of.
	// It may do something else, and return false.
	answer func(f *fake, msg jetstream.Msg, work wire.Work, place int) (wire.Result, []byte, bool)
	took   chan int // places that were taken, if it is not nil
}

// work starts a fake worker, which works until the test ends or stop is called.
func (c *cluster) work(f *fake) (stop func()) {
	c.Helper()
	f.cluster = c
	f.conn = c.server.Dial(server.Worker)
	if f.answer == nil {
		f.answer = accept
	}
	f.offer.Machine.Backend = "fake"
	ctx, cancel := context.WithCancel(context.Background())
	var group sync.WaitGroup
	wake := make(chan struct{}, 1)
	_, err := f.conn.NC.Subscribe(wire.WakeSubject, func(*nats.Msg) {
		select {
		case wake <- struct{}{}:
		default:
		}
	})
	judgetest.Check(c, err)
	group.Go(func() {
		tick := time.NewTicker(c.server.Options.Pace.Heartbeat)
		defer tick.Stop()
		for ctx.Err() == nil {
			f.tell(ctx)
			for f.take(ctx) {
			}
			select {
			case <-ctx.Done():
			case <-wake:
			case <-tick.C:
			}
		}
	})
	stop = sync.OnceFunc(func() { cancel(); group.Wait() })
	c.Cleanup(stop)
	return stop
}

// tell says what the worker offers.
func (f *fake) tell(ctx context.Context) {
	if f.offer.Version == "" {
		f.offer.Version = version.Judge()
	}
	text, err := wire.Encode(f.offer)
	judgetest.Check(f, err)
	f.conn.Workers.Put(ctx, f.offer.Machine.Worker, text) // while the server is away it fails
}

// take takes a piece of work, if there is one.
func (f *fake) take(ctx context.Context) bool {
	keys, err := f.conn.Needs.Keys(ctx)
	if err != nil {
		return false
	}
	for _, key := range keys {
		entry, err := f.conn.Needs.Get(ctx, key)
		if err != nil {
			continue
		}
		need, err := wire.Decode[wire.Need](entry.Value())
		judgetest.Check(f, err)
		if !need.Met(f.offer) {
			continue
		}
		consumer, err := f.conn.Consumer(ctx, need)
		if err != nil {
			continue
		}
		batch, err := consumer.Fetch(1, jetstream.FetchMaxWait(20*time.Millisecond)) // see worker/pull.go
		if err != nil {
			continue
		}
		for msg := range batch.Messages() {
			f.handle(ctx, msg)
			return true
		}
	}
	return false
}

func (f *fake) handle(ctx context.Context, msg jetstream.Msg) {
	run, place, err := wire.Place(msg.Subject())
	judgetest.Check(f, err)
	work, err := wire.Decode[wire.Work](msg.Data())
	judgetest.Check(f, err)
	if f.took != nil {
		f.took <- place
	}
	result, content, ok := f.answer(f, msg, work, place)
	if !ok {
		return
	}
	if content != nil {
		digest, err := parcel.PutContent(ctx, f.conn.Outcomes, content)
		if err != nil {
			return
		}
		if result.Outcome == "" {
			result.Outcome = digest
		}
	}
	result.Machine = f.offer.Machine
	text, err := wire.Encode(result)
	judgetest.Check(f, err)
	if _, err := f.conn.JS.Publish(ctx, wire.ResultSubject(run, place), text,
		jetstream.WithExpectStream(wire.ResultStream)); err == nil || wire.Waits(err) {
		msg.DoubleAck(ctx)
	}
}

// accepted is the outcome of a submission whose tests are all accepted.
func (c *cluster) accepted(work wire.Work) grade.Submission {
	i := slices.IndexFunc(c.entries, func(e grade.Entry) bool { return e.Submission.Name == work.Submission })
	s := grade.Blank(c.entries[i], work.TimeLimit)
	s.Verdict = problem.AC
	for _, t := range c.entries[i].Tests {
		s.Tests = append(s.Tests, grade.Test{Name: t.Name, Verdict: problem.AC, Expected: true, CPU: time.Millisecond})
	}
	return s
}

func accept(f *fake, _ jetstream.Msg, work wire.Work, _ int) (wire.Result, []byte, bool) {
	return wire.Result{Tree: "/srv/store/own/1/sum"}, encoded(f, f.accepted(work)), true
}

func encoded(t testing.TB, s grade.Submission) []byte {
	content, err := reply.Write(reply.Reply{Submission: s})
	judgetest.Check(t, err)
	return content
}

// named is a worker that offers both languages.
func named(name string) wire.Offer {
	return wire.Offer{Machine: wire.Machine{Worker: name, CPU: "Abacus", Cores: 1}, Languages: []string{"c", "python3"},
		Jobs: 1}
}
