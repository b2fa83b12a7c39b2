// Package server is a NATS server with JetStream inside this program, for users who do not run their own NATS server.
//
// Every connection needs a key. If other machines can reach the server, it accepts only TLS. Init makes keys and a
// certificate. Start starts a server that accepts only these keys. NATS' warnings and errors go to standard error.
package server

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"slices"
	"time"

	"github.com/nats-io/nats-server/v2/logger"
	"github.com/nats-io/nats-server/v2/server"

	"dlxjudge/judge/spread/wire"
)

// Options says how to start a server.
type Options struct {
	Listen string // address, such as "127.0.0.1:4222"; port 0 means any free port
	Store  string // folder of the streams
	Keys   string // folder that Init made
	Config string // path of a nats-server.conf with all other settings; "" for no file
}

// ErrFailed means that the server's machine failed, not that the user made a mistake.
var ErrFailed = errors.New("the server failed")

// Server is a running server.
type Server struct {
	options Options
	nats    *server.Server
	cert    *tls.Certificate // nil without TLS
	keys    *os.File         // holds the lock on the folder of keys
	store   *os.File         // holds the lock on the folder of the streams
	address *net.TCPAddr     // Options.Listen, resolved

	admitted string // digest of the keys that it admits
}

// Start starts a server.
func Start(o Options) (*Server, error) {
	s := &Server{options: o}
	if err := s.open(); err != nil {
		s.Stop()
		return nil, err
	}
	return s, nil
}

func (s *Server) open() (err error) {
	o := s.options
	// Lock before reading the keys: "cluster key" waits for a server that has locked the folder.
	if s.keys, err = hold(o.Keys, "these keys; end it, or choose others with --keys"); err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("%w; make keys with cluster serve --init", err)
		}
		return err
	}
	if s.cert, err = certificate(o.Keys); err != nil {
		return err
	}
	if s.address, err = net.ResolveTCPAddr("tcp", o.Listen); err != nil {
		return fmt.Errorf("%w; an address is a host and a port, such as 127.0.0.1:4222", err)
	}
	if s.cert == nil && !s.address.IP.IsLoopback() {
		return fmt.Errorf("%s: other machines can reach this address, so TLS is required, but these keys are without "+
			"a certificate; make new keys in a new folder with cluster serve --init --host NAME --keys DIR", o.Listen)
	}
	l, err := net.ListenTCP("tcp", s.address) // to check the address: NATS reports errors only in its log
	if err != nil {
		return fmt.Errorf("%w; end the program that listens there, or choose another address with --listen", err)
	}
	l.Close()
	keys, err := Keys(o.Keys)
	if err != nil {
		return err
	}
	options, err := s.configure(keys)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(o.Store, 0o700); err != nil {
		return fmt.Errorf("cannot make the store's folder (choose another with --store): %w", err)
	}
	if s.store, err = hold(o.Store, "this store; end it, or choose another with --store"); err != nil {
		return err
	}
	if err := s.start(options); err != nil {
		return fmt.Errorf("%w to start with store %s: %w", ErrFailed, o.Store, err)
	}
	return s.admit(keys)
}

// configure returns the options of the embedded server, which admits the keys.
func (s *Server) configure(keys []Key) (options *server.Options, err error) {
	o := s.options
	options = &server.Options{}
	if o.Config != "" {
		if options, err = server.ProcessConfigFile(o.Config); err != nil {
			return nil, fmt.Errorf("--config %s: %w", o.Config, err)
		}
	}
	host, _, _ := net.SplitHostPort(o.Listen)
	options.Host, options.Port, options.NoSigs = cmp.Or(host, "0.0.0.0"), s.address.Port, true
	if options.Port == 0 {
		options.Port = server.RANDOM_PORT
	}
	options.JetStream, options.StoreDir, options.MaxPayload = true, o.Store, 1<<20
	// Write to the disk before acknowledging. With NATS' default, a power cut can lose acknowledged messages.
	options.SyncAlways, options.SyncInterval = true, 2*time.Minute
	options.Nkeys = nil
	for _, k := range keys {
		options.Nkeys = append(options.Nkeys, &server.NkeyUser{Nkey: k.Public, Permissions: &server.Permissions{
			Publish: &server.SubjectPermission{Allow: mayPublish[k.Role]}}})
	}
	if s.cert != nil {
		options.TLSConfig = &tls.Config{Certificates: []tls.Certificate{*s.cert}, MinVersion: tls.VersionTLS13}
	}
	return options, nil
}

// log is NATS' log without notices. A fatal error does not end this process: Fatalf sends it to a channel.
type log struct {
	*logger.Logger
	fatal chan error
}

func (log) Noticef(string, ...any) {}

func (l log) Fatalf(format string, v ...any) {
	select {
	case l.fatal <- fmt.Errorf(format, v...):
	default: // the first error is the cause
	}
}

// start starts the embedded server and waits until it answers.
func (s *Server) start(options *server.Options) error {
	var err error
	if s.nats, err = server.NewServer(options); err != nil {
		return err
	}
	natsLog := log{logger.NewStdLogger(true, false, false, false, false), make(chan error, 1)}
	s.nats.SetLoggerV2(natsLog, false, false, false)
	go s.nats.Start()
	const startWait = 30 * time.Second
	ready := make(chan bool, 1)
	go func() { ready <- s.nats.ReadyForConnections(startWait) }()
	select {
	case err := <-natsLog.fatal:
		return err
	case is := <-ready:
		if !is {
			return fmt.Errorf("it was not ready within %v", startWait)
		}
		return nil
	}
}

// Wait returns nil when ctx is done, and ErrFailed when the server cannot continue. Every second, it looks whether the
// keys have changed, and admits the new ones: connections with withdrawn keys end, and all other connections stay. The
// function warn receives the reason why the keys cannot be read.
func (s *Server) Wait(ctx context.Context, warn func(error)) error {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	last := ""
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
			// If NATS cannot write, it stops all streams.
			if !s.nats.Running() || !s.nats.JetStreamEnabled() {
				return fmt.Errorf("%w: it gave up the streams in %s; check that the disk is writable, and "+
					"start the server again; acknowledged messages are kept", ErrFailed, s.options.Store)
			}
			err := s.reload()
			if err != nil && err.Error() != last {
				warn(err)
			}
			last = fmt.Sprint(err)
		}
	}
}

// reload admits the keys in the folder if they have changed.
func (s *Server) reload() error {
	keys, err := Keys(s.options.Keys)
	if err != nil || digestOf(keys) == s.admitted {
		return err
	}
	options, err := s.configure(keys)
	if err == nil {
		err = s.nats.ReloadOptions(options)
	}
	if err != nil {
		return err
	}
	return s.admit(keys)
}

// admit notes which keys the server admits. WaitAdmitted reads this.
func (s *Server) admit(keys []Key) error {
	s.admitted = digestOf(keys)
	_, err := s.keys.WriteAt([]byte(s.admitted), 0)
	return err
}

// URL returns the URL where the server listens.
func (s *Server) URL() string { return s.nats.ClientURL() }

// URLs returns the URLs for other machines. If the server listens on all addresses, the URLs have the names and
// addresses in the server's certificate.
func (s *Server) URLs() (urls []string) {
	if s.cert != nil && (s.address.IP == nil || s.address.IP.IsUnspecified()) {
		hosts := slices.Clone(s.cert.Leaf.DNSNames)
		for _, ip := range s.cert.Leaf.IPAddresses {
			hosts = append(hosts, ip.String())
		}
		_, port, _ := net.SplitHostPort(s.nats.Addr().String())
		for _, host := range slices.DeleteFunc(hosts, wire.Loopback) {
			urls = append(urls, "tls://"+net.JoinHostPort(host, port))
		}
	}
	if urls == nil {
		return []string{s.URL()}
	}
	return urls
}

// Until returns the time when the certificate expires, or the zero time if the server does not use TLS.
func (s *Server) Until() time.Time {
	if s.cert == nil {
		return time.Time{}
	}
	return s.cert.Leaf.NotAfter
}

// Stop ends the server. The store keeps every message that the server has acknowledged.
func (s *Server) Stop() {
	if s.nats != nil {
		s.nats.Shutdown()
		s.nats.WaitForShutdown()
	}
	s.store.Close() // closing a nil file returns an error and does nothing
	s.keys.Close()
}
