package sampling

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/measure/record"
	"dlxjudge/judge/read/problem"
)

// Options say how to prepare a plan.
type Options struct {
	// of judging, without Jobs; with All, every test that is too slow becomes a bound, else the first
	Grade   grade.Options
	Against []Entry // the base commit's solutions, with today's tests
	Count   int
	Past    bool // the entries are of another commit: what is not accepted is left out with a note
	Counts  bool // count what the programs execute, too
	Jobs    int  // programs judged or counted side by side
	Seed    uint64
	Brief   bool // give solutions as many cases as take about 30 ms, and not as many as they finish in time
	// of a budget: from when on the numbers of cases found so far are taken; what is counted then is so after the first
	// samples. The zero time for no budget
	Settle time.Time
	Like   *record.Record // whose numbers of cases are taken if the solutions still finish those; nil for none
	// solutions in an order: each is also measured on what its neighbours and the first one finish
	Ladder  []string
	Scratch string // folder for the plan's own programs and for outputs; it must stay until the plan was run
}

// RefusedError lists the solutions that are not accepted: their times would mean nothing.
type RefusedError struct{ Reasons []string }

func (e *RefusedError) Error() string {
	return "only accepted solutions are measured; fix these, or leave them out with a PATTERN:\n  " +
		strings.Join(e.Reasons, "\n  ")
}

// ErrNothing is why there is no plan: every solution was skipped or left out.
var ErrNothing = errors.New("there is nothing to measure")

// Prepare judges the entries and plans to sample every test that was accepted. An expected TLE becomes a bound, and the
// tests that were skipped after it are left out with a note. Of an input that is made, a solution is given as many
// cases as it finishes in time. Any other verdict is a *RefusedError, or, of the base commit's solutions, left out with
// a note. What is the same program on both sides is neither judged nor sampled.
func Prepare(ctx context.Context, entries []Entry, o Options) (*Plan, error) {
	o.Grade.Jobs = o.Jobs
	p := &preparation{Options: o, plan: &Plan{Count: o.Count, Seed: o.Seed, Languages: make(map[record.Program]string),
		scratch: o.Scratch}, at: make(map[record.Key]int)}
	entries, against, err := p.leaveOutSame(ctx, entries, o.Against)
	if err != nil {
		return nil, err
	}
	if err := p.judge(ctx, withTests(entries), withTests(against)); err != nil {
		return nil, err
	}
	if err := p.fit(ctx, entries, against); err != nil {
		return nil, err
	}
	if len(p.refused) > 0 {
		return nil, &RefusedError{p.refused}
	}
	if len(p.plan.Subjects) == 0 && len(p.plan.Bounds[Now]) == 0 && len(p.plan.Same) == 0 {
		return nil, fmt.Errorf("%w%s", ErrNothing, because(p.plan.Notes))
	}
	switch later := !o.Settle.IsZero() && o.Count > 0; {
	case o.Counts && later:
		p.later = true
		p.plan.count = p.count
	case o.Counts:
		if err := p.count(ctx); err != nil {
			return nil, err
		}
	}
	if o.Count == 0 {
		p.plan.Subjects = nil
	}
	if len(p.plan.Subjects) > 0 {
		return p.plan, p.startUps(ctx)
	}
	if len(p.plan.Known[Now])+len(p.plan.Known[Base])+len(p.plan.Same) == 0 {
		without := "no run ends within its limits, and none can be counted"
		if o.Count == 0 {
			without = "with --count 0 nothing is timed, and nothing can be counted"
		}
		return nil, fmt.Errorf("%w: %s%s", ErrNothing, without, because(p.plan.Notes))
	}
	return p.plan, nil
}

// because are the notes that say why there is nothing.
func because(notes []string) string {
	if len(notes) == 0 {
		return ""
	}
	return ": " + strings.Join(notes, "\n  ")
}

// withTests are the entries with tests of the problem.
func withTests(entries []Entry) []grade.Entry {
	var all []grade.Entry
	for _, e := range entries {
		if len(e.Tests) > 0 {
			all = append(all, e.Entry)
		}
	}
	return all
}

type preparation struct {
	Options
	plan    *Plan
	at      map[record.Key]int // of the subjects
	refused []string
	counted []counted
	later   bool // counts come when tests are sampled already
}

// counted is a solution that is to be counted.
type counted struct {
	side  Side
	entry grade.Entry
}

// judge judges both sides and adds the tests to measure.
func (p *preparation) judge(ctx context.Context, now, base []grade.Entry) error {
	if len(now)+len(base) == 0 {
		return nil
	}
	entries := slices.Concat(now, base)
	results, err := grade.Judge(ctx, entries, p.Grade)
	if err != nil {
		return err
	}
	for i, s := range results.Submissions {
		entry, side := entries[i], Now
		if i >= len(now) {
			side = Base
		}
		program := record.Program{Problem: s.Problem, Solution: s.Name}
		switch {
		case s.Verdict == problem.CE:
			p.refuse(side, fmt.Sprintf("%s does not compile: %s", program, firstLine(s.Message)))
			continue
		case len(s.Tests) == 0:
			p.note(fmt.Sprintf("%s is skipped: %s", program, firstLine(s.Message)))
			continue
		}
		built := &Executable{Source: entry.Submission.Source}
		if built.Program, err = p.Grade.Cache.Build(ctx, compile.Submission, built.Source); err != nil {
			return err
		}
		p.plan.Languages[program] = s.Language
		ran := entry
		ran.Tests = nil
		tried := 0
		for j, test := range s.Tests {
			switch test.Verdict {
			case problem.JE:
				return fmt.Errorf("%s %s: the judge failed: %s", program, test.Name, test.Message)
			case problem.NotRun:
				continue
			}
			tried++
			t := entry.Tests[j]
			if t.Static {
				continue // nothing runs
			}
			t.Files = entry.Submission.Given(t)
			if p.test(side, entry, t, test, *built) {
				ran.Tests = append(ran.Tests, t)
			}
		}
		if len(ran.Tests) > 0 {
			p.counted = append(p.counted, counted{side, ran})
		}
		if left := len(s.Tests) - tried; left > 0 {
			p.note(fmt.Sprintf("%s: %s left out, after a timeout on another where timeouts are allowed", program,
				tests(left)))
		}
	}
	return nil
}

// test adds a test that was run, and reports whether its verdict allows that.
func (p *preparation) test(side Side, e grade.Entry, t problem.Test, result grade.Test, built Executable) bool {
	key := programOf(e).On(t.Name)
	switch {
	case result.Verdict == problem.AC:
		p.subject(side, key, t, e.Problem.Limits, !e.Problem.FileWriting, built)
	case result.Verdict == problem.TLE && result.Expected:
		p.plan.Bounds[side] = append(p.plan.Bounds[side], record.Bound{Key: key, CPU: e.Problem.Limits.Time})
	default:
		p.refuse(side, fmt.Sprintf("%s: %s on %s: %s", key.Program(), result.Verdict, key.Test,
			firstLine(result.Message)))
		return false
	}
	return true
}

// subject plans to sample a program on a test, on which it keeps within the limits.
func (p *preparation) subject(side Side, key record.Key, t problem.Test, limits problem.Limits, fixed bool,
	built Executable) {
	i, known := p.at[key]
	if !known {
		i = len(p.plan.Subjects)
		p.at[key] = i
		p.plan.Subjects = append(p.plan.Subjects, Subject{Key: key, Test: t, Fixed: fixed, Memory: limits.Memory,
			Limits: generous(limits)})
	}
	p.plan.Subjects[i].Sides[side] = &built
}

// refuse notes what is not accepted. The user can fix it in the checkout; of another commit it is left out.
func (p *preparation) refuse(side Side, reason string) {
	switch {
	case side == Base:
		p.note("left out on the base's side: " + reason)
	case p.Past:
		p.note("left out: " + reason)
	case !slices.Contains(p.refused, reason):
		p.refused = append(p.refused, reason)
	}
}

// note adds a note for the user, once.
func (p *preparation) note(text string) {
	if !slices.Contains(p.plan.Notes, text) {
		p.plan.Notes = append(p.plan.Notes, text)
	}
}

// generous are limits for sampling programs that were accepted: they only stop a run that hangs, and not
// one that waits for a busy core.
func generous(l problem.Limits) sandbox.Limits {
	return sandbox.Limits{
		CPU: 10 * l.Time, Wall: 20*l.Time + 2*time.Minute, Memory: 2 * l.Memory, Output: 2 * l.Output,
		Processes: processes,
	}
}

// processes is enough for the threads of Go's run-time.
const processes = 256

func firstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line
}

func programOf(e grade.Entry) record.Program {
	return record.Program{Problem: e.Problem.Name, Solution: e.Submission.Name}
}
