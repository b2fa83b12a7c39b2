package worker

import (
	"context"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/spread/clustertest"
	"dlxjudge/judge/spread/server"
	"dlxjudge/judge/spread/wire"
)

// TestAnswers: a worker that finds work there and one that is woken for it, with all that the work asks for.
func TestAnswers(t *testing.T) {
	c := newCluster(t, steady)
	c.ask(need, 0, sum)
	asked := make(chan grade.Options, 2)
	r := c.work(offer("m1"), func(ctx context.Context, entries []grade.Entry, o grade.Options) (grade.Results, error) {
		asked <- o
		return judged(entries, problem.AC)
	})
	place, result := c.result()
	s := c.outcome(result)
	if place != 0 || result.Machine.Worker != "m1" || result.Tree != c.files[sum.Parcel].Dir ||
		s.Name != sum.Submission || len(s.Tests) != 2 {
		t.Errorf("place %d, %+v, %+v", place, result, s)
	}
	some := sum
	some.Tests, some.TimeLimit, some.All, some.Told = []string{"secret/1"}, 3*time.Second, true, true
	c.ask(need, 1, some)
	if place, result = c.result(); place != 1 || len(c.outcome(result).Tests) != 1 {
		t.Errorf("place %d, %+v", place, result)
	}
	if first, second := <-asked, <-asked; first.TimeLimit != 0 || first.All || second.TimeLimit != 3*time.Second ||
		!second.All || !second.Conversations || second.First {
		t.Errorf("%+v, %+v", first, second)
	}
	c.left(0)
	r.end()
	entry, err := c.client.Workers.Get(t.Context(), "m1")
	judgetest.Check(t, err)
	if last, err := wire.Decode[wire.Offer](entry.Value()); err != nil || !last.Gone || last.Done != 2 ||
		last.Work != "" || last.LastWords == "" {
		t.Errorf("%+v, %v", last, err)
	}
}

// TestLeavesAlone: work of another judge, language or class is left for those who can do it.
func TestLeavesAlone(t *testing.T) {
	c := newCluster(t, steady)
	r := c.work(offer("m1"), always(problem.AC))
	for i, n := range []wire.Need{
		{Version: "abd", Languages: []string{"c"}}, {Version: "abc", Languages: []string{"c", "rust"}},
		{Version: "abc", Class: "0123"},
	} {
		c.ask(n, i, sum)
	}
	c.ask(wire.Need{Version: "abc", Class: offer("m1").Machine.Class()}, 3, sum)
	if place, _ := c.result(); place != 3 {
		t.Errorf("the result of %d", place)
	}
	r.says("a client has judge abd, this worker has abc: build both from one commit")
	rust := offer("m2")
	rust.Languages = append(rust.Languages, "rust")
	c.work(rust, always(problem.AC))
	if place, result := c.result(); place != 1 || result.Machine.Worker != "m2" {
		t.Errorf("the result of %d by %s", place, result.Machine.Worker)
	}
	c.left(2)
}

// TestTurns: no kind of work waits for all of another.
func TestTurns(t *testing.T) {
	c := newCluster(t, steady)
	python := wire.Need{Version: "abc", Languages: []string{"python3"}}
	for i := range 6 {
		c.ask([]wire.Need{need, python}[i/3], i, sum)
	}
	c.work(offer("m1"), always(problem.AC))
	var kinds []int
	for range 6 {
		place, _ := c.result()
		kinds = append(kinds, place/3)
	}
	for i := 2; i < 5; i++ {
		if kinds[i] == kinds[i-1] { // from the second on, when both are known
			t.Errorf("the kinds of work were taken in the order %v", kinds)
		}
	}
}

// TestOwnFailure: what a worker fails at is no result. Another one does it; if nobody can, the server says so, and the
// workers have said why.
func TestOwnFailure(t *testing.T) {
	c := newCluster(t, quick)
	sick := func(context.Context, []grade.Entry, grade.Options) (grade.Results, error) {
		return grade.Results{}, syscall.ENOSPC
	}
	first := c.work(offer("m1"), sick)
	c.ask(need, 0, sum)
	first.says("pausing for 1s")
	healthy := c.work(offer("m2"), always(problem.AC))
	if place, result := c.result(); place != 0 || result.Machine.Worker != "m2" {
		t.Errorf("%d, %+v", place, result)
	}
	c.left(0)
	healthy.end()

	lost, err := c.client.Follow(t.Context(), wire.LostStream, wire.Wanted{Unused: 60})
	judgetest.Check(t, err)
	c.work(offer("m3"), func(_ context.Context, entries []grade.Entry, _ grade.Options) (grade.Results, error) {
		results, _ := judged(entries, problem.JE)
		results.Submissions[0].Tests[1].Failure, results.Submissions[0].Tests[1].Message = true,
			"no room for its output"
		return results, nil
	})
	c.ask(need, 1, sum)
	_, err = lost.Next(jetstream.FetchMaxWait(limit))
	judgetest.Check(t, err)
	words := map[string]string{}
	for _, name := range []string{"m1", "m3"} {
		entry, err := c.client.Workers.Get(t.Context(), name)
		judgetest.Check(t, err)
		said, err := wire.Decode[wire.Offer](entry.Value())
		judgetest.Check(t, err)
		words[name] = said.LastWords
	}
	if !strings.HasPrefix(words["m1"], "sum/accepted/sum.c of run run1: no space left on device") &&
		!strings.HasSuffix(words["m3"], "test secret/1: no room for its output") {
		t.Errorf("last words: %q", words)
	}
	c.left(1) // the client throws it away
}

// TestRest: a worker that keeps failing pauses longer each time, until it is well.
func TestRest(t *testing.T) {
	w := newWorker(Options{Conn: &wire.Conn{Pace: wire.DefaultPace}})
	done, cancel := context.WithCancel(t.Context())
	cancel()
	var pauses []time.Duration
	for range 7 {
		w.rest(done)
		pauses = append(pauses, w.pause)
	}
	want := []time.Duration{30 * time.Second, time.Minute, 2 * time.Minute, 4 * time.Minute, 8 * time.Minute,
		10 * time.Minute, 10 * time.Minute}
	if diff := cmp.Diff(want, pauses); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// until judges until its run is cancelled or the worker ends.
func until(begun chan<- string) judging {
	return func(ctx context.Context, entries []grade.Entry, _ grade.Options) (grade.Results, error) {
		begun <- entries[0].Submission.Name
		<-ctx.Done()
		return grade.Results{Interrupted: true}, ctx.Err()
	}
}

// TestCancelled: what is under way is ended, and what is taken later is thrown away.
func TestCancelled(t *testing.T) {
	c := newCluster(t, quick)
	begun := make(chan string, 1)
	r := c.work(offer("m1"), until(begun))
	c.ask(need, 0, sum)
	<-begun
	c.state(wire.Cancelled)
	r.says("sum/accepted/sum.c of run run1: the run was cancelled")
	c.left(0)
	_, err := c.client.JS.Publish(t.Context(), wire.WorkSubject(need.ID(), "run1", 1), []byte("{}"),
		jetstream.WithExpectStream(wire.WorkStream))
	judgetest.Check(t, err)
	r.says("submission 1 of run run1: the run was cancelled")
}

// TestStopped: a worker that its operator stops gives back what it is at, and another one takes it at once: here
// nothing is given out again for ten minutes otherwise.
func TestStopped(t *testing.T) {
	c := newCluster(t, steady)
	begun := make(chan string, 1)
	r := c.work(offer("m1"), until(begun))
	c.ask(need, 0, sum)
	<-begun
	r.end()
	r.says("given back, unfinished")
	c.work(offer("m2"), always(problem.WA))
	if _, result := c.result(); result.Machine.Worker != "m2" {
		t.Errorf("%+v", result)
	}
}

// TestFirstWins: a worker hangs, another one takes its work, and what the first one says afterwards changes nothing.
func TestFirstWins(t *testing.T) {
	c := newCluster(t, quick)
	begun, goOn, thaw := make(chan string, 1), make(chan struct{}), make(chan struct{})
	var frozen atomic.Bool
	hung := c.work(offer("m1"), func(_ context.Context, entries []grade.Entry, _ grade.Options) (grade.Results, error) {
		frozen.Store(true)
		begun <- entries[0].Submission.Name
		<-goOn
		return judged(entries, problem.WA)
	}, func(w *worker) {
		w.clock = func() time.Time {
			if frozen.Load() {
				<-thaw // its ticks hang
			}
			return time.Now()
		}
	})
	c.ask(need, 0, sum)
	<-begun
	c.work(offer("m2"), always(problem.AC))
	if _, result := c.result(); result.Machine.Worker != "m2" || c.outcome(result).Verdict != problem.AC {
		t.Errorf("%+v", result)
	}
	close(thaw)
	close(goOn)
	hung.says("another worker was first")
	c.ask(need, 1, sum)
	if place, _ := c.result(); place != 1 {
		t.Errorf("the result of %d again", place)
	}
}

// TestHolds: work is given to nobody else for as long as its worker is at it.
func TestHolds(t *testing.T) {
	c := newCluster(t, quick)
	begun, held := make(chan struct{}, 10), make(chan struct{}, 100)
	_, err := c.server.Dial(server.Operator).NC.Subscribe("$JS.ACK."+wire.WorkStream+".>", func(msg *nats.Msg) {
		if string(msg.Data) == "+WPI" {
			held <- struct{}{}
		}
	})
	judgetest.Check(t, err)
	judge := func(_ context.Context, entries []grade.Entry, _ grade.Options) (grade.Results, error) {
		begun <- struct{}{}
		for range 4 { // each a third of AckWait after the one before
			<-held
		}
		return judged(entries, problem.AC)
	}
	c.work(offer("m1"), judge)
	c.work(offer("m2"), judge)
	c.ask(need, 0, sum)
	c.result()
	if n := len(begun); n != 1 {
		t.Errorf("it was begun %d times", n)
	}
}

// TestJudgesAgain: what was measured while the process was stopped is not trusted, nor what was kept of it.
func TestJudgesAgain(t *testing.T) {
	c := newCluster(t, steady)
	var ahead atomic.Int64
	var fresh []bool
	stopping := func(times int) judging {
		return func(_ context.Context, entries []grade.Entry, o grade.Options) (grade.Results, error) {
			if fresh = append(fresh, o.Kept.Fresh); len(fresh) <= times {
				ahead.Add(int64(time.Hour))
			}
			return judged(entries, problem.AC)
		}
	}
	jumps := func(w *worker) {
		w.Judging.Kept = &grade.Kept{}
		w.clock = func() time.Time { return time.Now().Add(time.Duration(ahead.Load())) }
	}
	r := c.work(offer("m1"), stopping(2), jumps)
	c.ask(need, 0, sum)
	c.result()
	if diff := cmp.Diff([]bool{false, true, true}, fresh); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	r.end()
	fresh = nil
	r = c.work(offer("m2"), stopping(3), jumps)
	c.ask(need, 1, sum)
	r.says("given back: this process was stopped each of 3 times that it judged this")
}

// TestRestarts: the server is restarted while a worker judges. Nothing is judged twice, and the worker goes on.
func TestRestarts(t *testing.T) {
	c := newCluster(t, steady)
	begun, goOn := make(chan string, 10), make(chan struct{})
	r := c.work(offer("m1"), func(_ context.Context, entries []grade.Entry, _ grade.Options) (grade.Results, error) {
		begun <- entries[0].Submission.Name
		<-goOn
		return judged(entries, problem.AC)
	})
	c.ask(need, 0, sum)
	<-begun
	c.server.Stop()
	r.says("the connection to the cluster is lost")
	close(goOn)
	c.server.Again()
	r.says("connected again")
	c.follow()
	if place, _ := c.result(); place != 0 {
		t.Errorf("the result of %d", place)
	}
	c.ask(wire.Need{Version: "abc"}, 1, sum) // a need that it has not heard of
	if place, _ := c.result(); place != 1 || len(begun) != 1 {
		t.Errorf("the result of %d, and %d begun", place, len(begun))
	}
}

// TestEmptied: a server that comes back with nothing of what it had is served all the same.
func TestEmptied(t *testing.T) {
	c := newCluster(t, steady)
	r := c.work(offer("m1"), always(problem.AC))
	c.ask(need, 0, sum)
	c.result()
	c.left(0) // else the worker waits for the server to say so
	c.server.Stop()
	c.server.Options.Store = t.TempDir()
	c.server.Again()
	r.says("connected again")
	results, err := c.dialAgain().Follow(t.Context(), wire.ResultStream, wire.Wanted{Unused: 60})
	judgetest.Check(t, err)
	c.ask(need, 7, sum)
	c.results = results
	if place, _ := c.result(); place != 7 {
		t.Errorf("the result of %d", place)
	}
}

// TestLargeResult: an outcome may be larger than a message.
func TestLargeResult(t *testing.T) {
	c := newCluster(t, steady)
	c.work(offer("m1"), func(_ context.Context, entries []grade.Entry, _ grade.Options) (grade.Results, error) {
		results, err := judged(entries, problem.RTE)
		for range 1000 {
			results.Submissions[0].Tests = append(results.Submissions[0].Tests, grade.Test{Name: "secret/1",
				Stderr: strings.Repeat("x", 4096)})
		}
		return results, err
	})
	c.ask(need, 0, sum)
	if _, result := c.result(); len(c.outcome(result).Tests) != 1002 {
		t.Errorf("%+v", result)
	}
}

// TestHostile: work that cannot be done is answered with what is wrong with it, and the next is done.
func TestHostile(t *testing.T) {
	c := newCluster(t, steady)
	r := c.work(offer("m1"), func(_ context.Context, entries []grade.Entry, _ grade.Options) (grade.Results, error) {
		return judged(entries, problem.AC)
	})
	change := func(by func(*wire.Work)) []byte {
		work := sum
		by(&work)
		text, err := wire.Encode(work)
		judgetest.Check(t, err)
		return text
	}
	for i, row := range []struct {
		text []byte
		want string
	}{
		{[]byte("\x00"), "no wire.Work: invalid character"},
		{nil, "no wire.Work: EOF"},
		{[]byte(`{"parcel":"x"} {}`), "more than one value"},
		{[]byte(`{"command":"rm"}`), `unknown field "command"`},
		{[]byte(strings.Repeat("[", 1<<19)), "no wire.Work"},
		{change(func(w *wire.Work) { w.Parcel = "../../etc/passwd" }), `"../../etc/passwd" is no digest of a parcel`},
		{change(func(w *wire.Work) { w.Problem = "" }), "names no problem"},
		{change(func(w *wire.Work) { w.Problem = "../sum" }), `the parcel has no problem "../sum"`},
		{change(func(w *wire.Work) { w.Problem = strings.Repeat("x", 1<<19) }), "the parcel has no problem"},
		{change(func(w *wire.Work) { w.Submission = "accepted/other.c" }), `has no submission "accepted/other.c"`},
		{change(func(w *wire.Work) { w.Tests = []string{"secret/1", "sample/1"} }),
			`has no test "sample/1" at that place`},
		{change(func(w *wire.Work) { w.Tests = []string{"secret/1", "secret/1"} }),
			`has no test "secret/1" at that place`},
		{change(func(w *wire.Work) { w.Tests = make([]string, 100_000) }), `has no test "" at that place`},
		{change(func(w *wire.Work) { w.Tests = []string{} }), "names no test"},
		{change(func(w *wire.Work) { w.TimeLimit = -1 }), "a time limit of -1ns"},
		{change(func(w *wire.Work) { w.All, w.First = true, true }), "only those up to the first failure"},
	} {
		c.askRaw(need, i, row.text)
		place, result := c.result()
		if place != i || !strings.Contains(result.Failed, row.want) || result.Outcome != "" ||
			len(result.Failed) > 2*mostWords {
			t.Errorf("%.100q: place %d, %+v, want %q", row.text, place, result, row.want)
		}
	}
	_, err := c.client.JS.Publish(t.Context(), "judge.work."+need.ID()+".run1.first", nil,
		jetstream.WithExpectStream(wire.WorkStream))
	judgetest.Check(t, err)
	c.wake()
	r.says(`what is no work is thrown away: "judge.work.`)
	_, err = c.client.JS.Publish(t.Context(), wire.WorkSubject(need.ID(), "run1", 98), []byte("{}"))
	judgetest.Check(t, err)
	c.ask(need, 99, sum)
	if place, result := c.result(); place != 99 || c.outcome(result).Verdict != problem.AC {
		t.Errorf("%d, %+v", place, result)
	}
	c.left(0)
}

// TestProgress: of many steps, some are told, and the last one.
func TestProgress(t *testing.T) {
	c := newCluster(t, steady)
	told := make(chan *nats.Msg, 2000)
	_, err := c.client.NC.ChanSubscribe(wire.RunProgress("run1"), told)
	judgetest.Check(t, err)
	judgetest.Check(t, c.client.NC.Flush())
	c.work(offer("m1"), func(_ context.Context, entries []grade.Entry, o grade.Options) (grade.Results, error) {
		for i := range 1000 {
			o.Observe(grade.Progress{Step: "judging", Done: i + 1, Total: 1000, Current: "sum/sum secret/1"})
		}
		return judged(entries, problem.AC)
	})
	c.ask(need, 0, sum)
	c.result()
	judgetest.Check(t, c.client.NC.Flush())
	var last wire.Progress
	n := len(told)
	for range n {
		if last, err = wire.Decode[wire.Progress]((<-told).Data); err != nil {
			t.Fatal(err)
		}
	}
	if n > 100 || last.Done != 1000 || last.Worker != "m1" {
		t.Errorf("%d messages, and at the end %+v", n, last)
	}
}

// TestNoLongerInstalled: a worker that has lost a compiler says so, and leaves the work to others without a pause.
func TestNoLongerInstalled(t *testing.T) {
	c := newCluster(t, steady)
	installed := []string{"python3"}
	missing := func(_ context.Context, entries []grade.Entry, _ grade.Options) (grade.Results, error) {
		results, err := judged(entries, problem.NotRun)
		results.Submissions[0].Missing = "gcc"
		return results, err
	}
	asks := func(w *worker) { w.Ask = func(context.Context) []string { return installed } }
	r := c.work(offer("m1"), missing, asks)
	c.ask(need, 0, sum)
	r.says("given back: gcc is no longer installed here")
	c.ask(wire.Need{Version: "abc", Languages: []string{"python3"}}, 1, sum) // it may lack a header, which nobody said
	if place, result := c.result(); place != 1 || c.outcome(result).Missing != "gcc" {
		t.Errorf("%d, %+v", place, result)
	}
	c.left(1)
}

// TestMiscounted: work of which the server does not know that it waits is taken all the same. Its count is wrong, now
// and then, when work is purged that was published just before, as a client does that has the result meanwhile.
func TestMiscounted(t *testing.T) {
	judgetest.Long(t, "the server miscounts once in a thousand times")
	c := newCluster(t, steady)
	operator := c.server.Dial(server.Operator)
	queue, err := operator.Consumer(t.Context(), need)
	judgetest.Check(t, err)
	stream, err := operator.JS.Stream(t.Context(), wire.WorkStream)
	judgetest.Check(t, err)
	c.ask(need, 0, sum)
	subject := wire.WorkSubject(need.ID(), "run1", 1)
	for times := 0; ; times++ {
		_, err := c.client.JS.Publish(t.Context(), subject, nil, jetstream.WithExpectStream(wire.WorkStream))
		judgetest.Check(t, err)
		judgetest.Check(t, stream.Purge(t.Context(), jetstream.WithPurgeSubject(subject)))
		info, err := queue.Info(t.Context())
		judgetest.Check(t, err)
		if info.NumPending == 0 {
			break
		}
		if times == 20_000 {
			t.Skip("this server has counted right each time")
		}
	}
	// a worker that has just come would have the server count again
	pull, err := newPuller(c.server.Dial(server.Worker))
	judgetest.Check(t, err)
	judgetest.Check(t, pull.ask(need.ID()))
	if work, err := pull.answer(t.Context(), limit); work == nil {
		t.Errorf("nothing is given: %v", err)
	}
}

// TestEmptiedBetween: a server that comes back with nothing, after it was sent what a result consists of and before the
// result, is sent both.
func TestEmptiedBetween(t *testing.T) {
	c := newCluster(t, steady)
	network := clustertest.Between(t, strings.TrimPrefix(c.server.URL(), "nats://"))
	judged := network.HoldAt("PUB judge.result.", 1)
	conn, err := wire.Dial(t.Context(), network.URL(), c.server.Keys(server.Worker), "m1", steady)
	judgetest.Check(t, err)
	t.Cleanup(conn.Close)
	c.work(offer("m1"), always(problem.AC), func(w *worker) { w.Conn, w.queues = conn, newQueues(conn, w) })
	c.ask(need, 0, sum)
	<-judged
	c.server.Stop()
	c.server.Options.Store = t.TempDir()
	c.server.Again()
	network.Release()
	c.results, err = c.dialAgain().Follow(t.Context(), wire.ResultStream, wire.Wanted{Unused: 60})
	judgetest.Check(t, err)
	if _, result := c.result(); c.outcome(result).Verdict != problem.AC {
		t.Errorf("%+v", result)
	}
}
