package client

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/spread/parcel"
	"dlxjudge/judge/spread/reply"
	"dlxjudge/judge/spread/wire"
)

// answer is the result of a place.
type answer struct{ grade.Submission }

// answers are the results so far.
type answers struct {
	mu    *sync.Mutex
	known []*answer // by place; nil if not yet
	left  *int
}

// newAnswers begins with the results of submissions that no machine judges.
func newAnswers(r *run) answers {
	a := answers{mu: &sync.Mutex{}, known: make([]*answer, len(r.entries)), left: new(int)}
	*a.left = len(r.entries)
	for i, ask := range r.list.Asks {
		if !ask.asked() {
			a.set(i, answer{r.blanks[i]})
		}
	}
	return a
}

// set sets a result unless there is one.
func (a answers) set(place int, to answer) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.known[place] == nil {
		a.known[place] = &to
		*a.left--
	}
}

func (a answers) has(place int) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.known[place] != nil
}

// open is the number of places without a result.
func (a answers) open() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return *a.left
}

// The bounds on the lines of a conversation, of which workers keep fewer, and on how long an outcome may take to come.
const (
	mostLines   = 1000
	outcomeWait = time.Minute
)

// answered takes in a result. The error says that no machine can judge this, or that the run has ended.
func (r *run) answered(ctx context.Context, msg jetstream.Msg) error {
	name, place, err := wire.Place(msg.Subject())
	if err != nil || name != r.list.Run || place >= len(r.entries) || r.answers.has(place) {
		return nil
	}
	err = wire.Genuine(msg.Headers(), wire.ResultStream)
	var result wire.Result
	if err == nil {
		result, err = wire.Decode[wire.Result](msg.Data())
	}
	if err != nil {
		r.answers.set(place, r.failure(place, fmt.Sprintf("what came as a result cannot be used: %v", err)))
		return nil
	}
	result.Machine = byKey(result.Machine, wire.KeyOf(msg.Subject()))
	worker := brief(result.Machine.Worker)
	if result.Failed != "" {
		found := fmt.Errorf("%s (found by worker %s)", r.here(brief(result.Failed), result.Tree,
			r.blanks[place].Problem), worker)
		if !r.roots.Several() {
			return found
		}
		unjudged := answer{r.blanks[place]} // for what is wrong with this package alone
		unjudged.Expected, unjudged.Unjudged, unjudged.Message = true, true, "not judged: "+grade.OneLine(found)
		r.answers.set(place, unjudged)
		return nil
	}
	outcome, err := r.outcome(ctx, place, result)
	got := answer{outcome.Submission}
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case later(err):
		r.sayOnce("the result for %s/%s cannot be fetched yet: %v; trying again", r.blanks[place].Problem,
			r.blanks[place].Name, err)
		return nil // the next round reads it again
	case errors.Is(err, parcel.ErrMissing) && r.waitsFor(place):
		return nil
	case err != nil:
		got = r.failure(place, fmt.Sprintf("worker %s sent a result that cannot be used: %v", worker, err))
	}
	got.Machine = brief(result.Machine.String())
	r.used[got.Machine] = result.Machine
	if err == nil {
		r.measured[outcome.Measures] = true
		if err := r.keepTexts(place, outcome.Texts); err != nil {
			return err
		}
	}
	r.answers.set(place, got)
	r.tell()
	return nil
}

// byKey is a machine with the name of the key that answered for it. Without a key of its own it may give itself any
// name that looks like one.
func byKey(m wire.Machine, key string) wire.Machine {
	switch {
	case key != "":
		m.Worker, m.Own = key, true
	case !wire.Named.MatchString(m.Worker):
		m.Worker = "unnamed"
	}
	return m
}

// waitsFor reports whether the outcome of a result may still come: its worker sends it again to a server that has lost
// everything.
func (r *run) waitsFor(place int) bool {
	since, is := r.missing[place]
	if !is {
		since = time.Now()
		r.missing[place] = since
	}
	return time.Since(since) < 2*r.conn.Pace.AckWait
}

// later reports whether an error means that the connection was lost, so that it helps to try again.
func later(err error) bool {
	for _, one := range []error{
		context.DeadlineExceeded, nats.ErrTimeout, nats.ErrNoResponders, nats.ErrDisconnected, nats.ErrConnectionClosed,
		nats.ErrConnectionReconnecting, jetstream.ErrNoStreamResponse,
	} {
		if errors.Is(err, one) {
			return true
		}
	}
	return false
}

// outcome reads the outcome that a result names.
func (r *run) outcome(ctx context.Context, place int, result wire.Result) (reply.Reply, error) {
	ctx, cancel := context.WithTimeout(ctx, outcomeWait) // the next round tries again
	defer cancel()
	content, err := parcel.GetContent(ctx, r.conn.Outcomes, result.Outcome, reply.Most)
	if err != nil {
		return reply.Reply{}, err
	}
	outcome, err := reply.Read(content)
	if err != nil {
		return reply.Reply{}, fmt.Errorf("it is no outcome: %w", err)
	}
	if err := fits(r.entries[place], r.blanks[place], outcome.Submission); err != nil {
		return reply.Reply{}, err
	}
	if err := textsFit(r.list.Asks[place].Work, outcome.Submission, outcome.Texts); err != nil {
		return reply.Reply{}, err
	}
	outcome.Submission = r.ours(place, outcome.Submission, result.Tree)
	for _, way := range []*string{&outcome.Measures.CPU, &outcome.Measures.Wall, &outcome.Measures.Memory} {
		*way = brief(*way)
	}
	return outcome, nil
}

// verdicts are all verdicts.
var verdicts = []problem.Verdict{
	problem.NotRun, problem.AC, problem.PE, problem.WA, problem.TLE, problem.MLE, problem.OLE, problem.RTE, problem.CE,
	problem.JE,
}

// fits checks that an outcome answers what was asked for this entry.
func fits(e grade.Entry, blank, s grade.Submission) error {
	switch {
	case s.Problem != blank.Problem || s.Name != blank.Name:
		return fmt.Errorf("it is that of %s/%s", brief(s.Problem), brief(s.Name))
	case s.Limit != blank.Limit || s.Memory != blank.Memory || s.Output != blank.Output:
		return errors.New("it was judged with other limits")
	case s.Language != blank.Language:
		return fmt.Errorf("it was judged as %s", brief(s.Language))
	case s.Interrupted:
		return errors.New("it was not judged to the end")
	case !slices.Contains(verdicts, s.Verdict):
		return fmt.Errorf("there is no verdict %q", brief(string(s.Verdict)))
	case e.Problem.Scoring == nil && s.Scores != nil:
		return errors.New("it has a score, and the problem gives none")
	}
	if len(s.Tests) == 0 {
		if s.Verdict != problem.CE && s.Verdict != problem.NotRun {
			return fmt.Errorf("it has the verdict %s without a test", s.Verdict)
		}
		return nil
	}
	if len(s.Tests) != len(e.Tests) {
		return fmt.Errorf("it is on %d tests, and %d were asked for", len(s.Tests), len(e.Tests))
	}
	for i, t := range s.Tests {
		switch {
		case t.Name != e.Tests[i].Name:
			return fmt.Errorf("test %d is %q, and %q was asked for", i+1, brief(t.Name), e.Tests[i].Name)
		case !slices.Contains(verdicts, t.Verdict) || t.Verdict == problem.CE:
			return fmt.Errorf("there is no verdict %q of a test", brief(string(t.Verdict)))
		case t.CPU < 0 || t.Wall < 0 || t.Memory < 0 || t.Input < 0 || t.Passes < 0 || t.PassesCPU < 0:
			return fmt.Errorf("a figure of test %s is negative", t.Name)
		case t.Conversation != nil && len(t.Conversation.Lines) > mostLines:
			return fmt.Errorf("test %s has %d lines of a conversation; at most %d are kept", t.Name,
				len(t.Conversation.Lines), mostLines)
		case e.Problem.Scoring == nil && t.Score != nil:
			return fmt.Errorf("test %s has a score, and the problem gives none", t.Name)
		}
	}
	return nil
}

// ours is an outcome with the names and paths of this machine.
func (r *run) ours(place int, s grade.Submission, tree string) grade.Submission {
	e, blank := r.entries[place], r.blanks[place]
	s.Source, s.Solution, s.Unstated = blank.Source, blank.Solution, blank.Unstated
	s.Message = r.here(s.Message, tree, blank.Problem)
	for i := range s.Tests {
		t := &s.Tests[i]
		t.Name, t.InputFile = e.Tests[i].Name, e.Tests[i].Input // equal names: one text is enough
		t.Message, t.Stderr = r.here(t.Message, tree, blank.Problem), r.here(t.Stderr, tree, blank.Problem)
	}
	return s
}

// brief is a text from another machine, cut to a length that messages can repeat.
func brief(text string) string {
	const most = 2 << 10
	if len(text) > most {
		return text[:most] + "…"
	}
	return text
}
