//go:build linux

package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"dlxjudge/judge/cluster/server"
	"dlxjudge/judge/cluster/wire"
	"dlxjudge/judge/judgetest"
)

// The tests of this file let machines, programs and connections fail in the middle of a run. Each time the results must be those of
// one machine: none lost, none twice.

// TestWorkersFail: of three workers one is killed and one hangs, and one comes late. The one that hung goes on when its work has
// been done by another, and its answer changes nothing.
func TestWorkersFail(t *testing.T) {
	c, _ := newCluster(t)
	killed, hung, third := c.work("killed"), c.work("hung"), c.work("third")
	client := c.ask()
	c.busy(killed)
	killed.kill()
	held := c.hang(hung)
	late := c.work("late")
	eventually(t, "another worker has done "+held, func() bool {
		return wentOn(third, held) || wentOn(late, held) || c.results() == submissions
	})
	before := len(hung.said())
	hung.signal(syscall.SIGCONT)
	hung.says(regexp.QuoteMeta(held)+": (another worker was first|the run was cancelled)", before)
	c.asAlone(client)
	if n := c.results(); n != submissions {
		t.Errorf("the server has %d results, want %d", n, submissions)
	}
}

// wentOn reports whether a worker has taken work, and other work after it.
func wentOn(worker *process, work string) bool {
	_, after, taken := strings.Cut(worker.said(), work+": taken\n")
	return taken && strings.Contains(after, ": taken\n")
}

// takenLast matches what a worker says when the last that it has done is to take work.
var takenLast = regexp.MustCompile(`(\S+/\S+ of run \S+): taken\n$`)

// hang stops a worker in the middle of work, and returns the work's name.
func (c *cluster) hang(worker *process) (work string) {
	c.t.Helper()
	worker.eventually("it hangs with work", func() bool {
		c.busy(worker)
		worker.signal(syscall.SIGSTOP)
		if m := takenLast.FindStringSubmatch(worker.said()); m != nil {
			work = m[1]
			return true
		}
		worker.signal(syscall.SIGCONT)
		return false
	})
	return work
}

// TestServerKilled: the server is killed and started again on its store.
func TestServerKilled(t *testing.T) { serverKilled(t, "store") }

// TestServerEmpty: the server is killed and started again, and has forgotten everything.
func TestServerEmpty(t *testing.T) { serverKilled(t, "other") }

func serverKilled(t *testing.T, store string) {
	c, first := newCluster(t)
	one, two := c.work("one"), c.work("two")
	client := c.ask()
	c.busy(one)
	c.busy(two)
	first.kill()
	c.serve(store)
	c.asAlone(client)
}

// TestClientKilled: a client that was killed is followed by one that goes on with its run.
func TestClientKilled(t *testing.T) {
	c, _ := newCluster(t)
	one := c.work("one")
	client := c.ask()
	c.busy(one)
	client.kill()
	if _, err := os.Stat(c.document()); !errors.Is(err, fs.ErrNotExist) {
		t.Fatalf("the client was killed too late: %v", err)
	}
	c.asAlone(c.ask("--resume"))
}

// TestBadNetwork: connections are slow, are cut in the middle of messages, and stand still for longer than a worker may be silent.
func TestBadNetwork(t *testing.T) {
	c, _ := newCluster(t)
	network := &proxy{target: c.address, least: 100 << 10}
	network.delay.Store(int64(10 * time.Millisecond))
	c.at = "nats://" + network.start(t)
	one := c.work("one")
	c.work("two")
	client := c.ask()
	c.busy(one)
	network.stop(testPace.AckWait * 3 / 2)
	c.asAlone(client)
	if cuts := network.cuts.Load(); cuts < 3 {
		t.Errorf("only %d connections were cut", cuts)
	}
}

// TestFarAway: whatever a worker asks takes more than a second to be answered. What it is given is not lost meanwhile.
func TestFarAway(t *testing.T) {
	c, _ := newCluster(t)
	near := c.at
	network := &proxy{target: c.address}
	c.at = "nats://" + network.start(t)
	far := c.work("far")
	far.says("takes work", 0)
	network.delay.Store(int64(1100 * time.Millisecond))
	c.at = near
	client := c.ask("twice/accepted/right1.c")
	if status := client.status(); status != 0 {
		t.Errorf("the client ended with %d:\n%s", status, judgetest.Read(t, filepath.Join(client.dir, "stdout")))
	}
}

// TestCancelled: Ctrl-C at the client ends the work everywhere, and the rows say how far it came.
func TestCancelled(t *testing.T) {
	c, _ := newCluster(t)
	writePackage(t, c.pack, c.tag, 500*time.Millisecond) // so that no submission is done between progress and Ctrl-C
	one, two := c.work("one"), c.work("two")
	watched := c.watchProgress()
	client := c.ask()
	c.busy(one)
	c.busy(two)
	select {
	case <-watched:
	case <-time.After(patience):
		t.Fatal("no progress")
	}
	client.signal(syscall.SIGINT)
	if status := client.status(); status != 130 {
		t.Errorf("the client ended with %d, want 130", status)
	}
	rows := judgetest.Read(t, filepath.Join(client.dir, "stdout"))
	if !strings.Contains(rows, "INTERRUPTED") || !regexp.MustCompile(`interrupted after \d+/10`).MatchString(rows) {
		t.Errorf("the client's rows:\n%s", rows)
	}
	eventually(t, "the workers have stopped their programs", func() bool { return len(programs(c.tag, 0)) == 0 })
	eventually(t, "the workers have no work", func() bool { return len(c.working()) == 0 })
	c.nothingWaits()
	if status := c.ask("twice/accepted/right1.c").status(); status != 0 {
		t.Errorf("the workers are not as good as before: the next client ended with %d", status)
	}
}

// watchProgress returns a channel that is closed when a submission has told twice of its tests: then a client that listens has heard
// of the first.
func (c *cluster) watchProgress() <-chan struct{} {
	c.t.Helper()
	conn, err := wire.Dial(c.t.Context(), "nats://"+c.address, c.keys(server.Operator), "test", testPace)
	judgetest.Check(c.t, err)
	c.t.Cleanup(conn.Close)
	told, heard := make(map[string]int), make(chan struct{})
	_, err = conn.NC.Subscribe("judge.progress.>", func(msg *nats.Msg) {
		p, err := wire.Decode[wire.Progress](msg.Data)
		if err != nil || p.Step != "judging" {
			return
		}
		if told[msg.Subject]++; told[msg.Subject] == 2 {
			select {
			case <-heard:
			default:
				close(heard)
			}
		}
	})
	judgetest.Check(c.t, err)
	judgetest.Check(c.t, conn.NC.Flush())
	return heard
}

// working are the workers that say that they have work.
func (c *cluster) working() (names []string) {
	for _, offer := range c.offers() {
		if offer.Work != "" {
			names = append(names, offer.Machine.Worker)
		}
	}
	return names
}
