// Package sampling takes the samples of judge bench and judge compare. It runs one program at a time, in rounds of
// shuffled order: other work on the machine then disturbs all programs alike. In each round every program has a new
// layout, so a difference between two programs is not due to where their code lies.
//
//	session := sampling.Session{Entries: entries, Sandbox: box, Cache: cache, Count: 10, ...}
//	remove, err := session.Against(ctx, "HEAD~1")                  in turns with another commit's
//	records, err := session.Run(ctx)                               judges, counts, and samples what was accepted
package sampling

import (
	"cmp"
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

// Session is one measurement of a checkout's solutions: what is measured, with what, and where the samples go.
type Session struct {
	Root    string  // of the checkout, or of the package
	Package bool    // Root is a package: git is not asked for its commit
	Entries []Entry // only solutions
	Machine record.Machine
	Sandbox sandbox.Sandbox
	Cache   *compile.Cache
	Jobs    int // programs judged or counted side by side, before anything is timed

	Count   int           // rounds: samples of each test
	Time    time.Duration // two commits are compared for at most this long
	Until   time.Time     // everything ends here; whole rounds are kept. The zero time for never
	Most    int           // rounds in which two commits are compared at most; 0 for any number
	Decided Decided       // says which solutions need no more rounds; nil if all rounds are wanted
	All     bool          // measure every test, also after one that was too slow
	Seed    uint64        // that the order of the samples follows from
	// that the figures will be compared with, or nil: solutions are given as many cases as there, if they can
	Like   *record.Record
	Ladder []string // solutions that are put side by side, each beside its neighbours
	Out    string   // file that the record is kept in; "" keeps none

	Observe func(grade.Progress)
	Note    func(string) // receives what a reader should know, a sentence a call

	other *otherCommit
}

// otherCommit is a commit that is measured in turns with the checkout.
type otherCommit struct {
	ref     string
	run     record.Run
	entries []Entry
}

// Decided reports whether the samples of one solution, round by round, are enough; so many solutions have two sides.
type Decided func(solutions int, now, base []record.Sample) bool

// EarlyError says that a session ended before there was a record.
type EarlyError struct{ Cause error }

func (e *EarlyError) Error() string { return e.Cause.Error() }
func (e *EarlyError) Unwrap() error { return e.Cause }

// ShortError says that the time was over before each solution had a sample of each test.
type ShortError struct{ Missing []record.Program }

func (e *ShortError) Error() string {
	of := "no solution was sampled"
	switch n := len(e.Missing); {
	case n == 1:
		of = fmt.Sprintf("%s was not sampled on everything", e.Missing[0])
	case n > 1:
		of = fmt.Sprintf("%d solutions were not sampled on everything, such as %s", n, e.Missing[0])
	}
	return "the time was over before each solution had a sample: " + of
}

// InterruptedError says how many samples were taken before a run was stopped. Its records are valid and hold those;
// without any, they are removed.
type InterruptedError struct {
	Taken, Planned int
	Cause          error
}

func (e *InterruptedError) Error() string {
	return fmt.Sprintf("stopped after %s: %v", e.Samples(), e.Cause)
}

// Samples says how many samples were taken, of how many if that was known before.
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

// Against has the session measure the solutions of another commit, too, on today's tests and in turns with today's. The
// commit is checked out beside the checkout, which stays as it is, until remove is called.
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
	s.other = &otherCommit{ref: ref, run: runOf(commit, false)}
	for _, e := range s.Entries {
		if submission, known := theirs[programOf(e.Entry)]; known {
			e.Submission = submission
			s.other.entries = append(s.other.entries, e)
		}
	}
	if len(s.other.entries) == 0 {
		remove()
		return nil, fmt.Errorf("--against %s: that commit has none of these solutions", ref)
	}
	return remove, nil
}

// Keys are what may be measured.
func (s *Session) Keys() []record.Key {
	var keys []record.Key
	for _, e := range s.Entries {
		for _, t := range e.Tests {
			keys = append(keys, programOf(e.Entry).On(t.Name))
		}
		for _, in := range e.Inputs { // how many cases of it will be known later
			for _, cases := range in.Fewer() {
				keys = append(keys, keyOf(e, in, cases))
			}
		}
	}
	return keys
}

// Paths are the files of the records that are kept, today's first; nil without Out.
func (s *Session) Paths() []string {
	switch {
	case s.Out == "":
		return nil
	case s.other == nil:
		return []string{s.Out}
	}
	return []string{s.Out, BasePath(s.Out)}
}

// BasePath is where the record of another commit is kept beside today's: now.txt, now-base.txt.
func BasePath(now string) string {
	ext := filepath.Ext(now)
	return strings.TrimSuffix(now, ext) + "-base" + ext
}

// Run judges, counts and samples, and returns the records; that of the other commit is nil unless there is one. What
// ends it before the first sample is an *EarlyError, a *RefusedError for solutions that are not accepted; what ends it
// later, an *InterruptedError. With a deadline that was too early it is a *ShortError, with the records of what was
// sampled.
func (s *Session) Run(ctx context.Context) (records [Sides]*record.Record, err error) {
	scratch, err := os.MkdirTemp(s.Sandbox.Scratch(), "measuring-")
	if err != nil {
		return records, &EarlyError{err}
	}
	defer os.RemoveAll(scratch)
	p := newPlan(s, scratch)
	timed, cancel := ctx, func() {}
	if !s.Until.IsZero() {
		timed, cancel = context.WithDeadline(ctx, s.Until)
	}
	defer cancel()
	late := func() bool { return timed.Err() != nil && ctx.Err() == nil }
	if err := p.prepare(timed); err != nil && late() {
		return records, &ShortError{}
	} else if err != nil {
		return records, &EarlyError{errors.Join(ctx.Err(), err)}
	}
	recording := p.recording(ctx)
	err = p.record(timed, recording)
	for _, note := range p.notes {
		s.Note(note)
	}
	if err != nil {
		return records, err
	}
	for side, r := range recording {
		if r.Path == "" {
			continue
		}
		records[side], err = record.Read(r.Path)
		if late() && errors.Is(err, record.ErrEmpty) {
			return records, errors.Join(&ShortError{}, os.Remove(r.Path))
		}
		if err != nil {
			planned := p.planned(Side(side))
			return records, &InterruptedError{Taken: planned, Planned: planned, Cause: err}
		}
		if s.Out == "" { // the file vanishes with the scratch folder
			records[side].Path = cmp.Or(map[Side]string{Now: "this run"}[Side(side)], p.refOfBase())
		}
	}
	if missing := p.unsampled(); len(missing) > 0 {
		return records, &ShortError{missing}
	}
	return records, nil
}

// refOfBase is what the other side is called.
func (s *Session) refOfBase() string {
	if s.other == nil {
		return ""
	}
	return s.other.ref
}

// recording is the record of each side that a plan writes, without samples. A side without a path is not recorded.
type recording [Sides]record.Record

func (p *plan) recording(ctx context.Context) recording {
	path := cmp.Or(p.Out, filepath.Join(p.scratch, "record.txt"))
	var commit checkout.Commit
	var dirty bool
	var err error
	if !p.Package {
		commit, dirty, err = checkout.Of(ctx, p.Root)
	}
	if err != nil && ctx.Err() == nil {
		p.Note(fmt.Sprintf("the commit of this checkout is not known, so the record does not name it: %v", err))
	}
	all := recording{Now: {Path: path, Run: runOf(commit, dirty), Machine: p.Machine}}
	if p.other != nil {
		all[Base] = record.Record{Path: BasePath(path), Run: p.other.run, Machine: p.Machine}
	}
	return all
}

// planned is the number of samples of a side: those that are taken and those known already. It is 0 if the samples or
// the time decide how many they are.
func (p *plan) planned(side Side) int {
	if p.Time > 0 || !p.Until.IsZero() {
		return 0
	}
	n := len(p.known[side])
	for _, s := range p.subjects {
		if s.sides[side] != nil {
			n += p.Count
		}
	}
	return n
}

// record runs the plan on one core, if the system allows that, and writes each sample as it is taken. If it is stopped,
// the error is an *InterruptedError with the cause.
func (p *plan) record(ctx context.Context, all recording) (err error) {
	var writers [Sides]*record.Writer
	stopped := InterruptedError{}
	defer func() {
		for side, w := range writers {
			if w != nil && err != nil && stopped.Taken == 0 {
				os.Remove(all[side].Path)
			}
		}
	}()
	for side, r := range all {
		if r.Path == "" {
			continue
		}
		r.Planned, r.Languages, r.Same = p.planned(Side(side)), p.languages, p.same
		stopped.Planned += r.Planned
		w, err := record.Create(r)
		if err != nil {
			return err
		}
		defer w.Abandon()
		writers[side] = w
		if err := p.write(w, Side(side)); err != nil {
			return err
		}
	}
	stopped.Taken = len(p.known[Now]) + len(p.known[Base])
	stopped.Cause = p.pinned(ctx, func(side Side, s record.Sample) error {
		if err := writers[side].Sample(s); err != nil {
			return err
		}
		p.sampled[s.Key] = true
		stopped.Taken++
		return nil
	})
	if stopped.Cause != nil {
		return &stopped
	}
	for _, w := range writers {
		if w != nil {
			err = errors.Join(err, w.Finish())
		}
	}
	return err
}

// write writes what is known of a side before anything is sampled, in the order of the tests.
func (p *plan) write(w *record.Writer, side Side) (err error) {
	for _, b := range p.bounds[side] {
		err = errors.Join(err, w.Bound(b))
	}
	for _, k := range slices.SortedFunc(slices.Values(p.uncounted[side]), record.Key.Compare) {
		err = errors.Join(err, w.Uncounted(k))
	}
	slices.SortFunc(p.known[side], func(a, b record.Sample) int { return a.Key.Compare(b.Key) })
	for _, s := range p.known[side] {
		err = errors.Join(err, w.Sample(s))
	}
	return err
}

// pinned runs the plan on one core. Its worker must start after Pin, to inherit the core; it takes a number that no
// worker of judging has.
func (p *plan) pinned(ctx context.Context, emit emitter) error {
	if len(p.subjects) == 0 {
		return nil
	}
	if undo, err := Pin(); err == nil {
		defer undo()
	} else {
		p.note(fmt.Sprintf("the programs could not be kept on one core (%v): expect more noise", err))
	}
	worker, err := p.Sandbox.Worker(p.Jobs)
	if err != nil {
		return err
	}
	defer worker.Close()
	return p.run(ctx, worker, emit)
}

// unsampled are the programs that have a test without a sample, since the time was over.
func (p *plan) unsampled() (missing []record.Program) {
	for _, s := range p.subjects {
		program := s.Program()
		if !p.Until.IsZero() && !s.IsControl() && !p.sampled[s.Key] && !slices.Contains(missing, program) {
			missing = append(missing, program)
		}
	}
	return missing
}
