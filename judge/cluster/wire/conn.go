package wire

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// The files of a folder of keys, one for each role.
const (
	KeyFile  = "key.nk" // the seed of an nkey
	CAFile   = "ca.pem" // what the server's certificate is checked with; there is none on loopback
	credFile = "user.creds"
)

// Conn is a connection to a cluster.
type Conn struct {
	NC       *nats.Conn
	JS       jetstream.JetStream
	Needs    jetstream.KeyValue
	Runs     jetstream.KeyValue
	Workers  jetstream.KeyValue
	Files    jetstream.KeyValue
	Outcomes jetstream.KeyValue
	Pace     Pace
}

// Dial connects to the cluster at a URL, nats://… or tls://…, as who the keys in a folder say.
// Once connected it connects again whenever the connection is lost, for ever: what to do meanwhile is the caller's matter.
func Dial(ctx context.Context, at, keys, name string, pace Pace) (*Conn, error) {
	options := []nats.Option{nats.Name(name), nats.MaxReconnects(-1), nats.ReconnectWait(200 * time.Millisecond), nats.ReconnectJitter(100*time.Millisecond, time.Second)}
	identity, err := identify(keys)
	if err != nil {
		return nil, err
	}
	nc, err := nats.Connect(at, append(options, identity...)...)
	switch {
	case errors.Is(err, nats.ErrAuthorization):
		return nil, fmt.Errorf("%s does not know the key in %s; use one that cluster serve --init made for it", at, keys)
	case err != nil:
		return nil, fmt.Errorf("no cluster answers at %s: %w", at, err)
	}
	c, err := open(ctx, nc, pace)
	if err != nil {
		nc.Close()
		return nil, fmt.Errorf("%s: %w", at, err)
	}
	return c, nil
}

// identify is who connects.
func identify(keys string) ([]nats.Option, error) {
	var options []nats.Option
	if path := filepath.Join(keys, credFile); exists(path) {
		options = append(options, nats.UserCredentials(path))
	} else {
		option, err := nats.NkeyOptionFromSeed(filepath.Join(keys, KeyFile))
		if err != nil {
			return nil, fmt.Errorf("no key in %s: %w; name a folder that cluster serve --init made with --keys", keys, err)
		}
		options = append(options, option)
	}
	if path := filepath.Join(keys, CAFile); exists(path) {
		options = append(options, nats.RootCAs(path))
	}
	return options, nil
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// open finds the streams and buckets of a cluster and, where there are none, makes them if this key may.
func open(ctx context.Context, nc *nats.Conn, pace Pace) (*Conn, error) {
	js, err := jetstream.New(nc)
	if err != nil {
		return nil, err
	}
	c := &Conn{NC: nc, JS: js, Pace: pace}
	if _, err := js.Stream(ctx, WorkStream); errors.Is(err, jetstream.ErrStreamNotFound) {
		if err := Ensure(ctx, js, pace); err != nil {
			return nil, fmt.Errorf("this server has no streams of a judge's cluster, and this key may not make them (connect once with an operator's): %w", err)
		}
	} else if err != nil {
		return nil, fmt.Errorf("no JetStream for this key: %w", err)
	}
	for bucket, kv := range map[string]*jetstream.KeyValue{NeedBucket: &c.Needs, RunBucket: &c.Runs, WorkerBucket: &c.Workers, FileBucket: &c.Files, OutcomeBucket: &c.Outcomes} {
		if *kv, err = js.KeyValue(ctx, bucket); err != nil {
			return nil, fmt.Errorf("bucket %s: %w", bucket, err)
		}
	}
	return c, nil
}

// Close closes the connection, after what was published has left.
func (c *Conn) Close() {
	c.NC.FlushTimeout(time.Second)
	c.NC.Close()
}
