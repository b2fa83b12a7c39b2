package sampling

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"dlxjudge/judge/base/checkout"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/measure/record"
	"dlxjudge/judge/read/problem"
)

// Session is one measurement of a checkout's solutions: what is measured, with what, and where the samples go.
type Session struct {
	Root    string      // of the checkout, or of the package
	Package bool        // Root is a package: git is not asked for its commit
	Commit  *record.Run // of the solutions; nil for the checkout's own
	Entries []Entry     // only solutions
	Machine record.Machine
	Sandbox sandbox.Sandbox
	Cache   *compile.Cache
	Jobs    int // programs judged or counted side by side, before anything is timed

	Count   int           // rounds: samples of each test
	Time    time.Duration // that two commits are compared for, at most
	Until   time.Time     // when all is to end, with what is known then; the zero time for never
	Most    int           // rounds at most that two commits are compared in; 0 for any number
	Decided Decided       // says which solutions need no more rounds
	Precise Precise       // says what needs more rounds than Count; nil if nothing does
	Counts  bool          // count statements and search nodes, too
	All     bool          // measure every test, also after one that was too slow
	Seed    uint64        // that the order of the samples follows from
	// that the figures will be compared with, or nil: solutions are given as many cases as there, if they can
	Like   *record.Record
	Ladder []string // solutions that are put side by side, each beside its neighbours and the first
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

// EarlyError says that a session ended before there was a record.
type EarlyError struct{ Cause error }

func (e *EarlyError) Error() string { return e.Cause.Error() }
func (e *EarlyError) Unwrap() error { return e.Cause }

// Against has the session measure the solutions of another commit, too, on today's tests and in turns with today's. The
// commit is checked out beside the checkout, which stays as it is, until remove is called.
func (s *Session) Against(ctx context.Context, ref string) (remove func(), err error) {
	path, run, remove, err := Files(ctx, s.Root, ref, s.Sandbox.Scratch())
	if err != nil {
		return nil, fmt.Errorf("--against %s: %w", ref, err)
	}
	wanted := make(map[string]bool)
	for _, e := range s.Entries {
		wanted[e.Problem.Name] = true
	}
	set, err := problem.LoadPrograms(problem.Tree(path), func(name string) bool { return wanted[name] })
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
	if s.Beside(ref, run, theirs) == 0 {
		remove()
		return nil, fmt.Errorf("--against %s: that commit has none of these solutions", ref)
	}
	return remove, nil
}

// Beside has the session measure other programs, too, in turns with those of the entries that have the same names. It
// returns how many these are; ref is what the other side is called.
func (s *Session) Beside(ref string, run record.Run, theirs map[record.Program]problem.Submission) int {
	s.other = &otherCommit{ref: ref, run: run}
	for _, e := range s.Entries {
		if submission, known := theirs[programOf(e.Entry)]; known {
			e.Submission = submission
			s.other.entries = append(s.other.entries, e)
		}
	}
	return len(s.other.entries)
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
// later, an *InterruptedError. With a budget that was too small it is a *ShortError, with the records of what was
// sampled.
func (s *Session) Run(ctx context.Context) (records [Sides]*record.Record, err error) {
	scratch, err := os.MkdirTemp(s.Sandbox.Scratch(), "measuring-")
	if err != nil {
		return records, &EarlyError{err}
	}
	defer os.RemoveAll(scratch)
	run := s.run(ctx)
	now := cmp.Or(s.Out, filepath.Join(scratch, "record.txt"))
	recording := Recording{Now: {Path: now, Run: run, Machine: s.Machine}}
	titles := [Sides]string{Now: "this run"}
	course := s.course()
	observe := func(p grade.Progress) {
		if s.Observe == nil {
			return
		}
		if p = course.observe(p, time.Now()); !s.Until.IsZero() {
			p.Left = max(time.Until(s.Until), 1)
		}
		s.Observe(p)
	}
	options := Options{
		Grade: grade.Options{All: s.All, Sandbox: s.Sandbox, Cache: s.Cache, Observe: observe},
		Count: s.Count, Counts: s.Counts, Jobs: s.Jobs, Seed: s.Seed, Like: s.Like, Ladder: s.Ladder, Scratch: scratch,
		Past: s.Commit != nil, Brief: s.other != nil || !s.Until.IsZero() && s.Precise == nil,
	}
	if s.other != nil {
		recording[Base] = record.Record{Path: BasePath(now), Run: s.other.run, Machine: s.Machine}
		titles[Base] = s.other.ref
		options.Against = s.other.entries
	}
	plan, err := s.prepare(ctx, options)
	if err == errTimeOver {
		return records, &ShortError{Least: course.longer(time.Now())}
	}
	if err != nil {
		return records, &EarlyError{errors.Join(ctx.Err(), err)}
	}
	plan.Builder, plan.Until = s.Cache, s.Until
	if s.other != nil {
		plan.Time, plan.Most, plan.Decided = s.Time, s.Most, s.Decided
	} else {
		plan.Precise = s.Precise
	}
	err = plan.Record(ctx, s.Sandbox, s.Jobs, recording, observe)
	for _, note := range plan.Notes {
		s.Note(note)
	}
	if err != nil {
		return records, err
	}
	var short error
	if len(plan.missing) > 0 {
		short = &ShortError{Missing: plan.missing, Least: course.longer(time.Now())}
	}
	for side, r := range recording {
		if r.Path == "" {
			continue
		}
		records[side], err = record.Read(r.Path)
		if !s.Until.IsZero() && errors.Is(err, record.ErrEmpty) {
			return records, errors.Join(&ShortError{Least: course.longer(time.Now())}, os.Remove(r.Path))
		}
		if err != nil {
			planned := plan.Planned(Side(side))
			return records, &InterruptedError{Taken: planned, Planned: planned, Cause: err}
		}
		if s.Out == "" { // the file vanishes with the scratch folder
			records[side].Path = titles[side]
		}
	}
	return records, short
}

// course is that of the session.
func (s *Session) course() *course {
	c := &course{began: time.Now(), rounds: s.Count, counts: s.Counts, passes: passes}
	for _, e := range s.Entries {
		c.inputs, c.tests = c.inputs+len(e.Inputs), c.tests+len(e.Tests)
	}
	if s.Like != nil {
		c.passes = 1
	}
	if s.other != nil {
		c.inputs, c.tests = 2*c.inputs, 2*c.tests
		if s.Count > 0 { // else all is over when it is counted
			c.takes = s.Time
		}
	}
	return c
}

// prepare prepares the plan, for as long as there is time.
func (s *Session) prepare(ctx context.Context, o Options) (*Plan, error) {
	if s.Until.IsZero() {
		return Prepare(ctx, s.Entries, o)
	}
	timed, cancel := context.WithDeadline(ctx, s.Until)
	defer cancel()
	if o.Brief {
		o.Settle = time.Now().Add(time.Until(s.Until) / settled) // the rest is for measuring and counting
	}
	plan, err := Prepare(timed, s.Entries, o)
	if err != nil && timed.Err() != nil && ctx.Err() == nil {
		err = errTimeOver
	}
	return plan, err
}

// run names the run: the commit of the solutions and when it began.
func (s *Session) run(ctx context.Context) record.Run {
	if s.Commit != nil {
		return *s.Commit
	}
	if s.Package {
		return runOf(checkout.Commit{}, false)
	}
	commit, dirty, err := checkout.Of(ctx, s.Root)
	if err != nil && ctx.Err() == nil {
		s.Note(fmt.Sprintf("the commit of this checkout is not known, so the record does not name it: %v", err))
	}
	return runOf(commit, dirty)
}
