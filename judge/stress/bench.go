package stress

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"dlxjudge/judge/check"
	"dlxjudge/judge/grade"
	"dlxjudge/judge/problem"
	"dlxjudge/judge/sandbox"
	"dlxjudge/judge/untrusted"
)

// bench is where tests are run, one at a time. Each program has a worker of its own, which then need not make it ready again
// for each run.
type bench struct {
	*Session
	forA, forB     sandbox.Worker
	input          string
	answer, output string // what B and A print
}

func (s *Session) newBench(index int) (*bench, error) {
	forA, err := s.options.Sandbox.Worker(index)
	if err != nil {
		return nil, err
	}
	forB, err := s.options.Sandbox.Worker(index + max(s.options.Jobs, 1))
	if err != nil {
		return nil, errors.Join(err, forA.Close())
	}
	name := func(folder string) string { return filepath.Join(folder, rand.Text()) } // programs may see the path
	return &bench{Session: s, forA: forA, forB: forB, input: name(s.inputs), answer: name(s.outputs), output: name(s.outputs)}, nil
}

// empty empties the outputs, and closes them once while they are: a file system writes what is in a file to the disk when it is
// closed for the first time after it was truncated.
func (b *bench) empty() {
	for _, path := range []string{b.answer, b.output} {
		if file, err := os.OpenFile(path, os.O_WRONLY|os.O_TRUNC, 0); err == nil {
			file.Close()
		}
	}
}

// Kind is the way in which the programs differ.
type Kind string

// The kinds. Else it is A's verdict, "WA" or "RTE", or B's with "B " before it.
const (
	Same Kind = ""     // they do not
	Slow Kind = "slow" // A takes ten times as long as B
	ofB       = "B "
)

// Outcome is what became of a test.
type Outcome struct {
	Kind    Kind
	A, B    grade.Test
	Unknown string // why the test tells nothing; "" if it does
}

// A is slow if it takes so many times as long as B, and so long at least: shorter times say more of the machine.
const (
	slower = 10
	atOnce = 200 * time.Millisecond
)

// judge runs both programs on the bench's input.
func (b *bench) judge(ctx context.Context, group string) (Outcome, error) {
	p := b.pair.Problem
	t := b.test(group, b.input)
	t.Answer = b.answer
	var o Outcome
	var err error
	if o.B, err = b.b.Run(ctx, b.forB, t, b.answer); err != nil {
		return o, err
	}
	switch o.B.Verdict {
	case problem.AC:
	case problem.RTE:
		o.Kind = ofB + Kind(o.B.Verdict)
		return o, nil
	default: // it is at its limits, which is no fault of A
		o.Unknown = fmt.Sprintf("%s: %s (%s)", b.pair.B.Name, o.B.Verdict, o.B.Message)
		return o, nil
	}
	a := b.a
	a.Limits.Time = min(p.Limits.Time, max(slower*o.B.CPU, atOnce))
	if o.A, err = a.Run(ctx, b.forA, t, b.output); err != nil {
		return o, err
	}
	switch {
	case o.A.Verdict == problem.JE:
		return o, fmt.Errorf("%s: %s", b.pair.A.Name, o.A.Message)
	case o.A.Verdict == problem.TLE:
		return b.slow(ctx, a, t, o)
	case o.A.Verdict != problem.AC:
		o.Kind = Kind(o.A.Verdict)
	case b.pair.Both && p.Checkers != nil:
		said, err := b.checker.Check(ctx, check.Files{Input: b.input, Answer: b.answer, Output: b.answer, Args: t.CheckerArgs, Checker: t.Checker})
		if err != nil {
			return o, err
		}
		if o.B.Verdict, o.B.Message = said.Verdict, said.Message; said.Verdict != problem.AC {
			o.Kind = ofB + Kind(said.Verdict)
		}
	}
	return o, nil
}

// slow looks again whether A takes so long, since another program may have disturbed it.
func (b *bench) slow(ctx context.Context, a grade.Single, t problem.Test, o Outcome) (Outcome, error) {
	var err error
	o.A, err = a.Run(ctx, b.forA, t, b.output)
	switch {
	case err != nil || o.A.Verdict == problem.AC:
	case o.A.Verdict == problem.TLE:
		o.Kind = Slow
	default:
		o.Kind = Kind(o.A.Verdict)
	}
	return o, err
}

// accepting is a checker for the program whose output is the answer.
type accepting struct{}

func (accepting) Check(context.Context, check.Files) (check.Result, error) {
	return check.Result{Verdict: problem.AC}, nil
}

// mostShown bounds what is read of a file for a Finding.
const mostShown = 64 << 20

// read reads one of the bench's files.
func read(path string) ([]byte, error) {
	data, err := untrusted.Read(path, mostShown)
	if os.IsNotExist(err) {
		return nil, nil
	}
	return data, err
}
