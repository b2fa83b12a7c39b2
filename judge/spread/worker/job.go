package worker

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/spread/parcel"
	"dlxjudge/judge/spread/wire"
)

// job is work that this worker has taken.
type job struct {
	*worker
	msg          jetstream.Msg
	run, id      string
	ask          wire.Ask
	name         string    // description of the submission and its run, for messages
	lastProgress time.Time // when progress was last published
}

// refused is a fault in the work itself, which every worker would find.
type refused struct{ error }

func (r refused) Unwrap() error { return r.error }

// handle judges work and publishes the result, or gives the work back to the queue.
func (w *worker) handle(operator context.Context, msg jetstream.Msg) {
	j := &job{worker: w, msg: msg}
	var err error
	if j.run, j.id, err = wire.Work(msg.Subject()); err == nil {
		err = json.Unmarshal(msg.Data(), &j.ask)
	}
	if err == nil && j.ask.ID() != j.id {
		err = errors.New("its content does not match its name")
	}
	if err != nil {
		w.say("invalid work is discarded: %v", err)
		msg.Term()
		return
	}
	j.name = wire.Brief(fmt.Sprintf("%s/%s of run %s", j.ask.Problem, j.ask.Submission, j.run))
	ctx, cancel := context.WithCancelCause(operator)
	defer cancel(nil)
	w.begin(j.run, j.name, cancel)
	defer w.begin("", "", nil)
	release := j.hold(ctx)
	defer release()
	err = j.do(ctx)
	switch {
	case err == nil:
		j.change(func(o *wire.Offer) { o.Done++ })
	case errors.Is(context.Cause(ctx), errUnwanted) || errors.Is(err, errUnwanted):
		j.say("%s: %v", j.name, errUnwanted)
		j.msg.Term()
	case ctx.Err() != nil:
		j.say("%s: given back, unfinished", j.name)
		j.msg.Nak()
	default:
		j.say("%s: given back: %v", j.name, err)
		j.change(func(o *wire.Offer) { o.Work, o.LastWords = "", wire.Brief(fmt.Sprintf("%s: %v", j.name, err)) })
		j.announce(ctx) // for "cluster workers"; if announce fails, a heartbeat repeats the offer
		j.msg.NakWithDelay(j.Conn.Pace.AckWait / 10)
		wire.Pause(ctx, j.Conn.Pace.AckWait)
		j.heal(ctx)
	}
}

// begin records the work that the worker judges now, and how to cancel that work.
func (w *worker) begin(run, name string, cancel context.CancelCauseFunc) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.run, w.cancel, w.offer.Work = run, cancel, name
}

// hold keeps the work with this worker until release is called. Until then, it regularly tells the server that the work
// is in progress.
func (j *job) hold(ctx context.Context) (release func()) {
	ctx, stop := context.WithCancel(ctx)
	var beside sync.WaitGroup
	beside.Go(func() {
		ticks := time.NewTicker(j.Conn.Pace.AckWait / 3)
		defer ticks.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-ticks.C:
				j.msg.InProgress()
			}
		}
	})
	return func() { stop(); beside.Wait() }
}

// do judges the work and publishes the result. The error is a failure of this machine, or ctx's error.
func (j *job) do(ctx context.Context) error {
	meta, err := j.msg.Metadata()
	if err != nil {
		return err
	}
	if wanted, err := j.stillWanted(ctx, meta.Sequence.Stream); err != nil || !wanted {
		return errors.Join(err, j.done(ctx))
	}
	result := wire.Result{Machine: j.Offer.Machine}
	if meta.NumDelivered > wire.MostDeliveries {
		result.Abandoned = fmt.Sprintf("%d workers took it, but none finished it%s", wire.MostDeliveries,
			j.lastWords(ctx))
		return j.answer(ctx, result, nil, meta.Sequence.Stream)
	}
	j.say("%s: taken", j.name)
	outcome, tree, err := j.judge(ctx)
	var wrong refused
	switch {
	case errors.As(err, &wrong):
		const most = 64 << 10
		result.Failed = wrong.Error()[:min(len(wrong.Error()), most)]
		j.say("%s: cannot be judged: %s", j.name, wire.Brief(grade.OneLine(wrong)))
		return j.answer(ctx, result, nil, meta.Sequence.Stream)
	case err != nil:
		return err
	}
	result.Tree, result.Tests = tree, len(outcome.Submission.Tests)
	return j.answer(ctx, result, &outcome, meta.Sequence.Stream)
}

// stillWanted reports whether this work is still in its stream and has no result.
func (j *job) stillWanted(ctx context.Context, sequence uint64) (bool, error) {
	work, err := j.Conn.JS.Stream(ctx, wire.WorkStream)
	if err != nil {
		return false, err
	}
	stored, err := work.GetMsg(ctx, sequence)
	if errors.Is(err, jetstream.ErrMsgNotFound) || err == nil && stored.Subject != j.msg.Subject() {
		return false, nil
	} else if err != nil {
		return false, err
	}
	results, err := j.Conn.JS.Stream(ctx, wire.ResultStream)
	if err != nil {
		return false, err
	}
	_, err = results.GetLastMsgForSubject(ctx, wire.ResultSubject(j.id))
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return true, nil
	}
	return false, err
}

// lastWords returns the last errors of some live workers, as the end of a message.
func (j *job) lastWords(ctx context.Context) string {
	offers, _, err := j.Conn.Offers(ctx)
	var words []string
	for _, o := range offers {
		const most = 3
		if o.LastWords != "" && len(words) < most {
			words = append(words, fmt.Sprintf("%s: %s", o.Worker, wire.Brief(o.LastWords)))
		}
	}
	if err != nil || words == nil {
		return "; no worker says why"
	}
	return "; last words of workers: " + strings.Join(words, "; ")
}

// answer publishes a result, with its outcome if there is one, and removes the work from the queue. If the connection
// is lost, answer waits for the connection without limit, so that no other worker judges the work again.
func (j *job) answer(ctx context.Context, result wire.Result, outcome *parcel.Outcome, sequence uint64) error {
	for {
		err := j.publish(ctx, result, outcome, sequence)
		var api *jetstream.APIError
		switch {
		case errors.Is(err, errFirst):
			j.say("%s: %v", j.name, errFirst)
			return j.done(ctx)
		case err == nil:
			return j.done(ctx)
		case ctx.Err() != nil || errors.Is(err, errUnwanted) || errors.As(err, &api) && api.Code < 500:
			return wire.Explain(err)
		}
		wire.Pause(ctx, j.Conn.Pace.AckWait/30)
	}
}

// errFirst means that this work already has a result, or was removed from its stream.
var errFirst = errors.New("another worker was first")

// publish tries once to publish a result, if the work is still wanted.
func (j *job) publish(ctx context.Context, result wire.Result, outcome *parcel.Outcome, sequence uint64) error {
	if wanted, err := j.stillWanted(ctx, sequence); err != nil {
		return err
	} else if !wanted {
		return errFirst
	}
	if outcome != nil {
		bucket, err := j.Conn.JS.KeyValue(ctx, wire.BlockBucket)
		if err != nil {
			return err
		}
		if result.Outcome, err = parcel.PutOutcome(ctx, bucket, *outcome); err != nil {
			return err
		}
	}
	text, err := wire.Encode(result)
	if err != nil {
		return err
	}
	_, err = j.Conn.JS.Publish(ctx, wire.ResultSubject(j.id), text)
	if wire.Exists(err) {
		return errFirst
	}
	return err
}

// done removes the work from the queue. If that fails, the work is delivered again, and the next worker finds the
// result.
func (j *job) done(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), j.Conn.Pace.AckWait/3)
	defer cancel()
	j.msg.DoubleAck(ctx)
	return nil
}

// judge judges the work. The result tree is a folder of this machine: the paths in the outcome begin with it.
func (j *job) judge(ctx context.Context) (outcome parcel.Outcome, tree string, err error) {
	bucket, err := j.Conn.JS.KeyValue(ctx, wire.BlockBucket)
	if err != nil {
		return outcome, "", err
	}
	t, err := j.Store.Fetch(ctx, bucket, j.ask.Parcel, j.ask.Problem)
	if errors.Is(err, parcel.ErrDamaged) {
		err = refused{err}
	}
	if err != nil {
		return outcome, "", err
	}
	entry, err := entryOf(j.ask, t.Problem)
	if err != nil {
		return outcome, "", refused{err}
	}
	o := j.Judging
	o.All, o.First, o.TimeLimit, o.Conversations = j.ask.All, j.ask.First, j.ask.TimeLimit, j.ask.Lines
	o.Observe = j.progress
	if o.Kept != nil && j.ask.Fresh != "" {
		fresh := *o.Kept
		fresh.Fresh = true
		o.Kept = &fresh
	}
	begin := time.Now()
	if j.ask.Show {
		outcome, err = show(ctx, entry, o)
	} else {
		outcome, err = j.judgeAll(ctx, entry, o)
	}
	var broken *compile.CompileError
	if ctx.Err() == nil && errors.As(err, &broken) { // a checker does not compile, which is a fault in the work
		err = refused{err}
	}
	if err != nil {
		return outcome, "", err
	}
	s := outcome.Submission
	reason, _, _ := strings.Cut(s.Message, "\n") // the client shows all lines of a compiler's message
	j.say("%s: %s in %v", j.name, strings.TrimSpace(string(s.Verdict)+" "+wire.Brief(reason)),
		time.Since(begin).Round(time.Millisecond))
	return outcome, t.Dir, j.ownFailure(ctx, s)
}

// judgeAll judges an entry on all its tests. It records conversations if the ask wants them.
func (j *job) judgeAll(ctx context.Context, entry grade.Entry, o grade.Options) (outcome parcel.Outcome, err error) {
	texts := &listener{outcome: &outcome, tests: entry.Tests}
	if j.ask.Transcripts {
		if texts.dir, err = os.MkdirTemp(o.Sandbox.Scratch(), "transcripts-"); err != nil {
			return outcome, err
		}
		defer os.RemoveAll(texts.dir)
		o.Transcripts, o.Listener = texts.dir, texts
	}
	results, err := j.Judge(ctx, []grade.Entry{entry}, o)
	if err != nil {
		return outcome, err
	}
	outcome.Submission, outcome.Measures = results.Submissions[0], results.Measures
	return outcome, texts.err
}

// listener is a grade.Listener. It moves the conversation on each test from a folder to the outcome as soon as the test
// is over. Otherwise, the conversations on all tests together could fill the disk.
type listener struct {
	dir     string // the folder in grade.Options.Transcripts
	outcome *parcel.Outcome
	tests   []problem.Test
	err     error
}

func (l *listener) Test(name, submission string, t grade.Test) {
	path := filepath.Join(l.dir, name, submission, t.Name+".txt")
	place := slices.IndexFunc(l.tests, func(of problem.Test) bool { return of.Name == t.Name })
	l.err = errors.Join(l.err, l.outcome.AddText(place, path))
	os.Remove(path) // the file is missing if the test was not run
}

func (l *listener) Submission(grade.Submission) {}

// show judges the entry's only test, and adds the test's output or conversation to the outcome.
func show(ctx context.Context, entry grade.Entry, o grade.Options) (outcome parcel.Outcome, err error) {
	dir, err := os.MkdirTemp(o.Sandbox.Scratch(), "shown-")
	if err != nil {
		return outcome, err
	}
	defer os.RemoveAll(dir)
	printed := filepath.Join(dir, "printed")
	t, err := grade.JudgeOne(ctx, entry, entry.Tests[0], printed, o)
	if err != nil {
		return outcome, err
	}
	outcome.Submission, outcome.Measures = grade.Blank(entry, o.TimeLimit), o.Sandbox.Measures()
	outcome.Submission.Verdict = t.Verdict
	if t.Verdict == problem.CE || t.Verdict == problem.NotRun { // the program could not be built here
		outcome.Submission.Message = t.Message
		return outcome, nil
	}
	outcome.Submission.Tests = []grade.Test{t}
	return outcome, outcome.AddText(0, printed)
}

// ownFailure returns an error if the results of a submission show that this machine failed.
func (j *job) ownFailure(ctx context.Context, s grade.Submission) error {
	for _, t := range s.Tests {
		if t.Failure {
			return fmt.Errorf("test %s: %s", t.Name, t.Message)
		}
	}
	if s.Missing == "" {
		return nil
	}
	// The worker has offered this language. If the language is no longer installed here, another worker may still have
	// it. If the list of installed languages has not changed, no worker can judge this submission.
	before, now := j.current().Languages, Languages(ctx, j.Judging.Sandbox)
	if ctx.Err() != nil || slices.Equal(before, now) {
		return ctx.Err()
	}
	j.change(func(o *wire.Offer) { o.Languages = now })
	return fmt.Errorf("%s is no longer installed here", s.Missing)
}

// progress publishes the progress of the submission, at most four times a second, and always after the last test.
// Progress messages can be lost.
func (j *job) progress(p grade.Progress) {
	const between = 250 * time.Millisecond
	now := time.Now()
	if now.Sub(j.lastProgress) < between && !(p.Step == "judging" && p.Done == p.Total) {
		return
	}
	j.lastProgress = now
	text, err := wire.Encode(wire.Progress{Step: p.Step, Done: p.Done, Total: p.Total, Worker: j.Offer.Worker})
	if err == nil && j.Conn.NC.IsConnected() {
		j.Conn.NC.Publish(wire.ProgressSubject(j.run, j.id), text)
	}
}

// entryOf returns the entry of problem p that an ask requests.
func entryOf(ask wire.Ask, p *problem.Problem) (entry grade.Entry, err error) {
	i := slices.IndexFunc(p.Submissions, func(s problem.Submission) bool { return s.Name == ask.Submission })
	switch {
	case i < 0:
		return entry, fmt.Errorf("the parcel of %s has no submission %.200q", p.Name, ask.Submission)
	case p.Limits.Time == 0 && ask.TimeLimit <= 0:
		return entry, fmt.Errorf("%s has no time limit, and the ask gives none", p.Name)
	}
	entry = grade.Entry{Problem: p, Submission: p.Submissions[i], Tests: p.Tests}
	if ask.Tests != nil {
		entry.Tests = slices.DeleteFunc(slices.Clone(p.Tests), func(t problem.Test) bool {
			return !slices.Contains(ask.Tests, t.Name)
		})
		if len(entry.Tests) != len(ask.Tests) {
			return entry, fmt.Errorf("the parcel of %s does not have all tests of the ask", p.Name)
		}
	}
	if ask.Show && len(entry.Tests) != 1 {
		return entry, fmt.Errorf("cannot show %d tests; name one", len(entry.Tests))
	}
	return entry, nil
}
