package wire

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// MakeSubject is where a consumer of a stream is asked for. Roles may not make consumers: who makes one can have the
// server publish messages of the stream to any subject (deliver_subject), with the rights of an operator.
func MakeSubject(stream string) string { return "judge.make." + stream }

// Wanted is which messages of a stream a consumer gives.
type Wanted struct {
	Need     *Need      `json:"need,omitempty"`     // of the work; of all other streams nil
	Subjects []string   `json:"subjects,omitempty"` // any of them; none for all
	Since    *time.Time `json:"since,omitempty"`    // stored then or later; nil for all
	Last     bool       `json:"last,omitempty"`     // the last of each subject, and what comes
	Bare     bool       `json:"bare,omitempty"`     // without contents
	Unused   int        `json:"unused,omitempty"`   // the consumer is removed after so many seconds without use
}

// made answers Wanted.
type made struct {
	Name  string `json:"name"`
	Error string `json:"error,omitempty"`
}

// mostUnused is the longest time that an unused consumer is kept.
const mostUnused = 10 * time.Minute

// config is the consumer that gives what is wanted: work with the need of that name, or other messages. It is a pull
// consumer, which sends nothing unasked.
func (c *Conn) config(stream string, w Wanted, need string) (jetstream.ConsumerConfig, error) {
	if (stream == WorkStream) != (w.Need != nil) {
		return jetstream.ConsumerConfig{}, errors.New("work is had by its need, and other messages are not")
	}
	if w.Need != nil {
		return jetstream.ConsumerConfig{
			Durable: need, FilterSubject: NeedSubjects(need), AckPolicy: jetstream.AckExplicitPolicy,
			AckWait: c.Pace.AckWait, MaxDeliver: c.Pace.MaxDeliver, MaxAckPending: 100_000, MaxWaiting: 100_000,
			// each version of the judge makes new needs; work is kept no longer
			InactiveThreshold: c.Pace.KeepRuns,
		}, nil
	}
	config := jetstream.ConsumerConfig{
		FilterSubjects: w.Subjects, AckPolicy: jetstream.AckNonePolicy, MemoryStorage: true, HeadersOnly: w.Bare,
		InactiveThreshold: min(max(time.Duration(w.Unused), 1)*time.Second, mostUnused),
	}
	switch {
	case w.Last:
		config.DeliverPolicy = jetstream.DeliverLastPerSubjectPolicy
		if len(w.Subjects) == 0 {
			config.FilterSubjects = []string{">"}
		}
	case w.Since != nil:
		config.DeliverPolicy, config.OptStartTime = jetstream.DeliverByStartTimePolicy, w.Since
	}
	return config, nil
}

// MakeConsumers makes the consumers that roles ask for, until the connection is closed. It needs an operator's key. Of
// several that do so, one answers each request.
func (c *Conn) MakeConsumers() error {
	_, err := c.NC.QueueSubscribe(MakeSubject("*"), "judge", func(msg *nats.Msg) {
		go func() { // each takes a while, and many come at a time
			stream := msg.Subject[len(MakeSubject("")):]
			ctx, cancel := context.WithTimeout(context.Background(), answerWait)
			defer cancel()
			var answer made
			consumer, err := c.make(ctx, stream, msg.Data)
			if err != nil {
				answer.Error = err.Error()
			} else {
				answer.Name = consumer.CachedInfo().Name
			}
			text, _ := json.Marshal(answer) // strings only: it cannot fail
			msg.Respond(text)
		}()
	})
	if err != nil {
		return err
	}
	return c.NC.Flush()
}

// make makes a consumer, with this key.
func (c *Conn) make(ctx context.Context, stream string, text []byte) (jetstream.Consumer, error) {
	var w Wanted
	if err := json.Unmarshal(text, &w); err != nil {
		return nil, fmt.Errorf("it is not clear which messages are wanted: %w", err)
	}
	var written struct {
		Need json.RawMessage `json:"need"`
	}
	if err := json.Unmarshal(text, &written); err != nil {
		return nil, err
	}
	config, err := c.config(stream, w, needID(written.Need))
	if err != nil {
		return nil, err
	}
	return c.JS.CreateOrUpdateConsumer(ctx, stream, config)
}

// Follow is a consumer of a stream. Each request has answerWait: over a slow network, one takes seconds.
func (c *Conn) Follow(ctx context.Context, stream string, w Wanted) (jetstream.Consumer, error) {
	name, err := c.ask(ctx, stream, w)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, answerWait)
	defer cancel()
	return c.JS.Consumer(ctx, stream, name)
}

// ask has a consumer made, and returns its name. On a NATS server without cluster serve nobody answers, and this key
// makes it.
func (c *Conn) ask(ctx context.Context, stream string, w Wanted) (name string, err error) {
	text, err := json.Marshal(w)
	if err != nil {
		return "", err
	}
	limited, cancel := context.WithTimeout(ctx, answerWait)
	defer cancel()
	msg, err := c.NC.RequestWithContext(limited, MakeSubject(stream), text)
	if errors.Is(err, nats.ErrNoResponders) {
		limited, cancel := context.WithTimeout(ctx, answerWait)
		defer cancel()
		consumer, err := c.make(limited, stream, text)
		if err != nil {
			return "", err
		}
		return consumer.CachedInfo().Name, nil
	}
	if err != nil {
		return "", err
	}
	var answer made
	if err := json.Unmarshal(msg.Data, &answer); err != nil {
		return "", fmt.Errorf("no answer about a consumer of %s: %w", stream, err)
	}
	if answer.Error != "" {
		return "", errors.New(answer.Error)
	}
	return answer.Name, nil
}
