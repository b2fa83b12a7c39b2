package wire

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Conn is a connection to a cluster. Its streams and buckets stay valid if the server loses them and Ensure creates
// them again.
type Conn struct {
	NC              *nats.Conn
	JS              jetstream.JetStream
	Pace            Pace
	Work, Results   jetstream.Stream
	Blocks, Workers jetstream.KeyValue
}

// open makes the streams and buckets of the connection.
func (c *Conn) open(ctx context.Context) error {
	if err := c.Ensure(ctx); err != nil {
		return err
	}
	var errs [4]error
	c.Work, errs[0] = c.JS.Stream(ctx, WorkStream)
	c.Results, errs[1] = c.JS.Stream(ctx, ResultStream)
	c.Blocks, errs[2] = c.JS.KeyValue(ctx, BlockBucket)
	c.Workers, errs[3] = c.JS.KeyValue(ctx, WorkerBucket)
	return errors.Join(errs[:]...)
}

// Replicas is the number of copies of each stream if several servers form a NATS cluster. With three copies, data and
// work survive the loss of one server.
const Replicas = 3

// Ensure creates the missing streams and buckets of a cluster. Existing streams and buckets stay as they are.
func (c *Conn) Ensure(ctx context.Context) error {
	replicas := 1
	if c.NC.ConnectedClusterName() != "" {
		replicas = Replicas
	}
	for _, config := range []jetstream.StreamConfig{
		{
			Name: WorkStream, Description: "submissions to judge", Subjects: []string{"judge.work.>"},
			Retention: jetstream.WorkQueuePolicy, Discard: jetstream.DiscardNew, Replicas: replicas,
			// Waiting work is not queued twice, so asking again is harmless.
			MaxMsgsPerSubject: 1, DiscardNewPerSubject: true, MaxAge: keepRuns,
		},
		{
			Name: ResultStream, Description: "results", Subjects: []string{"judge.result.>"}, MaxAge: keepRuns,
			// The first result for an ask stays; the server refuses a second one.
			MaxMsgsPerSubject: 1, Discard: jetstream.DiscardNew, DiscardNewPerSubject: true, Replicas: replicas,
		},
	} {
		_, err := c.JS.CreateStream(ctx, config)
		if err != nil && !errors.Is(err, jetstream.ErrStreamNameAlreadyInUse) {
			return unusable("stream "+config.Name, err)
		}
	}
	for _, config := range []jetstream.KeyValueConfig{
		{Bucket: BlockBucket, Description: "blocks of packages and outcomes, by digest", TTL: KeepBlocks,
			Replicas: replicas},
		{Bucket: WorkerBucket, Description: "live workers", TTL: 3 * c.Pace.Heartbeat, Replicas: replicas,
			Storage: jetstream.MemoryStorage},
	} {
		if _, err := c.JS.CreateKeyValue(ctx, config); err != nil && !errors.Is(err, jetstream.ErrBucketExists) {
			return unusable("bucket "+config.Bucket, err)
		}
	}
	return nil
}

// unusable returns an error that says why a stream or bucket cannot be made, and what would help.
func unusable(stream string, err error) error {
	var api *jetstream.APIError
	const noPeers = 10005
	switch {
	case errors.Is(err, jetstream.ErrJetStreamNotEnabled), errors.Is(err, jetstream.ErrJetStreamNotEnabledForAccount),
		errors.Is(err, nats.ErrNoResponders):
		return fmt.Errorf("this server runs without JetStream, or its store is full; start it with JetStream, or use "+
			"cluster serve: %w", err)
	case errors.As(err, &api) && api.ErrorCode == noPeers:
		return fmt.Errorf("cannot make %s: fewer than %d servers of the NATS cluster are running with JetStream "+
			"and room in it; start the others, or raise max_file and max_mem: %w", stream, Replicas, err)
	case errors.Is(err, context.DeadlineExceeded):
		return fmt.Errorf("the server does not answer about its streams: it is overloaded, has no leader yet, or "+
			"this key is not allowed to ask: %w", err)
	}
	return fmt.Errorf("cannot make %s: %w", stream, err)
}

// Consumer creates the queue for work with these needs if the queue does not exist yet.
func (c *Conn) Consumer(ctx context.Context, needs Needs) error {
	text, err := Encode(needs)
	if err != nil {
		return err
	}
	_, err = c.JS.CreateOrUpdateConsumer(ctx, WorkStream, jetstream.ConsumerConfig{
		Durable: needs.ID(), FilterSubject: WorkSubject(needs.ID(), "*", "*"), AckPolicy: jetstream.AckExplicitPolicy,
		AckWait: c.Pace.AckWait, MaxDeliver: -1, MaxAckPending: -1,
		InactiveThreshold: keepRuns, // removes unused queues, such as those of old versions of the judge
		Metadata:          map[string]string{needsKey: string(text)},
	})
	return c.Explain(err)
}

// needsKey is the metadata key that holds the needs of a consumer's work.
const needsKey = "judge-needs"

// Queues returns the needs of all queues.
func (c *Conn) Queues(ctx context.Context) (queues []Needs, err error) {
	list := c.Work.ListConsumers(ctx)
	for info := range list.Info() { // to the end, as otherwise the library's goroutine waits for ever
		var needs Needs
		if json.Unmarshal([]byte(info.Config.Metadata[needsKey]), &needs) == nil && needs.ID() == info.Name {
			queues = append(queues, needs) // otherwise, no client of this project made this consumer
		}
	}
	return queues, list.Err()
}

// Offers returns the offers of the live workers, in order of the workers' names.
func (c *Conn) Offers(ctx context.Context) (offers []Offer, err error) {
	ctx, cancel := context.WithTimeout(ctx, 2*answerWait)
	defer cancel()
	entries, err := entries(ctx, c.Workers, []string{">"})
	if err != nil {
		return nil, err
	}
	slices.SortFunc(entries, func(a, b jetstream.KeyValueEntry) int { return strings.Compare(a.Key(), b.Key()) })
	for _, entry := range entries {
		var w Offer
		if json.Unmarshal(entry.Value(), &w) == nil && w.Worker == entry.Key() {
			w.Seen = entry.Created().UTC()
			offers = append(offers, w)
		}
	}
	return offers, nil
}

// Times returns when each of the keys was put into a bucket. It omits keys that do not exist.
func Times(ctx context.Context, bucket jetstream.KeyValue, keys []string) (map[string]time.Time, error) {
	const most = 256 // maximum number of keys in a request
	times := make(map[string]time.Time)
	keys = slices.Compact(slices.Sorted(slices.Values(keys))) // the server refuses duplicates
	for some := range slices.Chunk(keys, most) {
		found, err := entries(ctx, bucket, slices.Clone(some), jetstream.MetaOnly())
		if err != nil {
			return nil, err
		}
		for _, entry := range found {
			times[entry.Key()] = entry.Created()
		}
	}
	return times, nil
}

// entries returns the entries of those keys that exist in a bucket.
func entries(ctx context.Context, bucket jetstream.KeyValue, keys []string,
	options ...jetstream.WatchOpt) (found []jetstream.KeyValueEntry, err error) {
	watcher, err := bucket.WatchFiltered(ctx, keys, append(options, jetstream.IgnoreDeletes())...)
	if err != nil {
		return nil, err
	}
	defer watcher.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case entry, open := <-watcher.Updates():
			switch {
			case !open:
				return nil, nats.ErrConnectionClosed
			case entry == nil: // end of the entries
				return found, nil
			}
			found = append(found, entry)
		}
	}
}

// replicaWait is how long Block retries if a block is missing, because the replica that answers may lag behind.
const replicaWait = 5 * time.Second

// Block gets a block, and checks its digest.
func Block(ctx context.Context, bucket jetstream.KeyValue, digest string) ([]byte, error) {
	for began := time.Now(); ; {
		entry, err := bucket.Get(ctx, digest)
		switch {
		case err == nil && Digest(entry.Value()) == digest:
			return entry.Value(), nil
		case err == nil:
			return nil, fmt.Errorf("block %s: it does not match its digest; an operator must remove it", digest)
		case !errors.Is(err, jetstream.ErrKeyNotFound):
			return nil, fmt.Errorf("block %s: %w", digest, err)
		case time.Since(began) > replicaWait:
			return nil, fmt.Errorf("block %s: %w", digest, ErrMissing)
		}
		Pause(ctx, replicaWait/10)
	}
}

// Pause waits for the duration d, or until ctx is done.
func Pause(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-timer.C:
	}
}

// Exists reports whether an error means that the stream already has a message with the same subject: the work is
// already waiting, or the ask already has a result.
func Exists(err error) bool {
	var api *jetstream.APIError
	return errors.As(err, &api) && api.Description == "maximum messages per subject exceeded"
}

// Temporary reports whether an error means that the server did not answer, was not ready or had no room. A retry may
// then succeed.
func Temporary(err error) bool {
	if full(err) {
		return true
	}
	for _, one := range []error{
		context.DeadlineExceeded, nats.ErrTimeout, nats.ErrNoResponders, nats.ErrDisconnected, nats.ErrConnectionClosed,
		nats.ErrConnectionReconnecting, nats.ErrReconnectBufExceeded, nats.ErrStaleConnection,
		jetstream.ErrNoStreamResponse, jetstream.ErrNoHeartbeat, jetstream.ErrStreamNotFound,
		jetstream.ErrBucketNotFound, jetstream.ErrConsumerNotFound, jetstream.ErrConsumerDeleted,
		jetstream.ErrServerShutdown, jetstream.ErrMsgIteratorClosed,
	} {
		if errors.Is(err, one) {
			return true
		}
	}
	const failed = http.StatusInternalServerError // the server failed if the code is at least this
	var api jetstream.JetStreamError
	if errors.As(err, &api) && api.APIError() != nil {
		return api.APIError().Code >= failed
	}
	var watched nats.JetStreamError // the library watches buckets with its older API, which has this type of error
	return errors.As(err, &watched) && watched.APIError() != nil && watched.APIError().Code >= failed
}

// Explain adds advice to the error of a server whose store is full, or whose messages are too small. It returns any
// other error unchanged.
func (c *Conn) Explain(err error) error {
	switch {
	case full(err):
		return fmt.Errorf("the server's store is full; make room on its disk, raise max_file, or wait until old files "+
			"and results expire: %w", err)
	case errors.Is(err, nats.ErrMaxPayload):
		return fmt.Errorf("the server takes messages of at most %d bytes; set max_payload to %d or more: %w",
			c.NC.MaxPayload(), maxPayload, err)
	}
	return err
}

// full reports whether an error means that the server's store is full.
func full(err error) bool {
	var api *jetstream.APIError
	return errors.As(err, &api) && slices.Contains([]jetstream.ErrorCode{10002, 10023, 10028, 10047}, api.ErrorCode)
}

// ErrRefused means that the server no longer admits this key.
var ErrRefused = errors.New("the server no longer knows this key: it was withdrawn")

// Closed returns the reason why a connection was closed for good.
func (c *Conn) Closed() error {
	if err := c.NC.LastError(); !errors.Is(err, nats.ErrAuthorization) {
		return fmt.Errorf("the cluster has closed the connection: %w", cmp.Or(err, nats.ErrConnectionClosed))
	}
	return ErrRefused
}

// leaveIsolated switches to another server if the current server is cut off from the other servers. Such a server keeps
// its connections open, but cannot answer about the streams.
func (c *Conn) leaveIsolated() {
	ticks := time.NewTicker(c.Pace.AckWait)
	defer ticks.Stop()
	for silent := 0; !c.NC.IsClosed(); <-ticks.C {
		ctx, cancel := context.WithTimeout(context.Background(), min(c.Pace.AckWait, answerWait))
		info, err := c.Work.Info(ctx)
		cancel()
		// An isolated server may still answer, but it knows no leader.
		led := err == nil && (info.Cluster == nil || info.Cluster.Leader != "")
		if silent++; led || !c.NC.IsConnected() {
			silent = 0
		}
		const often = 2
		if silent == often {
			silent = 0
			c.NC.ForceReconnect()
		}
	}
}

// Close flushes published messages and closes the connection.
func (c *Conn) Close() {
	if c.NC.IsConnected() {
		c.NC.FlushTimeout(time.Second)
	}
	c.NC.Close()
}
