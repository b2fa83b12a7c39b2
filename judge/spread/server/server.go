// Package server is a NATS server with JetStream inside this program, for users who run none.
//
// Every connection needs a key. Each role has its permissions (permissions.go) and an account of its own (accounts.go).
// If other machines can reach the server, it accepts TLS only. Init makes keys and a certificate; Start starts a server
// that accepts only these.
package server

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"syscall"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"dlxjudge/judge/spread/wire"
)

// Options are how a server is started.
type Options struct {
	Listen   string // address, "127.0.0.1:4222"; port 0 takes any
	Store    string // folder of the streams
	Keys     string // folder that Init made
	MaxStore int64  // bytes that the streams may take; 0 for three quarters of what is free
	Pace     wire.Pace
	Say      func(line string) // hears of changes of keys; may be nil
}

// Bounds of a server besides that of its store.
const (
	mostConnections = 4096
	mostMemory      = 64 << 20 // for streams in memory: what workers say of themselves
)

// ErrFailed means that the machine of the server failed; its user made no mistake.
var ErrFailed = errors.New("the server failed")

// Server is a running server.
type Server struct {
	nats *server.Server
	cert *tls.Certificate // nil without TLS
	lock *lock
	host string
	said *complaints
	made *wire.Conn // makes the consumers that roles ask for
	keys keyring
}

// Start starts a server, and makes the streams of a cluster in it.
func Start(ctx context.Context, o Options) (*Server, error) {
	options, err := o.nats()
	if err != nil {
		return nil, err
	}
	cert, err := certificate(o.Keys)
	if err != nil {
		return nil, err
	}
	if err := admit(options.Host, cert); err != nil {
		return nil, fmt.Errorf("%s: %w", o.Listen, err)
	}
	options.TLSConfig = secured(cert)
	ring, err := openKeyring(o, cert)
	if err != nil {
		return nil, err
	}
	if err := options.ProcessConfigString(accounts(ring.known)); err != nil {
		return nil, err
	}
	held, err := hold(o.Store)
	if err != nil {
		return nil, err
	}
	if err := adopt(o.Store); err != nil {
		held.release()
		return nil, err
	}
	s := &Server{cert: cert, lock: held, host: options.Host, said: newComplaints(), keys: ring}
	if err := s.start(ctx, o, options); err != nil {
		s.Stop()
		return nil, err
	}
	return s, nil
}

// adopt moves streams that were made before there were accounts to the account of the streams.
func adopt(store string) error {
	before, now := filepath.Join(store, server.JetStreamStoreDir, server.DEFAULT_GLOBAL_ACCOUNT), filepath.Join(store,
		server.JetStreamStoreDir, streamAccount)
	if _, err := os.Lstat(now); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := os.Rename(before, now); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// nats are the options of the embedded server.
func (o Options) nats() (*server.Options, error) {
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
	if host == "" {
		host = "0.0.0.0"
	}
	return &server.Options{
		Host: host, Port: number, NoSigs: true, JetStream: true, StoreDir: o.Store,
		DontListen: true, // until the streams are there
		// Write to the disk before acknowledging; by default, a power cut loses acknowledged messages.
		SyncAlways: true, SyncInterval: 2 * time.Minute,
		MaxPayload: 1 << 20, MaxConn: mostConnections, JetStreamMaxStore: o.MaxStore, JetStreamMaxMemory: mostMemory,
	}, nil
}

// admit refuses addresses where others could read along, or for which the certificate is not valid.
func admit(host string, cert *tls.Certificate) error {
	if cert == nil {
		if wire.Loopback(host) {
			return nil
		}
		return errors.New("other machines can reach this address, so TLS is demanded, and these keys are without a " +
			"certificate; make some in a new folder with cluster serve --init --host NAME --keys DIR")
	}
	if ip := net.ParseIP(host); ip != nil && ip.IsUnspecified() {
		return nil
	}
	if err := cert.Leaf.VerifyHostname(host); err != nil {
		return fmt.Errorf("the certificate is not for this address (%w); make keys in a new folder with cluster "+
			"serve --init --host %s --keys DIR", err, host)
	}
	return nil
}

// start runs the embedded server until it answers.
func (s *Server) start(ctx context.Context, o Options, options *server.Options) error {
	var err error
	if s.nats, err = server.NewServer(options); err != nil {
		return err
	}
	s.nats.SetLogger(s.said, false, false)
	s.nats.Start()
	if err := s.refused(o); err != nil {
		return err
	}
	const startWait = 30 * time.Second
	if !s.nats.ReadyForConnections(startWait) {
		return fmt.Errorf("%w to start within %v", ErrFailed, startWait)
	}
	if err := s.prepare(ctx, o); err != nil {
		return err
	}
	s.nats.AcceptLoop(make(chan struct{})) // returns when it listens
	return s.refused(o)
}

// refused is why the server did not start or does not listen; nil if it does.
func (s *Server) refused(o Options) error {
	select {
	case err := <-s.said.fatal:
		return whyNot(err, o)
	default: // it has started, except for what runs in the background
		return nil
	}
}

// whyNot says why a server did not start.
func whyNot(err error, o Options) error {
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return fmt.Errorf("%s: another program listens there; end it, or choose another port with --listen", o.Listen)
	case errors.Is(err, syscall.EADDRNOTAVAIL):
		return fmt.Errorf("%s: no address of this machine; choose another with --listen", o.Listen)
	case errors.Is(err, syscall.EACCES):
		return fmt.Errorf("%s: not allowed to listen there; choose a port from 1024 on with --listen", o.Listen)
	}
	return fmt.Errorf("%w to start with store %s: %w", ErrFailed, o.Store, err)
}

// prepare makes the streams, over a connection inside this process, and then consumers for the roles.
func (s *Server) prepare(ctx context.Context, o Options) error {
	identity, err := nats.NkeyOptionFromSeed(filepath.Join(o.Keys, Operator, wire.KeyFile))
	if err != nil {
		return err
	}
	nc, err := nats.Connect("", nats.InProcessServer(s.nats), identity, nats.MaxReconnects(-1))
	if err != nil {
		return err
	}
	js, err := jetstream.New(nc)
	if err != nil {
		nc.Close()
		return err
	}
	s.made = &wire.Conn{NC: nc, JS: js, Pace: o.Pace}
	if err := wire.Ensure(ctx, js, o.Pace, 1); err != nil {
		return wire.Explain(err)
	}
	return errors.Join(s.made.MakeConsumers(), s.made.TakeBack())
}

// Wait returns nil when ctx is done, and an ErrFailed when the server cannot go on.
func (s *Server) Wait(ctx context.Context) error {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case err := <-s.said.disk:
			return fmt.Errorf("%w: it could not write its store (make room on that disk and start it again; what "+
				"was acknowledged is kept): %w", ErrFailed, err)
		case <-tick.C:
			s.LookAtKeys()
			// without permission to write, it stops all streams
			if !s.nats.Running() || !s.nats.JetStreamEnabled() {
				return fmt.Errorf("%w: it gave up the streams in %s; see whether that disk can be written, and "+
					"start it again: what was acknowledged is kept", ErrFailed, s.lock.dir)
			}
		}
	}
}

// URL is where the server listens.
func (s *Server) URL() string { return s.nats.ClientURL() }

// URLs are how other machines reach the server: the names of its certificate, if it listens on all addresses.
func (s *Server) URLs() []string {
	if ip := net.ParseIP(s.host); s.cert == nil || ip == nil || !ip.IsUnspecified() {
		return []string{s.URL()}
	}
	_, port, _ := net.SplitHostPort(s.nats.Addr().String())
	hosts := slices.DeleteFunc(hostsOf(s.cert), wire.Loopback)
	if len(hosts) == 0 {
		return []string{s.URL()}
	}
	var urls []string
	for _, host := range hosts {
		urls = append(urls, "tls://"+net.JoinHostPort(host, port))
	}
	return urls
}

// Until is the last day of the certificate. It is the zero time without TLS.
func (s *Server) Until() time.Time {
	if s.cert == nil {
		return time.Time{}
	}
	return s.cert.Leaf.NotAfter
}

// Stop ends the server. What it has acknowledged stays in its store.
func (s *Server) Stop() {
	if s.made != nil {
		s.made.NC.Close()
	}
	if s.nats != nil {
		s.nats.Shutdown()
		s.nats.WaitForShutdown()
	}
	s.lock.release()
}
