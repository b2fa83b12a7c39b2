package server

import (
	"bytes"
	"context"
	"errors"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/nats-io/nats.go"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/spread/wire"
)

// running starts a server with its own keys, until the test ends.
func running(t *testing.T, changes ...func(*Options)) (s *Server, keys string) {
	t.Helper()
	dir := t.TempDir()
	o := Options{Listen: "127.0.0.1:0", Store: filepath.Join(dir, "store"), Keys: filepath.Join(dir, "keys")}
	for _, change := range changes {
		change(&o)
	}
	if _, err := os.Stat(o.Keys); err != nil {
		judgetest.Check(t, Init(o.Keys))
	}
	s, err := Start(o)
	judgetest.Check(t, err)
	t.Cleanup(s.Stop)
	return s, o.Keys
}

// as connects with a key.
func as(t *testing.T, s *Server, keys, role string) *wire.Conn {
	t.Helper()
	c, err := wire.Dial(t.Context(), s.URL(), filepath.Join(keys, role), role, "test", wire.DefaultPace)
	judgetest.Check(t, err)
	t.Cleanup(c.Close)
	return c
}

// TestOptions: the server acknowledges only what is on its disk, whatever else the user's configuration says.
func TestOptions(t *testing.T) {
	config := filepath.Join(t.TempDir(), "nats.conf")
	judgetest.Write(t, config, "jetstream: {max_file: 64MB, store_dir: \"/elsewhere\"}\nmax_connections: 7\n")
	s, keys := running(t, func(o *Options) { o.Config = config })
	store := s.nats.JetStreamConfig()
	if !store.SyncAlways || store.MaxStore/1e6 != 64 && store.MaxStore>>20 != 64 ||
		!strings.HasPrefix(store.StoreDir, s.options.Store) {
		t.Errorf("the store: %+v", store)
	}
	c := as(t, s, keys, wire.Client)
	if c.NC.MaxPayload() != 1<<20 {
		t.Errorf("a message may have %d bytes", c.NC.MaxPayload())
	}
	if _, err := wire.Encode(wire.Ask{Tests: []string{strings.Repeat("x", wire.MostBlock)}}); err == nil {
		t.Error("a message is encoded that cannot be sent")
	}
}

// TestAccidents: a worker's key cannot ask for work, and a client's key cannot answer.
func TestAccidents(t *testing.T) {
	s, keys := running(t)
	for subject, role := range map[string]string{"judge.work.n.r.id": wire.Worker, "judge.result.r.id": wire.Client,
		"judge.work.n.r.id.attempt": wire.Client} {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, err := as(t, s, keys, role).JS.Publish(ctx, subject, []byte("{}")); err == nil {
			t.Errorf("a %s publishes %s", role, subject)
		}
	}
}

// TestStrangers: nobody connects without an admitted key.
func TestStrangers(t *testing.T) {
	s, _ := running(t)
	for name, option := range map[string]nats.Option{
		"nothing":  nats.Name("stranger"),
		"password": nats.UserInfo("operator", "operator"),
		"token":    nats.Token("token"),
	} {
		if nc, err := nats.Connect(s.URL(), option); !errors.Is(err, nats.ErrAuthorization) {
			t.Errorf("with %s: %v, %v", name, nc, err)
		}
	}
	foreign := t.TempDir()
	judgetest.Check(t, Init(foreign))
	_, err := wire.Dial(t.Context(), s.URL(), filepath.Join(foreign, wire.Worker), wire.Worker, "stranger",
		wire.DefaultPace)
	if err == nil || !strings.Contains(err.Error(), "does not know the key in "+foreign) {
		t.Errorf("with another server's key: %v", err)
	}
}

// TestPlain: a server with a certificate accepts no unencrypted data.
func TestPlain(t *testing.T) {
	s, _ := running(t, func(o *Options) {
		o.Keys = filepath.Join(t.TempDir(), "tls")
		judgetest.Check(t, Init(o.Keys, "127.0.0.1"))
	})
	conn, err := new(net.Dialer).DialContext(t.Context(), "tcp", s.nats.Addr().String())
	judgetest.Check(t, err)
	defer conn.Close()
	_, err = conn.Write([]byte("CONNECT {\"verbose\":true}\r\nPING\r\n"))
	judgetest.Check(t, err)
	var answer bytes.Buffer
	answer.ReadFrom(conn) // until the server hangs up, however it does
	if text := answer.String(); !strings.HasPrefix(text, "INFO ") || strings.Contains(text, "PONG") ||
		strings.Contains(text, "+OK") {
		t.Errorf("the server says %q", text)
	}
}

// TestFirstResult: the first result of a submission stays, whoever sends a second one.
func TestFirstResult(t *testing.T) {
	s, keys := running(t)
	c := as(t, s, keys, wire.Worker)
	subject := wire.ResultSubject("run", "1")
	_, err := c.JS.Publish(t.Context(), subject, []byte("first"))
	judgetest.Check(t, err)
	if _, err = c.JS.Publish(t.Context(), subject, []byte("second")); !wire.Exists(err) {
		t.Errorf("a second result: %v", err)
	}
	results, err := c.JS.Stream(t.Context(), wire.ResultStream)
	judgetest.Check(t, err)
	if kept, err := results.GetLastMsgForSubject(t.Context(), subject); err != nil || string(kept.Data) != "first" {
		t.Errorf("the server keeps %v, %v", kept, err)
	}
}

// TestRestart: acknowledged messages survive a restart.
func TestRestart(t *testing.T) {
	keys := filepath.Join(t.TempDir(), "keys")
	judgetest.Check(t, Init(keys))
	o := Options{Listen: "127.0.0.1:0", Store: t.TempDir(), Keys: keys}
	for life := range 2 {
		s, err := Start(o)
		judgetest.Check(t, err)
		c := as(t, s, keys, wire.Client)
		bucket, err := c.JS.KeyValue(t.Context(), wire.BlockBucket)
		judgetest.Check(t, err)
		known := wire.Digest([]byte("known"))
		if life == 0 {
			_, err = bucket.Put(t.Context(), known, []byte("known"))
			judgetest.Check(t, err)
		}
		if block, err := wire.Block(t.Context(), bucket, known); string(block) != "known" {
			t.Errorf("life %d: %q, %v", life, block, err)
		}
		c.Close()
		s.Stop()
	}
}

// TestWait: Wait ends with its context, and returns an error when the server gives up its streams.
func TestWait(t *testing.T) {
	s, _ := running(t)
	done, cancel := context.WithCancel(t.Context())
	cancel()
	judgetest.Check(t, s.Wait(done, nil))
	judgetest.Check(t, s.nats.ShutdownJetStream())
	if err := s.Wait(t.Context(), nil); !errors.Is(err, ErrFailed) {
		t.Errorf("without streams: %v", err)
	}
}

// TestStart: errors that prevent a server from starting, each in a sentence.
func TestStart(t *testing.T) {
	first, keys := running(t)
	certified := filepath.Join(t.TempDir(), "tls")
	judgetest.Check(t, Init(certified, "192.0.2.7"))
	file := filepath.Join(t.TempDir(), "file")
	judgetest.Write(t, file, "")
	address := first.nats.Addr().String()
	for name, test := range map[string]struct {
		o    Options
		want string
	}{
		"the same port":          {Options{Listen: address, Keys: keys}, address + ": bind: address already in use; end the program"},
		"another's address":      {Options{Listen: "192.0.2.7:0", Keys: certified}, "cannot assign requested address; end the program that listens there, or choose another"},
		"no address":             {Options{Listen: "127.0.0.1", Keys: keys}, "an address is a host and a port"},
		"no port":                {Options{Listen: "127.0.0.1:many", Keys: keys}, "unknown port; an address is a host and a port"},
		"a store that is a file": {Options{Listen: "127.0.0.1:0", Store: file, Keys: keys}, "cannot make the store's folder"},
		"in the clear": {Options{Listen: "0.0.0.0:0", Keys: keys},
			"other machines can reach this address, so TLS is required"},
		"in the clear, briefly": {Options{Listen: ":0", Keys: keys}, "so TLS is required"},
	} {
		t.Run(name, func(t *testing.T) {
			if test.o.Store == "" {
				test.o.Store = t.TempDir()
			}
			s, err := Start(test.o)
			if err == nil {
				s.Stop()
				t.Fatal("it starts")
			}
			if !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want %s", err, test.want)
			}
			if errors.Is(err, ErrFailed) {
				t.Errorf("%v is reported as a failure of the machine", err)
			}
		})
	}
}

// TestURLs: a server that listens on all addresses gives the names in its certificate.
func TestURLs(t *testing.T) {
	for _, test := range []struct {
		listen string
		hosts  []string
		want   []string
	}{
		{"127.0.0.1:0", nil, []string{"nats://127.0.0.1:PORT"}},
		{"localhost:0", []string{"localhost"}, []string{"tls://localhost:PORT"}},
		{"0.0.0.0:0", []string{"judge.example.org", "::1", "192.0.2.7", "localhost"},
			[]string{"tls://judge.example.org:PORT", "tls://192.0.2.7:PORT"}},
		{":0", []string{"localhost"}, []string{"tls://0.0.0.0:PORT"}},
	} {
		s, _ := running(t, func(o *Options) {
			o.Listen, o.Keys = test.listen, filepath.Join(t.TempDir(), "named")
			judgetest.Check(t, Init(o.Keys, test.hosts...))
		})
		_, port, err := net.SplitHostPort(s.nats.Addr().String())
		judgetest.Check(t, err)
		var got []string
		for _, url := range s.URLs() {
			got = append(got, strings.TrimSuffix(url, port)+"PORT")
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.listen, diff)
		}
	}
}
