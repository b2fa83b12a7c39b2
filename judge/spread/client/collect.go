package client

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/spread/wire"
)

// collect asks for all work that has no result, and takes in what comes, until every place has a result.
//
// It goes by rounds. Each begins with all results that the server has, asks for what is missing among them, and lasts
// for AckWait, or until the connection was lost and is there again. So nothing that is lost on the way is lost for
// good.
func (r *run) collect(ctx context.Context) error {
	progress := make(chan *nats.Msg, 256)
	heard, err := r.conn.NC.ChanSubscribe(wire.RunProgress(r.list.Run), progress)
	if err != nil {
		return err
	}
	defer heard.Unsubscribe()
	connected := r.conn.NC.StatusChanged(nats.CONNECTED)
	defer r.conn.NC.RemoveStatusListener(connected)
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	var group sync.WaitGroup
	defer group.Wait()
	defer stop()
	offers := make(chan []offered)
	group.Go(func() { r.watchOffers(ctx, offers) })

	now := r.round(ctx)
	defer func() { now.end() }()
	again := time.NewTicker(r.conn.Pace.AckWait)
	defer again.Stop()
	r.tell()
	for r.answers.open() > 0 {
		var err error
		select {
		case <-ctx.Done():
			return ctx.Err()
		case msg := <-now.results:
			if msg != nil {
				err = r.answered(ctx, msg)
			}
		case msg := <-now.lost:
			if msg != nil {
				err = r.gaveUp(ctx, msg)
			}
		case msg := <-progress:
			r.heard(msg)
		case all := <-offers:
			err = r.weigh(ctx, all)
		case err := <-now.trouble:
			r.sayOnce("the cluster does not take all work yet: %v; trying again", err)
		case <-connected:
			now.end()
			r.unsent = true // the server may be another one, which has nothing of what was sent
			now = r.round(ctx)
		case <-again.C:
			now.end()
			now = r.round(ctx)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// round is one round of collect.
type round struct {
	results chan jetstream.Msg
	lost    chan jetstream.Msg
	trouble chan error // that keeps work from being asked for; the next round tries again
	stop    context.CancelFunc
	group   sync.WaitGroup
}

// round begins a round.
func (r *run) round(ctx context.Context) *round {
	ctx, stop := context.WithCancel(ctx)
	now := &round{results: make(chan jetstream.Msg), lost: make(chan jetstream.Msg), trouble: make(chan error),
		stop: stop}
	read := make(chan struct{}) // closed when the results that are there were read
	lost := r.lostWork()
	now.group.Go(func() {
		now.fail(ctx, r.follow(ctx, wire.ResultStream, wire.Wanted{Subjects: []string{wire.RunResults(r.list.Run)}},
			now.results, read))
	})
	now.group.Go(func() {
		now.fail(ctx, r.follow(ctx, wire.LostStream, lost, now.lost, make(chan struct{})))
	})
	now.group.Go(func() {
		select {
		case <-ctx.Done():
			return
		case <-read:
		}
		if r.unsent {
			if err := r.begin(ctx, func(grade.Progress) {}); err != nil {
				now.fail(ctx, err) // the next round tries again
				return
			}
			r.unsent = false
		}
		now.fail(ctx, r.ask(ctx))
	})
	return now
}

// end ends a round.
func (now *round) end() {
	now.stop()
	now.group.Wait()
}

func (now *round) fail(ctx context.Context, err error) {
	if err == nil || ctx.Err() != nil {
		return
	}
	select {
	case now.trouble <- err:
	case <-ctx.Done():
	}
}

// follow sends the messages of a stream to a channel until ctx is done, and closes read when those that were there at
// the beginning were taken in: a nil is sent behind them, and whoever takes it has done with what came before.
//
// The consumer is a plain one, and Next alone ends with ctx. An ordered consumer makes itself anew when the connection
// is back, which is when a round ends: Stop then stops the iterator that it had before, and Next waits for ever on the
// new one.
func (r *run) follow(ctx context.Context, stream string, wanted wire.Wanted, to chan<- jetstream.Msg,
	read chan struct{}) error {
	wanted.Unused = int(2 * r.conn.Pace.AckWait / time.Second) // a new one is made for each round
	consumer, err := r.conn.Follow(ctx, stream, wanted)
	if err != nil {
		return fmt.Errorf("%s cannot be followed: %w", stream, err)
	}
	left := consumer.CachedInfo().NumPending
	messages, err := consumer.Messages()
	if err != nil {
		return fmt.Errorf("%s cannot be followed: %w", stream, err)
	}
	defer messages.Stop()
	if left == 0 {
		close(read)
	}
	for {
		msg, err := messages.Next(jetstream.NextContext(ctx))
		switch {
		case ctx.Err() != nil || errors.Is(err, jetstream.ErrMsgIteratorClosed):
			return nil
		case err != nil: // the next round begins anew
			return fmt.Errorf("%s: %w", stream, err)
		}
		select {
		case to <- msg:
		case <-ctx.Done():
			return nil
		}
		if left > 0 {
			if left--; left == 0 {
				select {
				case to <- nil:
				case <-ctx.Done():
					return nil
				}
				close(read)
			}
		}
	}
}

// lostWork is how the server's advisories of work with this run's needs are followed.
func (r *run) lostWork() wire.Wanted {
	var subjects []string
	for _, need := range r.needs() {
		subjects = append(subjects, wire.LostSubject(need.ID()))
	}
	wanted := wire.Wanted{Subjects: subjects}
	if !r.began.IsZero() {
		const set = time.Hour // by which the server's clock may be set back
		from := r.began.Add(-set)
		wanted.Since = &from
	}
	return wanted
}

// gaveUp takes in that work was given out so often as it may be, and nobody finished it. Who gave it out keeps it, so
// it is removed.
func (r *run) gaveUp(ctx context.Context, msg jetstream.Msg) error {
	var advisory struct {
		Sequence   uint64    `json:"stream_seq"`
		Deliveries int       `json:"deliveries"`
		Time       time.Time `json:"timestamp"`
	}
	if err := json.Unmarshal(msg.Data(), &advisory); err != nil {
		return nil // it is none
	}
	stream, err := r.conn.JS.Stream(ctx, wire.WorkStream)
	if err != nil {
		return ignored(ctx)
	}
	work, err := stream.GetMsg(ctx, advisory.Sequence)
	if err != nil { // it is gone, or the next round reads this again
		return ignored(ctx)
	}
	name, place, err := wire.Place(work.Subject)
	if err != nil || name != r.list.Run || place >= len(r.entries) || advisory.Time.Before(work.Time) {
		return nil
	}
	if !r.answers.has(place) {
		results, err := r.conn.JS.Stream(ctx, wire.ResultStream)
		if err != nil {
			return ignored(ctx)
		}
		_, err = results.GetLastMsgForSubject(ctx, wire.ResultSubject(r.list.Run, place))
		switch {
		case errors.Is(err, jetstream.ErrMsgNotFound):
			r.answers.set(place, r.failure(place, fmt.Sprintf("%d workers took it, and none finished it%s",
				advisory.Deliveries, r.lastWords(place))))
			r.tell()
		case err != nil:
			return ignored(ctx)
		} // else somebody finished it, and could not say so
	}
	if err := stream.DeleteMsg(ctx, advisory.Sequence); err != nil && ctx.Err() == nil {
		r.sayOnce("warning: work that nobody finished stays in the queue until it expires: %v", err)
	}
	return ctx.Err()
}

// ignored is the error of what a later round does again: nil unless the run has ended.
func ignored(ctx context.Context) error { return ctx.Err() }

// failure is the result of a place that is the judge's own failure.
func (r *run) failure(place int, message string) (s answer) {
	s.Submission = r.blanks[place]
	s.Verdict, s.Expected, s.Message = problem.JE, false, message
	return s
}
