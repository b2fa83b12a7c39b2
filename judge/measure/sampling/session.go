// Package sampling takes the samples of judge bench and judge compare. It runs one program at a time, in rounds of
// shuffled order, so that other work on the machine disturbs all programs alike. In each round every program has a new
// layout, so a difference between two programs is not due to where their code lies.
//
//	session := sampling.Session{Entries: entries, Sandbox: box, Cache: cache, Count: 10, ...}
//	remove, err := session.Against(ctx, "HEAD~1")                  adds another commit's solutions, in turns
//	records, err := session.Run(ctx)                               judges, counts, and samples accepted solutions
package sampling

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"dlxjudge/judge/base/checkout"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/measure/record"
	"dlxjudge/judge/read/problem"
)

// Side is one of the two sides of a comparison: today's programs, or those of the base commit.
type Side int

// The sides, as indices of arrays of Sides elements.
const (
	Now Side = iota
	Base
	Sides
)

// Session is one measurement of a checkout's solutions.
type Session struct {
	Root    string  // of the checkout, or of the package
	Package bool    // Root is a package: git is not asked for its commit
	Entries []Entry // only solutions
	Machine record.Machine
	Sandbox sandbox.Sandbox
	Cache   *compile.Cache
	Jobs    int // programs judged or counted in parallel, before anything is timed

	Count   int           // rounds: samples of each test
	Time    time.Duration // two commits are compared for at most this long
	Until   time.Time     // deadline of the session, which keeps the rounds completed by then; zero for none
	Most    int           // maximum rounds of a comparison of two commits; 0 for no limit
	Decided Decided       // nil if all rounds are wanted
	All     bool          // measure every test, also after one that was too slow
	// the record to compare with, or nil: solutions get the same numbers of cases, if they can finish them
	Like   *record.Record
	Ladder []string // solutions in order; each is also sampled on the numbers of cases that its neighbours finish
	Out    string   // file that the record is kept in; "" keeps none

	Observe func(grade.Progress)
	Note    func(string) // receives what a reader should know, one sentence per call

	base   *record.Record // of the other commit, which is measured in turns with the checkout; nil without one
	theirs []Entry        // that commit's solutions, on today's tests
}

// Decided reports whether the paired samples of one program are enough.
type Decided func(base, now *record.Record, program record.Program) bool

// ShortError says that time ran out before each solution had a sample of each test.
type ShortError struct{ Missing []record.Program }

func (e *ShortError) Error() string {
	text := "the time was over before each solution had a sample"
	if len(e.Missing) > 0 {
		text += fmt.Sprintf(": %d lack some, such as %s", len(e.Missing), e.Missing[0])
	}
	return text
}

// InterruptedError says how many samples were taken before a run was stopped. Its records are valid and hold those
// samples; without any, the records are removed.
type InterruptedError struct {
	Taken, Planned int
	Cause          error
}

func (e *InterruptedError) Error() string {
	return fmt.Sprintf("stopped after %s: %v", e.Samples(), e.Cause)
}

// Samples says how many samples were taken, and how many were planned if that is known.
func (e *InterruptedError) Samples() string {
	if e.Planned == 0 {
		return fmt.Sprintf("%d samples", e.Taken)
	}
	return fmt.Sprintf("%d of %d samples", e.Taken, e.Planned)
}

func (e *InterruptedError) Unwrap() error { return e.Cause }

// runOf names a run that begins now on the files of a commit.
func runOf(commit checkout.Commit, dirty bool) record.Run {
	now := time.Now().UTC().Truncate(time.Second)
	return record.Run{Commit: commit.Hash, Dirty: dirty, Date: now, Committed: commit.Date}
}

// Against also measures the solutions of another commit, on today's tests and in turns with today's. It checks the
// commit out into a separate folder, which remove deletes.
func (s *Session) Against(ctx context.Context, ref string) (remove func(), err error) {
	path, commit, err := checkout.Files(ctx, s.Root, ref, s.Sandbox.Scratch())
	if err != nil {
		return nil, fmt.Errorf("--against %s: %w", ref, err)
	}
	remove = func() { os.RemoveAll(path) }
	wanted := func(name string) bool {
		return slices.ContainsFunc(s.Entries, func(e Entry) bool { return e.Problem.Name == name })
	}
	set, err := problem.LoadPrograms(problem.Tree(path), wanted)
	if err != nil {
		remove()
		return nil, fmt.Errorf("--against %s: that commit cannot be read: %w", ref, err)
	}
	theirs := make(map[record.Program]problem.Submission)
	for _, p := range set.Problems {
		for _, submission := range p.Submissions {
			theirs[record.Program{Problem: p.Name, Solution: submission.Name}] = submission
		}
	}
	s.base = newRecord(ref, s.Machine)
	s.base.Run = runOf(commit, false)
	for _, e := range s.Entries {
		if submission, known := theirs[programOf(e.Entry)]; known {
			e.Submission = submission
			s.theirs = append(s.theirs, e)
		}
	}
	if len(s.theirs) == 0 {
		remove()
		return nil, fmt.Errorf("--against %s: that commit has none of these solutions", ref)
	}
	return remove, nil
}

// Keys returns the keys of all samples that may be taken.
func (s *Session) Keys() []record.Key {
	var keys []record.Key
	for _, e := range s.Entries {
		for _, t := range e.Tests {
			keys = append(keys, programOf(e.Entry).On(t.Name))
		}
		for _, in := range e.Inputs { // its number of cases is known only later
			for _, cases := range in.Fewer() {
				keys = append(keys, keyOf(e, in, cases))
			}
		}
	}
	return keys
}

// Paths returns the files of the kept records, today's first; nil without Out.
func (s *Session) Paths() []string {
	switch {
	case s.Out == "":
		return nil
	case s.base == nil:
		return []string{s.Out}
	}
	return []string{s.Out, BasePath(s.Out)}
}

// BasePath returns the path of the other commit's record: now-base.txt for now.txt.
func BasePath(now string) string {
	ext := filepath.Ext(now)
	return strings.TrimSuffix(now, ext) + "-base" + ext
}

// Run judges, counts and samples, and returns the records; Base's is nil unless another commit is measured. A failure
// during sampling is an *InterruptedError; lack of time, a *ShortError, with the records of what was sampled.
func (s *Session) Run(ctx context.Context) (records [Sides]*record.Record, err error) {
	scratch, err := os.MkdirTemp(s.Sandbox.Scratch(), "measuring-")
	if err != nil {
		return records, err
	}
	defer os.RemoveAll(scratch)
	timed, cancel := ctx, func() {}
	if !s.Until.IsZero() {
		timed, cancel = context.WithDeadline(ctx, s.Until)
	}
	defer cancel()
	p := newPlan(s, scratch)
	var commit checkout.Commit
	var dirty bool
	if !p.Package {
		if commit, dirty, err = checkout.Of(ctx, p.Root); err != nil && ctx.Err() == nil {
			p.Note(fmt.Sprintf("the commit of this checkout is not known, so the record does not name it: %v", err))
		}
	}
	p.records[Now].Run = runOf(commit, dirty)
	observe := s.Observe
	s.Observe = func(step grade.Progress) { step.More = true; observe(step) }
	err = p.prepare(timed)
	s.Observe = observe
	if err != nil {
		if timed.Err() != nil && ctx.Err() == nil {
			return records, &ShortError{}
		}
		return records, errors.Join(ctx.Err(), err)
	}
	err = p.record(timed)
	for _, note := range p.notes {
		s.Note(note)
	}
	copy(records[:], p.records)
	return records, err
}

// record takes the samples and writes each one to its file at once. After an error before the first timed sample, it
// removes the files.
func (p *plan) record(ctx context.Context) (err error) {
	var writers []*record.Writer
	timed := 0
	stopped := InterruptedError{}
	defer func() {
		for _, w := range writers {
			w.Abandon(err == nil || timed > 0)
		}
	}()
	paths := p.Paths()
	for side, r := range p.records {
		p.order(r, Side(side))
		stopped.Planned += r.Planned
		path := filepath.Join(p.scratch, fmt.Sprint("record-", side)) // removed at the end of the session
		if len(paths) > 0 {
			path, r.Path = paths[side], paths[side]
		}
		w, err := record.Create(path, r)
		if err != nil {
			return err
		}
		writers = append(writers, w)
	}
	stopped.Cause = p.sample(ctx, func(side Side, s record.Sample) error {
		timed++
		return writers[side].Sample(s)
	})
	if stopped.Cause != nil && !errors.Is(ctx.Err(), context.DeadlineExceeded) {
		for _, r := range p.records {
			stopped.Taken += min(timed, 1) * len(r.Samples)
		}
		return &stopped
	}
	if missing := p.unsampled(); len(missing) > 0 {
		if err = (&ShortError{missing}); timed == 0 {
			p.records = nil
			return &ShortError{}
		}
	}
	for _, w := range writers {
		err = errors.Join(err, w.Finish())
	}
	return err
}

// order sorts the figures that are known before sampling by test, and sets how many samples a side will have. With a
// time limit that number is not known, and stays 0.
func (p *plan) order(r *record.Record, side Side) {
	slices.SortFunc(r.Uncounted, record.Key.Compare)
	slices.SortFunc(r.Samples, func(a, b record.Sample) int { return a.Key.Compare(b.Key) })
	slices.SortFunc(r.Same, func(a, b record.Program) int { return a.On("").Compare(b.On("")) })
	if p.Time > 0 || !p.Until.IsZero() {
		return
	}
	r.Planned = len(r.Samples)
	for _, one := range p.programs {
		for _, s := range one.subjects {
			if s.sides[side] {
				r.Planned += p.Count
			}
		}
	}
}

// sample samples all programs on one core, if the system allows that.
func (p *plan) sample(ctx context.Context, emit emitter) error {
	if len(p.programs) == 0 {
		return nil
	}
	worker, err := p.Sandbox.Worker(p.Jobs) // judging uses the workers below Jobs
	if err != nil {
		return err
	}
	defer worker.Close()
	if len(cores()) == 0 {
		p.note("the programs could not be kept on one core: expect more noise")
	}
	return p.run(ctx, worker, emit)
}

// unsampled returns the programs with a test that has no sample because time ran out.
func (p *plan) unsampled() (missing []record.Program) {
	for _, one := range p.programs {
		if !p.Until.IsZero() && slices.ContainsFunc(one.subjects, func(s subject) bool {
			return !s.IsControl() && len(p.records[Now].Values(s.Key, record.CPU)) == 0
		}) {
			missing = append(missing, one.Program)
		}
	}
	return missing
}
