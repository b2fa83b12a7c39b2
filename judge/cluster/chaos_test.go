//go:build linux

package main

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/spread/clustertest"
	"dlxjudge/judge/spread/wire"
)

// In these tests, machines, programs and connections fail in the middle of a run. The results must always be those of
// one machine: none lost, none duplicated. Failures depend on the messages that have passed, never on speed.

// TestWorkersFail kills one worker and stops another in the middle of their work, and starts a third. The stopped
// worker continues after another did its work; its answer changes nothing.
func TestWorkersFail(t *testing.T) {
	c, _ := newCluster(t)
	near := c.at
	networkOf := func(kind string) (*clustertest.Network, <-chan struct{}) {
		n := clustertest.Between(t, c.address)
		c.at = n.URL()
		return n, n.HoldAt(kind, 1)
	}
	_, judged := networkOf(resultMessage)
	killed := c.work("killed")
	line, begun := networkOf("PUB judge.progress.")
	hung := c.work("hung")
	c.at = near
	client := c.ask()
	c.wait("the first worker has judged", judged)
	killed.kill()
	c.wait("the second worker judges", begun)
	hung.signal(syscall.SIGSTOP)
	taken := regexp.MustCompile(`(\S+/\S+ of run \S+): taken\n`).FindAllStringSubmatch(hung.stderr(), -1)
	held := taken[len(taken)-1][1]
	line.Cut() // drops what it sent meanwhile
	line.Release()
	third := c.work("third")
	eventually(t, "another worker has done "+held, func() bool {
		return tookMore(third, held) || c.results() == submissions
	})
	before := len(hung.stderr())
	hung.signal(syscall.SIGCONT)
	hung.waitFor(regexp.QuoteMeta(held)+": (another worker was first|the run was cancelled)", before)
	c.asAlone(client)
	if n := c.results(); n != submissions {
		t.Errorf("the server has %d results, want %d", n, submissions)
	}
}

// The prefixes of messages with work and with results. There is at least one of each for every submission.
const (
	askMessage    = "PUB judge.work."
	resultMessage = "PUB judge.result."
)

// wait waits for the network to close a channel.
func (c *cluster) wait(what string, is <-chan struct{}) {
	c.t.Helper()
	select {
	case <-is:
	case <-time.After(patience):
		c.t.Fatalf("not within %v: %s", patience, what)
	}
}

// tookMore reports whether a worker has taken work, and then more work.
func tookMore(worker *process, work string) bool {
	_, after, taken := strings.Cut(worker.stderr(), work+": taken\n")
	return taken && strings.Contains(after, ": taken\n")
}

// TestKeyWithdrawn withdraws the key of one of two workers in the middle of its work. That worker ends, and the other
// does the work. A client whose key is withdrawn ends as well.
func TestKeyWithdrawn(t *testing.T) {
	c, _ := newCluster(t)
	key := func(args ...string) {
		t.Helper()
		p := c.spawn("key", append(append([]string{"key"}, args...), "--keys", c.roles)...)
		stdout := func() string { return judgetest.Read(t, filepath.Join(p.dir, "stdout")) }
		if status := p.status(); status != 0 || !strings.Contains(stdout(), "the server has loaded the change") {
			t.Fatalf("cluster key %v ended with %d: %s", args, status, stdout())
		}
	}
	work := func(name string) *process {
		key("add", name)
		return c.spawn(name, "worker", "--at", c.at, "--keys", c.keys(name), "--name", name, "--jobs", "1", "--store",
			c.storeOf(name))
	}
	writePackage(t, c.pack, c.tag, 100*time.Millisecond, "")
	one := work("one")
	key("add", "anna", "--role", "client")
	client := c.ask()
	c.busy(one)
	key("withdraw", "one")
	if status := one.status(); status != 3 || !strings.Contains(one.stderr(), "it was withdrawn") {
		t.Errorf("the worker ended with %d", status)
	}
	two := work("two")
	c.asAlone(client)
	writePackage(t, c.pack, c.tag, 0, "if (n == 10) sleep(3600);")
	before := len(two.stderr())
	anna := c.spawn("anna", "run", "--at", c.at, "--keys", c.keys("anna"), "--package", c.pack,
		"twice/accepted/right2.c")
	two.waitFor("right2.c of run .*: taken", before)
	key("withdraw", "anna")
	if status := anna.status(); status != 3 || !strings.Contains(anna.stderr(), "run the same command") {
		t.Errorf("the client ended with %d", status)
	}
}

// TestServerKilled kills the server and restarts it on its store. TestStory does so with an empty store.
func TestServerKilled(t *testing.T) {
	c, first := newCluster(t)
	serverKilled(c, first, "store", 4)
}

// serverKilled kills the server when it has all results before the given number, and restarts it on the named store.
func serverKilled(c *cluster, first *process, store string, number int) {
	network := clustertest.Between(c.t, c.address)
	held := network.HoldAt(resultMessage, number)
	c.at = network.URL()
	c.work("one")
	c.work("two")
	client := c.ask()
	c.wait("there are results", held)
	first.kill()
	c.serve(store)
	network.Release()
	c.asAlone(client)
}

// TestClientKilled kills a client. The same command continues its run.
func TestClientKilled(t *testing.T) {
	c, _ := newCluster(t)
	network := clustertest.Between(t, c.address)
	held := network.HoldAt(resultMessage, 2)
	c.at = network.URL()
	c.work("one")
	client := c.ask()
	c.wait("there are results", held)
	client.kill()
	network.Release()
	c.asAlone(c.ask())
}

// TestBadNetwork slows connections down, cuts them in the middle of messages, and freezes them for longer than a worker
// may be silent.
func TestBadNetwork(t *testing.T) {
	c, _ := newCluster(t)
	network := clustertest.Between(t, c.address)
	network.Delay(10 * time.Millisecond)
	const asks, answers = 2, 3
	network.CutIn(askMessage, asks)
	network.CutIn(resultMessage, answers)
	held := network.HoldAt(resultMessage, answers+2)
	c.at = network.URL()
	c.work("one")
	c.work("two")
	client := c.ask()
	c.wait("there are results", held)
	time.Sleep(testPace.AckWait * 3 / 2) // the fault itself, not a wait
	network.Release()
	c.asAlone(client)
	if cuts := network.Cuts(); cuts != asks+answers {
		t.Errorf("%d connections were cut, want %d", cuts, asks+answers)
	}
}

// TestCancelled: Ctrl-C at the client ends the work everywhere, and the rows show the progress.
func TestCancelled(t *testing.T) {
	c, _ := newCluster(t)
	const between = 300 * time.Millisecond // slow enough to report each test
	writePackage(t, c.pack, c.tag, between, "if (n > 2) sleep(3600);")
	one, two := c.work("one"), c.work("two")
	watched := c.watchProgress()
	client := c.ask("twice/accepted/")
	c.busy(one)
	c.busy(two)
	c.wait("progress", watched)
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
	writePackage(t, c.pack, c.tag, 0, "")
	if status := c.ask("twice/accepted/right1.c").status(); status != 0 {
		t.Errorf("the workers did not recover: the next client ended with %d", status)
	}
}

// watchProgress returns a channel that is closed when a submission has reported two tests. Then a listening client has
// received the first report.
func (c *cluster) watchProgress() <-chan struct{} {
	c.t.Helper()
	conn, err := wire.Dial(c.t.Context(), "nats://"+c.address, c.keys(wire.Client), wire.Client, "test", testPace)
	judgetest.Check(c.t, err)
	c.t.Cleanup(conn.Close)
	published, second := make(map[string]int), make(chan struct{})
	_, err = conn.NC.Subscribe("judge.progress.>", func(msg *nats.Msg) {
		var p wire.Progress
		if json.Unmarshal(msg.Data, &p) != nil || p.Step != "judging" {
			return
		}
		if published[msg.Subject]++; published[msg.Subject] == 2 {
			select {
			case <-second:
			default:
				close(second)
			}
		}
	})
	judgetest.Check(c.t, err)
	judgetest.Check(c.t, conn.NC.Flush())
	return second
}

// working returns the workers that report work.
func (c *cluster) working() (names []string) {
	for _, offer := range c.offers() {
		if offer.Work != "" {
			names = append(names, offer.Worker)
		}
	}
	return names
}

// TestKeyHidden: a hostile submission that knows the location of the worker's key can neither read it nor see its
// folder.
func TestKeyHidden(t *testing.T) {
	t.Parallel()
	c, _ := startCluster(t, "test")
	key := filepath.Join(c.keys(wire.Worker), wire.KeyFile)
	look := fmt.Sprintf(`if (fopen(%q, "r") || access(%q, F_OK) == 0) n = 1000;`, key, c.keys(wire.Worker))
	writePackage(t, c.pack, c.tag, 0, look)
	keepSubmissions(t, c.pack, "accepted/right1.c")
	c.work("one")
	if status := c.ask().status(); status != 0 {
		t.Errorf("a submission reads the key: the client ended with %d", status)
	}
}
