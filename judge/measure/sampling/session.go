// Package sampling takes the samples of "judge bench" and "judge compare". It runs one program at a time, in rounds of
// shuffled order, so that other work on the machine disturbs all programs alike. In each round every program has a new
// layout, so a difference between two programs is not due to the addresses of their code.
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
	"dlxjudge/judge/measure/workload"
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
	Root    string  // folder of the checkout or of the package
	Package bool    // whether Root is a package; if so, git is not asked for a commit
	Entries []Entry // only solutions
	Machine record.Machine
	Sandbox sandbox.Sandbox
	Cache   *compile.Cache
	Jobs    int // number of programs that are judged or counted in parallel, before anything is timed

	Count   int           // number of rounds, each with one sample of each test
	Time    time.Duration // maximum duration of the comparison of two commits
	Until   time.Time     // deadline of the session, or zero; rounds completed by then are kept
	Most    int           // maximum number of rounds of a comparison of two commits; 0 for no limit
	Decided Decided       // nil if all rounds are wanted
	All     bool          // whether tests are measured even after one that was too slow
	// the record to compare with, or nil. Solutions get the same numbers of cases as in this record, if they can finish
	// them
	Like   *record.Record
	Seed   uint64   // determines the layouts and the order of samples
	Ladder []string // solutions in order; each is also sampled on as many cases as its neighbours finish
	Out    string   // path of the file that keeps the record; "" if no file does

	Observe func(grade.Progress)
	Note    func(string) // receives what a reader should know, one sentence per call

	base   *record.Record // record of the other commit, which is measured in turns with the checkout; or nil
	theirs []Entry        // that commit's solutions, on today's tests
}

// Decided reports whether the paired samples of one program are enough.
type Decided func(base, now *record.Record, program record.Program) bool

// ShortError says that time ran out before every solution had a sample of every test.
type ShortError struct{ Missing []record.Program }

func (e *ShortError) Error() string {
	text := "the time was over before each solution had a sample"
	if len(e.Missing) > 0 {
		text += fmt.Sprintf(": %d lack some, such as %s", len(e.Missing), e.Missing[0])
	}
	return text
}

// InterruptedError says how many samples were taken before a run was stopped. The records are valid and hold those
// samples. If no samples were taken, the records are removed.
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

// Judged returns the session's solutions with their tests.
func (s *Session) Judged() (entries []grade.Entry) {
	for _, e := range s.Entries {
		entries = append(entries, e.Entry)
	}
	return entries
}

// runOf describes a run that begins now on the files of a commit.
func runOf(commit checkout.Commit, dirty bool, seed uint64) record.Run {
	now := time.Now().UTC().Truncate(time.Second)
	return record.Run{Commit: commit.Hash, Dirty: dirty, Date: now, Committed: commit.Date, Seed: seed}
}

// Against makes Run also measure the solutions of another commit, in turns with today's solutions. It takes only the
// folder solutions/ from that commit: problems, tests and workloads are today's. Against checks that commit out into a
// separate folder, which the function remove deletes.
func (s *Session) Against(ctx context.Context, ref string) (remove func(), err error) {
	path, commit, err := checkout.Files(ctx, s.Root, ref, s.Sandbox.Scratch())
	if err != nil {
		return nil, fmt.Errorf("--against %s: %w", ref, err)
	}
	remove = func() { os.RemoveAll(path) }
	wanted := func(name string) bool {
		return slices.ContainsFunc(s.Entries, func(e Entry) bool { return e.Problem.Name == name })
	}
	roots := problem.Tree(s.Root)
	roots.Solutions, roots.Apart = problem.Tree(path).Solutions, true
	set, err := problem.LoadPrograms(roots, wanted)
	for _, refused := range set.Refused { // a solution of that commit cannot be read; the others can
		s.Note(fmt.Sprintf("left out on the base's side: %v", refused.Refused))
	}
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
	s.base.Run = runOf(commit, false, s.Seed)
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

// Keys returns the keys of all samples that Run might take.
func (s *Session) Keys() []record.Key {
	var keys []record.Key
	for _, e := range s.Entries {
		for _, t := range e.Tests {
			keys = append(keys, programOf(e.Entry).On(t.Name))
		}
		for _, in := range e.Inputs { // the number of cases to sample is known only later
			for _, cases := range in.Fewer() {
				keys = append(keys, keyOf(e, in, cases))
			}
		}
	}
	return keys
}

// Paths returns the paths of the files that keep the records, today's first. It returns nil if Out is "".
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

// Run judges, counts and samples the entries, and returns the records. Base's record is nil if no other commit is
// measured. If sampling fails, the error is an *InterruptedError. If time runs out too early, the error is a
// *ShortError, and the records hold what was sampled.
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
		if commit, dirty, err = checkout.Of(ctx, p.Root, grade.Files(s.Judged())...); err != nil && ctx.Err() == nil {
			p.Note(fmt.Sprintf("the commit of this checkout is not known, so the record does not name it: %v", err))
		}
	}
	p.records[Now].Run = runOf(commit, dirty, p.Seed)
	observe := s.Observe
	s.Observe = func(step grade.Progress) { step.More = true; observe(step) }
	err = p.prepare(timed)
	s.Observe = observe
	if err = p.measure(ctx, timed, err); p.records == nil {
		return records, err
	}
	for _, note := range p.notes {
		s.Note(note)
	}
	copy(records[:], p.records)
	return records, err
}

// measure takes the samples. failed is the error of the preparation. If it says only that the time is over, the record
// holds the runs of judging. Without a record, p.records is nil.
func (p *plan) measure(ctx, timed context.Context, failed error) error {
	var refused *RefusedError
	switch over := timed.Err() != nil && ctx.Err() == nil; {
	case failed != nil && over && !errors.As(failed, &refused):
		p.programs = nil
		for _, e := range p.entries[Now] { // so that a report has a row for each
			if language, err := compile.LanguageOf(e.Submission.Source); err == nil {
				p.records[Now].Languages[programOf(e.Entry)] = language.Name
			}
		}
	case failed != nil:
		p.records = nil
		return errors.Join(ctx.Err(), failed)
	}
	return p.record(timed)
}

// record takes the samples, and immediately writes each one to a file. If an error occurs before the first timed
// sample, it removes the files.
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
	emit := func(side Side, s record.Sample) error {
		timed++
		return writers[side].Sample(s)
	}
	stopped.Cause = p.sample(ctx, emit)
	if stopped.Cause != nil && !errors.Is(ctx.Err(), context.DeadlineExceeded) {
		for _, r := range p.records {
			stopped.Taken += min(timed, 1) * len(r.Samples)
		}
		return &stopped
	}
	if missing := p.unsampled(); len(missing) > 0 {
		if err = p.useTried(missing, emit); timed == 0 {
			p.records = nil
			return &ShortError{}
		}
	}
	if missing := p.unsampled(); len(missing) > 0 {
		err = errors.Join(err, &ShortError{missing})
	}
	for _, w := range writers {
		err = errors.Join(err, w.Finish())
	}
	return err
}

// order sorts, by test, the figures that are known before sampling. It also sets the planned number of samples on a
// side. If there is a time limit, that number is not known and stays 0.
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
	worker, err := p.Sandbox.Worker(p.Jobs) // judging uses the workers with lower numbers
	if err != nil {
		return err
	}
	defer worker.Close()
	if len(cores()) == 0 {
		p.note("the programs could not be kept on one core: expect more noise")
	}
	return p.run(ctx, worker, emit)
}

// unsampled returns the solutions that have no sample of a test or an input because the time is over.
func (p *plan) unsampled() (missing []record.Program) {
	if p.Until.IsZero() || p.Count == 0 {
		return nil
	}
	now := p.records[Now]
	known := func(k record.Key) bool { return len(now.Values(k, record.CPU)) > 0 || now.Stopped(k) > 0 }
	for _, e := range p.entries[Now] {
		program := programOf(e.Entry)
		if !slices.Contains(p.skipped, program) && (slices.ContainsFunc(e.Tests, func(t problem.Test) bool {
			return !known(program.On(t.Name))
		}) || slices.ContainsFunc(e.Inputs, func(in workload.Input) bool {
			return !slices.ContainsFunc(in.Fewer(), func(cases int) bool { return known(keyOf(e, in, cases)) })
		})) {
			missing = append(missing, program)
		}
	}
	return missing
}

// useTried adds the runs of judging to the record, as the only samples of some solutions. Empty programs come last:
// alone they say nothing.
func (p *plan) useTried(missing []record.Program, emit emitter) (err error) {
	used := false
	for _, s := range slices.Backward(p.tried) {
		empty := s.IsControl() && len(p.records[Now].Values(s.Key, record.CPU)) == 0
		if used && empty || slices.Contains(missing, s.Program()) {
			err, used = errors.Join(err, emit(Now, s)), true
		}
	}
	p.note(fmt.Sprintf("the time was too short for rounds of %d solutions, such as %s: their figures are from single "+
		"runs, which ran beside others", len(missing), missing[0]))
	return err
}
