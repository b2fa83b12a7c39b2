package client

import (
	"context"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/base/version"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/spread/reply"
	"dlxjudge/judge/spread/server"
	"dlxjudge/judge/spread/wire"
)

// The results are in the order of the entries, whoever judges what.
func TestJudge(t *testing.T) {
	c := newCluster(t, quick)
	var last grade.Progress
	c.client.Observe = func(p grade.Progress) { last = p }
	c.work(&fake{offer: named("m1")})
	m2 := named("m2")
	m2.Languages = []string{"c"}
	c.work(&fake{offer: m2})
	j := c.wait(c.judge(t.Context()))
	if j.err != nil {
		t.Fatal(j.err)
	}
	if last.Step != judging || last.Done != 12 || last.Total != 12 {
		t.Errorf("the last progress is %+v", last)
	}
	var names []string
	for i, s := range j.results.Submissions {
		names = append(names, s.Name)
		if s.Machine == "" || len(s.Tests) != 3 || s.Source != c.entries[i].Submission.Main() ||
			s.Tests[0].InputFile != c.entries[i].Tests[0].Input {
			t.Errorf("%+v", s)
		}
	}
	want := []string{"accepted/add.c", "accepted/more.c", "accepted/slow.py", "wrong_answer/three.py"}
	if diff := cmp.Diff(want, names); diff != "" {
		t.Error(diff)
	}
	if j.results.Backend != "fake" || j.results.Jobs != 1 || j.results.Interrupted {
		t.Errorf("%+v", j.results)
	}
	c.ended(wire.Finished)
	if l, err := c.client.Keep.Find("", c.root); err == nil {
		t.Errorf("run %s could be resumed", l.Run)
	}
}

// all is what clients of these tests get if every submission is accepted by worker m1.
const all = `accepted/add.c AC true 3 [m1]
accepted/more.c AC true 3 [m1]
accepted/slow.py AC true 3 [m1]
wrong_answer/three.py AC true 3 [m1]
`

func (c *cluster) want(want, got string) {
	c.Helper()
	if diff := cmp.Diff(want, strings.ReplaceAll(got, " \n", "\n")); diff != "" {
		c.Errorf("(-want +got):\n%s", diff)
	}
}

// ended checks what has become of the one run, and that none of its work is left.
func (c *cluster) ended(state string) {
	c.Helper()
	conn := c.server.Dial(server.Operator)
	keys, err := conn.Runs.Keys(c.Context())
	if err != nil || len(keys) != 1 {
		c.Fatal(keys, err)
	}
	entry, err := conn.Runs.Get(c.Context(), keys[0])
	judgetest.Check(c, err)
	run, err := wire.Decode[wire.Run](entry.Value())
	judgetest.Check(c, err)
	if run.State != state {
		c.Errorf("the run is %s", run.State)
	}
	stream, err := conn.JS.Stream(c.Context(), wire.WorkStream)
	judgetest.Check(c, err)
	if info, err := stream.Info(c.Context()); err != nil || info.State.Msgs != 0 {
		c.Errorf("%d pieces of work are left, %v", info.State.Msgs, err)
	}
}

// asked returns when work was asked for so often, whether the server took it or not.
func (c *cluster) asked(times int) (wait func()) {
	c.Helper()
	work := make(chan *nats.Msg, 64)
	_, err := c.server.Dial(server.Operator).NC.ChanSubscribe("judge.work.>", work)
	judgetest.Check(c, err)
	return func() {
		c.Helper()
		for range times {
			select {
			case <-work:
			case <-time.After(limit):
				c.Fatal("no work is asked for")
			}
		}
	}
}

// A client whose work does not fit into the queue waits for room.
func TestFullQueue(t *testing.T) {
	pace := quick
	pace.MostWork = 3
	c := newCluster(t, pace)
	wait := c.asked(len(c.entries) + 1) // one more than there are: it was refused, and is asked for again
	done := c.judge(t.Context())
	wait()
	c.work(&fake{offer: named("m1")})
	c.want(all, c.results(done))
	c.ended(wire.Finished)
}

// A worker that joins late does what waited for it.
func TestLateWorker(t *testing.T) {
	c := newCluster(t, quick)
	done := c.judge(t.Context())
	c.says("no worker yet; waiting 1m0s for one (--wait)")
	m1 := named("m1")
	m1.Languages = []string{"c"}
	c.work(&fake{offer: m1})
	c.says("no worker offers python3 yet")
	c.work(&fake{offer: named("m1")})
	c.want(all, c.results(done))
}

// What nobody offers to do for long is not judged, and the reason names it.
func TestNobodyOffers(t *testing.T) {
	c := newCluster(t, quick)
	c.client.Wait = 0
	m1 := named("m1")
	m1.Languages = []string{"c"}
	c.work(&fake{offer: m1})
	other := named("m2")
	other.Version = "other"
	c.work(&fake{offer: other})
	c.heard("m1", "m2")
	c.want(`accepted/add.c AC true 3 [m1]
accepted/more.c AC true 3 [m1]
accepted/slow.py  true 0 [] not judged: no worker offers python3
wrong_answer/three.py  true 0 [] not judged: no worker offers python3
`, c.results(c.judge(t.Context())))
	c.says("worker m2 has judge other, this client has " + version.Judge() +
		", so it gets no work from here: build both from one commit")
	c.ended(wire.Finished)

	c.client.Class = "00000000"
	j := c.wait(c.judge(t.Context()))
	judgetest.Check(t, j.err)
	n, reasons := j.results.NotJudged()
	if diff := cmp.Diff([]string{"no worker of class 00000000"}, reasons); n != 4 || diff != "" {
		t.Errorf("%d are not judged: %s", n, diff)
	}
}

// While all workers have another version, nobody waits for one of this version, unless told to.
func TestOtherVersions(t *testing.T) {
	c := newCluster(t, quick)
	other := named("m2")
	other.Version = "other"
	c.work(&fake{offer: other})
	c.heard("m2")
	c.want(`accepted/add.c  true 0 [] not judged: R
accepted/more.c  true 0 [] not judged: R
accepted/slow.py  true 0 [] not judged: R
wrong_answer/three.py  true 0 [] not judged: R
`, strings.ReplaceAll(c.results(c.judge(t.Context())), "no worker with judge "+version.Judge(), "R"))
	c.ended(wire.Finished)

	c.client.WaitOurs = limit
	done := c.judge(t.Context())
	c.says("no worker with judge " + version.Judge() + " yet; waiting 1m0s for one (--wait)")
	c.work(&fake{offer: named("m1")})
	c.want(all, c.results(done))
}

// Workers that cannot judge are not counted on, and the reason names theirs.
func TestPaused(t *testing.T) {
	c := newCluster(t, quick)
	c.client.Wait = 0
	m1 := named("m1")
	m1.Paused = "no room for work"
	c.work(&fake{offer: m1})
	c.heard("m1")
	j := c.wait(c.judge(t.Context()))
	judgetest.Check(t, j.err)
	n, reasons := j.results.NotJudged()
	if diff := cmp.Diff([]string{"no worker that can judge (m1: no room for work)"}, reasons); n != 4 || diff != "" {
		t.Errorf("%d are not judged: %s", n, diff)
	}
}

// heard waits until the cluster has heard of workers.
func (c *cluster) heard(names ...string) {
	c.Helper()
	ctx, cancel := context.WithTimeout(c.Context(), limit)
	defer cancel()
	watcher, err := c.client.Conn.Workers.WatchFiltered(ctx, slices.Clone(names)) // which it changes
	judgetest.Check(c, err)
	defer watcher.Stop()
	missing := make(map[string]bool)
	for _, name := range names {
		missing[name] = true
	}
	for len(missing) > 0 {
		select {
		case entry := <-watcher.Updates():
			if entry != nil {
				delete(missing, entry.Key())
			}
		case <-ctx.Done():
			c.Fatalf("not heard of: %v", missing)
		}
	}
}

// Ctrl-C cancels the run everywhere, and what was judged is kept.
func TestInterrupt(t *testing.T) {
	c := newCluster(t, quick)
	ctx, cancel := context.WithCancel(t.Context())
	c.client.Observe = func(p grade.Progress) {
		if p.Done == 3+2 {
			cancel()
		}
	}
	c.work(&fake{offer: named("m1"), answer: func(f *fake, msg jetstream.Msg, work wire.Work, place int) (wire.Result,
		[]byte, bool) {
		if place == 0 {
			return accept(f, msg, work, place)
		}
		run, _, _ := wire.Place(msg.Subject())
		text, err := wire.Encode(wire.Progress{Step: judging, Done: 2, Total: 3, Worker: "m1"})
		judgetest.Check(f, err)
		judgetest.Check(f, f.conn.NC.PublishMsg(wire.ProgressMessage(run, place, text)))
		<-ctx.Done()
		return wire.Result{}, nil, false
	}})
	j := c.wait(c.judge(ctx))
	if !errors.Is(j.err, context.Canceled) || !j.results.Interrupted {
		t.Errorf("%v, %+v", j.err, j.results)
	}
	c.want(`accepted/add.c AC true 3 [m1]
accepted/more.c  true 0 [] interrupted after 2/3
accepted/slow.py  true 0 [] not built: interrupted
wrong_answer/three.py  true 0 [] not built: interrupted
`, lines(j.results))
	c.ended(wire.Cancelled)
}

// Work that no worker finishes is the judge's own failure, with the reason that workers give.
func TestLost(t *testing.T) {
	c := newCluster(t, quick)
	m1 := named("m1")
	m1.LastWords = "no space left on device"
	c.work(&fake{offer: m1, answer: func(f *fake, msg jetstream.Msg, work wire.Work, place int) (wire.Result, []byte,
		bool) {
		if place != 1 {
			return accept(f, msg, work, place)
		}
		judgetest.Check(f, msg.Nak())
		return wire.Result{}, nil, false
	}})
	c.heard("m1")
	c.want(strings.Replace(all, "more.c AC true 3 [m1]", "more.c JE false 0 [] 2 workers took it, and none finished "+
		"it; last words of workers: m1: no space left on device", 1),
		c.results(c.judge(t.Context())))
	c.ended(wire.Finished)
}

// A server that comes back with nothing of what it had is sent everything again.
func TestEmptyServer(t *testing.T) {
	c := newCluster(t, quick)
	wait := c.asked(len(c.entries))
	done := c.judge(t.Context())
	wait()
	c.server.Stop()
	judgetest.Check(t, os.RemoveAll(c.server.Options.Store))
	c.server.Again()
	c.work(&fake{offer: named("m1"), answer: func(f *fake, msg jetstream.Msg, work wire.Work, place int) (wire.Result,
		[]byte, bool) {
		if _, err := f.conn.Files.Get(f.Context(), work.Parcel); err != nil {
			f.Errorf("the parcel of %s is not there: %v", work.Submission, err)
		}
		return accept(f, msg, work, place)
	}})
	c.want(all, c.results(done))
	c.ended(wire.Finished)
}

// deaf is a JetStream whose iterators do not notice that they are stopped: so it is with one that makes itself anew at
// that moment.
type deaf struct{ jetstream.JetStream }

type deafConsumer struct{ jetstream.Consumer }

type deafMessages struct{ jetstream.MessagesContext }

func (d deaf) Consumer(ctx context.Context, stream, name string) (jetstream.Consumer, error) {
	consumer, err := d.JetStream.Consumer(ctx, stream, name)
	return deafConsumer{consumer}, err
}

func (d deafConsumer) Messages(opts ...jetstream.PullMessagesOpt) (jetstream.MessagesContext, error) {
	messages, err := d.Consumer.Messages(opts...)
	return deafMessages{messages}, err
}

func (deafMessages) Stop() {}

// A round ends also if an iterator does not notice that it is stopped: nobody waits for it.
func TestDeaf(t *testing.T) {
	c := newCluster(t, quick)
	conn := *c.client.Conn
	conn.JS = deaf{conn.JS}
	c.client.Conn = &conn
	c.work(&fake{offer: named("m1")})
	c.want(all, c.results(c.judge(t.Context())))
	c.ended(wire.Finished)
}

// busy is a bucket of a server that does not answer some times.
type busy struct {
	jetstream.KeyValue
	times int
}

func (b *busy) Put(ctx context.Context, key string, value []byte) (uint64, error) {
	if b.times > 0 {
		b.times--
		return 0, nats.ErrTimeout
	}
	return b.KeyValue.Put(ctx, key, value)
}

// What a server did not answer at the beginning is sent again, as often as it takes.
func TestBusyServer(t *testing.T) {
	c := newCluster(t, quick)
	conn := *c.client.Conn
	conn.Runs = &busy{conn.Runs, 2}
	c.client.Conn = &conn
	c.work(&fake{offer: named("m1")})
	c.want(all, c.results(c.judge(t.Context())))
	c.says("the run cannot be announced to the workers: nats: timeout; trying again")
	c.ended(wire.Finished)
}

// A mistake of the package ends the run, as it ends judge run.
func TestFailed(t *testing.T) {
	c := newCluster(t, quick)
	c.work(&fake{offer: named("m1"), answer: func(*fake, jetstream.Msg, wire.Work, int) (wire.Result, []byte, bool) {
		return wire.Result{Tree: "/srv/store/own/1/sum", Failed: "/srv/store/own/1/sum/output_validator/main.c:1:1: " +
			"it does not compile"}, nil, true
	}})
	j := c.wait(c.judge(t.Context()))
	want := c.root + "/output_validator/main.c:1:1: it does not compile (found by worker m1)"
	if j.err == nil || j.err.Error() != want {
		t.Errorf("the error is %v; want %s", j.err, want)
	}
	c.ended(wire.Cancelled)
}

// A problem without a time limit is refused.
func TestNoTimeLimit(t *testing.T) {
	c := newCluster(t, quick)
	judgetest.Write(t, c.root+"/problem.yaml", "problem_format_version: 2025-09\nname: Sum\n")
	c.load()
	j := c.wait(c.judge(t.Context()))
	if j.err == nil || !strings.Contains(j.err.Error(), "judge limits, or give one with: --time-limit") {
		t.Error(j.err)
	}
	c.client.TimeLimit = time.Second
	c.work(&fake{offer: named("m1")})
	c.want(all, c.results(c.judge(t.Context())))
}

// What no machine judges is not asked for.
func TestUnjudged(t *testing.T) {
	c := newCluster(t, quick)
	c.entries[0].Submission.Unjudged = "too new"
	c.work(&fake{offer: named("m1")})
	c.want(strings.Replace(all, "add.c AC true 3 [m1]", "add.c  true 0 [] not judged yet: too new", 1),
		c.results(c.judge(t.Context())))
}

// Of some tests only the results of those are taken.
func TestSomeTests(t *testing.T) {
	c := newCluster(t, quick)
	for i := range c.entries {
		c.entries[i].Tests = c.entries[i].Tests[1:]
	}
	c.work(&fake{offer: named("m1"), answer: func(f *fake, msg jetstream.Msg, work wire.Work, place int) (wire.Result,
		[]byte, bool) {
		if diff := cmp.Diff([]string{"secret/a", "secret/b"}, work.Tests); diff != "" {
			f.Error(diff)
		}
		return accept(f, msg, work, place)
	}})
	c.want(strings.ReplaceAll(all, " 3 ", " 2 "), c.results(c.judge(t.Context())))
}

// TestMeasures: where the machines that judged take their figures in different ways, each is named once, whoever
// answered first.
func TestMeasures(t *testing.T) {
	c := newCluster(t, quick)
	c.work(&fake{offer: named("m1"), answer: func(f *fake, _ jetstream.Msg, work wire.Work, place int) (wire.Result,
		[]byte, bool) {
		measures := sandbox.Measures{CPU: "by the cgroup", Wall: "by the clock", Memory: "VmHWM"}
		if place%2 == 0 {
			measures.CPU, measures.Memory = "by rusage"+strings.Repeat("!", 1<<20), "maxrss"
		}
		content, err := reply.Write(reply.Reply{Submission: f.accepted(work), Measures: measures})
		judgetest.Check(t, err)
		return wire.Result{}, content, true
	}})
	results := c.wait(c.judge(t.Context())).results
	want := sandbox.Measures{CPU: "by rusage" + strings.Repeat("!", 2<<10-len("by rusage")) + "…, or by the cgroup",
		Wall: "by the clock", Memory: "maxrss, or VmHWM"}
	if diff := cmp.Diff(want, results.Measures); diff != "" || results.Backend != "fake" {
		t.Errorf("%s (-want +got):\n%s", results.Backend, diff)
	}
}
