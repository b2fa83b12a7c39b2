package worker

import (
	"context"
	"errors"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"dlxjudge/judge/base/processor"
	"dlxjudge/judge/base/version"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/spread/wire"
)

// Describe is what this machine offers with a sandbox: a worker of that name, which runs so many tests side by side.
func Describe(ctx context.Context, name string, jobs int, box sandbox.Sandbox) wire.Offer {
	return wire.Offer{
		Machine: wire.Machine{Worker: name, CPU: processor.Name(ctx), Cores: runtime.NumCPU(), Backend: box.Name()},
		Version: version.Judge(), Languages: Languages(ctx, box), Isolation: sandbox.Level(box), Jobs: jobs,
	}
}

// Languages are the codes of the languages that are installed, sorted.
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

// FreeName is a name for a worker on this machine that no live worker has: the machine's name, with a number if
// necessary.
func FreeName(ctx context.Context, conn *wire.Conn) (string, error) {
	host, err := os.Hostname()
	if err != nil {
		return "", err
	}
	host, _, _ = strings.Cut(host, ".")
	base := strings.Map(func(r rune) rune {
		if wire.Named.MatchString(string(r)) {
			return r
		}
		return '-'
	}, host[:min(len(host), 60)])
	if base == "" {
		base = "worker"
	}
	for name, number := base, 2; ; number++ {
		taken, err := live(ctx, conn, name)
		if err != nil || !taken {
			return name, err
		}
		name = base + "-" + strconv.Itoa(number)
	}
}

// live reports whether a worker of that name has sent an offer lately, and has not ended.
func live(ctx context.Context, conn *wire.Conn, name string) (bool, error) {
	entry, err := conn.Workers.Get(ctx, conn.OfferKey(name))
	if errors.Is(err, jetstream.ErrKeyNotFound) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	ahead, err := conn.Ahead(ctx)
	if err != nil {
		return false, err
	}
	offer, err := wire.Decode[wire.Offer](entry.Value())
	return err == nil && !offer.Gone && time.Since(entry.Created())+ahead < 3*conn.Pace.Heartbeat, nil
}

// warnTaken warns that another worker may have the same name. That is not an error: a worker that was killed and
// started again finds its own name.
func (w *worker) warnTaken(ctx context.Context) {
	name := w.Offer.Machine.Worker
	if taken, err := live(ctx, w.Conn, name); err == nil && taken {
		w.say("warning: a worker called %s was here a moment ago; if it still runs, give one of them another name "+
			"with --name", name)
	}
}

// current is what the worker offers now.
func (w *worker) current() wire.Offer {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.offer
}

// change changes the next offer.
func (w *worker) change(by func(*wire.Offer)) {
	w.mu.Lock()
	defer w.mu.Unlock()
	by(&w.offer)
}

// failed keeps what went wrong, in the next offer and where it stays when the server is started again.
func (w *worker) failed(ctx context.Context, what string) {
	what = cut(what, mostWords)
	w.change(func(o *wire.Offer) { o.LastWords = what })
	if w.Conn.NC.IsConnected() {
		w.Conn.PutFailure(ctx, w.Offer.Machine.Worker, what) // the offer says it, too
	}
}

// announce publishes the worker's offer.
func (w *worker) announce(ctx context.Context) error {
	offer := w.current()
	offer.Seen = time.Now().UTC()
	ctx, cancel := context.WithTimeout(ctx, max(w.Conn.Pace.Heartbeat, time.Second))
	defer cancel()
	return w.Conn.PutOffer(ctx, offer)
}

// beat repeats the offer until ctx is done.
func (w *worker) beat(ctx context.Context) {
	ticks := time.NewTicker(w.Conn.Pace.Heartbeat)
	defer ticks.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticks.C:
			if w.Conn.NC.IsConnected() {
				w.announce(ctx) // if it fails, the next one may not
			}
		}
	}
}

// goodbye publishes that the worker has ended.
func (w *worker) goodbye(ctx context.Context) {
	w.change(func(o *wire.Offer) {
		o.Gone, o.Work = true, ""
		if o.LastWords == "" {
			o.LastWords = "ended by its operator"
		}
	})
	if w.Conn.NC.IsConnected() {
		w.announce(context.WithoutCancel(ctx))
	}
}
