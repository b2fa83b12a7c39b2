package wire

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// bucket is a bucket whose watchers use consumers that roles may ask for. A watcher gets the last value of each key,
// then nil, and then new values. Options have no effect: deletes never come, and blocks of files come without contents.
type bucket struct {
	jetstream.KeyValue
	conn *Conn
}

// Get waits for a connection and ends with it. Otherwise a lost answer would be noticed only when the time is over.
func (b bucket) Get(ctx context.Context, key string) (e jetstream.KeyValueEntry, err error) {
	err = b.conn.whileConnected(ctx, func(ctx context.Context) (err error) {
		e, err = b.get(ctx, key)
		return err
	})
	return e, err
}

// Put waits for a connection and ends with it. The value may be stored all the same.
func (b bucket) Put(ctx context.Context, key string, value []byte) (revision uint64, err error) {
	err = b.conn.whileConnected(ctx, func(ctx context.Context) (err error) {
		revision, err = b.KeyValue.Put(ctx, key, value)
		return err
	})
	return revision, err
}

func (b bucket) WatchAll(ctx context.Context, opts ...jetstream.WatchOpt) (jetstream.KeyWatcher, error) {
	return b.WatchFiltered(ctx, []string{"*"}, opts...)
}

func (b bucket) WatchFiltered(ctx context.Context, keys []string,
	_ ...jetstream.WatchOpt) (jetstream.KeyWatcher, error) {
	name := b.Bucket()
	w := Wanted{Last: true, Bare: name == FileBucket, Unused: 30}
	for _, key := range keys {
		w.Subjects = append(w.Subjects, values(name)+key)
	}
	consumer, err := b.conn.Follow(ctx, KVStream(name), w)
	if err != nil {
		return nil, err
	}
	ctx, stop := context.WithCancel(ctx)
	watcher := &watcher{bucket: name, updates: make(chan jetstream.KeyValueEntry), stop: stop}
	go watcher.run(ctx, consumer)
	return watcher, nil
}

// get is the value of a key. Any replica answers, and one may be behind the others: that it has no such key is believed
// only of their leader.
func (b bucket) get(ctx context.Context, key string) (jetstream.KeyValueEntry, error) {
	found, err := b.KeyValue.Get(ctx, key)
	if !errors.Is(err, jetstream.ErrKeyNotFound) {
		return found, err
	}
	text, _ := json.Marshal(map[string]string{"last_by_subj": values(b.Bucket()) + key}) // it cannot fail
	ctx, cancel := withDeadline(ctx)
	defer cancel()
	msg, err := b.conn.NC.RequestWithContext(ctx, b.conn.API+".STREAM.MSG.GET."+KVStream(b.Bucket()), text)
	if err != nil {
		return nil, err
	}
	var answer struct {
		Error   *jetstream.APIError
		Message *struct {
			Seq  uint64
			Hdrs []byte
			Data []byte
			Time time.Time
		}
	}
	if err := json.Unmarshal(msg.Data, &answer); err != nil {
		return nil, fmt.Errorf("no answer about a value of %s: %w", b.Bucket(), err)
	}
	switch {
	case answer.Error != nil && answer.Error.ErrorCode == jetstream.JSErrCodeMessageNotFound:
		return nil, jetstream.ErrKeyNotFound
	case answer.Error != nil:
		return nil, answer.Error
	case answer.Message == nil:
		return nil, jetstream.ErrInvalidJetStreamResponse
	case bytes.Contains(answer.Message.Hdrs, []byte(operation+":")): // an operator has deleted it
		return nil, jetstream.ErrKeyNotFound
	}
	return value{b.Bucket(), key, answer.Message.Data, answer.Message.Seq, answer.Message.Time}, nil
}

// withDeadline is a context with answerWait, unless it has a deadline already.
func withDeadline(ctx context.Context) (context.Context, context.CancelFunc) {
	if _, has := ctx.Deadline(); has {
		return ctx, func() {}
	}
	return context.WithTimeout(ctx, answerWait)
}

// Keys are all keys of the bucket.
func (b bucket) Keys(ctx context.Context, _ ...jetstream.WatchOpt) (keys []string, err error) {
	for entry, err := range Entries(ctx, b, "*") {
		if err != nil {
			return nil, err
		}
		keys = append(keys, entry.Key())
	}
	return keys, nil
}

// Entries are the last values of some keys of a bucket, or of all for "*". Those of a bucket of files have no contents.
// After an error there are no more. A value that is replaced in this moment may be left out: the server counts what
// there is to send while it stores. Who must not miss one looks twice.
func Entries(ctx context.Context, from jetstream.KeyValue,
	keys ...string) iter.Seq2[jetstream.KeyValueEntry, error] {
	return func(yield func(jetstream.KeyValueEntry, error) bool) {
		watcher, err := from.WatchFiltered(ctx, keys)
		if err != nil {
			yield(nil, err)
			return
		}
		defer watcher.Stop()
		for {
			select {
			case <-ctx.Done():
				yield(nil, ctx.Err())
				return
			case entry, open := <-watcher.Updates():
				if !open {
					yield(nil, errors.New("the connection was closed"))
					return
				}
				if entry == nil || !yield(entry, nil) { // nil follows the last one
					return
				}
			}
		}
	}
}

// operation is the header of a message that deletes a value.
const operation = "KV-Operation"

// values begins the subjects of a bucket.
func values(bucket string) string { return "$KV." + bucket + "." }

// watcher sends values until it is stopped or the server does not answer. Then it closes its channel.
type watcher struct {
	bucket  string
	updates chan jetstream.KeyValueEntry
	stop    context.CancelFunc
}

func (w *watcher) Updates() <-chan jetstream.KeyValueEntry { return w.updates }

func (w *watcher) Stop() error {
	w.stop()
	return nil
}

func (w *watcher) run(ctx context.Context, consumer jetstream.Consumer) {
	defer close(w.updates)
	tell := func(e jetstream.KeyValueEntry) {
		select {
		case w.updates <- e:
		case <-ctx.Done():
		}
	}
	left := consumer.CachedInfo().NumPending
	if left == 0 {
		tell(nil)
	}
	messages, err := consumer.Messages()
	if err != nil {
		return
	}
	defer messages.Stop()
	for ctx.Err() == nil {
		msg, err := messages.Next(jetstream.NextContext(ctx))
		if err != nil {
			return
		}
		meta, err := msg.Metadata()
		if err != nil {
			continue // not from a stream
		}
		if msg.Headers().Get(operation) == "" {
			tell(entry{w.bucket, msg, meta})
		}
		if left > 0 {
			if left = min(left-1, meta.NumPending); left == 0 {
				tell(nil)
			}
		}
	}
}

// value is a value that was asked for.
type value struct {
	bucket, key string
	content     []byte
	revision    uint64
	created     time.Time
}

func (v value) Bucket() string                  { return v.bucket }
func (v value) Key() string                     { return v.key }
func (v value) Value() []byte                   { return v.content }
func (v value) Revision() uint64                { return v.revision }
func (v value) Created() time.Time              { return v.created }
func (v value) Delta() uint64                   { return 0 }
func (v value) Operation() jetstream.KeyValueOp { return jetstream.KeyValuePut }

// entry is a value that a watcher was sent.
type entry struct {
	bucket string
	msg    jetstream.Msg
	meta   *jetstream.MsgMetadata
}

func (e entry) Bucket() string                  { return e.bucket }
func (e entry) Key() string                     { return strings.TrimPrefix(e.msg.Subject(), values(e.bucket)) }
func (e entry) Value() []byte                   { return e.msg.Data() }
func (e entry) Revision() uint64                { return e.meta.Sequence.Stream }
func (e entry) Created() time.Time              { return e.meta.Timestamp }
func (e entry) Delta() uint64                   { return e.meta.NumPending }
func (e entry) Operation() jetstream.KeyValueOp { return jetstream.KeyValuePut }
