package wire

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// lostSubject is where the server says that work was given out too often.
const lostSubject = "$JS.EVENT.ADVISORY.CONSUMER.MAX_DELIVERIES." + WorkStream + ".>"

// Ensure makes the streams and buckets of a cluster, where they are not there yet. One replica: uploads to more have been seen
// to fail from some hundred megabytes on.
func Ensure(ctx context.Context, js jetstream.JetStream, pace Pace) error {
	streams := []jetstream.StreamConfig{
		{
			Name: WorkStream, Description: "submissions to judge", Subjects: []string{"judge.work.>"},
			Retention: jetstream.WorkQueuePolicy, Discard: jetstream.DiscardNew, MaxMsgs: pace.MostWork,
			// A submission that waits already is not asked for twice: asking again is harmless.
			MaxMsgsPerSubject: 1, DiscardNewPerSubject: true, MaxAge: pace.KeepRuns, AllowDirect: true,
		},
		{
			Name: ResultStream, Description: "results", Subjects: []string{"judge.result.>"}, MaxAge: pace.KeepRuns,
			// The first result stays, whoever sends a second one.
			MaxMsgsPerSubject: 1, Discard: jetstream.DiscardNew, DiscardNewPerSubject: true, AllowDirect: true,
		},
		{Name: LostStream, Description: "work that nobody finished", Subjects: []string{lostSubject}, MaxAge: pace.KeepRuns},
	}
	for _, config := range streams {
		config.Storage, config.Replicas = jetstream.FileStorage, 1
		if _, err := js.CreateOrUpdateStream(ctx, config); err != nil {
			return fmt.Errorf("stream %s cannot be made: %w", config.Name, err)
		}
	}
	buckets := []jetstream.KeyValueConfig{
		{Bucket: NeedBucket, Description: "what work wants of a worker", TTL: pace.KeepFiles},
		{Bucket: RunBucket, Description: "runs", TTL: pace.KeepRuns},
		// They say it again in a few seconds, so it need not be on a disk.
		{Bucket: WorkerBucket, Description: "workers", TTL: 24 * time.Hour, Storage: jetstream.MemoryStorage},
		{Bucket: FileBucket, Description: "blocks of problems and submissions, by digest", TTL: pace.KeepFiles},
		{Bucket: OutcomeBucket, Description: "what results consist of, by digest", TTL: pace.KeepRuns},
	}
	for _, config := range buckets {
		if _, err := js.CreateOrUpdateKeyValue(ctx, config); err != nil {
			return fmt.Errorf("bucket %s cannot be made: %w", config.Bucket, err)
		}
	}
	return nil
}

// Consumer makes the queue of the work with a need, from which any number of workers take.
func (c *Conn) Consumer(ctx context.Context, need Need) (jetstream.Consumer, error) {
	id := need.ID()
	text, err := Encode(need)
	if err != nil {
		return nil, err
	}
	consumer, err := c.JS.CreateOrUpdateConsumer(ctx, WorkStream, jetstream.ConsumerConfig{
		Durable: id, FilterSubject: NeedSubjects(id), AckPolicy: jetstream.AckExplicitPolicy,
		AckWait: c.Pace.AckWait, MaxDeliver: c.Pace.MaxDeliver, MaxAckPending: 100_000, MaxWaiting: 100_000,
	})
	if err != nil {
		return nil, fmt.Errorf("no queue for work that needs %v: %w", need.Languages, err)
	}
	if _, err := c.Needs.Put(ctx, id, text); err != nil {
		return nil, fmt.Errorf("a need cannot be told to the workers: %w", err)
	}
	return consumer, nil
}

// Full reports whether an error says that the queue of work has no room, and Waits whether it says that this submission waits
// in it already, or this result is there already.
func Full(err error) bool  { return refused(err, "maximum messages exceeded") }
func Waits(err error) bool { return refused(err, "maximum messages per subject exceeded") }

func refused(err error, reason string) bool {
	var api *jetstream.APIError
	return errors.As(err, &api) && api.Description == reason
}
