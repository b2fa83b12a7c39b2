package client

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/nats-io/nats.go/jetstream"

	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/spread/parcel"
	"dlxjudge/judge/spread/wire"
)

// mostLines is the most lines that a conversation in a result may have. Workers send only the last few lines.
const mostLines = 1000

// takeResult records and acknowledges a result that arrived. It returns an error if the run's only package is broken,
// if ctx is done, if the server does not deliver the outcome, or if a conversation cannot be written.
func (r *run) takeResult(ctx context.Context, msg jetstream.Msg) error {
	err := r.record(ctx, msg)
	if err == nil {
		msg.Ack() // if this is lost, the result comes again
	}
	return err
}

func (r *run) record(ctx context.Context, msg jetstream.Msg) error {
	i := r.asked[wire.Last(msg.Subject())]
	if i == nil || i.known != nil {
		return nil
	}
	var result wire.Result
	if err := json.Unmarshal(msg.Data(), &result); err != nil {
		r.set(i, i.failure(fmt.Sprintf("received an invalid result: %v", err)))
		return nil
	}
	worker := wire.Brief(result.Machine.Worker)
	switch {
	case result.Abandoned != "":
		r.set(i, i.failure(wire.Brief(result.Abandoned)))
		return nil
	case result.Failed != "":
		failed := r.localPaths(wire.Brief(result.Failed), result.Tree, i.Problem.Name)
		found := fmt.Errorf("%s (found by worker %s)", failed, worker)
		if !r.Roots.Several() {
			return found
		}
		unjudged := i.blank // the run continues: its other packages may be sound
		unjudged.Expected, unjudged.Unjudged, unjudged.Message = true, true, "not judged: "+grade.OneLine(found)
		r.set(i, unjudged)
		return nil
	}
	outcome, err := r.outcome(ctx, i, result)
	switch {
	case ctx.Err() != nil || wire.Temporary(err):
		return err
	case errors.Is(err, wire.ErrMissing): // the server has lost the outcome: ask for it again
		if err := r.Conn.Results.Purge(ctx, jetstream.WithPurgeSubject(msg.Subject())); err != nil {
			return err
		}
		return errLost
	case err != nil:
		outcome.Submission = i.failure(fmt.Sprintf("worker %s sent an invalid result: %v", worker, err))
	default:
		r.measured[outcome.Measures] = true
		for test, text := range outcome.Texts {
			if err := r.keepText(i.Entry, test, text); err != nil {
				return err
			}
		}
	}
	r.used[result.Machine] = true
	outcome.Submission.Machine = wire.Brief(result.Machine.String())
	r.set(i, outcome.Submission)
	return nil
}

// failure returns a result with the verdict JE and a message.
func (i *item) failure(message string) grade.Submission {
	s := i.blank
	s.Verdict, s.Expected, s.Message = problem.JE, false, message
	return s
}

// outcome fetches the outcome of a result, and checks the outcome.
func (r *run) outcome(ctx context.Context, i *item, result wire.Result) (outcome parcel.Outcome, err error) {
	if outcome, err = parcel.GetOutcome(ctx, r.Conn.Blocks, result.Outcome); err != nil {
		return outcome, err
	}
	if err := i.check(outcome.Submission); err != nil {
		return outcome, err
	}
	r.localize(i, &outcome.Submission, result.Tree)
	for _, way := range []*string{&outcome.Measures.CPU, &outcome.Measures.Wall, &outcome.Measures.Memory} {
		*way = wire.Brief(*way)
	}
	return outcome, nil
}

// verdicts lists all verdicts.
var verdicts = []problem.Verdict{
	problem.NotRun, problem.AC, problem.PE, problem.WA, problem.TLE, problem.MLE, problem.OLE, problem.RTE, problem.CE,
	problem.JE,
}

// check returns an error if s, which a worker sent, does not fit the entry that this client requested.
func (i *item) check(s grade.Submission) error {
	scored := i.Problem.Scoring != nil
	switch {
	case s.Problem != i.blank.Problem || s.Name != i.blank.Name:
		return fmt.Errorf("it belongs to %s/%s", wire.Brief(s.Problem), wire.Brief(s.Name))
	case s.Limits != i.blank.Limits:
		return errors.New("it was judged with other limits")
	case s.Language != i.blank.Language:
		return fmt.Errorf("it was judged as %s", wire.Brief(s.Language))
	case s.Interrupted:
		return errors.New("it is incomplete")
	case !slices.Contains(verdicts, s.Verdict):
		return fmt.Errorf("unknown verdict %q", wire.Brief(string(s.Verdict)))
	case !scored && s.Scores != nil:
		return errors.New("it has a score, but the problem has none")
	case len(s.Tests) == 0 && s.Verdict != problem.CE && s.Verdict != problem.NotRun:
		return fmt.Errorf("it has the verdict %s without a test", s.Verdict)
	case len(s.Tests) > 0 && len(s.Tests) != len(i.Tests):
		return fmt.Errorf("it covers %d tests instead of %d", len(s.Tests), len(i.Tests))
	}
	for n, t := range s.Tests {
		switch {
		case t.Name != i.Tests[n].Name:
			return fmt.Errorf("test %d is %q instead of %q", n+1, wire.Brief(t.Name), i.Tests[n].Name)
		case !slices.Contains(verdicts, t.Verdict) || t.Verdict == problem.CE:
			return fmt.Errorf("unknown verdict %q of a test", wire.Brief(string(t.Verdict)))
		case t.CPU < 0 || t.Wall < 0 || t.Memory < 0 || t.InputSize < 0 || t.Passes < 0 || t.PassesCPU < 0:
			return fmt.Errorf("a figure of test %s is negative", t.Name)
		case t.Conversation != nil && len(t.Conversation.Lines) > mostLines:
			return fmt.Errorf("test %s has %d lines of a conversation; at most %d are kept", t.Name,
				len(t.Conversation.Lines), mostLines)
		case !scored && t.Score != nil:
			return fmt.Errorf("test %s has a score, but the problem has none", t.Name)
		}
	}
	return nil
}

// localize replaces the names and paths in an outcome with the names and paths on this machine.
func (r *run) localize(i *item, s *grade.Submission, tree string) {
	local := func(text *string) { *text = r.localPaths(*text, tree, i.Problem.Name) }
	s.Source, s.Solution, s.Unstated = i.blank.Source, i.blank.Solution, i.blank.Unstated
	local(&s.Message)
	for n := range s.Tests {
		t := &s.Tests[n]
		t.Name, t.InputFile = i.Tests[n].Name, i.Tests[n].Input // the names are equal; this shares their memory
		local(&t.Message)
		local(&t.Stderr)
	}
}

// localPaths replaces paths below tree, a worker's folder, with paths on this machine.
func (r *run) localPaths(text, tree, problem string) string {
	root := r.Roots.Dir(problem)
	if r.Roots.Package == "" {
		root = filepath.Dir(r.Roots.Problems)
	}
	if tree == "" {
		return text
	}
	if root == "." {
		text = strings.ReplaceAll(text, tree+"/", "")
	}
	return strings.ReplaceAll(text, tree, root)
}
