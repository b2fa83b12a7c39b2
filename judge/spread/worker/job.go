package worker

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
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
	cancel       context.CancelCauseFunc
	sequence     uint64 // of msg in its stream
	run, id      string
	ask          wire.Ask
	name         string    // description of the submission and its run, for messages
	attempt      string    // subject of the attempt that this worker has stored; "" for none
	counts       bool      // whether a failure from now on is this machine's, so that the attempt counts
	lastProgress time.Time // when progress was last published
}

// refused is a fault in the work itself, which every worker would find.
type refused struct{ error }

func (r refused) Unwrap() error { return r.error }

// handle judges work and stores the result, or gives the work back to the queue.
func (w *worker) handle(operator context.Context, msg jetstream.Msg) {
	j := &job{worker: w, msg: msg}
	if err := j.read(); err != nil {
		j.settle(operator, fmt.Errorf("%w: %w", errInvalid, err))
		return
	}
	var ctx context.Context
	ctx, j.cancel = context.WithCancelCause(operator)
	defer j.cancel(nil)
	w.change(func(o *wire.Offer) { w.job, o.Work = j, j.name }) // attend now tells the server that it is in progress
	failed := j.settle(ctx, j.do(ctx))
	w.change(func(o *wire.Offer) { w.job, o.Work = nil, "" })
	if failed {
		w.announce(operator) // for "cluster workers"; if announce fails, a heartbeat repeats the offer
		wire.Pause(operator, w.Conn.Pace.AckWait)
		w.heal(operator)
	}
}

// read reads the message.
func (j *job) read() (err error) {
	meta, err := j.msg.Metadata()
	if err != nil {
		return err
	}
	j.sequence = meta.Sequence.Stream
	if j.run, j.id, err = wire.Work(j.msg.Subject()); err != nil {
		return err
	}
	if err = json.Unmarshal(j.msg.Data(), &j.ask); err == nil && j.ask.ID() != j.id {
		err = errors.New("its content does not match its name")
	}
	j.name = wire.Brief(fmt.Sprintf("%s/%s of run %s", j.ask.Problem, j.ask.Submission, j.run))
	return err
}

// errInvalid means that no client of this project published the work.
var errInvalid = errors.New("invalid work is discarded")

// settle tells the server what becomes of the work, given the error of do. Only settle acknowledges work. If the server
// does not learn of it, the work is delivered again, and the next worker finds the result. settle reports whether this
// machine failed.
func (j *job) settle(ctx context.Context, err error) (failed bool) {
	last, cancel := context.WithTimeout(context.Background(), j.Conn.Pace.AckWait/3)
	defer cancel()
	var acknowledge func() error
	switch {
	case err == nil:
		acknowledge = func() error { return j.msg.DoubleAck(last) }
	case errors.Is(err, errInvalid):
		acknowledge = j.msg.Term
		j.say("%v", err)
	case errors.Is(context.Cause(ctx), errUnwanted):
		acknowledge = j.msg.Term
		j.say("%s: %v", j.name, errUnwanted)
	case ctx.Err() != nil:
		acknowledge = j.msg.Nak
		j.say("%s: given back, unfinished", j.name)
	default:
		failed = true
		acknowledge = func() error { return j.msg.NakWithDelay(j.Conn.Pace.AckWait / 10) }
		j.say("%s: given back: %v", j.name, err)
		j.change(func(o *wire.Offer) { o.LastWords = wire.Brief(fmt.Sprintf("%s: %v", j.name, err)) })
	}
	if j.attempt != "" && !(failed && j.counts) && j.Conn.NC.IsConnected() {
		j.Conn.Work.Purge(last, jetstream.WithPurgeSubject(j.attempt))
	}
	acknowledge()
	return failed
}

// do judges the work and stores the result. It returns nil only if the server has confirmed that there is a result, or
// that the work is gone. The error is a failure of this machine or of the server, or ctx's error.
func (j *job) do(ctx context.Context) error {
	if wanted, err := j.wanted(ctx); err != nil || !wanted {
		return err
	}
	result := wire.Result{Machine: j.Offer.Machine}
	stored, err := j.Conn.Work.Info(ctx, jetstream.WithSubjectFilter(wire.AttemptSubject(j.msg.Subject(), "*")))
	if err != nil {
		return err
	}
	if len(stored.State.Subjects) >= wire.MostAttempts {
		result.Abandoned = fmt.Sprintf("%d workers took it, but none finished it%s", wire.MostAttempts,
			j.lastWords(ctx))
		return j.answer(ctx, result, nil)
	}
	j.attempt = wire.AttemptSubject(j.msg.Subject(), rand.Text())
	if _, err := j.Conn.JS.Publish(ctx, j.attempt, nil); err != nil {
		return err
	}
	j.say("%s: taken", j.name)
	outcome, tree, err := j.judge(ctx)
	var wrong refused
	switch {
	case errors.As(err, &wrong):
		const most = 64 << 10
		result.Failed = wrong.Error()[:min(len(wrong.Error()), most)]
		j.say("%s: cannot be judged: %s", j.name, wire.Brief(grade.OneLine(wrong)))
		return j.answer(ctx, result, nil)
	case err != nil:
		return err
	}
	result.Tree = tree
	return j.answer(ctx, result, &outcome)
}

// wanted reports whether this work is still in its stream and has no result.
func (j *job) wanted(ctx context.Context) (bool, error) {
	if waits, err := j.waits(ctx); err != nil || !waits {
		return false, err
	}
	_, err := j.Conn.Results.GetLastMsgForSubject(ctx, wire.ResultSubject(j.run, j.id))
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return true, nil
	}
	return false, err
}

// waits reports whether this work is still in its stream.
func (j *job) waits(ctx context.Context) (bool, error) {
	stored, err := j.Conn.Work.GetMsg(ctx, j.sequence)
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return false, nil
	}
	return err == nil && stored.Subject == j.msg.Subject(), err
}

// lastWords returns the last errors of some live workers, as the end of a message.
func (j *job) lastWords(ctx context.Context) string {
	offers, _ := j.Conn.Offers(ctx)
	var words []string
	for _, o := range offers {
		const most = 3
		if o.LastWords != "" && len(words) < most {
			words = append(words, fmt.Sprintf("%s: %s", o.Worker, wire.Brief(o.LastWords)))
		}
	}
	if words == nil {
		return "; no worker says why"
	}
	return "; last words of workers: " + strings.Join(words, "; ")
}

// mostTries is how often a worker tries to store a result while there is a connection: for five minutes or more.
const mostTries = 300

// answer stores a result, with its outcome if there is one. If the connection is lost, answer waits for the connection
// without limit, so that no other worker judges the work again. If the result can never be stored, for example because
// it is too large, answer stores a result that says why.
func (j *job) answer(ctx context.Context, result wire.Result, outcome *parcel.Outcome) error {
	for tries := 0; ; {
		err := j.Conn.Explain(j.store(ctx, result, outcome))
		switch {
		case err == nil:
			if result.Abandoned == "" {
				j.change(func(o *wire.Offer) { o.Done++ })
			}
			return nil
		case errors.Is(err, errFirst):
			j.say("%s: %v", j.name, errFirst)
			return nil
		case ctx.Err() != nil:
			return err
		case !wire.Temporary(err) && outcome != nil:
			j.say("%s: cannot send the result: %v", j.name, err)
			outcome, result = nil, wire.Result{Machine: result.Machine, Abandoned: wire.Brief(fmt.Sprintf(
				"worker %s cannot send the result: %v", result.Machine.Worker, err))}
			continue
		case !wire.Temporary(err):
			return err
		case j.Conn.NC.IsConnected():
			if tries++; tries == 1 {
				j.say("%s: cannot send the result yet: %v; trying again", j.name, err)
			} else if tries == mostTries {
				return fmt.Errorf("cannot send the result: %w", err)
			}
		}
		wire.Pause(ctx, j.Conn.Pace.AckWait/30)
	}
}

// errFirst means that this work already has a result, or was removed from its stream.
var errFirst = errors.New("another worker was first")

// store tries once to store a result.
func (j *job) store(ctx context.Context, result wire.Result, outcome *parcel.Outcome) (err error) {
	if outcome != nil {
		if result.Outcome, err = parcel.PutOutcome(ctx, j.Conn.Blocks, *outcome); err != nil {
			return err
		}
	}
	text, err := wire.Encode(result)
	if err != nil {
		return err
	}
	ctx = context.WithoutCancel(ctx) // an interrupt here could leave a result that nobody removes
	stored, err := j.Conn.JS.Publish(ctx, wire.ResultSubject(j.run, j.id), text)
	if wire.Exists(err) {
		return errFirst
	} else if err != nil {
		return err
	}
	if waits, err := j.waits(ctx); err == nil && !waits { // the run has ended: nobody collects or purges this result
		j.Conn.Results.DeleteMsg(ctx, stored.Sequence)
	}
	return nil
}

// judge judges the work. The result tree is a folder of this machine: the paths in the outcome begin with it.
func (j *job) judge(ctx context.Context) (outcome parcel.Outcome, tree string, err error) {
	t, err := j.Store.Fetch(ctx, j.Conn.Blocks, j.ask.Parcel, j.ask.Problem)
	j.counts = !wire.Temporary(err)
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
	if o.CachedResults != nil && j.ask.Fresh != "" {
		fresh := *o.CachedResults
		fresh.Fresh = true
		o.CachedResults = &fresh
	}
	dir, err := os.MkdirTemp(o.Sandbox.Scratch(), "texts-") // for conversations, and what programs print
	if err != nil {
		return outcome, "", err
	}
	defer os.RemoveAll(dir)
	begin := time.Now()
	if j.ask.Show {
		outcome, err = show(ctx, entry, filepath.Join(dir, "printed"), o)
	} else {
		outcome, err = j.judgeAll(ctx, entry, dir, o)
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

// judgeAll judges an entry on all its tests. If the ask wants conversations, it records them in the folder dir.
func (j *job) judgeAll(ctx context.Context, entry grade.Entry, dir string, o grade.Options) (outcome parcel.Outcome,
	err error) {
	texts := &listener{dir: dir, outcome: &outcome, tests: entry.Tests}
	if j.ask.Transcripts {
		o.Transcripts, o.Listener = dir, texts
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

// show judges the entry's only test, and adds the test's output or conversation to the outcome. The file printed
// receives it on the way.
func show(ctx context.Context, entry grade.Entry, printed string, o grade.Options) (outcome parcel.Outcome, err error) {
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
