package wire

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Conn is a connection to a cluster.
type Conn struct {
	NC       *nats.Conn
	Key      string // name of this key, "" for one that all of a role share
	JS       jetstream.JetStream
	API      string // begins the subjects of the streams' API
	Needs    jetstream.KeyValue
	Runs     jetstream.KeyValue
	Workers  jetstream.KeyValue
	Files    jetstream.KeyValue
	Outcomes jetstream.KeyValue
	Pace     Pace
}

// RoleAPI begins the subjects of the streams' API for roles other than operators. Their streams are in another account
// of NATS; in their own account, the server answers at the usual subjects that there are none.
const RoleAPI = "judge.api"

// open finds the streams and buckets of a cluster. If there are none, it makes them, with so many replicas, if this key
// may.
func open(ctx context.Context, nc *nats.Conn, pace Pace, replicas int) (*Conn, error) {
	c := &Conn{NC: nc, Pace: pace, API: RoleAPI}
	js, err := jetstream.NewWithAPIPrefix(nc, RoleAPI)
	if err != nil {
		return nil, err
	}
	if _, err = js.Stream(ctx, WorkStream); errors.Is(err, nats.ErrNoResponders) ||
		errors.Is(err, jetstream.ErrJetStreamNotEnabled) {
		c.API = strings.TrimSuffix(jetstream.DefaultAPIPrefix, ".") // an operator, or a server without roles
		if js, err = jetstream.New(nc); err != nil {
			return nil, err
		}
		_, err = js.Stream(ctx, WorkStream)
	}
	c.JS = js
	switch {
	case errors.Is(err, jetstream.ErrStreamNotFound):
		if err := Ensure(ctx, js, pace, replicas); err != nil {
			if wayOut(err, replicas) != "" { // this key may, and it says why there is no room
				return nil, err
			}
			return nil, fmt.Errorf("this server has no streams of a judge's cluster, and this key may not make them "+
				"(connect once with an operator's): %w", err)
		}
	case errors.Is(err, jetstream.ErrJetStreamNotEnabled), errors.Is(err, jetstream.ErrJetStreamNotEnabledForAccount),
		errors.Is(err, nats.ErrNoResponders):
		return nil, fmt.Errorf("this server runs without JetStream, or its store is full; start it with JetStream, "+
			"or use cluster serve: %w", err)
	case errors.Is(err, context.DeadlineExceeded):
		return nil, fmt.Errorf("the server says nothing about its streams: it is overloaded, or this key may not "+
			"ask: %w", err)
	case err != nil:
		return nil, fmt.Errorf("no JetStream for this key: %w", err)
	}
	for name, kv := range map[string]*jetstream.KeyValue{NeedBucket: &c.Needs, RunBucket: &c.Runs,
		WorkerBucket: &c.Workers, FileBucket: &c.Files, OutcomeBucket: &c.Outcomes} {
		if *kv, err = js.KeyValue(ctx, name); err != nil {
			return nil, fmt.Errorf("bucket %s: %w", name, err)
		}
		*kv = bucket{*kv, c}
	}
	return c, nil
}

// Ahead is how far the server's clock is ahead of this machine's. Times of what the server stores are by its clock.
func (c *Conn) Ahead(ctx context.Context) (time.Duration, error) {
	stream, err := c.JS.Stream(ctx, KVStream(WorkerBucket))
	if err != nil {
		return 0, err
	}
	return time.Until(stream.CachedInfo().TimeStamp), nil
}

// ErrRefused means that the server does not admit this key any more.
var ErrRefused = errors.New("the server does not know this key any more: it was withdrawn")

// Closed is why a connection was closed for good.
func (c *Conn) Closed() error {
	if err := c.NC.LastError(); !errors.Is(err, nats.ErrAuthorization) {
		return fmt.Errorf("the cluster has closed the connection: %w", cmp.Or(err, nats.ErrConnectionClosed))
	}
	return ErrRefused
}

// whileConnected waits for a connection, and does something that is cancelled when this connection is lost. Then the
// error is nats.ErrDisconnected.
func (c *Conn) whileConnected(ctx context.Context, do func(context.Context) error) error {
	changes := c.NC.StatusChanged(nats.CONNECTED, nats.RECONNECTING, nats.CLOSED)
	defer c.NC.RemoveStatusListener(changes)
	for !c.NC.IsConnected() {
		if c.NC.IsClosed() { // perhaps before this listened to changes
			return nats.ErrConnectionClosed
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-changes:
		}
	}
	connection := c.NC.Stats().Reconnects
	limited, lose := context.WithCancelCause(ctx)
	over := make(chan struct{})
	var watch sync.WaitGroup
	watch.Go(func() {
		for {
			select {
			case <-over:
				return
			case <-changes:
				if !c.NC.IsConnected() || c.NC.Stats().Reconnects != connection {
					lose(nats.ErrDisconnected)
					return
				}
			}
		}
	})
	err := do(limited)
	close(over)
	watch.Wait()
	if err != nil && ctx.Err() == nil && limited.Err() != nil {
		err = context.Cause(limited)
	}
	lose(nil)
	return err
}

// Close sends what was published, and closes the connection.
func (c *Conn) Close() {
	c.NC.FlushTimeout(time.Second)
	c.NC.Close()
}
