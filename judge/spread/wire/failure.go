package wire

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// FailureStream has what went wrong at workers, on the server's disk: offers are in its memory.
const FailureStream = "JUDGE_FAILURES"

// Bounds of the stream: failures of a worker and of all, and bytes of each. The oldest go first.
const (
	mostFailures    = 10
	mostOfAll       = 2000
	mostFailureSize = 16 << 10
)

// Failure is something that went wrong at a worker.
type Failure struct {
	Worker string    `json:"worker"`
	Own    bool      `json:"own"`    // the server vouches for the name
	At     time.Time `json:"at"`     // by the server's clock
	Reason string    `json:"reason"` // which work it was, and what went wrong
}

const failures = "judge.failure."

func failureStream(pace Pace) jetstream.StreamConfig {
	return jetstream.StreamConfig{
		Name: FailureStream, Description: "what went wrong at workers", Subjects: []string{failures + ">"},
		MaxMsgsPerSubject: mostFailures, MaxMsgs: mostOfAll, MaxMsgSize: mostFailureSize,
		Discard: jetstream.DiscardOld, MaxAge: pace.KeepRuns,
	}
}

// PutFailure keeps what went wrong at a worker of this connection. A server of an older version does not answer.
func (c *Conn) PutFailure(ctx context.Context, worker, reason string) error {
	ctx, cancel := context.WithTimeout(ctx, answerWait)
	defer cancel()
	text, err := json.Marshal(Failure{Reason: reason})
	if err != nil {
		return err
	}
	_, err = c.JS.Publish(ctx, failures+c.OfferKey(worker), text, jetstream.WithExpectStream(FailureStream),
		jetstream.WithRetryAttempts(0))
	return err
}

// Failures are what went wrong at all workers, the oldest first.
func (c *Conn) Failures(ctx context.Context) (all []Failure, err error) {
	ctx, cancel := context.WithTimeout(ctx, 2*answerWait)
	defer cancel()
	consumer, err := c.Follow(ctx, FailureStream, Wanted{Unused: 30})
	if err != nil {
		return nil, fmt.Errorf("%s cannot be read: %w", FailureStream, err)
	}
	left := consumer.CachedInfo().NumPending
	if left == 0 {
		return nil, nil
	}
	messages, err := consumer.Messages()
	if err != nil {
		return nil, err
	}
	defer messages.Stop()
	for ; left > 0; left-- {
		msg, err := messages.Next(jetstream.NextContext(ctx))
		if err != nil {
			return nil, err
		}
		meta, err := msg.Metadata()
		if err != nil {
			return nil, err
		}
		name, own := strings.CutPrefix(strings.TrimPrefix(msg.Subject(), failures), ownOffer)
		var f Failure
		if Genuine(msg.Headers(), FailureStream) != nil || len(msg.Headers()[copied]) > 0 || !Named.MatchString(name) ||
			json.Unmarshal(msg.Data(), &f) != nil {
			continue // not from a worker
		}
		all = append(all, Failure{Worker: name, Own: own, At: meta.Timestamp.UTC(), Reason: f.Reason})
	}
	return all, nil
}
