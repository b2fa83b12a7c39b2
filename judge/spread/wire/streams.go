package wire

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// lostWork begins the subjects of the server's advisories of work that was given out too often. The name of the
// consumer follows.
const lostWork = "$JS.EVENT.ADVISORY.CONSUMER.MAX_DELIVERIES." + WorkStream

// KVStream is the name of the stream that NATS keeps a bucket in.
func KVStream(bucket string) string { return "KV_" + bucket }

// Replicas is how many copies of each stream there are where several servers form a cluster: with three, nothing is
// lost and work goes on when one of them is lost.
const Replicas = 3

// Ensure makes the streams and buckets of a cluster that do not exist yet, and updates the others. Each has so many
// replicas, or with 0, as many as the server that was reached can have: Replicas if it is one of several.
func Ensure(ctx context.Context, js jetstream.JetStream, pace Pace, replicas int) error {
	if replicas == 0 {
		replicas = 1
		if js.Conn().ConnectedClusterName() != "" {
			replicas = Replicas
		}
	}
	for _, config := range []jetstream.StreamConfig{
		{
			Name: WorkStream, Description: "submissions to judge", Subjects: []string{"judge.work.>"},
			Retention: jetstream.WorkQueuePolicy, Discard: jetstream.DiscardNew, MaxMsgs: pace.MostWork,
			// A submission that waits already is not asked for twice: asking again is harmless.
			MaxMsgsPerSubject: 1, DiscardNewPerSubject: true, MaxAge: pace.KeepRuns,
		},
		{
			Name: ResultStream, Description: "results", Subjects: []string{"judge.result.>"}, MaxAge: pace.KeepRuns,
			// The first result stays, whoever sends a second one.
			MaxMsgsPerSubject: 1, Discard: jetstream.DiscardNew, DiscardNewPerSubject: true,
		},
		{Name: LostStream, Description: "work that nobody finished", Subjects: []string{lostWork + ".>"},
			MaxAge: pace.KeepRuns},
		failureStream(pace),
		bucketStream(NeedBucket, "what work wants of a worker", pace.KeepFiles, jetstream.FileStorage),
		bucketStream(RunBucket, "runs", pace.KeepRuns, jetstream.FileStorage),
		// They say it again in a few seconds, so it need not be on a disk.
		bucketStream(WorkerBucket, "workers", 24*time.Hour, jetstream.MemoryStorage),
		bucketStream(FileBucket, "blocks of problems and submissions, by digest", pace.KeepFiles,
			jetstream.FileStorage),
		bucketStream(OutcomeBucket, "what results consist of, by digest", pace.KeepRuns, jetstream.FileStorage),
	} {
		config.Replicas = replicas
		if _, err := js.CreateOrUpdateStream(ctx, config); err != nil {
			return fmt.Errorf("stream %s cannot be made with %d replicas: %w%s", config.Name, replicas, err,
				wayOut(err, replicas))
		}
	}
	return nil
}

// What NATS says if too few servers can have a replica, and to more than one where there is no cluster.
const (
	noPeers   jetstream.ErrorCode = 10005
	noCluster jetstream.ErrorCode = 10074
)

// wayOut is what helps if the servers cannot have so many replicas.
func wayOut(err error, replicas int) string {
	var api *jetstream.APIError
	switch errors.As(err, &api); {
	case api == nil:
		return ""
	case api.ErrorCode == noPeers:
		return fmt.Sprintf("; fewer than %d servers of the NATS cluster are running with JetStream and room in it: "+
			"start the others, or raise max_file and max_mem, or choose fewer copies with --replicas", replicas)
	case api.ErrorCode == noCluster:
		return "; this server is not one of a NATS cluster: leave out --replicas"
	}
	return ""
}

// bucketStream is a stream that NATS uses as a bucket: it keeps the last value of each key. Unlike NATS's own buckets
// it permits no rollups, with which a role that may write one key could remove all.
func bucketStream(name, description string, keep time.Duration, storage jetstream.StorageType) jetstream.StreamConfig {
	return jetstream.StreamConfig{
		Name: KVStream(name), Description: description, Subjects: []string{values(name) + ">"}, MaxAge: keep,
		Storage:           storage,
		MaxMsgsPerSubject: 1, Discard: jetstream.DiscardNew, DenyDelete: true, AllowDirect: true,
	}
}
