package wire_test

import (
	"context"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nkeys"

	"dlxjudge/judge/base/judgetest"
	cluster "dlxjudge/judge/spread/server"
	"dlxjudge/judge/spread/wire"
)

// start starts a server with keys for some hosts; for loopback, without TLS, if there are none.
func start(t *testing.T, hosts ...string) (at, keys string) {
	t.Helper()
	keys = filepath.Join(t.TempDir(), "keys")
	judgetest.Check(t, cluster.Init(keys, hosts...))
	s, err := cluster.Start(cluster.Options{Listen: "127.0.0.1:0", Store: t.TempDir(), Keys: keys})
	judgetest.Check(t, err)
	t.Cleanup(s.Stop)
	return s.URL(), filepath.Join(keys, wire.Client)
}

// TestDial: each role connects, with TLS and without.
func TestDial(t *testing.T) {
	for name, hosts := range map[string][]string{"plain": nil, "TLS": {"localhost", "127.0.0.1"}} {
		t.Run(name, func(t *testing.T) {
			at, keys := start(t, hosts...)
			for _, role := range wire.Roles {
				c, err := wire.Dial(t.Context(), at, filepath.Join(keys, "..", role), role, "test", wire.DefaultPace)
				judgetest.Check(t, err)
				if _, err := c.NC.TLSConnectionState(); (err == nil) != (hosts != nil) {
					t.Errorf("the connection of the %s: %v", role, err)
				}
				if others := c.NC.DiscoveredServers(); len(others) > 0 {
					t.Errorf("the server names addresses that its certificate may not be for: %v", others)
				}
				c.Close()
			}
		})
	}
}

// TestDialRefused: a refused connection gives the reason and what would help, in a sentence.
func TestDialRefused(t *testing.T) {
	plain, plainKeys := start(t)
	secure, secureKeys := start(t, "127.0.0.1")
	_, otherKeys := start(t, "127.0.0.1", "localhost")
	port := secure[strings.LastIndex(secure, ":"):]
	spoilt := t.TempDir()
	judgetest.Write(t, filepath.Join(spoilt, wire.KeyFile), "no key\n")
	pipe := t.TempDir()
	judgetest.Check(t, syscall.Mkfifo(filepath.Join(pipe, wire.KeyFile), 0o600))
	spoiltCA := t.TempDir()
	judgetest.Write(t, filepath.Join(spoiltCA, wire.KeyFile), judgetest.Read(t, filepath.Join(plainKeys, wire.KeyFile)))
	judgetest.Write(t, filepath.Join(spoiltCA, wire.CAFile), "no certificate\n")
	withoutCA := t.TempDir()
	judgetest.Write(t, filepath.Join(withoutCA, wire.KeyFile), judgetest.Read(t, filepath.Join(secureKeys,
		wire.KeyFile)))
	for name, test := range map[string]struct{ at, keys, want string }{
		"no server": {"nats://127.0.0.1:" + freePort(t), plainKeys,
			"no server listens at nats://127.0.0.1:"},
		"no such host": {"nats://nowhere.invalid:4222", plainKeys,
			"no such host; check the address"},
		"no URL": {"127.0.0.1:4222", plainKeys,
			`"127.0.0.1:4222": name a cluster as nats://HOST:PORT`},
		"a web page": {"https://127.0.0.1:4222", plainKeys, "name a cluster as nats://HOST:PORT"},
		"no folder": {plain, filepath.Join(spoilt, "none"),
			"none/key.nk: no such file or directory; give --keys"},
		"another role's key": {plain, filepath.Join(plainKeys, "..", wire.Worker),
			`this is a "worker" key, but a client needs its own`},
		"no key":                  {plain, spoilt, "key.nk: not a NATS user key; copy it again"},
		"a pipe":                  {plain, pipe, "key.nk: a FIFO, not a regular file"},
		"another's key":           {plain, withoutCA, "does not know the key in " + withoutCA},
		"no certificate":          {plain, spoiltCA, "failed to parse root certificate"},
		"TLS wanted, plain there": {plain, secureKeys, "does not speak TLS, which is required"},
		"another's CA":            {secure, otherKeys, "the certificate of " + secure + " is not that in " + otherKeys},
		"no CA":                   {secure, withoutCA, "is not that in " + withoutCA},
		"another name":            {"tls://localhost" + port, secureKeys, "localhost; check the address"},
		"silence":                 {"nats://" + silent(t), plainKeys, "timeout; check the address"},
		"no JetStream":            {bare(t, plainKeys, false), plainKeys, "this server runs without JetStream"},
	} {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			defer cancel()
			c, err := wire.Dial(ctx, test.at, test.keys, wire.Client, "test", wire.DefaultPace)
			if err == nil {
				c.Close()
			}
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v\nwant %s", err, test.want)
			}
		})
	}
}

// TestDialOffLoopback: Dial refuses a server without TLS if others could read the traffic, whoever runs it.
func TestDialOffLoopback(t *testing.T) {
	keys := filepath.Join(t.TempDir(), "keys")
	judgetest.Check(t, cluster.Init(keys))
	client := filepath.Join(keys, wire.Client)
	at := bare(t, client, true)
	address := outside(t)
	port := at[strings.LastIndex(at, ":"):]
	_, err := wire.Dial(t.Context(), "nats://"+address+port, client, wire.Client, "test", wire.DefaultPace)
	if err == nil || !strings.Contains(err.Error(), "does not speak TLS") {
		t.Errorf("at %s: %v", address, err)
	}
	c, err := wire.Dial(t.Context(), at, client, wire.Client, "test", wire.DefaultPace)
	judgetest.Check(t, err) // over loopback; it has made the streams, too
	c.Close()
}

func freePort(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	judgetest.Check(t, err)
	defer l.Close()
	_, port, err := net.SplitHostPort(l.Addr().String())
	judgetest.Check(t, err)
	return port
}

// silent accepts connections and sends nothing.
func silent(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	judgetest.Check(t, err)
	t.Cleanup(func() { l.Close() })
	return l.Addr().String()
}

// bare starts a user's NATS server on all addresses, without TLS, admitting one key. It returns the address.
func bare(t *testing.T, keys string, store bool) string {
	t.Helper()
	seed, err := os.ReadFile(filepath.Join(keys, wire.KeyFile))
	judgetest.Check(t, err)
	pair, err := nkeys.ParseDecoratedUserNKey(seed)
	judgetest.Check(t, err)
	public, err := pair.PublicKey()
	judgetest.Check(t, err)
	s, err := server.NewServer(&server.Options{
		Host: "0.0.0.0", Port: server.RANDOM_PORT, NoSigs: true, NoLog: true, JetStream: store, StoreDir: t.TempDir(),
		Nkeys: []*server.NkeyUser{{Nkey: public}},
	})
	judgetest.Check(t, err)
	s.Start()
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	_, port, err := net.SplitHostPort(s.Addr().String())
	judgetest.Check(t, err)
	return "nats://127.0.0.1:" + port
}

// outside returns an address of this machine that is not loopback.
func outside(t *testing.T) string {
	t.Helper()
	addresses, err := net.InterfaceAddrs()
	judgetest.Check(t, err)
	for _, address := range addresses {
		if network, ok := address.(*net.IPNet); ok && network.IP.IsGlobalUnicast() && network.IP.To4() != nil {
			return network.IP.String()
		}
	}
	t.Skip("this machine has loopback alone")
	return ""
}
