package main

import (
	"context"
	"fmt"
	"testing"
	"time"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/spread/clustertest"
	"dlxjudge/judge/spread/server"
	"dlxjudge/judge/spread/wire"
)

// three is a cluster with three NATS servers in place of one cluster serve.
type three struct {
	*cluster
	*clustertest.Three
	servers [3]*process
	conn    *wire.Conn // an operator's
}

// newThree starts three servers, and lets a cluster attend them.
func newThree(t *testing.T) *three {
	t.Helper()
	judgetest.Long(t, "it lets three servers and several other processes judge eleven submissions, with faults")
	c := &three{cluster: prepareCluster(t, "test"), Three: clustertest.NewThree(t)}
	c.direct, c.at, c.roles = c.At(), c.At(), c.Three.Keys
	writePackage(t, c.pack, c.tag, 150*time.Millisecond, "")
	for i := range c.servers {
		c.start(i)
	}
	eventually(t, "the servers have a leader", func() (is bool) {
		conn, err := wire.Dial(t.Context(), c.at, c.keys(server.Operator), "test", testPace)
		if err == nil {
			c.conn = conn
		}
		return err == nil
	})
	t.Cleanup(c.conn.Close)
	attendant := c.spawn("attendant", "attend", "--at", c.at, "--keys", c.keys(server.Operator))
	attendant.eventually("it attends", func() bool {
		return judgetest.Read(t, attendant.dir+"/stdout") != ""
	})
	return c
}

// start starts a server, again if it was killed.
func (c *three) start(i int) {
	c.t.Helper()
	c.started++
	c.servers[i] = spawn(c.t, fmt.Sprint("server", i), fmt.Sprintf("%s/server%d-%d", c.dir, i, c.started), nil,
		"nats-server", c.Configs[i])
}

// has waits until the servers have so many results.
func (c *three) has(results int) {
	c.t.Helper()
	said := "nothing"
	defer func() {
		if c.t.Failed() {
			c.t.Logf("%s says at last: %s", c.conn.NC.ConnectedUrl(), said)
		}
	}()
	eventually(c.t, fmt.Sprintf("there are %d results", results), func() bool {
		ctx, cancel := context.WithTimeout(c.t.Context(), time.Second)
		defer cancel()
		s, err := c.conn.JS.Stream(ctx, wire.ResultStream)
		if err != nil {
			said = err.Error()
			return false
		}
		said = fmt.Sprint(s.CachedInfo().State.Msgs, " results")
		return s.CachedInfo().State.Msgs >= uint64(results)
	})
}

// healed waits until all replicas of the results and of the work are as far as their leader.
func (c *three) healed() {
	c.t.Helper()
	for _, name := range []string{wire.ResultStream, wire.WorkStream} {
		eventually(c.t, "the replicas of "+name+" agree", func() bool {
			ctx, cancel := context.WithTimeout(c.t.Context(), time.Second)
			defer cancel()
			s, err := c.conn.JS.Stream(ctx, name)
			if err != nil || s.CachedInfo().Cluster == nil {
				return false
			}
			current := 0
			for _, r := range s.CachedInfo().Cluster.Replicas {
				if r.Current && !r.Offline {
					current++
				}
			}
			return current == wire.Replicas-1
		})
	}
}

// eachInTurn lets something happen to each server while the work runs, and end before it happens to the next.
func (c *three) eachInTurn(begin, end func(i int)) {
	c.t.Helper()
	c.work("one")
	c.work("two")
	client := c.ask()
	for i := range c.servers {
		c.has(1 + 3*i)
		begin(i)
		c.has(2 + 3*i)
		end(i)
		c.healed()
	}
	c.asAlone(client)
	c.has(submissions)
	if n := c.results(); n != submissions {
		c.t.Errorf("the servers have %d results, want %d", n, submissions)
	}
}

// TestThreeKilled: of three servers each is killed while work runs. The other two go on, and it comes back.
func TestThreeKilled(t *testing.T) {
	c := newThree(t)
	c.eachInTurn(func(i int) { c.servers[i].kill() }, c.start)
}

// TestThreeLonely: of three servers each is cut off from the others, but not from workers and clients: those that are
// connected to it go to another.
func TestThreeLonely(t *testing.T) {
	c := newThree(t)
	c.eachInTurn(c.Lonely, c.Together)
}

// TestThreeAll: all three servers are killed at once, as by a power cut, and started again.
func TestThreeAll(t *testing.T) {
	c := newThree(t)
	c.work("one")
	c.work("two")
	client := c.ask()
	c.has(3)
	for _, s := range c.servers {
		s.kill()
	}
	for i := range c.servers {
		c.start(i)
	}
	c.asAlone(client)
	if n := c.results(); n != submissions {
		t.Errorf("the servers have %d results, want %d", n, submissions)
	}
}
