package worker

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"dlxjudge/judge/spread/wire"
)

// mostNeeds bounds the number of known needs. A cluster has a few dozen.
const mostNeeds = 10_000

// mostOthers bounds the number of messages about clients of other versions.
const mostOthers = 20

// queues are the queues of work that a worker can do.
type queues struct {
	conn   *wire.Conn
	worker *worker
	pull   *puller
	last   string        // need that was asked for last
	asked  time.Time     // when all needs were due last
	anew   chan struct{} // has a value if the known needs may be out of date

	mu     sync.Mutex
	byNeed map[string]*queue
	due    map[string]bool // needs that are to be asked for; those that nobody here meets stay out of turns
	others map[string]bool // versions of clients that were reported
}

// queue is the work with one need.
type queue struct {
	need     wire.Need
	consumer jetstream.Consumer // nil until it is asked for
}

func newQueues(conn *wire.Conn, w *worker) *queues {
	return &queues{conn: conn, worker: w, anew: make(chan struct{}, 1), byNeed: make(map[string]*queue),
		due: make(map[string]bool), others: make(map[string]bool)}
}

// again has the needs read again, as after a connection was lost: the server may have other ones now.
func (q *queues) again() {
	select {
	case q.anew <- struct{}{}:
	default:
	}
}

// watch reads needs until ctx is done.
func (q *queues) watch(ctx context.Context) {
	for ctx.Err() == nil {
		watcher, err := q.conn.Needs.WatchAll(ctx, jetstream.IgnoreDeletes())
		if err != nil { // the connection is lost, or the server is busy
			q.rest(ctx)
			continue
		}
		q.learn(ctx, watcher.Updates())
		watcher.Stop()
	}
}

// learn takes in needs until they must be read again.
func (q *queues) learn(ctx context.Context, updates <-chan jetstream.KeyValueEntry) {
	q.mu.Lock()
	clear(q.byNeed)
	clear(q.due)
	q.mu.Unlock()
	for {
		select {
		case <-ctx.Done():
			return
		case <-q.anew:
			return
		case entry, ok := <-updates:
			switch {
			case !ok:
				q.rest(ctx)
				return
			case entry != nil: // nil follows the needs that were there before
				q.put(entry)
			}
		}
	}
}

// betweenReads is the longest time until needs that could not be read are read again.
const betweenReads = 3 * time.Second

// rest waits before needs are read again: for a while, or until the connection is back.
func (q *queues) rest(ctx context.Context) {
	timer := time.NewTimer(scatter(min(q.conn.Pace.AckWait/10, betweenReads)))
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-q.anew:
	case <-timer.C:
	}
}

// lately is how recent another version's need must be to be reported.
const lately = time.Hour

// put takes in a need. If it is one of another version of the judge, and recent, it is reported, once for each version.
func (q *queues) put(entry jetstream.KeyValueEntry) {
	need, err := wire.Decode[wire.Need](entry.Value())
	if err != nil || need.ID() != entry.Key() {
		return // not from a client of this project
	}
	q.mu.Lock()
	if q.byNeed[entry.Key()] != nil || len(q.byNeed) < mostNeeds {
		q.byNeed[entry.Key()] = &queue{need: need}
	}
	here := q.worker.Offer.Version
	told := need.Version == here || time.Since(entry.Created()) > lately || q.others[need.Version] ||
		len(q.others) == mostOthers
	if !told {
		q.others[need.Version] = true
	}
	if q.byNeed[entry.Key()] != nil {
		q.due[entry.Key()] = true
	}
	q.mu.Unlock()
	if !told {
		q.worker.say("a client has judge %s, this worker has %s: build both from one commit",
			cut(need.Version, mostName), here)
	}
	q.worker.wakeUp()
}

// take takes a piece of work that this worker can do, or returns nil. The kinds of work take turns. It asks for those
// that are due: that there may be some was said, or is to be found out again.
func (q *queues) take(ctx context.Context) *piece {
	wait := idle(q.conn.Pace)
	if q.pull.waits() || q.pull.late() {
		if work, _ := q.pull.answer(ctx, wait); work != nil || q.pull.waits() {
			return work
		}
	}
	for _, id := range q.turns() {
		if !q.conn.NC.IsConnected() {
			return nil
		}
		q.setDue(id, false) // first: what is said from now on counts
		if _, err := q.consumer(ctx, id); err != nil || q.pull.ask(id) != nil {
			q.setDue(id, true)
			continue
		}
		q.last = id
		work, err := q.pull.answer(ctx, wait)
		if work != nil || err != nil {
			q.setDue(id, true)
		}
		if work != nil || q.pull.waits() {
			return work
		}
		if err != nil {
			q.failed(id)
		}
	}
	return nil
}

// setDue says whether a need is to be asked for.
func (q *queues) setDue(id string, due bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.byNeed[id] != nil { // anybody may name others
		q.due[id] = due
	}
}

// allDue has all needs asked for.
func (q *queues) allDue() {
	q.asked = time.Now()
	q.mu.Lock()
	defer q.mu.Unlock()
	for id := range q.byNeed {
		q.due[id] = true
	}
}

// seldom has all needs asked for, if that is long ago: what was said of work may have been lost on its way.
func (q *queues) seldom() {
	if time.Since(q.asked) > q.conn.Pace.AckWait {
		q.allDue()
	}
}

// woken takes in that there may be work with some needs.
func (q *queues) woken(needs []string) {
	for _, id := range needs {
		q.setDue(id, true)
	}
}

// turns are the needs that are due and that this worker meets, in order of their names, beginning after the one that
// was asked last.
func (q *queues) turns() []string {
	offer := q.worker.current()
	q.mu.Lock()
	defer q.mu.Unlock()
	var met []string
	for id, queue := range q.byNeed {
		if q.due[id] && queue.need.Met(offer) {
			met = append(met, id)
		}
	}
	slices.Sort(met)
	first, found := slices.BinarySearch(met, q.last)
	if found {
		first++
	}
	return slices.Concat(met[first:], met[:first])
}

// consumer is the server's queue for a need, which the first worker that meets it makes.
func (q *queues) consumer(ctx context.Context, id string) (jetstream.Consumer, error) {
	q.mu.Lock()
	known := q.byNeed[id]
	q.mu.Unlock()
	if known == nil {
		return nil, errors.New("no such need")
	}
	if known.consumer != nil {
		return known.consumer, nil
	}
	consumer, err := q.conn.Consumer(ctx, known.need)
	if err != nil {
		return nil, err
	}
	q.mu.Lock()
	known.consumer = consumer
	q.mu.Unlock()
	return consumer, nil
}

// failed drops a queue that the server may have lost: it is made again.
func (q *queues) failed(id string) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if known := q.byNeed[id]; known != nil {
		known.consumer = nil
	}
}

// idle is about how long a worker waits for an answer, before it asks again.
func idle(pace wire.Pace) time.Duration { return min(pace.AckWait/30, time.Second) }

// patience is about how long a worker waits that was told of no work. After ten times AckWait it asks for all kinds of
// work unasked. Clients say every few seconds which work they wait for; so only what a killed client has left waits so
// long, if its worker was killed as well.
func (q *queues) patience() time.Duration {
	left := 10*q.conn.Pace.AckWait - time.Since(q.asked)
	if left <= 0 {
		q.allDue()
	}
	if len(q.turns()) > 0 || q.pull.waits() {
		return idle(q.conn.Pace)
	}
	return left
}

// scatter is a duration near d, from a half to one and a half of it.
func scatter(d time.Duration) time.Duration {
	return d/2 + rand.N(max(d, 1))
}

// pause waits for so long, or until ctx is done.
func pause(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-timer.C:
	}
}
