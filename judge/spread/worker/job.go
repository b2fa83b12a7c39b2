package worker

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"
	"time"

	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/spread/parcel"
	"dlxjudge/judge/spread/reply"
	"dlxjudge/judge/spread/wire"
)

// job is a piece of work that this worker has taken.
type job struct {
	*worker
	msg   *piece
	run   string
	place int
	name  string             // of the submission, for people
	told  time.Time          // when progress was last published
	stops atomic.Int64       // how often this process was stopped meanwhile
	look  chan chan struct{} // asks for a new count at once
}

// refused is a fault of the work itself, which every worker would find.
type refused struct{ error }

func (r refused) Unwrap() error { return r.error }

// errUnwanted ends work that is not wanted any more.
var errUnwanted = errors.New("the run was cancelled")

// handle judges a piece of work and answers, or gives it back.
func (w *worker) handle(ctx context.Context, msg *piece) {
	run, place, err := wire.Place(msg.Subject)
	if err == nil {
		err = wire.Genuine(msg.Header, wire.WorkStream)
	}
	if err != nil {
		w.say("what is no work is thrown away: %v", err)
		msg.throwAway("no client has asked for this")
		return
	}
	j := &job{worker: w, msg: msg, run: run, place: place, name: fmt.Sprintf("submission %d of run %s", place, run),
		look: make(chan chan struct{})}
	wanted, cancel := context.WithCancelCause(ctx)
	release := j.hold(wanted, cancel)
	result, outcome, err := j.do(wanted)
	w.change(func(o *wire.Offer) { o.Work = "" })
	w.answers.Wait()
	end := func(err error) (failed bool) {
		defer cancel(nil)
		release()
		return j.end(wanted, err)
	}
	if err != nil {
		if end(err) {
			w.rest(ctx)
		}
		return
	}
	// The server writes an answer to its disk. Meanwhile the next work is judged.
	w.answers.Go(func() {
		if end(j.answer(wanted, result, outcome)) {
			w.trouble.Store(true)
		}
	})
}

// end takes the work off this worker's hands, after it was answered or failed, and reports whether this machine has
// failed at it.
func (j *job) end(ctx context.Context, err error) (failed bool) {
	switch {
	case err == nil:
		j.well.Store(true)
		j.change(func(o *wire.Offer) { o.Done++ })
	case context.Cause(ctx) == errUnwanted:
		j.say("%s: %v", j.name, errUnwanted)
		j.msg.throwAway(errUnwanted.Error())
	case ctx.Err() != nil:
		j.say("%s: given back, unfinished", j.name)
		j.putBack(ctx)
	default:
		j.say("%s: given back: %v", j.name, err)
		j.failed(ctx, fmt.Sprintf("%s: %v", j.name, err))
		switch {
		case errors.As(err, new(unable)) || j.canJudge(ctx):
			j.msg.giveBack() // this counts: perhaps the work itself makes machines fail
		default:
			j.putBack(ctx)
		}
		j.announce(ctx) // so that people can see why the work was not done; if it fails, the next heartbeat repeats it
		return !errors.As(err, new(unable))
	}
	return false
}

// putBack gives the work back as if it had not been given out: it is not to blame.
func (j *job) putBack(ctx context.Context) {
	if j.Conn.NC.IsConnected() && j.Conn.Again(context.WithoutCancel(ctx), j.msg.Msg) == nil {
		return
	}
	j.msg.giveBack()
}

// do judges the work. An error is this machine's own failure, or that of ctx.
func (j *job) do(ctx context.Context) (result wire.Result, outcome *reply.Reply, err error) {
	result, outcome, err = j.decide(ctx)
	var wrong refused
	switch {
	case errors.As(err, &wrong):
		result.Failed, outcome = cut(wrong.Error(), mostFailed), nil
		j.say("%s: cannot be judged: %s", j.name, cut(wrong.Error(), mostWords))
	case err != nil:
		return result, nil, err
	}
	result.Machine = j.Offer.Machine
	return result, outcome, nil
}

// decide is a result, or the reason why there is none.
func (j *job) decide(ctx context.Context) (result wire.Result, outcome *reply.Reply, err error) {
	work, err := wire.Decode[wire.Work](j.msg.Data)
	if err == nil {
		err = sound(work)
	}
	if err != nil {
		return result, nil, refused{err}
	}
	j.name = fmt.Sprintf("%s/%s of run %s", cut(work.Problem, mostName), cut(work.Submission, mostName), j.run)
	j.say("%s: taken", j.name)
	j.change(func(o *wire.Offer) { o.Work = j.name })
	tree, release, err := j.fetch(ctx, work.Parcel)
	if err != nil {
		return result, nil, err
	}
	defer release()
	entry, err := j.memory.entry(work, tree)
	if err != nil {
		return result, nil, err
	}
	result.Tree = tree.Dir
	begin := time.Now()
	r, err := j.judge(ctx, entry, work)
	if err != nil {
		return result, nil, err
	}
	j.say("%s: %s in %v", j.name, verdictOf(r.Submission), time.Since(begin).Round(time.Millisecond))
	return result, &r, nil
}

// fetch makes the tree of the parcel.
func (j *job) fetch(ctx context.Context, digest string) (tree parcel.Tree, release func(), err error) {
	err = j.persist(ctx, once, func() (err error) {
		tree, release, err = j.Store.Fetch(ctx, j.Conn.Files, digest)
		return err
	})
	switch {
	case errors.Is(err, parcel.ErrMissing): // the client sends it again when it asks again
		err = unable{err}
	case errors.Is(err, parcel.ErrDamaged):
		err = refused{err}
	}
	return tree, release, err
}

// mostTries bounds how often a submission is judged on a machine that is stopped again and again.
const mostTries = 3

// judge judges an entry. If this process was stopped meanwhile, as by closing a laptop, it judges again: the measured
// times would be wrong.
func (j *job) judge(ctx context.Context, entry grade.Entry, work wire.Work) (reply.Reply, error) {
	o := j.Judging
	o.All, o.First, o.TimeLimit, o.Conversations = work.All, work.First, work.TimeLimit, work.Told
	o.Observe = func(p grade.Progress) { j.progress(p) }
	if o.Kept != nil && work.Fresh {
		o.Kept = fresh(o.Kept)
	}
	if work.Show {
		return j.show(ctx, entry, o)
	}
	for range mostTries {
		before := j.stopsSoFar(ctx)
		r, err := j.judgeOnce(ctx, entry, o, work.Transcripts)
		if err != nil {
			return r, err
		}
		if j.stopsSoFar(ctx) == before {
			return r, j.ownFailure(ctx, entry, r.Submission)
		}
		j.say("%s: this process was stopped meanwhile, so its times cannot be trusted; judging it again", j.name)
		if o.Kept != nil { // replaces the kept results with these times
			o.Kept = fresh(o.Kept)
		}
	}
	return reply.Reply{}, fmt.Errorf("this process was stopped each of %d times that it judged this", mostTries)
}

// judgeOnce judges an entry, with what is said on each test if transcripts is set.
func (j *job) judgeOnce(ctx context.Context, entry grade.Entry, o grade.Options,
	transcripts bool) (reply.Reply, error) {
	said := &conversations{}
	if transcripts {
		var err error
		if said, err = newConversations(o); err != nil {
			return reply.Reply{}, err
		}
		defer said.close()
		o.Transcripts, o.Listener = said.dir, said
	}
	results, err := j.Judge(ctx, []grade.Entry{entry}, o)
	if err != nil {
		return reply.Reply{}, j.fault(ctx, err)
	}
	if len(results.Submissions) != 1 {
		return reply.Reply{}, fmt.Errorf("%d results for one submission", len(results.Submissions))
	}
	r := reply.Reply{Submission: results.Submissions[0], Measures: results.Measures}
	r.Texts, err = said.texts(entry.Tests)
	return r, err
}

func fresh(kept *grade.Kept) *grade.Kept {
	anew := *kept
	anew.Fresh = true
	return &anew
}

// fault distinguishes a checker that does not compile, which every machine finds, from failures of this machine.
func (j *job) fault(ctx context.Context, err error) error {
	var broken *compile.CompileError
	if ctx.Err() == nil && errors.As(err, &broken) {
		return refused{err}
	}
	return err
}

// ownFailure is the failure of this machine while it judged, even if there is a result; nil for none.
func (j *job) ownFailure(ctx context.Context, entry grade.Entry, s grade.Submission) error {
	for _, t := range s.Tests {
		if t.Failure {
			return fmt.Errorf("test %s: %s", t.Name, t.Message)
		}
	}
	if s.Missing == "" || j.Ask == nil {
		return nil
	}
	// The worker has offered this language. If it is gone now, another worker may have it; if not, no worker could
	// judge this.
	before := j.current().Languages
	now := j.Ask(ctx)
	if ctx.Err() != nil || slices.Equal(before, now) {
		return ctx.Err()
	}
	j.change(func(o *wire.Offer) { o.Languages = now })
	return unable{fmt.Errorf("%s is no longer installed here", s.Missing)}
}

// unable is why work is given back by a worker that works and need not pause.
type unable struct{ error }

func verdictOf(s grade.Submission) string {
	if s.Verdict == "" {
		return cut(s.Message, mostWords)
	}
	return fmt.Sprintf("%s, %d tests", s.Verdict, s.Run())
}

// Bounds on texts that are published about a piece of work, in bytes.
const (
	mostName   = 200
	mostWords  = 500
	mostFailed = 64 << 10
)

// cut shortens a text.
func cut(text string, most int) string {
	if len(text) <= most {
		return text
	}
	return text[:most] + "…"
}
