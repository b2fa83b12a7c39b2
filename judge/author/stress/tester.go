package stress

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"dlxjudge/judge/base/untrusted"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/read/problem"
)

// tester runs tests, one at a time. Each program has its own worker, so each program is prepared only once.
type tester struct {
	*Session
	forA, forB sandbox.Worker

	// Paths of files. If the programs talk with the checker, answer is the answer file, and output and conversation
	// hold the conversations of A and B. Otherwise output and answer hold the outputs of A and B.
	input, answer, output, conversation string
}

func (s *Session) newTester(index int) (*tester, error) {
	forA, err := s.options.Sandbox.Worker(index)
	if err != nil {
		return nil, err
	}
	forB, err := s.options.Sandbox.Worker(index + max(s.options.Jobs, 1))
	if err != nil {
		return nil, errors.Join(err, forA.Close())
	}
	// The names are random, because programs may see them.
	name := func(folder string) string { return filepath.Join(folder, rand.Text()) }
	return &tester{Session: s, forA: forA, forB: forB, input: name(s.inputs), answer: name(s.outputs),
		output: name(s.outputs), conversation: name(s.outputs)}, nil
}

// empty truncates the outputs, to free disk space.
func (b *tester) empty() {
	for _, path := range []string{b.answer, b.output, b.conversation} {
		os.Truncate(path, 0)
	}
}

// Kind is the way in which the programs differ.
type Kind string

// The kinds that are not verdicts. Every other kind is A's verdict, such as "WA", or B's verdict after the prefix ofB,
// such as "B WA".
const (
	Same  Kind = ""      // the programs do not differ
	Slow  Kind = "slow"  // A takes ten times as long as B, or reaches the time limit
	Score Kind = "score" // both are accepted, but with different scores
	ofB        = "B "
)

// OfB reports whether B is the program that fails.
func (o Outcome) OfB() bool { return strings.HasPrefix(string(o.Kind), ofB) }

// Failed returns the result of the program that fails.
func (o Outcome) Failed() grade.Test {
	if o.OfB() {
		return o.B
	}
	return o.A
}

// as reports whether the programs differ in the same way in both outcomes.
func (o Outcome) as(other Outcome) bool {
	return o.Kind == other.Kind && o.Failed().SameFailure(other.Failed())
}

// Outcome is the result of a test.
type Outcome struct {
	Kind    Kind
	A, B    grade.Test
	Unknown string // why the test proves nothing; "" if it proves something
}

// Program A is slow if it takes slowFactor times as long as B and at least slowTime. Times below slowTime depend too
// much on the machine.
const (
	slowFactor = 10
	slowTime   = 200 * time.Millisecond
)

// test returns the test that has the tester's input and the settings of a command.
func (b *tester) test(c *Command) problem.Test {
	t := c.settings
	t.Name, t.Input, t.Answer = filepath.Base(b.input), b.input, b.answer
	return b.pair.Problem.InFile(t)
}

// judge judges both programs on the input.
func (b *tester) judge(ctx context.Context, c *Command) (Outcome, error) {
	t := b.test(c)
	var o Outcome
	forB := grade.Run{Test: t, Output: b.answer, Stop: true, Crowded: true}
	if b.pair.Problem.Talks() {
		forB.Output = b.conversation
		if err := b.makeAnswer(ctx, t); err != nil {
			return o, err
		}
	}
	var err error
	if o.B, err = b.b.Judge(ctx, b.forB, forB); err != nil {
		return o, err
	}
	switch o.B.Verdict {
	case problem.AC, problem.WA, problem.PE:
	case problem.RTE:
		if !b.pair.Problem.Talks() { // in a conversation, A may end in the same way
			o.Kind = ofB + Kind(o.B.Verdict)
			return o, nil
		}
	case problem.JE:
		o.Kind = b.failed(&o, &o.B, ofB)
		return o, nil
	default: // B reached a limit, which proves nothing about A
		o.Unknown = fmt.Sprintf("%s: %s (%s)", b.pair.B.Name, o.B.Verdict, o.B.Message)
		return o, nil
	}
	forA := grade.Run{Test: t, Output: b.output, Stop: true, Crowded: true}
	forA.TimeLimit = min(b.pair.Problem.Limits.Time, max(slowFactor*time.Duration(o.B.CPU), slowTime))
	if o.A, err = b.a.Judge(ctx, b.forA, forA); err == nil && late(o.A, forA.TimeLimit) {
		o.A, err = b.a.Judge(ctx, b.forA, forA) // again, because other programs may have slowed A down
	}
	if err != nil {
		return o, err
	}
	if o.A.Verdict == problem.JE {
		o.Kind = b.failed(&o, &o.A, "")
	} else {
		o.Kind = b.differ(o, forA.TimeLimit)
	}
	return o, nil
}

// failed returns the kind of a test on which the checker, or another part of the judge, failed. If that may be due to
// load, the test proves nothing.
func (b *tester) failed(o *Outcome, t *grade.Test, of Kind) Kind {
	if t.Starved {
		o.Unknown = t.Reason()
		return Same
	}
	if b.pair.Problem.Talks() && b.answers.Path == "" {
		t.Message += ": the answer file is empty, because no generators/tests.yaml names a program for it"
	}
	return of + Kind(t.Verdict)
}

// late reports whether a program was stopped because its CPU time reached this limit.
func late(t grade.Test, limit time.Duration) bool {
	return t.Verdict == problem.TLE && time.Duration(t.CPU) >= limit
}

// differ returns the way in which two judged programs differ. limit is the time limit of A's run. B's output is the
// answer for A, so A's verdict shows a difference. If both programs talk with the checker, only different verdicts or
// scores show a difference.
func (b *tester) differ(o Outcome, limit time.Duration) Kind {
	switch {
	case late(o.A, limit):
		return Slow
	case b.pair.Problem.Talks() && o.A.Verdict == o.B.Verdict && o.A.Verdict != problem.AC:
		return Same
	case o.A.Verdict != problem.AC:
		return Kind(o.A.Verdict)
	case o.B.Verdict != problem.AC:
		return ofB + Kind(o.B.Verdict)
	case !o.A.SameScore(o.B):
		return Score
	}
	return Same
}

// makeAnswer makes the answer file of a test on which the programs talk with the checker.
func (b *tester) makeAnswer(ctx context.Context, t problem.Test) error {
	if b.answers.Path == "" {
		return os.WriteFile(t.Answer, nil, 0o644)
	}
	return blame(ctx, b.pair.Answer.Dir, sandbox.Transform(ctx, b.options.Cache.Programs, b.pair.Answer.Name, b.answers,
		nil, t.Input, t.Answer))
}

// record runs both programs once more on the input, and records their conversations.
func (b *tester) record(ctx context.Context, c *Command) error {
	t := b.test(c)
	own := b.output + "-run" // the output of a program with several passes
	defer os.Remove(own)
	run := grade.Run{Test: t, Output: own, Stop: true, Crowded: true, Transcript: b.output}
	_, errA := b.a.Judge(ctx, b.forA, run)
	run.Transcript = b.conversation
	_, errB := b.b.Judge(ctx, b.forB, run)
	return errors.Join(errA, errB)
}

// mostShown is the maximum size in bytes of each file that a Finding holds.
const mostShown = 64 << 20

// read returns the contents of a tester's file, or nil if the file is missing.
func read(path string) ([]byte, error) {
	data, err := untrusted.Read(path, mostShown)
	if os.IsNotExist(err) {
		return nil, nil
	}
	return data, err
}
