// Package clustertest starts a server and an unreliable network for the tests of a cluster. Only tests import this
// package.
package clustertest

import (
	"path/filepath"
	"strings"
	"testing"

	nats "github.com/nats-io/nats-server/v2/server"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/spread/server"
	"dlxjudge/judge/spread/wire"
)

// Server is a server on this machine. It has keys of its own, and ends with the test.
type Server struct {
	*server.Server
	Options server.Options
	At      string // where Dial connects to
	pace    wire.Pace
	t       testing.TB
}

// Start starts a server with a new store.
func Start(t testing.TB, pace wire.Pace) *Server {
	t.Helper()
	dir := t.TempDir()
	s := &Server{t: t, pace: pace, Options: server.Options{Listen: "127.0.0.1:0",
		Store: filepath.Join(dir, "store"), Keys: filepath.Join(dir, "keys")}}
	judgetest.Check(t, server.Init(s.Options.Keys))
	started, err := server.Start(s.Options)
	judgetest.Check(s.t, err)
	s.Server = started
	s.At = s.URL()
	s.Options.Listen = strings.TrimPrefix(s.URL(), "nats://")
	t.Cleanup(func() { s.Stop() })
	return s
}

// Keys returns the folder with the key of a role.
func (s *Server) Keys(role string) string { return filepath.Join(s.Options.Keys, role) }

// Replace starts a user's own NATS server, which admits the same keys, for later connections.
func (s *Server) Replace(maxPayload int32) {
	s.t.Helper()
	keys, err := server.Keys(s.Options.Keys)
	judgetest.Check(s.t, err)
	o := &nats.Options{Host: "127.0.0.1", Port: nats.RANDOM_PORT, NoSigs: true, NoLog: true, JetStream: true,
		StoreDir: s.t.TempDir(), MaxPayload: maxPayload}
	for _, k := range keys {
		o.Nkeys = append(o.Nkeys, &nats.NkeyUser{Nkey: k.Public})
	}
	own, err := nats.NewServer(o)
	judgetest.Check(s.t, err)
	own.Start()
	s.t.Cleanup(func() { own.Shutdown(); own.WaitForShutdown() })
	s.At = own.ClientURL()
}

// Dial connects in a role. The connection ends with the test.
func (s *Server) Dial(role string) *wire.Conn {
	s.t.Helper()
	c, err := wire.Dial(s.t.Context(), s.At, s.Keys(role), role, "test", s.pace)
	judgetest.Check(s.t, err)
	s.t.Cleanup(c.Close)
	return c
}
