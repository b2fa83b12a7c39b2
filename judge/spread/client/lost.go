package client

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/spread/wire"
)

// lostWork selects the server's advisories of work with this run's needs that was given out too often.
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

// gaveUp takes in that work was given out as often as allowed, and no worker finished it. The server keeps such work,
// so it is deleted here.
func (r *run) gaveUp(ctx context.Context, msg jetstream.Msg) error {
	var advisory struct {
		Sequence   uint64    `json:"stream_seq"`
		Deliveries int       `json:"deliveries"`
		Time       time.Time `json:"timestamp"`
	}
	if err := json.Unmarshal(msg.Data(), &advisory); err != nil {
		return nil // not an advisory
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
		subject := wire.ResultSubject(r.list.Run, place)
		if _, err = results.GetLastMsgForSubject(ctx, subject); errors.Is(err, jetstream.ErrMsgNotFound) {
			_, err = results.GetLastMsgForSubject(ctx, wire.OwnSubject(subject, "*"))
		}
		switch {
		case errors.Is(err, jetstream.ErrMsgNotFound):
			r.answers.set(place, r.failure(place, fmt.Sprintf("%d workers took it, and none finished it%s",
				advisory.Deliveries, r.lastWords(place))))
			r.tell()
		case err != nil:
			return ignored(ctx)
		} // else a worker finished it, and could not acknowledge it
	}
	if err := stream.DeleteMsg(ctx, advisory.Sequence); err != nil && ctx.Err() == nil {
		r.sayOnce("warning: work that no worker finished stays in the queue until it expires: %v", err)
	}
	return ctx.Err()
}

// ignored is the error of something that a later round repeats: nil unless the run has ended.
func ignored(ctx context.Context) error { return ctx.Err() }

// failure is the result JE of a place.
func (r *run) failure(place int, message string) (s answer) {
	s.Submission = r.blanks[place]
	s.Verdict, s.Expected, s.Message = problem.JE, false, message
	return s
}
