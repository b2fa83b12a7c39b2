package client

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

	"dlxjudge/judge/base/exit"
	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/base/version"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/decide/pick"
	"dlxjudge/judge/decide/talk"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/execute/sandbox/backend"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/read/score"
	"dlxjudge/judge/spread/clustertest"
	"dlxjudge/judge/spread/parcel"
	"dlxjudge/judge/spread/server"
	"dlxjudge/judge/spread/wire"
	"dlxjudge/judge/spread/worker"
)

// limit is the longest that a test waits for an event.
const limit = 60 * time.Second

// quick is a pace at which the client soon repeats lost requests.
var quick = wire.Pace{AckWait: time.Second, Heartbeat: time.Second}

// sum is a package with three submissions in two languages, and three tests.
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
-- submissions/accepted/slow.py --
print(sum(map(int, input().split())))
-- submissions/wrong_answer/three.py --
print(3)
`

// cluster is a server, and the client's side of it.
type cluster struct {
	*testing.T
	server  *clustertest.Server
	root    string // of the package
	entries []grade.Entry
	client  Options

	mu       sync.Mutex
	messages []string
}

func newCluster(t *testing.T, pace wire.Pace) *cluster {
	t.Helper()
	t.Parallel() // a test mostly waits
	c := &cluster{T: t, server: clustertest.Start(t, pace), root: filepath.Join(t.TempDir(), "sum")}
	judgetest.Unpack(t, c.root, sum)
	set, err := problem.Load(problem.Package(c.root), nil)
	judgetest.Check(c, err)
	c.entries, err = pick.Select(set, nil)
	judgetest.Check(c, err)
	c.client = Options{Conn: c.server.Dial(wire.Client), Roots: problem.Package(c.root), Wait: limit, Say: c.say}
	return c
}

func (c *cluster) say(format string, args ...any) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.messages = append(c.messages, fmt.Sprintf(format, args...))
}

// judged judges entries, and returns a line for each result.
func (c *cluster) judged(entries ...grade.Entry) string {
	c.Helper()
	ctx, cancel := context.WithTimeout(c.Context(), limit)
	defer cancel()
	results, err := Judge(ctx, entries, c.client)
	judgetest.Check(c, err)
	var text strings.Builder
	for _, s := range results.Submissions {
		name, _, _ := strings.Cut(s.Machine, " ")
		fmt.Fprintf(&text, "%s %s %t %d [%s] %s\n", s.Name, s.Verdict, s.Expected, len(s.Tests), name, s.Message)
	}
	return text.String()
}

// work starts a worker with the given name that reports the results of judge, until the test ends.
func (c *cluster) work(name string, judge func(grade.Submission, grade.Options) (grade.Submission, error)) {
	c.Helper()
	store, err := parcel.Open(c.TempDir())
	judgetest.Check(c, err)
	box, err := backend.Open(c.Context(), sandbox.Options{Scratch: c.TempDir(), Backend: "portable"})
	judgetest.Check(c, err)
	c.Cleanup(func() { box.Close(); store.Close() })
	ctx, stop := context.WithCancel(context.Background())
	var group sync.WaitGroup
	o := worker.Options{Conn: c.server.Dial(wire.Worker), Offer: offerOf(name), Store: store,
		Judging: grade.Options{Sandbox: box}, Say: func(string) {},
		Judge: func(_ context.Context, entries []grade.Entry, o grade.Options) (grade.Results, error) {
			s, err := judge(accepted(entries[0], o), o)
			return grade.Results{Submissions: []grade.Submission{s}}, err
		}}
	group.Go(func() {
		if err := worker.Run(ctx, o); err != nil {
			c.Errorf("worker %s: %v", name, err)
		}
	})
	c.Cleanup(func() { stop(); group.Wait() }) // before other cleanups, while there is a connection
}

// offerOf returns a worker that offers both languages.
func offerOf(name string) wire.Offer {
	return wire.Offer{Machine: wire.Machine{Worker: name, CPU: "Abacus", Cores: 1, Jobs: 1},
		Version: version.Judge(), Languages: []string{"c", "python3"}}
}

// accepted returns a result for an entry whose tests are all accepted.
func accepted(e grade.Entry, o grade.Options) grade.Submission {
	s := grade.Blank(e, o.TimeLimit)
	s.Verdict = problem.AC
	for _, t := range e.Tests {
		s.Tests = append(s.Tests, grade.Test{Name: t.Name, Verdict: problem.AC, Expected: true, CPU: 1e6})
	}
	return s
}

func accept(s grade.Submission, _ grade.Options) (grade.Submission, error) { return s, nil }

// TestJudge: all submissions are judged, although another client has asked for them twice. When the run has ended, the
// server keeps nothing of it.
func TestJudge(t *testing.T) {
	c := newCluster(t, quick)
	killed := newRun(c.entries, c.client)
	judgetest.Check(t, killed.plan(t.Context()))
	judgetest.Check(t, killed.send(t.Context()))
	judgetest.Check(t, killed.send(t.Context()))
	c.work("m1", accept)
	want := "accepted/add.c AC true 3 [m1] \naccepted/slow.py AC true 3 [m1] \nwrong_answer/three.py AC true 3 [m1] \n"
	if got := c.judged(c.entries...); got != want {
		t.Errorf("got:\n%s", got)
	}
	c.empty()
}

// TestHostileResults: a result that does not fit the request is JE, with the reason.
func TestHostileResults(t *testing.T) {
	c := newCluster(t, quick)
	var change func(s *grade.Submission)
	c.work("m1", func(s grade.Submission, _ grade.Options) (grade.Submission, error) {
		change(&s)
		return s, nil
	})
	for want, row := range map[string]func(s *grade.Submission){
		"it belongs to sum/accepted/more.c":          func(s *grade.Submission) { s.Name = "accepted/more.c" },
		"it belongs to product/accepted/add.c":       func(s *grade.Submission) { s.Problem = "product" },
		`test 2 is "secret/z" instead of "secret/a"`: func(s *grade.Submission) { s.Tests[1].Name = "secret/z" },
		`test 2 is "secret/b"`:                       func(s *grade.Submission) { s.Tests[1], s.Tests[2] = s.Tests[2], s.Tests[1] },
		"it covers 6 tests instead of 3":             func(s *grade.Submission) { s.Tests = append(s.Tests, s.Tests...) },
		"it covers 2 tests instead of 3":             func(s *grade.Submission) { s.Tests = s.Tests[:2] },
		"it has the verdict AC without a test":       func(s *grade.Submission) { s.Tests = nil },
		`unknown verdict "OK"`:                       func(s *grade.Submission) { s.Verdict = "OK" },
		`unknown verdict "CE" of a test`:             func(s *grade.Submission) { s.Tests[0].Verdict = "CE" },
		"a figure of test sample/1 is negative":      func(s *grade.Submission) { s.Tests[0].CPU = -1 },
		"it was judged with other limits":            func(s *grade.Submission) { s.Limits.Time *= 2 },
		"it was judged as python3":                   func(s *grade.Submission) { s.Language = "python3" },
		"it is incomplete":                           func(s *grade.Submission) { s.Interrupted = true },
		"it has a score, but the problem has none":   func(s *grade.Submission) { s.Scores = &score.Outcome{} },
		"test secret/b has a score":                  func(s *grade.Submission) { n := score.Int(1); s.Tests[2].Score = &n },
		"test sample/1 has 1001 lines of a conversation; at ": func(s *grade.Submission) {
			s.Tests[0].Conversation = &grade.Conversation{Lines: make([]talk.Line, mostLines+1)}
		},
	} {
		change = row
		got := c.judged(c.entries[0])
		if !strings.HasPrefix(got, "accepted/add.c JE false 0 [m1] worker m1 sent an invalid result: ") ||
			!strings.Contains(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// TestHostileMessages: an invalid message or outcome is JE, and a lost one is asked for again.
func TestHostileMessages(t *testing.T) {
	c := newCluster(t, quick)
	w := c.server.Dial(wire.Worker)
	bucket, err := w.JS.KeyValue(t.Context(), wire.BlockBucket)
	judgetest.Check(t, err)
	publish := func(text string) {
		t.Helper()
		r := newRun(c.entries[:1], c.client)
		judgetest.Check(t, r.plan(t.Context()))
		_, err := w.JS.Publish(t.Context(), wire.ResultSubject(r.name, r.items[0].ask.ID()), []byte(text))
		judgetest.Check(t, err)
	}
	junk := wire.Digest([]byte("junk"))
	_, err = bucket.Put(t.Context(), junk, []byte("junk"))
	judgetest.Check(t, err)
	for text, want := range map[string]string{
		"{":                             "received an invalid result",
		`{"outcome":[]}`:                "cannot decode the outcome",
		`{"outcome": ["` + junk + `"]}`: "cannot decode the outcome",
		`{"abandoned": "5 workers took it, and none finished"}`: "5 workers took it",
	} {
		publish(text)
		if got := c.judged(c.entries[0]); !strings.HasPrefix(got, "accepted/add.c JE false 0 ") ||
			!strings.Contains(got, want) {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
	}
	publish(`{"failed": "the checker does not compile", "machine": {"name": "m1"}}`)
	if _, err := Judge(t.Context(), c.entries[:1], c.client); err == nil || !strings.Contains(err.Error(),
		"the checker does not compile (found by worker m1)") {
		t.Errorf("a broken package: %v", err)
	}
	publish(`{"outcome": ["` + wire.Digest([]byte("never sent")) + `"]}`)
	c.work("m1", accept)
	if got := c.judged(c.entries[0]); got != "accepted/add.c AC true 3 [m1] \n" {
		t.Errorf("after a lost outcome: %q", got)
	}
}

// TestEnd: a run reads its results with one consumer, and removes them although the network is slow and cut.
func TestEnd(t *testing.T) {
	judgetest.Long(t, "it waits for answers on a slow network")
	c := newCluster(t, quick)
	const copies = 40
	for i := range copies {
		judgetest.Write(t, filepath.Join(c.root, fmt.Sprintf("submissions/accepted/copy%02d.py", i)), "print(3)\n")
	}
	set, err := problem.Load(problem.Package(c.root), nil)
	judgetest.Check(t, err)
	entries, err := pick.Select(set, nil)
	judgetest.Check(t, err)
	w := c.server.Dial(wire.Worker)
	network := clustertest.Between(t, c.server.Options.Listen)
	c.server.At = network.URL()
	c.client.Conn = c.server.Dial(wire.Client)
	c.server.At = c.server.URL()
	r := newRun(entries, c.client)
	judgetest.Check(t, r.plan(t.Context()))
	for _, i := range r.items[1:] {
		_, err := w.JS.Publish(t.Context(), wire.ResultSubject(r.name, i.ask.ID()), []byte(`{"abandoned": "nobody"}`))
		judgetest.Check(t, err)
	}
	network.Delay(50 * time.Millisecond)
	network.CutIn("PUB $JS.API.STREAM.PURGE.", 2)
	sends := 0
	c.client.Observe = func(p grade.Progress) {
		if p.Step != "sending" {
			return
		}
		if sends++; sends == 4 { // it has waited for longer than AckWait twice
			if n := c.consumers(); n != 1 {
				t.Errorf("%d consumers read results", n)
			}
			c.work("m1", accept)
		}
	}
	if got := c.judged(entries...); strings.Count(got, "JE") != len(entries)-1 || strings.Count(got, "AC") != 1 {
		t.Errorf("got %s", got)
	}
	c.empty()
	if network.Cuts() != 2 {
		t.Errorf("%d connections were cut", network.Cuts())
	}
}

// consumers returns how many consumers read results.
func (c *cluster) consumers() int {
	info, err := c.server.Dial(wire.Client).Results.Info(c.Context())
	judgetest.Check(c, err)
	return info.State.Consumers
}

// empty checks that the server keeps nothing of a run.
func (c *cluster) empty() {
	c.Helper()
	conn := c.server.Dial(wire.Client)
	for _, stream := range []jetstream.Stream{conn.Work, conn.Results} {
		if state := stream.CachedInfo().State; state.Msgs != 0 {
			c.Errorf("%s has %d messages", stream.CachedInfo().Config.Name, state.Msgs)
		}
	}
}

// TestMachinesFail: work that fails on every machine ends in JE, with the workers' errors.
func TestMachinesFail(t *testing.T) {
	judgetest.Long(t, "six workers take the work one after the other")
	c := newCluster(t, wire.Pace{AckWait: 300 * time.Millisecond, Heartbeat: time.Second})
	tries := 0
	c.work("m1", func(grade.Submission, grade.Options) (grade.Submission, error) {
		tries++
		return grade.Submission{}, errors.New("the disk is full")
	})
	want := "accepted/add.c JE false 0 [] 5 workers took it, but none finished it; last words of workers: m1: " +
		"sum/accepted/add.c of run "
	if got := c.judged(c.entries[0]); !strings.HasPrefix(got, want) || !strings.Contains(got, "the disk is full") ||
		tries != wire.MostAttempts {
		t.Errorf("after %d tries: %q", tries, got)
	}
}

// TestNoWorker: work that no worker offers to do is not judged, with the reason.
func TestNoWorker(t *testing.T) {
	c := newCluster(t, quick)
	c.client.Wait = 0
	if got := c.judged(c.entries[0]); got != "accepted/add.c  true 0 [] not judged: no worker\n" {
		t.Errorf("without a worker: %q", got)
	}
	c.work("m1", accept)
	c.client.Group = "fast"
	if got := c.judged(c.entries[0]); got != "accepted/add.c  true 0 [] not judged: no worker of group fast with c\n" {
		t.Errorf("without a group: %q", got)
	}
	c.client.Group = ""
	if got := c.judged(c.entries[0]); got != "accepted/add.c AC true 3 [m1] \n" {
		t.Errorf("with a worker: %q", got)
	}
}

// TestServerGone: the client says when the connection is lost and back, and an interrupt does not wait for it.
func TestServerGone(t *testing.T) {
	c := newCluster(t, quick)
	said := make(chan string, 100)
	c.client.Say = func(format string, args ...any) { said <- fmt.Sprintf(format, args...) }
	ctx, interrupt := context.WithCancel(c.Context())
	defer interrupt()
	ended := make(chan error, 1)
	go func() {
		_, err := Judge(ctx, c.entries, c.client)
		ended <- err
	}()
	wait := func(want string) {
		t.Helper()
		for {
			select {
			case got := <-said:
				if strings.HasPrefix(got, want) {
					return
				}
			case <-time.After(limit):
				t.Fatalf("the client does not say: %s", want)
			}
		}
	}
	wait("no worker; waiting")
	c.server.Stop()
	wait("waiting for the server at " + c.server.URL())
	restarted, err := server.Start(c.server.Options)
	judgetest.Check(t, err)
	wait("the server at " + c.server.URL() + " is back")
	restarted.Stop()
	wait("waiting for the server at ")
	interrupt()
	wait("warning: there is no connection")
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// TestMissing: the reason names what the work needs, and why workers are paused.
func TestMissing(t *testing.T) {
	sick := offerOf("m1")
	sick.Paused = "no room"
	needs := wire.Needs{Version: version.Judge(), Group: "fast", Languages: []string{"c", "python3"}}
	for want, offers := range map[string][]wire.Offer{
		"worker": nil,
		"worker of group fast with c and python3":                        {offerOf("m2")},
		"worker of group fast with c and python3; m1 is paused: no room": {sick, offerOf("m2")},
	} {
		if got := missingIn(offers, needs); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestOtherVersion: if all workers have another version, the run fails at once, with one sentence.
func TestOtherVersion(t *testing.T) {
	c := newCluster(t, quick)
	w := c.server.Dial(wire.Worker)
	bucket, err := w.JS.KeyValue(t.Context(), wire.WorkerBucket)
	judgetest.Check(t, err)
	offer := offerOf("m1")
	offer.Version = "v0.1"
	text, err := wire.Encode(offer)
	judgetest.Check(t, err)
	_, err = bucket.Put(t.Context(), "m1", text)
	judgetest.Check(t, err)
	_, err = Judge(t.Context(), c.entries, c.client)
	if errors.As(err, new(exit.Error)) || err == nil || !strings.Contains(err.Error(), "have other versions") ||
		len(c.messages) > 0 {
		t.Errorf("got %v, after %v", err, c.messages)
	}
}

// TestKeepText: conversations from workers become files with this machine's names, without escape sequences.
func TestKeepText(t *testing.T) {
	dir := t.TempDir()
	r := &run{Options: Options{Options: grade.Options{Transcripts: dir}}}
	e := grade.Entry{Problem: &problem.Problem{Name: "guess"}, Submission: problem.Submission{Name: "accepted/a.c"},
		Tests: []problem.Test{{Name: "sample/1"}}}
	judgetest.Check(t, r.keepText(e, 0, []byte("< \x1b]0;owned\a\x9b2J\r\n\t\u202e> 1\n")))
	path := filepath.Join(dir, "guess/accepted/a.c/sample/1.txt")
	if got := judgetest.Read(t, path); got != "< \\x1b]0;owned\\a\\x9b2J\\r\n\t\\u202e> 1\n" {
		t.Errorf("%q", got)
	}
	for _, test := range []int{-1, 1} {
		judgetest.Check(t, r.keepText(e, test, nil)) // there is no such test
	}
	r.Transcripts = ""
	judgetest.Check(t, r.keepText(e, 0, nil)) // not asked for
	r.Transcripts = path
	var failed exit.Error
	if err := r.keepText(e, 0, nil); !errors.As(err, &failed) || failed.Status != exit.Judge {
		t.Errorf("below a file: %v", err)
	}
}

// TestAsks: equal requests have equal names, wherever the files are, and different ones have different names.
func TestAsks(t *testing.T) {
	names := func(change func(root string, o *Options)) []string {
		root := filepath.Join(t.TempDir(), "sum")
		judgetest.Unpack(t, root, sum)
		o := Options{Roots: problem.Package(root)}
		change(root, &o)
		set, err := problem.Load(o.Roots, nil)
		judgetest.Check(t, err)
		entries, err := pick.Select(set, nil)
		judgetest.Check(t, err)
		r := newRun(entries, o)
		judgetest.Check(t, r.plan(t.Context()))
		var ids []string
		for _, i := range r.items {
			ids = append(ids, i.ask.ID())
		}
		return append(ids, r.name)
	}
	usual := names(func(string, *Options) {})
	for what, row := range map[string]struct {
		change func(root string, o *Options)
		same   bool
	}{
		"another folder": {func(string, *Options) {}, true},
		"a changed test": {func(root string, _ *Options) {
			judgetest.Check(t, os.WriteFile(filepath.Join(root, "data/secret/a.in"), []byte("1 3\n"), 0o600))
		}, false},
		"another limit": {func(_ string, o *Options) { o.TimeLimit = time.Second }, false},
		"another group": {func(_ string, o *Options) { o.Group = "fast" }, false},
		"all tests":     {func(_ string, o *Options) { o.All = true }, false},
		"fresh":         {func(_ string, o *Options) { o.Fresh = true }, false},
	} {
		if got := names(row.change); slices.Equal(got, usual) != row.same || !row.same && got[0] == usual[0] {
			t.Errorf("%s: %v and %v", what, usual, got)
		}
	}
}

func TestNoTimeLimit(t *testing.T) {
	err := checkTimeLimit(grade.Entry{Problem: &problem.Problem{Name: "sum"}}, 0)
	const want = "sum: its package gives no time limit, and the times of several machines cannot give one; "
	if err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("got %v, want %s", err, want)
	}
}
