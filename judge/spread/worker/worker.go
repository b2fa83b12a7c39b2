// Package worker runs a worker on one machine of a cluster. A worker takes work, judges the submission in this
// machine's sandbox, and publishes the result.
//
//	err := worker.Run(ctx, worker.Options{
//		Conn: conn, Offer: worker.Describe(ctx, "m3", "", 1, box), Store: store,
//		Judging: grade.Options{Jobs: 1, Sandbox: box, Cache: cache}, Judge: grade.Judge, Say: say,
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

	// Judging holds this machine's settings: Jobs, Sandbox, Cache and CachedResults. Each wire.Ask holds the other
	// settings.
	Judging grade.Options
	Judge   func(context.Context, []grade.Entry, grade.Options) (grade.Results, error) // grade.Judge, except in tests

	// Say receives lines about work, errors and the connection. Several goroutines may call it at the same time.
	Say func(line string)
}

// worker is a running worker.
type worker struct {
	Options
	wake   chan struct{}  // has a value if there may be a new queue
	beside sync.WaitGroup // the goroutines of this worker

	mu     sync.Mutex
	offer  wire.Offer
	tested bool // whether this machine has judged its known program
	job    *job // the current work; nil for none
}

// Run runs a worker until the context operator is done. The worker then gives its work back, and Run returns nil. An
// error means that the worker cannot continue.
func Run(operator context.Context, o Options) error {
	o.Offer.Since = time.Now().UTC()
	w := &worker{Options: o, offer: o.Offer, wake: make(chan struct{}, 1)}
	ctx, stop := context.WithCancelCause(operator)
	defer w.beside.Wait()
	defer stop(nil)
	woken, err := o.Conn.NC.Subscribe(wire.WakeSubject, func(*nats.Msg) {
		w.wakeUp()
		w.dropUnwanted(ctx)
	})
	if err != nil {
		return err
	}
	defer woken.Unsubscribe()
	w.beside.Go(func() { w.attend(ctx, stop) })
	defer w.goodbye()
	w.heal(ctx) // this worker may have been restarted because the machine failed
	if ctx.Err() == nil {
		w.say("%s takes work", w.Offer.Machine)
	}
	for ctx.Err() == nil {
		if msg := w.next(ctx); msg != nil {
			w.handle(ctx, msg)
		}
	}
	if operator.Err() != nil {
		return nil
	}
	return context.Cause(ctx)
}

// next waits at the same time for the work of all queues that this worker can serve. It returns nil if the queues may
// have changed: clients send a wake-up when they publish work, and again while they wait for results.
func (w *worker) next(ctx context.Context) jetstream.Msg {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	select {
	case <-w.wake: // the list below is new enough
	default:
	}
	queues, err := w.Conn.Queues(ctx)
	if err != nil {
		wire.Pause(ctx, w.Conn.Pace.AckWait/30) // no connection, or the server is busy
		return nil
	}
	offer, came := w.current(), make(chan jetstream.Msg)
	for _, i := range rand.Perm(len(queues)) { // the server often serves the queue that asks first
		if needs := queues[i]; needs.MetBy(offer) {
			w.beside.Go(func() { w.listen(ctx, needs, came) })
		}
	}
	timer := time.NewTimer(w.Conn.Pace.AckWait + rand.N(w.Conn.Pace.AckWait))
	defer timer.Stop()
	select {
	case msg := <-came:
		return msg
	case <-ctx.Done():
	case <-w.wake:
	case <-timer.C:
	}
	return nil
}

// listen passes on the next work of a queue. When ctx is done, it gives back the work that is already on its way here.
// Without this, such work would wait until the server misses its acknowledgement.
func (w *worker) listen(ctx context.Context, needs wire.Needs, came chan<- jetstream.Msg) {
	queue, err := w.Conn.JS.Consumer(ctx, wire.WorkStream, needs.ID())
	if err != nil {
		return // it has expired, or the next call of next succeeds
	}
	messages, err := queue.Messages(jetstream.PullMaxMessages(1),
		jetstream.PullExpiry(max(2*w.Conn.Pace.AckWait, time.Second)))
	if err != nil {
		return
	}
	defer messages.Stop()
	defer context.AfterFunc(ctx, func() {
		if w.Conn.NC.IsConnected() {
			messages.Drain()
		} else {
			messages.Stop()
		}
	})()
	for {
		msg, err := messages.Next()
		if err != nil {
			return
		}
		select {
		case came <- msg:
			return
		case <-ctx.Done():
			msg.Nak()
		}
	}
}

func (w *worker) wakeUp() {
	select {
	case w.wake <- struct{}{}:
	default:
	}
}

// dropUnwanted cancels the current work if it is no longer in its stream, because the client has ended its run.
func (w *worker) dropUnwanted(ctx context.Context) {
	w.mu.Lock()
	j := w.job
	w.mu.Unlock()
	if j == nil {
		return
	}
	if waits, err := j.waits(ctx); err == nil && !waits {
		j.cancel(errUnwanted)
	}
}

// attend tells the server regularly that this worker lives and that its work is in progress, and reports changes of the
// connection. If the connection is closed for good, attend ends the worker.
func (w *worker) attend(ctx context.Context, stop context.CancelCauseFunc) {
	nc := w.Conn.NC
	changes := nc.StatusChanged(nats.CONNECTED, nats.RECONNECTING, nats.CLOSED)
	defer nc.RemoveStatusListener(changes)
	beats, claims := time.NewTicker(w.Conn.Pace.Heartbeat), time.NewTicker(w.Conn.Pace.AckWait/3)
	defer beats.Stop()
	defer claims.Stop()
	for !nc.IsClosed() {
		select {
		case <-ctx.Done():
			return
		case <-claims.C:
			w.mu.Lock()
			if w.job != nil {
				w.job.msg.InProgress()
			}
			w.mu.Unlock()
		case <-beats.C:
			if nc.IsConnected() { // beside, since a late answer must not delay the next claim
				w.beside.Go(func() { w.announce(ctx) }) // if this fails, the next heartbeat may succeed
			}
		case status := <-changes:
			switch status {
			case nats.RECONNECTING:
				w.say("lost the connection to the cluster; retrying")
			case nats.CONNECTED:
				w.say("connected again")
				w.beside.Go(func() { // a restarted server may have lost everything
					w.Conn.Ensure(ctx)
					w.announce(ctx)
					w.wakeUp()
				})
			}
		}
	}
	stop(w.Conn.Closed())
}

// heal waits until this machine can judge, and publishes what it finds.
func (w *worker) heal(ctx context.Context) {
	for ctx.Err() == nil {
		var err error
		if w.Test != nil {
			err = w.Test(ctx)
		}
		if ctx.Err() != nil {
			return // w.Test was interrupted
		}
		was, now := w.current().Paused, ""
		if err != nil {
			now = wire.Brief(err.Error())
		}
		w.change(func(o *wire.Offer) { o.Paused, w.tested = now, true })
		switch {
		case now != was && now != "":
			w.say("this machine cannot judge, and takes no work until it can: %s", now)
		case now != was:
			w.say("this machine can judge again")
		}
		if err := w.announce(ctx); err != nil && ctx.Err() == nil {
			w.say("cannot publish the worker's offer yet: %v", err)
		}
		if err == nil {
			return
		}
		wire.Pause(ctx, w.Conn.Pace.AckWait)
	}
}

func (w *worker) say(format string, args ...any) { w.Say(fmt.Sprintf(format, args...)) }

// Describe returns the offer of a worker on this machine, with the worker's name, group and sandbox. jobs is the number
// of tests that the worker runs side by side.
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
	offers, err := conn.Offers(ctx)
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

// announce publishes the worker's offer, but not before this machine has judged its known program.
func (w *worker) announce(ctx context.Context) error {
	w.mu.Lock()
	offer, tested := w.offer, w.tested
	w.mu.Unlock()
	text, err := wire.Encode(offer)
	if err == nil && tested {
		_, err = w.Conn.Workers.Put(ctx, offer.Worker, text)
	}
	return err
}

// goodbye removes the worker from the list of live workers. If that fails, the worker's entry expires.
func (w *worker) goodbye() {
	ctx, cancel := context.WithTimeout(context.Background(), w.Conn.Pace.Heartbeat)
	defer cancel()
	if w.Conn.NC.IsConnected() {
		w.Conn.Workers.Delete(ctx, w.Offer.Worker)
	}
}

// errUnwanted means that the current work was removed from its stream, because the client has ended its run.
var errUnwanted = errors.New("the run was cancelled")
