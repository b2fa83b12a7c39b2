package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/spread/clustertest"
	"dlxjudge/judge/spread/server"
	"dlxjudge/judge/spread/wire"
)

// three is a cluster with three NATS servers instead of one cluster serve.
type three struct {
	*cluster
	configs [3]string // files of nats-server
	between [3][3]*clustertest.Network
	servers [3]*process
	conn    *wire.Conn
}

// newThree starts three servers of one NATS cluster, as a user of their own NATS would. The routes between them go over
// networks that a test can cut.
func newThree(t *testing.T) *three {
	t.Helper()
	judgetest.Long(t, "it lets three servers and several other processes judge eleven submissions, with faults")
	c := &three{cluster: prepareCluster(t, "test")}
	c.roles = filepath.Join(c.dir, "keys")
	judgetest.Check(t, server.Init(c.roles))
	c.configure()
	c.direct = c.at
	writePackage(t, c.pack, c.tag, 150*time.Millisecond, "")
	for i := range c.servers {
		c.start(i)
	}
	eventually(t, "the servers have a leader", func() (is bool) {
		conn, err := wire.Dial(t.Context(), c.at, c.keys(wire.Client), wire.Client, "test", testPace)
		if err == nil {
			c.conn = conn
		}
		return err == nil
	})
	t.Cleanup(c.conn.Close)
	return c
}

// configure writes the configurations.
func (c *three) configure() {
	c.t.Helper()
	keys, err := server.Keys(c.roles)
	judgetest.Check(c.t, err)
	var users []string
	for _, k := range keys {
		users = append(users, fmt.Sprintf("{nkey: %s}", k.Public))
	}
	free := freeAddresses(c.t, 6)
	clients, routes := free[:3], free[3:]
	var at []string
	for i := range 3 {
		at = append(at, "nats://"+clients[i])
	}
	c.at = strings.Join(at, ",")
	for i := range 3 {
		var others []string
		for j := range 3 {
			if i != j {
				c.between[i][j] = clustertest.Between(c.t, routes[j])
				others = append(others, strings.Replace(c.between[i][j].URL(), "nats:", "nats-route:", 1))
			}
		}
		c.configs[i] = filepath.Join(c.dir, fmt.Sprintf("server%d.conf", i))
		// The servers know each other only by the routes above: the advertised addresses lead nowhere.
		judgetest.Write(c.t, c.configs[i], fmt.Sprintf(`server_name: server%d
listen: %q
jetstream: {store_dir: %q, max_file: 40GB, max_mem: 256MB, sync_interval: always}
cluster: {name: three, listen: %q, advertise: "127.0.0.1:1", no_advertise: true, routes: [%s]}
authorization: {users: [%s]}
`, i, clients[i], filepath.Join(c.dir, fmt.Sprintf("store%d", i)), routes[i], strings.Join(others, ", "),
			strings.Join(users, ", ")))
	}
}

// isolate cuts one server off from the others, until rejoin. Its clients can still reach it.
func (c *three) isolate(i int) {
	for j := range 3 {
		if i != j {
			c.between[i][j].Block()
			c.between[j][i].Block()
		}
	}
}

// rejoin undoes isolate.
func (c *three) rejoin(i int) {
	for j := range 3 {
		if i != j {
			c.between[i][j].Unblock()
			c.between[j][i].Unblock()
		}
	}
}

// start starts a server, or restarts it after a kill.
func (c *three) start(i int) {
	c.t.Helper()
	c.started++
	c.servers[i] = spawn(c.t, fmt.Sprint("server", i), fmt.Sprintf("%s/server%d-%d", c.dir, i, c.started), nil,
		"nats-server", c.configs[i])
}

// has waits until the servers have the given number of results.
func (c *three) has(results int) {
	c.t.Helper()
	last := "nothing"
	defer func() {
		if c.t.Failed() {
			c.t.Logf("%s says at last: %s", c.conn.NC.ConnectedUrl(), last)
		}
	}()
	eventually(c.t, fmt.Sprintf("there are %d results", results), func() bool {
		ctx, cancel := context.WithTimeout(c.t.Context(), time.Second)
		defer cancel()
		s, err := c.conn.JS.Stream(ctx, wire.ResultStream)
		if err != nil {
			last = err.Error()
			return false
		}
		last = fmt.Sprint(s.CachedInfo().State.LastSeq, " results")
		return s.CachedInfo().State.LastSeq >= uint64(results)
	})
}

// healed waits until all replicas of results and work have caught up with their leader.
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

// eachInTurn applies a fault to each server while the work runs, and ends it before the next.
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

// TestThreeKilled kills each of three servers in turn while work runs. The other two continue, and the killed one
// restarts.
func TestThreeKilled(t *testing.T) {
	c := newThree(t)
	c.eachInTurn(func(i int) { c.servers[i].kill() }, c.start)
}

// TestThreeIsolated cuts each of three servers off from the others, but not from workers and clients. Those that are
// connected to it switch to another server.
func TestThreeIsolated(t *testing.T) {
	c := newThree(t)
	c.eachInTurn(c.isolate, c.rejoin)
}

// TestThreeAll kills all three servers at once, like a power cut, and restarts them.
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

// freeAddresses returns addresses of this machine where nobody listens, so that a server can be restarted there. Their
// ports are below those that systems assign, which a connection of another test could take meanwhile.
func freeAddresses(t testing.TB, count int) (free []string) {
	t.Helper()
	for range 1000 {
		l, err := net.Listen("tcp", fmt.Sprint("127.0.0.1:", 10_000+rand.IntN(20_000)))
		if err != nil {
			continue
		}
		defer l.Close() // when all are chosen, so that they differ
		if free = append(free, l.Addr().String()); len(free) == count {
			return free
		}
	}
	t.Fatal("no free ports")
	return nil
}
