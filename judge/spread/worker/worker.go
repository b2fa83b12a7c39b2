// Package worker runs a worker on one machine of a cluster. A worker takes work, judges the submission in this
// machine's sandbox, and publishes the result.
//
//	err := worker.Run(ctx, worker.Options{
//		Conn: conn, Offer: worker.Describe(ctx, "m3", "", 1, box), Store: store,
//		Judging: grade.Options{Jobs: 1, Sandbox: box, Cache: cache},
//	})
//
// A worker judges one submission at a time, on all tests, so that all times of a submission come from one machine. A
// failure of the machine itself, such as a full disk, is not a result: the work goes back to the queue for another
// worker. The failed worker judges a known program before it takes work again. A fault in the work, such as a checker
// that does not compile, is a result that says why.
package worker

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"dlxjudge/judge/base/processor"
	"dlxjudge/judge/base/version"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/spread/parcel"
	"dlxjudge/judge/spread/wire"
)

// Options configures a worker.
type Options struct {
	Conn  *wire.Conn
	Offer wire.Offer // what this worker offers; see Describe
	Store *parcel.Store
	Test  func(context.Context) error // checks that this machine can judge, as worker.Test does; nil for no check

	// Judging holds this machine's settings: Jobs, Sandbox, Cache and Kept. Each wire.Ask holds the other settings.
	Judging grade.Options
	Judge   func(context.Context, []grade.Entry, grade.Options) (grade.Results, error) // nil means grade.Judge

	// Say receives lines about work, errors and the connection. It may be nil. Several goroutines may call it at the
	// same time.
	Say func(line string)
}

// worker is a running worker.
type worker struct {
	Options
	queues []wire.Queue
	last   string        // ID of the needs of the latest work
	wake   chan struct{} // has a value if there may be new work

	mu     sync.Mutex
	offer  wire.Offer
	run    string                  // name of the run of the current work
	cancel context.CancelCauseFunc // cancels the current work
}

// Run runs a worker until the context operator is done. The worker then gives its work back, and Run returns nil. An
// error means that the worker cannot continue.
func Run(operator context.Context, o Options) error {
	if o.Judge == nil {
		o.Judge = grade.Judge
	}
	if o.Say == nil {
		o.Say = func(string) {}
	}
	o.Offer.Since = time.Now().UTC()
	w := &worker{Options: o, offer: o.Offer, wake: make(chan struct{}, 1)}
	ctx, stop := context.WithCancelCause(operator)
	var beside sync.WaitGroup
	defer beside.Wait()
	defer stop(nil)
	woken, err := o.Conn.NC.Subscribe(wire.WakeSubject, func(*nats.Msg) { w.wakeUp() })
	if err != nil {
		return err
	}
	defer woken.Unsubscribe()
	cancelled, err := o.Conn.NC.Subscribe(wire.CancelSubject("*"), func(m *nats.Msg) { w.drop(wire.Last(m.Subject)) })
	if err != nil {
		return err
	}
	defer cancelled.Unsubscribe()
	if err := w.announce(ctx); err != nil {
		return fmt.Errorf("cannot publish the worker's offer: %w", err)
	}
	defer w.goodbye()
	w.heal(ctx) // this worker may have been restarted because the machine failed
	beside.Go(func() { w.beat(ctx) })
	beside.Go(func() { w.follow(ctx, stop) })
	if ctx.Err() == nil {
		w.say("%s takes work", w.Offer.Machine)
	}
	for ctx.Err() == nil {
		if msg := w.next(ctx); msg != nil {
			w.handle(ctx, msg)
		} else {
			w.wait(ctx)
		}
	}
	if operator.Err() != nil {
		return nil
	}
	return context.Cause(ctx)
}

// next takes work that this worker can do, or returns nil if there is no such work. The queues take turns.
func (w *worker) next(ctx context.Context) jetstream.Msg {
	queues, err := w.Conn.Queues(ctx, w.queues)
	if err != nil {
		w.queues = nil
		wire.Pause(ctx, w.Conn.Pace.AckWait/30) // no connection, or the server is busy
		return nil
	}
	w.queues = queues
	offer := w.current()
	queues = slices.DeleteFunc(slices.Clone(queues), func(q wire.Queue) bool { return !q.Needs.MetBy(offer) })
	first := 1 + slices.IndexFunc(queues, func(q wire.Queue) bool { return q.Needs.ID() == w.last })
	queues = slices.Concat(queues[first:], queues[:first])
	// FetchNoWait relies on the server's count of waiting messages. After a purge, this count may be wrong, so Fetch is
	// tried, too.
	const longest = 2 * time.Second
	for _, fetch := range []func(jetstream.Consumer) (jetstream.MessageBatch, error){
		func(c jetstream.Consumer) (jetstream.MessageBatch, error) { return c.FetchNoWait(1) },
		func(c jetstream.Consumer) (jetstream.MessageBatch, error) {
			return c.Fetch(1, jetstream.FetchMaxWait(longest))
		},
	} {
		for _, queue := range queues {
			batch, err := fetch(queue.Consumer)
			if err != nil || ctx.Err() != nil {
				continue
			}
			for msg := range batch.Messages() {
				w.last = queue.Needs.ID()
				return msg
			}
			if batch.Error() != nil {
				w.queues = nil // the server may have lost this queue
			}
		}
	}
	return nil
}

// wait waits until there may be work. Clients send a wake-up when they publish work, and again while they wait for
// results.
func (w *worker) wait(ctx context.Context) {
	timer := time.NewTimer(w.Conn.Pace.AckWait + rand.N(w.Conn.Pace.AckWait))
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-w.wake:
	case <-timer.C:
	}
}

func (w *worker) wakeUp() {
	select {
	case w.wake <- struct{}{}:
	default:
	}
}

// drop cancels the current work if it belongs to the run that a client has cancelled.
func (w *worker) drop(run string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.run == run {
		w.cancel(errUnwanted)
	}
}

// follow reports changes of the connection. If the connection is closed for good, follow ends the worker.
func (w *worker) follow(ctx context.Context, stop context.CancelCauseFunc) {
	nc := w.Conn.NC
	changes := nc.StatusChanged(nats.CONNECTED, nats.RECONNECTING, nats.CLOSED)
	defer nc.RemoveStatusListener(changes)
	for !nc.IsClosed() {
		select {
		case <-ctx.Done():
			return
		case status := <-changes:
			switch status {
			case nats.RECONNECTING:
				w.say("lost the connection to the cluster; retrying")
			case nats.CONNECTED:
				w.say("connected again")
				// A restarted server may have lost everything. If announce fails, a heartbeat repeats the offer.
				w.Conn.Ensure(ctx)
				w.announce(ctx)
				w.wakeUp()
			}
		}
	}
	stop(w.Conn.Closed())
}

// heal waits until this machine can judge.
func (w *worker) heal(ctx context.Context) {
	for w.Test != nil && ctx.Err() == nil {
		err := w.Test(ctx)
		if ctx.Err() != nil {
			return // w.Test was interrupted
		}
		was, now := w.current().Paused, ""
		if err != nil {
			now = wire.Brief(err.Error())
		}
		w.change(func(o *wire.Offer) { o.Paused = now })
		switch {
		case now != was && now != "":
			w.say("this machine cannot judge, and takes no work until it can: %s", now)
		case now != was:
			w.say("this machine can judge again")
		}
		if err == nil {
			return
		}
		wire.Pause(ctx, w.Conn.Pace.AckWait)
	}
}

func (w *worker) say(format string, args ...any) { w.Say(fmt.Sprintf(format, args...)) }

// Describe returns the offer of a worker on this machine, with the worker's name, group and sandbox. The parameter jobs
// is the number of tests that the worker runs side by side.
func Describe(ctx context.Context, name, group string, jobs int, box sandbox.Sandbox) wire.Offer {
	return wire.Offer{
		Machine: wire.Machine{Worker: name, Group: group, CPU: processor.Name(ctx), Cores: runtime.NumCPU(),
			Backend: box.Name(), Jobs: jobs},
		Version: version.Judge(), Languages: Languages(ctx, box), Isolation: box.Level(),
	}
}

// Languages returns the codes of the installed languages, sorted.
func Languages(ctx context.Context, programs sandbox.Executor) []string {
	var codes []string
	for _, l := range compile.AskAll(ctx, programs) {
		if l.Missing == nil {
			codes = append(codes, l.Language.Name)
		}
	}
	slices.Sort(codes)
	return codes
}

// FreeName returns a name for a new worker on this machine. No live worker has that name. The name is the host
// name of the machine, with a number if necessary.
func FreeName(ctx context.Context, conn *wire.Conn) (string, error) {
	host, err := os.Hostname()
	if err != nil {
		return "", err
	}
	offers, _, err := conn.Offers(ctx)
	if err != nil {
		return "", err
	}
	host, _, _ = strings.Cut(host, ".")
	if !wire.Name.MatchString(host + "-100") {
		host = "worker"
	}
	name := host
	for number := 2; slices.ContainsFunc(offers, func(o wire.Offer) bool { return o.Worker == name }); number++ {
		name = fmt.Sprintf("%s-%d", host, number)
	}
	return name, nil
}

// current returns the worker's present offer.
func (w *worker) current() wire.Offer {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.offer
}

// change updates the offer.
func (w *worker) change(by func(*wire.Offer)) {
	w.mu.Lock()
	defer w.mu.Unlock()
	by(&w.offer)
}

// announce publishes the worker's offer.
func (w *worker) announce(ctx context.Context) error {
	text, err := wire.Encode(w.current())
	if err != nil {
		return err
	}
	bucket, err := w.Conn.JS.KeyValue(ctx, wire.WorkerBucket)
	if err == nil {
		_, err = bucket.Put(ctx, w.Offer.Worker, text)
	}
	return err
}

// beat publishes the offer with each heartbeat until ctx is done.
func (w *worker) beat(ctx context.Context) {
	ticks := time.NewTicker(w.Conn.Pace.Heartbeat)
	defer ticks.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticks.C:
			if w.Conn.NC.IsConnected() {
				w.announce(ctx) // if this fails, the next heartbeat may succeed
			}
		}
	}
}

// goodbye removes the worker from the list of live workers. If that fails, the worker's entry expires.
func (w *worker) goodbye() {
	ctx, cancel := context.WithTimeout(context.Background(), w.Conn.Pace.Heartbeat)
	defer cancel()
	if bucket, err := w.Conn.JS.KeyValue(ctx, wire.WorkerBucket); err == nil && w.Conn.NC.IsConnected() {
		bucket.Delete(ctx, w.Offer.Worker)
	}
}

// errUnwanted means that the current work was cancelled because its run was cancelled.
var errUnwanted = errors.New("the run was cancelled")
