package measure

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"dlxjudge/judge/build"
	"dlxjudge/judge/executor"
	"dlxjudge/judge/grade"
	"dlxjudge/judge/problem"
	"dlxjudge/judge/record"
	"dlxjudge/judge/sandbox"
)

// Options say how to prepare a plan.
type Options struct {
	Grade   grade.Options // of judging, without Jobs; with All, every test that is too slow becomes a bound, else the first
	Against []grade.Entry // the base commit's solutions, with today's tests
	Count   int
	Counts  bool // count what the programs execute, too
	Jobs    int  // programs judged or counted side by side
	Seed    uint64
	Scratch string // folder for the plan's own programs and for outputs; it must stay until the plan was run
}

// RefusedError lists the solutions that are not accepted: their times would mean nothing.
type RefusedError struct{ Reasons []string }

func (e *RefusedError) Error() string {
	return "only accepted solutions are measured; fix these, or leave them out with a PATTERN:\n  " + strings.Join(e.Reasons, "\n  ")
}

// Prepare judges the entries and plans to sample every test that was accepted. An expected TLE becomes a bound, and the
// tests that were skipped after it are left out with a note. Any other verdict is a *RefusedError, or, of the base commit's
// solutions, left out with a note.
func Prepare(ctx context.Context, entries []grade.Entry, o Options) (*Plan, error) {
	o.Grade.Jobs = o.Jobs
	p := &preparation{Options: o, plan: &Plan{Count: o.Count, Seed: o.Seed, Languages: make(map[record.Program]string), scratch: o.Scratch}, at: make(map[record.Key]int)}
	if err := p.judge(ctx, entries, o.Against); err != nil {
		return nil, err
	}
	if len(p.refused) > 0 {
		return nil, &RefusedError{p.refused}
	}
	if len(p.plan.Subjects) == 0 && len(p.plan.Bounds[Now]) == 0 {
		return nil, errors.New("there is nothing to measure: " + strings.Join(p.plan.Notes, "; "))
	}
	if o.Counts {
		if err := p.count(ctx); err != nil {
			return nil, err
		}
	}
	if o.Count == 0 {
		p.plan.Subjects = nil
		return p.plan, nil
	}
	return p.plan, p.startUps(ctx)
}

type preparation struct {
	Options
	plan    *Plan
	at      map[record.Key]int // of the subjects
	refused []string
	counted []counted
}

// counted is a solution that is to be counted.
type counted struct {
	side  Side
	entry grade.Entry
}

// judge judges both sides and adds the tests to measure.
func (p *preparation) judge(ctx context.Context, now, base []grade.Entry) error {
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
			p.plan.Notes = append(p.plan.Notes, fmt.Sprintf("%s is skipped: %s", program, firstLine(s.Message)))
			continue
		}
		built, err := p.Grade.Cache.Build(ctx, build.Submission, entry.Submission.Source)
		if err != nil {
			return err
		}
		p.plan.Languages[program] = s.Language
		ran := entry
		ran.Tests = nil
		for j, test := range s.Tests {
			switch test.Verdict {
			case problem.JE:
				return fmt.Errorf("%s %s: the judge failed: %s", program, test.Name, test.Message)
			case problem.NotRun:
				continue
			}
			ran.Tests = append(ran.Tests, entry.Tests[j])
			p.test(side, entry, entry.Tests[j], test, built)
		}
		p.counted = append(p.counted, counted{side, ran})
		if left := len(s.Tests) - len(ran.Tests); left > 0 {
			p.plan.Notes = append(p.plan.Notes, fmt.Sprintf("%s: %s left out, after a timeout on another where timeouts are allowed", program, tests(left)))
		}
	}
	return nil
}

func (p *preparation) test(side Side, e grade.Entry, t problem.Test, result grade.Test, built executor.Program) {
	key := record.Key{Problem: e.Problem.Name, Solution: e.Submission.Name, Test: t.Name}
	switch {
	case result.Verdict == problem.AC:
		i, known := p.at[key]
		if !known {
			i = len(p.plan.Subjects)
			p.at[key] = i
			p.plan.Subjects = append(p.plan.Subjects, Subject{Key: key, Test: t, Memory: e.Problem.Limits.Memory, Limits: generous(e.Problem.Limits)})
		}
		p.plan.Subjects[i].Sides[side] = &Executable{Program: built}
	case result.Verdict == problem.TLE && result.Expected:
		p.plan.Bounds[side] = append(p.plan.Bounds[side], record.Bound{Key: key, CPU: e.Problem.Limits.Time})
	default:
		p.refuse(side, fmt.Sprintf("%s: %s on %s: %s", key.Program(), result.Verdict, key.Test, firstLine(result.Message)))
	}
}

// refuse notes what is not accepted: on today's side the user can fix it; the base is a commit, and is left out.
func (p *preparation) refuse(side Side, reason string) {
	if side == Now {
		p.refused = append(p.refused, reason)
		return
	}
	p.plan.Notes = append(p.plan.Notes, "left out on the base's side: "+reason)
}

// generous are limits for sampling programs that were accepted: they only stop a run that hangs.
func generous(l problem.Limits) sandbox.Limits {
	return sandbox.Limits{
		CPU: 10 * l.Time, Wall: 20*l.Time + 10*time.Second, Memory: 2 * l.Memory, Output: 2 * l.Output, Processes: processes,
	}
}

// processes is enough for the threads of Go's run-time.
const processes = 256

func firstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line
}
