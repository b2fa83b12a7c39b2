// Package worker is one machine of a cluster: it takes work, judges it in this machine's sandbox, and answers.
//
//	err := worker.Run(ctx, worker.Options{
//		Conn: conn, Offer: worker.Describe(ctx, "m3", 1, box), Store: store,
//		Judging: grade.Options{Jobs: 1, Sandbox: box, Cache: cache},
//	})
//
// A worker judges one submission at a time, with all its tests, so that its times are those of one machine. While the
// server takes its answer it judges the next one. A failure of the machine itself, such as a full disk, is no result:
// the work goes back to the queue for another worker, and this one pauses. A fault of the work, such as a checker that
// does not compile, is a result with the reason.
package worker

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/spread/parcel"
	"dlxjudge/judge/spread/wire"
)

// Options are what a worker works with.
type Options struct {
	Conn  *wire.Conn
	Offer wire.Offer                     // what it offers; see Describe
	Ask   func(context.Context) []string // asks again which languages are installed; nil if they never change
	Store Parcels                        // a *parcel.Store
	Test  func(context.Context) error    // whether this machine can judge, see Test; nil for yes

	// Judging says how this machine judges: Jobs, Sandbox, Cache and Kept. Work gives the rest.
	Judging grade.Options
	Judge   func(context.Context, []grade.Entry, grade.Options) (grade.Results, error) // nil for grade.Judge

	// reports the connection, work and errors; may be nil; may be called from several goroutines
	Say func(line string)
}

// Parcels are where the files of problems come from, by the digest of their parcel. The tree stays until release is
// called.
type Parcels interface {
	Fetch(ctx context.Context, blocks jetstream.KeyValue, digest string) (tree parcel.Tree, release func(), err error)
}

// worker is a worker that runs.
type worker struct {
	Options
	queues *queues
	memory *memory
	wake   chan struct{} // has a value if there may be new work
	waking atomic.Bool   // wake gets a value soon
	pause  time.Duration // the last one after a failure

	answers sync.WaitGroup // the answer that is under way while the next work is judged; there is no second
	trouble atomic.Bool    // an answer has failed: rest before more work is taken
	well    atomic.Bool    // work was done since the last pause

	clock   func() time.Time
	stopped time.Duration // without a tick, after which this process counts as having been stopped

	mu    sync.Mutex
	offer wire.Offer
}

// stoppedFor is how long a gap must be for this process to count as stopped. A busy machine delays it by less.
const stoppedFor = 2 * time.Second

// Run works until ctx is done. Then it gives back its work, publishes that it has ended, and returns nil. An error
// means that it cannot go on: the cluster refuses its offer, or has closed the connection for good.
func Run(ctx context.Context, o Options) error { return newWorker(o).run(ctx) }

func newWorker(o Options) *worker {
	if o.Judge == nil {
		o.Judge = grade.Judge
	}
	if o.Say == nil {
		o.Say = func(string) {}
	}
	o.Offer.Since = time.Now().UTC()
	w := &worker{Options: o, offer: o.Offer, memory: newMemory(), wake: make(chan struct{}, 1), clock: time.Now,
		stopped: stoppedFor}
	w.queues = newQueues(o.Conn, w)
	return w
}

func (w *worker) run(operator context.Context) error {
	if name := w.Offer.Machine.Worker; !wire.Named.MatchString(name) {
		return fmt.Errorf("a worker cannot be called %q; a name has up to 64 letters, digits, - and _", name)
	}
	w.warnTaken(operator)
	defer w.goodbye(operator)
	ctx, stop := context.WithCancelCause(operator)
	var beside sync.WaitGroup
	defer beside.Wait()
	defer stop(nil)
	beside.Go(func() { w.follow(ctx, stop) })
	err := w.work(ctx, &beside)
	switch {
	case operator.Err() != nil:
		return nil
	case w.Conn.NC.IsClosed():
		return w.Conn.Closed()
	}
	return err
}

// work works until ctx is done.
func (w *worker) work(ctx context.Context, beside *sync.WaitGroup) error {
	if err := w.announce(ctx); err != nil {
		return fmt.Errorf("the cluster does not take what this worker offers: %w", err)
	}
	if w.heal(ctx); ctx.Err() != nil { // it may have been restarted for what it failed at
		return context.Cause(ctx)
	}
	w.say("%s takes work", w.Offer.Machine)
	woken, err := w.Conn.NC.Subscribe(wire.WakeSubject, func(msg *nats.Msg) {
		wake := wire.DecodeWake(msg.Data)
		w.queues.woken(wake.Needs)
		w.wakeWithin(wire.Within(wake.Workers))
	})
	if err != nil {
		return err
	}
	defer woken.Unsubscribe()
	if w.queues.pull, err = newPuller(w.Conn); err != nil {
		return err
	}
	defer w.queues.pull.answers.Unsubscribe()
	beside.Go(func() { w.beat(ctx) })
	beside.Go(func() { w.queues.watch(ctx) })
	for ctx.Err() == nil {
		if w.trouble.Swap(false) {
			w.rest(ctx)
		} else if msg := w.queues.take(ctx); msg != nil {
			w.handle(ctx, msg)
			w.queues.seldom()
		} else {
			w.wait(ctx, w.queues.patience())
		}
	}
	w.answers.Wait()
	return context.Cause(ctx)
}

// follow reports changes of the connection. One that is closed for good ends the worker.
func (w *worker) follow(ctx context.Context, stop context.CancelCauseFunc) {
	nc := w.Conn.NC
	changes := nc.StatusChanged(nats.CONNECTED, nats.RECONNECTING, nats.CLOSED)
	defer nc.RemoveStatusListener(changes)
	if nc.IsClosed() { // before this listened
		stop(w.Conn.Closed())
		return
	}
	for {
		select {
		case <-ctx.Done():
			return
		case status := <-changes:
			switch status {
			case nats.RECONNECTING:
				w.say("the connection to the cluster is lost; trying again until it is back")
			case nats.CONNECTED:
				w.say("connected again")
				w.queues.again()
				w.wakeUp()
				// a server that was restarted knows no workers; if this fails, the next heartbeat repeats it
				w.announce(ctx)
			case nats.CLOSED:
				stop(w.Conn.Closed())
				return
			}
		}
	}
}

// wait waits until there may be work, or about so long. Waiting workers do not all ask at the same time.
func (w *worker) wait(ctx context.Context, about time.Duration) {
	timer := time.NewTimer(scatter(about))
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-w.wake:
	case <-timer.C:
	}
}

// wakeWithin wakes it at some moment within so long, unless that is about to happen.
func (w *worker) wakeWithin(d time.Duration) {
	if d == 0 {
		w.wakeUp()
	} else if w.waking.CompareAndSwap(false, true) {
		time.AfterFunc(rand.N(d), func() {
			w.waking.Store(false)
			w.wakeUp()
		})
	}
}

func (w *worker) wakeUp() {
	select {
	case w.wake <- struct{}{}:
	default:
	}
}

// rest pauses after a failure of this machine, longer each time: otherwise it would get the same work again, and work
// that is given out too often is lost.
func (w *worker) rest(ctx context.Context) {
	if w.well.Swap(false) {
		w.pause = 0
	}
	w.pause = min(max(2*w.pause, w.Conn.Pace.AckWait), 20*w.Conn.Pace.AckWait)
	w.say("pausing for %v", w.pause)
	pause(ctx, w.pause)
	w.heal(ctx)
}

// heal waits until this machine can judge.
func (w *worker) heal(ctx context.Context) {
	for !w.canJudge(ctx) && ctx.Err() == nil {
		w.announce(ctx) // so that people see why; if it fails, the next heartbeat repeats it
		pause(ctx, w.Conn.Pace.AckWait)
	}
}

// canJudge tests this machine, and has the next offer say what is wrong with it.
func (w *worker) canJudge(ctx context.Context) bool {
	if w.Test == nil {
		return true
	}
	err := w.Test(ctx)
	if ctx.Err() != nil {
		return true // nothing is known
	}
	was, now := w.current().Paused, ""
	if err != nil {
		now = cut(err.Error(), mostWords)
	}
	w.change(func(o *wire.Offer) { o.Paused = now })
	switch {
	case was == now:
	case now == "":
		w.say("this machine can judge again")
	default:
		w.say("this machine cannot judge, and takes no work until it can: %s", now)
		if w.Conn.NC.IsConnected() {
			w.Conn.PutFailure(ctx, w.Offer.Machine.Worker, "takes no work: "+now) // the offer says it, too
		}
	}
	return err == nil
}

func (w *worker) say(format string, args ...any) { w.Say(fmt.Sprintf(format, args...)) }
