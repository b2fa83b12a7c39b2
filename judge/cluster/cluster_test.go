//go:build linux

package main

import (
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/nats-io/nats.go/jetstream"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/execute/sandbox/backend"
	"dlxjudge/judge/spread/server"
	"dlxjudge/judge/spread/wire"
)

// cluster consists of a server, workers and clients, each a process, that judge the package of writePackage.
type cluster struct {
	t       testing.TB
	dir     string // of everything
	pack    string // folder of the package
	tag     string // argument of the package's programs
	address string // where the server listens
	direct  string // URLs of the servers, without a proxy
	roles   string // folder of the roles' keys
	at      string // what workers and clients connect to
	env     []string
	started int      // how many programs it has started
	within  []string // command that starts its programs in a namespace; nil for none
}

// newCluster starts a server for the package of writePackage.
func newCluster(t *testing.T) (*cluster, *process) {
	t.Helper()
	judgetest.Long(t, "it lets a cluster of several processes judge eleven submissions, with a fault; TestStory "+
		"does so with two")
	t.Parallel() // a test mostly waits
	c, s := startCluster(t, "test")
	writePackage(t, c.pack, c.tag, 30*time.Millisecond, "")
	return c, s
}

// startCluster starts a server. Its programs use the named pace.
func startCluster(t testing.TB, pace string) (*cluster, *process) {
	t.Helper()
	c := prepareCluster(t, pace)
	c.address = freeAddresses(t, 1)[0]
	c.direct = "nats://" + c.address
	c.at = c.direct
	c.roles = filepath.Join(c.dir, "keys")
	judgetest.Check(t, server.Init(c.roles))
	return c, c.serve("store")
}

// prepareCluster prepares everything but servers and keys.
func prepareCluster(t testing.TB, pace string) *cluster {
	t.Helper()
	box, err := backend.Open(t.Context(), sandbox.Options{})
	judgetest.Check(t, err)
	defer box.Close()
	if why := box.Warning(); why != "" {
		t.Skip("workers do not run where programs are not contained: ", why)
	}
	c := &cluster{t: t, dir: t.TempDir(), tag: fmt.Sprintf("tag-%d-%d", os.Getpid(), time.Now().UnixNano())}
	c.pack = filepath.Join(c.dir, "twice")
	c.env = []string{paceName + "=" + pace, "JUDGE_VERDICTS=off", "PATH=" + c.tools()}
	return c
}

// serve starts a server on the named store, and waits until it is ready.
func (c *cluster) serve(store string) *process {
	c.t.Helper()
	p := c.spawn("server", "serve", "--listen", c.address, "--store", filepath.Join(c.dir, store), "--keys",
		c.roles)
	p.eventually("it listens", func() bool {
		nc, err := net.Dial("tcp", c.address)
		if err == nil {
			nc.Close()
		}
		return err == nil
	})
	return p
}

// work starts a worker with the given name, and with its own cache and store.
func (c *cluster) work(name string) *process {
	c.t.Helper()
	return c.spawn(name, "worker", "--at", c.at, "--keys", c.keys(wire.Worker), "--name", name, "--jobs", "1",
		"--store", c.storeOf(name))
}

// storeOf returns the folder where a worker keeps fetched files.
func (c *cluster) storeOf(name string) string { return filepath.Join(c.dir, name, "store") }

// ask starts a client that has the package judged.
func (c *cluster) ask(args ...string) *process {
	c.t.Helper()
	run := []string{"run", "--at", c.at, "--keys", c.keys(wire.Client), "--package", c.pack, "--json", c.document()}
	return c.spawn("client", append(run, args...)...)
}

// document returns the file with the client's results.
func (c *cluster) document() string { return filepath.Join(c.dir, "results.json") }

func (c *cluster) keys(role string) string { return filepath.Join(c.roles, role) }

// spawn starts a command of the cluster under the given name. Its own folders prevent it from using what another
// program has built or judged.
func (c *cluster) spawn(name string, args ...string) *process {
	c.t.Helper()
	home := filepath.Join(c.dir, name)
	env := append(slices.Clone(c.env), "XDG_CACHE_HOME="+filepath.Join(home, "cache"), "TMPDIR="+filepath.Join(home,
		"temp"))
	judgetest.Check(c.t, os.MkdirAll(filepath.Join(home, "temp"), 0o700))
	c.started++
	program, err := exec.LookPath("cluster")
	judgetest.Check(c.t, err)
	command := append(append(slices.Clone(c.within), program), args...)
	return spawn(c.t, name, filepath.Join(home, fmt.Sprint("output", c.started)), env, command[0], command[1:]...)
}

// tools returns a folder with only a C compiler. Workers ask each language that they find for its version, which takes
// long on a machine with many.
func (c *cluster) tools() string {
	dir := filepath.Join(c.dir, "tools")
	if _, err := os.Stat(dir); err == nil {
		return dir
	}
	judgetest.Check(c.t, os.Mkdir(dir, 0o755))
	for _, name := range []string{"gcc", "as", "ld"} {
		path, err := exec.LookPath(name)
		if err != nil {
			c.t.Skip("the programs that it judges are in C: ", err)
		}
		judgetest.Check(c.t, os.Symlink(path, filepath.Join(dir, name)))
	}
	return dir
}

// busy waits until a worker runs a program.
func (c *cluster) busy(worker *process) {
	c.t.Helper()
	worker.eventually("it runs a program", func() bool { return len(programs(c.tag, worker.cmd.Process.Pid)) > 0 })
}

// asAlone waits for the client to end, and checks that its results equal those of one machine and that no work is left.
func (c *cluster) asAlone(client *process) {
	c.t.Helper()
	want, wantStatus := alone(c.t, c.pack)
	status := client.status()
	text, err := os.ReadFile(c.document())
	if err != nil {
		c.t.Fatalf("the client ended with %d and without results: %v", status, err)
	}
	if diff := cmp.Diff(want, timeless(c.t, text, c.pack)); diff != "" {
		c.t.Errorf("the results differ from those of one machine (-one machine +cluster):\n%s", diff)
	}
	if status != wantStatus {
		c.t.Errorf("the client ended with %d, judging on one machine with %d", status, wantStatus)
	}
	c.nothingWaits()
}

// nothingWaits waits until no work is left at the server.
func (c *cluster) nothingWaits() {
	c.t.Helper()
	eventually(c.t, "no work is left", func() bool { return c.state(wire.WorkStream).Msgs == 0 })
}

// results returns how many results the server has taken so far, of all runs. A client purges those of its run when it
// ends.
func (c *cluster) results() int { return int(c.state(wire.ResultStream).LastSeq) }

// state returns the state of a stream.
func (c *cluster) state(stream string) (state jetstream.StreamState) {
	c.t.Helper()
	c.look(func(ctx context.Context, conn *wire.Conn) {
		s, err := conn.JS.Stream(ctx, stream)
		judgetest.Check(c.t, err)
		state = s.CachedInfo().State
	})
	return state
}

// look connects as a client, without a proxy.
func (c *cluster) look(with func(context.Context, *wire.Conn)) {
	c.t.Helper()
	conn, err := wire.Dial(c.t.Context(), c.direct, c.keys(wire.Client), wire.Client, "test", testPace)
	judgetest.Check(c.t, err)
	defer conn.Close()
	with(c.t.Context(), conn)
}

// offers returns the offers of live workers.
func (c *cluster) offers() (offers []wire.Offer) {
	c.t.Helper()
	c.look(func(ctx context.Context, conn *wire.Conn) {
		var err error
		offers, err = conn.Offers(ctx)
		judgetest.Check(c.t, err)
	})
	return offers
}
