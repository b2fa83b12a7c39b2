package clustertest

import (
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	nats "github.com/nats-io/nats-server/v2/server"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/spread/server"
	"dlxjudge/judge/spread/wire"
)

// Three are three NATS servers of one cluster on this machine, as somebody runs who needs no cluster serve: each with
// the accounts of server.Config, and with routes to the others over networks that a test can cut.
type Three struct {
	Keys    string    // folder of the roles' keys
	Configs [3]string // files of nats-server
	URLs    [3]string // where clients connect
	between [3][3]*Network
}

// NewThree writes the configurations. It starts nothing.
func NewThree(t testing.TB) *Three {
	t.Helper()
	dir := t.TempDir()
	three := &Three{Keys: filepath.Join(dir, "keys")}
	judgetest.Check(t, server.Init(three.Keys))
	accounts, err := server.Config(three.Keys)
	judgetest.Check(t, err)
	judgetest.Write(t, filepath.Join(dir, "judge.conf"), accounts)
	free := FreeAddresses(t, 6)
	clients, routes := free[:3], free[3:]
	for i := range 3 {
		three.URLs[i] = "nats://" + clients[i]
	}
	for i := range 3 {
		var others []string
		for j := range 3 {
			if i != j {
				three.between[i][j] = Between(t, routes[j])
				others = append(others, strings.Replace(three.between[i][j].URL(), "nats:", "nats-route:", 1))
			}
		}
		three.Configs[i] = filepath.Join(dir, fmt.Sprintf("server%d.conf", i))
		// The others know of a server by the routes above alone: what it advertises leads nowhere.
		judgetest.Write(t, three.Configs[i], fmt.Sprintf(`server_name: server%d
listen: %q
jetstream: {store_dir: %q, max_file: 40GB, max_mem: 256MB}
cluster: {name: three, listen: %q, advertise: "127.0.0.1:1", no_advertise: true, routes: [%s]}
include "judge.conf"
`, i, clients[i], filepath.Join(dir, fmt.Sprintf("store%d", i)), routes[i], strings.Join(others, ", ")))
	}
	return three
}

// At names all three, as programs are told of them.
func (three *Three) At() string { return strings.Join(three.URLs[:], ",") }

// Lonely cuts one of them off from the others, until Together. Its clients still reach it.
func (three *Three) Lonely(i int) {
	for j := range 3 {
		if i != j {
			three.between[i][j].Dark()
			three.between[j][i].Dark()
		}
	}
}

// Together ends what Lonely did.
func (three *Three) Together(i int) {
	for j := range 3 {
		if i != j {
			three.between[i][j].Light()
			three.between[j][i].Light()
		}
	}
}

// Start starts all three in this process, and attends them, until the test ends.
func (three *Three) Start(t testing.TB, pace wire.Pace) {
	t.Helper()
	for i := range 3 {
		three.Run(t, i)
	}
	three.Attend(t, pace)
}

// Attend makes the streams, as soon as the servers have elected a leader, and then consumers until the test ends.
func (three *Three) Attend(t testing.TB, pace wire.Pace) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); ; {
		stop, err := server.Attend(t.Context(), three.At(), filepath.Join(three.Keys, server.Operator), 0, pace)
		if err == nil {
			t.Cleanup(stop)
			return
		}
		if time.Now().After(deadline) {
			t.Fatal(err)
		}
	}
}

// Run runs one of the servers in this process, until the test ends.
func (three *Three) Run(t testing.TB, i int) {
	t.Helper()
	s, err := run(three.Configs[i], true)
	judgetest.Check(t, err)
	t.Cleanup(func() {
		s.Shutdown()
		s.WaitForShutdown()
	})
}

// run starts a server, which logs to standard error unless it is to be quiet.
func run(config string, quiet bool) (*nats.Server, error) {
	options, err := nats.ProcessConfigFile(config)
	if err != nil {
		return nil, err
	}
	options.NoSigs, options.NoLog, options.Logtime = true, quiet, true
	s, err := nats.NewServer(options)
	if err != nil {
		return nil, err
	}
	s.ConfigureLogger()
	s.Start()
	if !s.ReadyForConnections(time.Minute) {
		return nil, fmt.Errorf("%s: the server is not ready", config)
	}
	return s, nil
}

// Serve is the program of a server, for tests that kill it. It logs to standard error.
func Serve(config string) {
	s, err := run(config, false)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	s.WaitForShutdown()
}

// Dial connects in a role, until the test ends.
func (three *Three) Dial(t testing.TB, role string, pace wire.Pace) *wire.Conn {
	t.Helper()
	c, err := wire.Dial(t.Context(), three.At(), filepath.Join(three.Keys, role), "test", pace)
	judgetest.Check(t, err)
	t.Cleanup(c.Close)
	return c
}

// FreeAddresses are some of this machine where nobody listens, so that a server can be started there more than once.
// Their ports are below those that systems choose themselves, which a connection of another test could have meanwhile.
func FreeAddresses(t testing.TB, count int) (free []string) {
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
