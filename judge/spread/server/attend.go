package server

import (
	"context"
	"errors"

	"github.com/nats-io/nats.go/jetstream"

	"dlxjudge/judge/base/exit"
	"dlxjudge/judge/spread/wire"
)

// Config is the part of a NATS server's configuration that makes it a judge's: the accounts of the roles, with the
// public keys in a folder that Init made, and the size of messages. Whoever runs NATS includes it in nats-server.conf
// on each of the servers, which have JetStream besides.
func Config(keys string) (string, error) {
	known, err := Keys(keys)
	if err != nil {
		return "", err
	}
	return "max_payload: 1MB\n" + accounts(known), nil
}

// Attend does for the NATS servers at some URLs what Start does for a server inside this program: it makes the streams
// or updates them, each with so many replicas (0 for as many as there can be; see wire.Ensure), and does what roles ask
// for (consumers, work put back) until stop is called. Keys is a folder with an operator's key. Several may attend one
// cluster.
func Attend(ctx context.Context, at, keys string, replicas int, pace wire.Pace) (stop func(), err error) {
	c, err := wire.Prepare(ctx, at, keys, "cluster attend", pace, replicas)
	var refused *jetstream.APIError
	switch {
	case errors.As(err, &refused):
		return nil, exit.Failed(err)
	case err != nil:
		return nil, err
	}
	if err := errors.Join(c.MakeConsumers(), c.TakeBack()); err != nil {
		c.Close()
		return nil, exit.Failed(err)
	}
	return c.Close, nil
}
