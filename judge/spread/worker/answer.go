package worker

import (
	"context"
	"errors"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"dlxjudge/judge/spread/parcel"
	"dlxjudge/judge/spread/reply"
	"dlxjudge/judge/spread/wire"
)

// answer publishes a result, with its outcome if there is one, and takes the work out of the queue. If another worker
// was first, its result stays, which is as good.
func (j *job) answer(ctx context.Context, result wire.Result, outcome *reply.Reply) error {
	put := func() error { return nil } // stores the outcome, unless this server has it
	if outcome != nil {
		content, err := reply.Write(*outcome)
		if err != nil {
			return err
		}
		stored, at := false, uint64(0) // in the connection of that number
		put = func() error {
			now := j.Conn.NC.Stats().Reconnects
			if stored && at == now {
				return nil
			}
			digest, err := parcel.PutContent(ctx, j.Conn.Outcomes, content)
			if err == nil {
				result.Outcome, stored, at = digest, true, now
			}
			return err
		}
		if err := j.persist(ctx, once, put); err != nil {
			return wire.Explain(err)
		}
	}
	text, err := wire.Encode(result)
	if err != nil {
		return err
	}
	first := jetstream.WithExpectLastSequencePerSubject(0)
	subject := wire.ResultSubject(j.run, j.place)
	if j.Conn.Key != "" { // the first of all workers' own subjects
		first = jetstream.WithExpectLastSequenceForSubject(0, wire.OwnSubject(subject, "*"))
		subject = wire.OwnSubject(subject, j.Conn.Key)
	}
	err = j.persist(ctx, some, func() error {
		// a server that has lost everything would have the result without its outcome
		if err := put(); err != nil {
			return err
		}
		// see wire.Genuine
		_, err := j.Conn.JS.Publish(ctx, subject, text, jetstream.WithExpectStream(wire.ResultStream),
			jetstream.WithMsgID(subject), first)
		return err
	})
	if err == nil {
		err = j.persist(ctx, once, put) // the result may have waited for a new connection by itself
	}
	switch {
	case taken(err):
		j.say("%s: another worker was first", j.name)
	case err != nil:
		return wire.Explain(err)
	}
	// If this fails, the work is given out once more, and its second result is refused. A worker that is ending
	// acknowledges all the same.
	if err := j.msg.done(context.WithoutCancel(ctx)); err != nil && ctx.Err() == nil {
		j.say("%s: answered, but the server does not say that it is out of the queue: %v", j.name, err)
	}
	return nil
}

// taken reports whether an error means that there is a result already.
func taken(err error) bool {
	var api *jetstream.APIError
	return wire.Waits(err) || errors.As(err, &api) &&
		(api.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequence ||
			api.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequenceConstant)
}

// How often to ask a server that is connected and does not answer: once where the caller asks again by itself, else so
// often and so long that replicas have elected another leader.
const (
	once, some = 1, 5
	election   = 15 * time.Second
)

// persist asks the server for something until it answers. It waits for a lost connection without limit: there is
// nothing else to do, and what was judged need not be judged again.
func (w *worker) persist(ctx context.Context, most int, ask func() error) error {
	began := time.Now()
	for attempts := 0; ; {
		before := w.Conn.NC.Stats().Reconnects
		err := ask()
		if err == nil || ctx.Err() != nil || !unanswered(err) {
			return err
		}
		if w.Conn.NC.IsConnected() && w.Conn.NC.Stats().Reconnects == before {
			if attempts++; attempts >= most && (most == once || time.Since(began) > election) {
				return err
			}
		}
		if err := w.connected(ctx); err != nil {
			return err
		}
		pause(ctx, scatter(idle(w.Conn.Pace)))
	}
}

// connected waits until there is a connection.
func (w *worker) connected(ctx context.Context) error {
	changes := w.Conn.NC.StatusChanged(nats.CONNECTED, nats.CLOSED)
	defer w.Conn.NC.RemoveStatusListener(changes)
	for !w.Conn.NC.IsConnected() {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-changes:
			if w.Conn.NC.IsClosed() {
				return nats.ErrConnectionClosed
			}
		}
	}
	return nil
}

// unanswered reports whether an error means that the server was not reached, or did not answer in time.
func unanswered(err error) bool {
	for _, e := range []error{
		nats.ErrTimeout, context.DeadlineExceeded, nats.ErrNoResponders, jetstream.ErrNoStreamResponse,
		nats.ErrDisconnected,
		nats.ErrReconnectBufExceeded, nats.ErrStaleConnection, nats.ErrConnectionReconnecting, nats.ErrNoServers,
	} {
		if errors.Is(err, e) {
			return true
		}
	}
	var api *jetstream.APIError
	return errors.As(err, &api) && api.Code == 503
}
