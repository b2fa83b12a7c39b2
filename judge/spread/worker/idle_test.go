package worker

import (
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/spread/server"
	"dlxjudge/judge/spread/wire"
)

// asks counts how often workers ask for work.
func (c *cluster) asks() *atomic.Int64 {
	c.Helper()
	var n atomic.Int64
	operator := c.server.Dial(server.Operator)
	_, err := operator.NC.Subscribe("$JS.API.CONSUMER.MSG.NEXT."+wire.WorkStream+".*", func(*nats.Msg) { n.Add(1) })
	judgetest.Check(c, err)
	judgetest.Check(c, operator.NC.Flush())
	return &n
}

// TestIdle: a worker that is told of no work asks once for each of ten kinds, and then no more, while one that is told
// of some kind asks for that kind alone.
func TestIdle(t *testing.T) {
	c := newCluster(t, quick)
	asked := c.asks()
	const kinds = 10
	o := offer("m1")
	o.Languages = nil
	var needs []wire.Need
	for i := range kinds {
		name := fmt.Sprint("language", i)
		o.Languages = append(o.Languages, name)
		needs = append(needs, wire.Need{Version: "abc", Languages: []string{name}})
		judgetest.Check(t, c.client.Announce(t.Context(), needs[i]))
	}
	c.work(o, always(problem.AC))
	for end := time.Now().Add(limit); asked.Load() < kinds; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("asked %d times", asked.Load())
		}
	}
	<-time.After(4 * quick.AckWait) // it is idle; on a machine that is busier it asks less, not more
	if n := asked.Load(); n > 2*kinds {
		t.Errorf("an idle worker has asked %d times for %d kinds of work", n, kinds)
	}
	before := asked.Load()
	c.ask(needs[3], 0, sum)
	if place, _ := c.result(); place != 0 {
		t.Errorf("place %d", place)
	}
	c.left(0)
	if n := asked.Load() - before; n > 3*kinds { // once for the work, and all kinds when that is done
		t.Errorf("asked %d times for one piece", n)
	}
}

// TestUntold: work that nobody tells of is found, later: its client was killed, and so was the worker that had it.
func TestUntold(t *testing.T) {
	judgetest.Long(t, "it waits for ten times AckWait")
	c := newCluster(t, quick)
	c.ask(need, 0, sum)
	killed, err := c.server.Dial(server.Worker).Consumer(t.Context(), need)
	judgetest.Check(t, err)
	msg, err := killed.Next(jetstream.FetchMaxWait(limit))
	judgetest.Check(t, err)
	if _, place, err := wire.Place(msg.Subject()); err != nil || place != 0 {
		t.Fatalf("took %s, %v", msg.Subject(), err)
	}
	clear(c.asked) // so that nobody tells of it
	c.work(offer("m1"), always(problem.AC))
	if place, _ := c.result(); place != 0 {
		t.Errorf("place %d", place)
	}
}
