// Package tamper changes answers a little, token by token, and sees which kinds of changes a problem's checker accepts,
// and on which it crashes or never ends.
//
//	report, err := tamper.Checker(ctx, cache, p, tamper.Options{Time: 30 * time.Second})
//	for _, a := range report.Accepted { … } // for the setter to say which are meant
package tamper

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"dlxjudge/judge/base/untrusted"
	"dlxjudge/judge/decide/check"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/read/problem"
)

// Options bound the work.
type Options struct {
	Scratch string        // folder for the changed outputs
	Time    time.Duration // after which nothing more is tried; 0 for no bound
	Observe func(done, total int)
}

// Report is what the checker says of changed answers.
type Report struct {
	Runs     int
	Tests    int
	Of       int        // tests that there are
	Accepted []Accepted // a kind once, in the order in which they were tried
	Faults   []Fault    // a kind once
	Unknown  []Fault    // of which nothing is known, as the machine was too busy; a kind once for each test
	Kinds    int        // of changes that there are of the answers that were used
	Tried    int        // those of them that were tried
	Hangs    int        // how often in a row the checker hung, if nothing more was tried for that
	Cut      bool       // the time was over before all changes were tried
	Running  string     // the change during which it was over, and since when; "" for none
	Unfit    string     // why nothing was tried; "" if something was
}

// Whole reports whether all is known that a trial can tell.
func (r Report) Whole() bool {
	used := !slices.ContainsFunc(r.Faults, func(f Fault) bool { return f.Kind == unchanged })
	return r.Unfit == "" && used && !r.Cut && r.Hangs == 0 && len(r.Unknown) == 0
}

// Accepted is a kind of change that the checker accepts, with one example.
type Accepted struct {
	Kind  string
	Test  string
	Times int // of Tries
	Tries int
}

// Fault is a change on which the checker itself fails.
type Fault struct {
	Kind, Test, Message string
}

// The bounds of one problem: tests, the size of an answer in bytes, and what a checker may take for one output in place
// of its problem's limit, which is meant for large tests.
const (
	mostTests  = 12
	mostAnswer = 1 << 16
	mostTime   = 5 * time.Second
)

// mostHangs is how often in a row a checker may hang; then it hangs on whatever it is given.
const mostHangs = 3

// unchanged is the kind of an answer as it is.
const unchanged = "no change"

// Checker changes the answers of some tests, the smallest first, and has the checker decide each. An error is the
// judge's own failure, that of ctx, or a checker that cannot be built.
func Checker(ctx context.Context, cache *compile.Cache, p *problem.Problem, o Options) (Report, error) {
	report := Report{Of: len(p.Tests)}
	switch {
	case p.Checkers == nil:
		report.Unfit = "outputs are compared by the judge's own checker"
	case p.Talks():
		report.Unfit = "the checker talks with the submission, so there is no output to change"
	case p.SubmitAnswer:
		report.Unfit = "submissions are outputs of their own"
	}
	if report.Unfit != "" {
		return report, nil
	}
	limits := p.Limits.Validation
	limits.Time = min(limits.Time, mostTime)
	var checkers []check.Named
	for _, source := range p.Checkers {
		program, err := cache.Build(ctx, compile.Tool, source)
		if err != nil {
			return report, fmt.Errorf("the checker of %s: %w", p.Name, err)
		}
		checkers = append(checkers, check.Named{Name: source.Name,
			Checker: check.Custom(cache.Programs, program, limits)})
	}
	folder, err := os.MkdirTemp(o.Scratch, "tamper-")
	if err != nil {
		return report, err
	}
	defer os.RemoveAll(folder)
	t := &tampering{checker: check.All(checkers), problem: p, output: filepath.Join(folder, "output")}
	err = t.tests(ctx, o)
	report.Runs, report.Tests, report.Faults, report.Unknown = t.runs, t.judged, t.faults, t.unknown
	report.Cut, report.Running, report.Kinds = t.cut, t.running, len(t.kinds)
	for _, kind := range t.kinds {
		if t.failed(kind) || slices.ContainsFunc(t.tried, func(a Accepted) bool { return a.Kind == kind }) {
			report.Tried++
		}
	}
	if t.hangs >= mostHangs {
		report.Hangs = t.hangs
	}
	report.Accepted = slices.DeleteFunc(t.tried, func(a Accepted) bool { return a.Times == 0 })
	if err == nil && t.judged == 0 && report.Whole() {
		report.Unfit = "no answer is an output that the checker accepts, or all are larger than 64 KiB"
	}
	return report, err
}

// tampering is the work on one problem.
type tampering struct {
	checker check.Checker
	problem *problem.Problem
	output  string // the file that is changed
	runs    int
	judged  int
	kinds   []string   // of changes that there are
	tried   []Accepted // kinds, accepted or not
	faults  []Fault
	unknown []Fault
	hangs   int // in a row
	cut     bool
	running string
}

func (t *tampering) tests(ctx context.Context, o Options) error {
	inner := ctx
	if o.Time > 0 {
		var cancel context.CancelFunc
		inner, cancel = context.WithTimeout(ctx, o.Time)
		defer cancel()
	}
	chosen, err := smallest(t.problem.Tests)
	for i, test := range chosen {
		if err == nil {
			err = inner.Err()
		}
		if err != nil || t.hangs >= mostHangs {
			break
		}
		if o.Observe != nil {
			o.Observe(i, len(chosen))
		}
		err = t.test(inner, test)
	}
	if inner.Err() != nil && ctx.Err() == nil { // the time is over, which is no failure
		t.cut, err = true, nil
	}
	return err
}

// smallest are the tests with the smallest answers that are not too large.
func smallest(tests []problem.Test) ([]problem.Test, error) {
	type sized struct {
		problem.Test
		size int64
	}
	var all []sized
	for _, t := range tests {
		info, err := untrusted.Stat(t.Answer)
		if err != nil {
			return nil, err
		}
		if info.Size() <= mostAnswer {
			all = append(all, sized{t, info.Size()})
		}
	}
	slices.SortStableFunc(all, func(a, b sized) int { return cmp.Compare(a.size, b.size) })
	var chosen []problem.Test
	for _, t := range all[:min(len(all), mostTests)] {
		chosen = append(chosen, t.Test)
	}
	return chosen, nil
}

// test tries all changes of a test's answer, unless that is no output that the checker accepts.
func (t *tampering) test(ctx context.Context, test problem.Test) error {
	answer, err := untrusted.Read(test.Answer, mostAnswer)
	if err != nil {
		return err
	}
	as := Change{unchanged, answer}
	result, err := t.decide(ctx, test, as)
	if err != nil {
		return err
	}
	switch result.Verdict {
	case problem.AC:
	case problem.JE:
		t.note(test, as, result)
		return nil
	default:
		return nil
	}
	t.judged++
	all := Changes(answer)
	for _, c := range all {
		if !slices.Contains(t.kinds, c.Kind) {
			t.kinds = append(t.kinds, c.Kind)
		}
	}
	for _, c := range all {
		if t.hangs >= mostHangs { // it would take all of its time for each
			return nil
		}
		if t.failed(c.Kind) {
			continue
		}
		result, err := t.decide(ctx, test, c)
		if err != nil {
			return err
		}
		t.note(test, c, result)
	}
	return nil
}

func (t *tampering) decide(ctx context.Context, test problem.Test, c Change) (check.Result, error) {
	if err := os.WriteFile(t.output, c.Text, 0o644); err != nil {
		return check.Result{}, err
	}
	t.runs++
	begun := time.Now()
	result, err := t.checker.Check(ctx, check.Files{Input: test.Input, Answer: test.Answer, Output: t.output,
		Args: test.CheckerArgs, Checker: test.Checker, Scores: t.problem.Scoring != nil})
	err = errors.Join(err, ctx.Err())
	if took := time.Since(begun).Round(time.Second); err != nil && took > 0 {
		t.running = fmt.Sprintf("%q of %s, since %v", c.Kind, test.Name, took)
	}
	return result, err
}

// failed reports whether the checker has failed on a kind of change, which then is not tried again: if it hangs, the
// time is for other kinds.
func (t *tampering) failed(kind string) bool {
	return slices.ContainsFunc(t.faults, func(f Fault) bool { return f.Kind == kind })
}

// note counts what the checker said of a change.
func (t *tampering) note(test problem.Test, c Change, result check.Result) {
	if result.Starved {
		t.unknown = append(t.unknown, Fault{c.Kind, test.Name, result.Message})
		return
	}
	if t.hangs++; !result.Late {
		t.hangs = 0
	}
	if result.Verdict == problem.JE {
		if !t.failed(c.Kind) {
			t.faults = append(t.faults, Fault{c.Kind, test.Name, result.Message})
		}
		return
	}
	i := slices.IndexFunc(t.tried, func(a Accepted) bool { return a.Kind == c.Kind })
	if i < 0 {
		t.tried = append(t.tried, Accepted{Kind: c.Kind, Test: test.Name})
		i = len(t.tried) - 1
	}
	t.tried[i].Tries++
	if result.Verdict == problem.AC { // PE, which testlib has, is rejected as WA is
		if t.tried[i].Times == 0 {
			t.tried[i].Test = test.Name
		}
		t.tried[i].Times++
	}
}
