// Package server is a NATS server with JetStream inside this program, for those who run none.
package server

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strconv"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"dlxjudge/judge/cluster/wire"
)

// Options are how a server is started.
type Options struct {
	Listen string // address, "127.0.0.1:4222"; port 0 takes any
	Store  string // folder of the streams
	Keys   string // folder that Init made
	Pace   wire.Pace
}

// Server is a running server.
type Server struct {
	nats *server.Server
}

// Start starts a server, and makes the streams of a cluster in it. It knows the keys of Init and nobody else.
func Start(ctx context.Context, o Options) (*Server, error) {
	host, port, err := net.SplitHostPort(o.Listen)
	if err != nil {
		return nil, fmt.Errorf("%s: an address is a host and a port, such as 127.0.0.1:4222: %w", o.Listen, err)
	}
	number, err := strconv.Atoi(port)
	if err != nil || number < 0 || number > 65535 {
		return nil, fmt.Errorf("%s: a port is a number from 0 to 65535", o.Listen)
	}
	if number == 0 {
		number = server.RANDOM_PORT
	}
	users, err := roles(o.Keys)
	if err != nil {
		return nil, err
	}
	options := &server.Options{
		Host: host, Port: number, JetStream: true, StoreDir: o.Store, NoSigs: true, NoLog: true, Nkeys: users,
		// What was acknowledged is on the disk: by default it may be lost with the power.
		SyncAlways: true, SyncInterval: 2 * time.Minute, MaxPayload: 1 << 20,
	}
	s, err := server.NewServer(options)
	if err != nil {
		return nil, err
	}
	s.Start()
	if !s.ReadyForConnections(30 * time.Second) {
		s.Shutdown()
		return nil, errors.New("the server does not start within 30 seconds")
	}
	started := &Server{nats: s}
	if err := started.prepare(ctx, o); err != nil {
		started.Stop()
		return nil, err
	}
	return started, nil
}

// prepare makes the streams, over a connection inside this process.
func (s *Server) prepare(ctx context.Context, o Options) error {
	identity, err := operator(o.Keys)
	if err != nil {
		return err
	}
	nc, err := nats.Connect("", nats.InProcessServer(s.nats), identity)
	if err != nil {
		return err
	}
	defer nc.Close()
	js, err := jetstream.New(nc)
	if err != nil {
		return err
	}
	return wire.Ensure(ctx, js, o.Pace)
}

// URL is where the server listens.
func (s *Server) URL() string { return s.nats.ClientURL() }

// Stop ends the server. What it has acknowledged stays in its store.
func (s *Server) Stop() {
	s.nats.Shutdown()
	s.nats.WaitForShutdown()
}
