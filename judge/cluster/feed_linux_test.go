package main

import (
	"context"
	"fmt"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/base/version"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/spread/parcel"
	"dlxjudge/judge/spread/server"
	"dlxjudge/judge/spread/wire"
	"dlxjudge/judge/spread/worker"
)

// pretend starts workers in this process that run nothing: each submission takes them so long, and is right.
func (c *cluster) pretend(workers int, takes time.Duration) {
	c.t.Helper()
	c.pretended(workers, takes, []string{"c"}, func() {}, func(name string) worker.Parcels {
		store, err := parcel.Open(c.storeOf(name), 1<<30)
		judgetest.Check(c.t, err)
		c.t.Cleanup(func() { store.Close() })
		return store
	})
}

// pretended starts such workers with some languages and stores, which call begins when they have work. It returns their
// connections.
func (c *cluster) pretended(workers int, takes time.Duration, languages []string, begins func(),
	store func(name string) worker.Parcels) (conns []*wire.Conn) {
	c.t.Helper()
	ctx, stop := context.WithCancel(c.t.Context())
	var all sync.WaitGroup
	c.t.Cleanup(func() { stop(); all.Wait() })
	judge := func(ctx context.Context, entries []grade.Entry, o grade.Options) (grade.Results, error) {
		begins()
		select {
		case <-time.After(takes):
		case <-ctx.Done():
			return grade.Results{}, ctx.Err()
		}
		return grade.Results{Submissions: []grade.Submission{right(entries[0], o)}}, nil
	}
	for i := range workers {
		name := fmt.Sprintf("worker%03d", i)
		conn, err := wire.Dial(ctx, c.at, c.keys(server.Worker), name, wire.DefaultPace)
		judgetest.Check(c.t, err)
		conns = append(conns, conn)
		store := store(name)
		all.Go(func() {
			defer conn.Close()
			offer := wire.Offer{Machine: wire.Machine{Worker: name, CPU: "none", Cores: 1, Backend: "none"},
				Version: version.Judge(), Languages: languages, Jobs: 1}
			if err := worker.Run(ctx, worker.Options{Conn: conn, Offer: offer, Store: store,
				Judge: judge}); err != nil {
				c.t.Errorf("%s: %v", name, err)
			}
		})
	}
	eventually(c.t, "all workers are there", func() bool { return len(c.offers()) == workers })
	return conns
}

// right is the result of a submission that is accepted on all its tests.
func right(e grade.Entry, o grade.Options) grade.Submission {
	s := grade.Blank(e, o.TimeLimit)
	s.Verdict, s.Expected, s.Tests = problem.AC, true, nil
	for _, t := range e.Tests {
		s.Tests = append(s.Tests, grade.Test{
			Name: t.Name, Verdict: problem.AC, Expected: true, CPU: time.Millisecond, Wall: time.Millisecond,
			Memory: 1 << 20, InputFile: t.Input,
		})
	}
	return s
}

// costs are what client and server have spent on a run.
type costs struct{ clock, client, server time.Duration }

// run has a package of so many submissions and tests judged, which the server has seen before.
func (c *cluster) run(b *testing.B, server *process, pack string) costs {
	b.Helper()
	c.pack = pack
	start, before := time.Now(), cpuOf(b, server)
	client := c.ask()
	accepted(b, client)
	return costs{time.Since(start), client.spent(), cpuOf(b, server) - before}
}

// BenchmarkCosts is what client and server spend on a submission and on a test of it, in CPU time: the differences
// between runs of few and many submissions, with few and many tests, on workers that answer at once.
func BenchmarkCosts(b *testing.B) {
	c, server := startCluster(b, "")
	c.pretend(4, 0)
	few, many := [2]int{40, 1}, [2]int{400, 250} // submissions, tests
	packs := make(map[[2]int]string)
	for _, submissions := range []int{few[0], many[0]} {
		for _, tests := range []int{few[1], many[1]} {
			size := [2]int{submissions, tests}
			packs[size] = filepath.Join(c.dir, fmt.Sprintf("copy-%d-%d", submissions, tests))
			writeCopies(b, packs[size], submissions, tests)
			c.run(b, server, packs[size]) // sends it
		}
	}
	var clock, clientTest, serverTest, clientSubmission, serverSubmission samples
	for b.Loop() {
		spent := make(map[[2]int]costs)
		for size, pack := range packs {
			spent[size] = c.run(b, server, pack)
		}
		each := func(of func(costs) time.Duration, test, submission *samples) {
			at := func(i, k [2]int) float64 { return float64(of(spent[[2]int{i[0], k[1]}]).Microseconds()) }
			more := float64(many[0] - few[0])
			perTest := (at(many, many) - at(few, many) - at(many, few) + at(few, few)) / more / float64(many[1]-few[1])
			test.add(perTest)
			submission.add((at(many, few)-at(few, few))/more - perTest*float64(few[1]))
		}
		each(func(c costs) time.Duration { return c.client }, &clientTest, &clientSubmission)
		each(func(c costs) time.Duration { return c.server }, &serverTest, &serverSubmission)
		each(func(c costs) time.Duration { return c.clock }, new(samples), &clock)
		b.Logf("%v; load %s", spent, load(b))
	}
	clientSubmission.report(b, "client-µs/submission")
	serverSubmission.report(b, "server-µs/submission")
	clientTest.report(b, "client-µs/test")
	serverTest.report(b, "server-µs/test")
	clock.report(b, "clock-µs/submission")
}

// BenchmarkFeed is how well one server keeps 200 workers busy that sleep for five seconds instead of judging: the time
// of a run to that without any server, and what the server spends meanwhile and while nobody asks for anything.
func BenchmarkFeed(b *testing.B) {
	const workers, rounds, takes = 200, 2, 5 * time.Second
	c, server := startCluster(b, "")
	c.pretend(workers, takes)
	pack := filepath.Join(c.dir, "copy")
	writeCopies(b, pack, workers*rounds, 10)
	c.run(b, server, pack) // sends it
	var slower, busy, idle samples
	for b.Loop() {
		spent := c.run(b, server, pack)
		slower.add(float64(spent.clock) / float64(rounds*takes))
		busy.add(spent.server.Seconds() / spent.clock.Seconds())
		start, before := time.Now(), cpuOf(b, server)
		<-time.After(rounds * takes)
		idle.add((cpuOf(b, server) - before).Seconds() / time.Since(start).Seconds())
		b.Logf("%v; load %s", spent, load(b))
	}
	slower.report(b, "time/ideal")
	busy.report(b, "server-cores")
	idle.report(b, "idle-server-cores")
}

// BenchmarkMost is how many submissions a second go through one server when 200 workers answer at once. They share this
// machine with it.
func BenchmarkMost(b *testing.B) {
	const workers, submissions = 200, 2000
	c, server := startCluster(b, "")
	c.pretend(workers, 0)
	pack := filepath.Join(c.dir, "copy")
	writeCopies(b, pack, submissions, 10)
	c.run(b, server, pack) // sends it
	var rate, each samples
	for b.Loop() {
		spent := c.run(b, server, pack)
		rate.add(submissions / spent.clock.Seconds())
		each.add(float64(spent.server.Microseconds()) / submissions)
		b.Logf("%v; load %s", spent, load(b))
	}
	rate.report(b, "submissions/s")
	each.report(b, "server-µs/submission")
}
