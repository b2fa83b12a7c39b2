// Package sampling takes the samples of judge bench and judge compare. It runs one program at a time, in rounds of
// shuffled order: other work on the machine then disturbs all programs alike. In each round every program has a new
// layout, so a difference between two programs is not due to where their code lies.
//
//	plan, err := sampling.Prepare(ctx, entries, options)            judges, and counts if asked to
//	err = plan.Record(ctx, box, jobs, recording, observe)          samples what was accepted
package sampling

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"
	"time"

	"dlxjudge/judge/decide/grade"
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

// Plan is what to measure, and what is known already.
type Plan struct {
	Subjects  []Subject
	Count     int           // rounds: samples of each subject and side
	Time      time.Duration // if it is not 0, two sides are compared for as long, and Count is ignored
	Most      int           // rounds at most, also within Time; 0 for any number
	Until     time.Time     // when all ends at the latest, also within a round (see within); the zero time for never
	Seed      uint64        // of the order of samples
	Builder   Builder       // of layouts; nil to run the programs as they are
	Decided   Decided       // nil if all rounds are wanted
	Precise   Precise       // says which tests of a single side need more rounds than Count; nil if none does
	Same      []record.Program
	Languages map[record.Program]string
	Known     [Sides][]record.Sample // counts of tests that are not timed
	Bounds    [Sides][]record.Bound  // runs that were stopped at their limit, as submissions.yaml permits
	Uncounted [Sides][]record.Key    // tests whose counts are unknown
	Notes     []string               // for the user
	scratch   string

	quick   bool             // samples are of few runs
	missing []record.Program // that have a test without a sample when the time was over
	// counts, where that comes after the first samples; nil if it came before
	count func(ctx context.Context) error
}

// Decided reports whether the samples of one solution, round by round, are enough; so many solutions have two sides.
type Decided func(solutions int, now, base []record.Sample) bool

// Precise says which tests need more samples, of a record of all that were taken in so many whole rounds, and whether
// it was asked at all: only some numbers of rounds are looks.
type Precise func(rounds int, taken *record.Record) (wanted []record.Key, look bool)

// Subject is one test of one solution. Both sides of it are sampled in turns.
type Subject struct {
	record.Key
	Test   problem.Test // its files are all that lie in the program's working folder
	Fixed  bool         // the program can neither change these nor make others
	Memory int64        // bytes that it may have where it is judged; 0 for any
	Limits sandbox.Limits
	Sides  [Sides]*Executable // nil for a side that is not measured
}

// Executable is a built program, with the counts of its run on the test.
type Executable struct {
	Program sandbox.Program
	Source  problem.Source          // that layouts are built from
	Counts  map[record.Unit]float64 // equal in every run; nil if not counted
}

// Planned is the number of samples of a side: those that Run takes and those known already. It is 0 if the samples
// or the time decide how many they are.
func (p *Plan) Planned(side Side) int {
	if p.Time > 0 || !p.Until.IsZero() || p.Precise != nil {
		return 0
	}
	n := len(p.Known[side])
	for _, s := range p.Subjects {
		if s.Sides[side] != nil {
			n += p.Count
		}
	}
	return n
}

// These bound what one round of a solution takes.
const (
	// roundTime is the time that the blocks of a solution fill. Linking a pair of programs on another core takes about
	// as long, so neither waits for the other.
	roundTime  = 500 * time.Millisecond
	fewBlocks  = 2
	mostBlocks = 16
	aroundRun  = 2 * time.Millisecond // that a run takes beside its CPU time: the copy of the program, the sandbox

	// A single side is run for shortest, at least once and at most mostRuns times.
	shortest = 50 * time.Millisecond
	mostRuns = 10
)

// Run warms up and then takes the samples in rounds. In each round every program has a new layout, and each of its
// tests is sampled once: programs and tests in random order, two sides in blocks of A B B A. Programs that are compared
// with each other (Precise) share their rounds. Emit is called with the samples of a round before the next one begins.
// Its error ends the run, and so does ctx.
func (p *Plan) Run(ctx context.Context, worker sandbox.Worker, emit func(Side, record.Sample) error,
	observe func(grade.Progress)) error {
	r := runner{worker: worker, output: filepath.Join(p.scratch, "measured"), random: rand.New(rand.NewPCG(p.Seed, 1))}
	defer os.Remove(r.output)
	programs := p.programs()
	warmed := 0
	for _, program := range programs {
		for i := range program.subjects {
			s := &program.subjects[i]
			if err := r.warmUp(ctx, s); err != nil {
				return err
			}
			warmed++
			observe(grade.Progress{Step: "warming up", Done: warmed, Total: len(p.Subjects), Current: name(s.Key)})
		}
		program.setRuns(p.quick)
	}
	outer := ctx
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	start := time.Now()
	next, stop := p.layouts(ctx, programs)
	defer stop()
	var turns []*turn
	defer func() {
		for _, t := range turns {
			t.remove()
		}
	}()
	for done := 0; ; {
		t, more := next()
		if !more { // done, or no layout is built any more
			return outer.Err()
		}
		if t.err != nil {
			return t.err
		}
		if fixed := t.fixed(); p.Builder != nil && !t.moved && !slices.Contains(p.Notes, fixed) {
			p.Notes = append(p.Notes, fixed)
		}
		if turns = append(turns, t); p.Precise != nil && len(turns) < left(programs) {
			continue
		}
		samples, err := r.round(ctx, turns)
		for _, t := range turns {
			err = errors.Join(err, t.remove())
		}
		if err != nil {
			return err
		}
		for i, t := range turns {
			for side, taken := range samples[i] {
				for _, sample := range taken {
					if err := emit(Side(side), sample); err != nil {
						return err
					}
				}
				t.program.taken[side] = append(t.program.taken[side], taken...)
			}
			t.program.rounds++
			done++
		}
		turns = nil
		elapsed := time.Since(start)
		progress := grade.Progress{Step: "measuring", Done: done, Total: p.Count * len(programs),
			Current: t.program.String()}
		if p.Time > 0 {
			progress.Step, progress.Done, progress.Total = "measuring, second", int(elapsed/time.Second),
				int(p.Time/time.Second)
		}
		observe(progress)
		if p.Precise != nil {
			p.look(programs)
		} else if p.finished(t.program, programs) {
			t.program.done.Store(true)
		}
		if p.Time > 0 && elapsed >= p.Time {
			return nil
		}
	}
}

// measured is a program with its tests, while it is measured.
type measured struct {
	record.Program
	subjects []subject
	sides    [Sides]*Executable
	taken    [Sides][]record.Sample
	rounds   int         // that are done
	done     atomic.Bool // no more rounds are needed
}

// subject is a test, and how often a round runs it.
type subject struct {
	Subject
	used [Sides]sandbox.Result // by a run of the warm-up
	runs int                   // of one side, or blocks of both
	done bool                  // it needs no more samples
}

// programs groups the subjects by program.
func (p *Plan) programs() []*measured {
	var all []*measured
	at := make(map[record.Program]*measured)
	for _, s := range p.Subjects {
		program := at[s.Program()]
		if program == nil {
			program = &measured{Program: s.Program()}
			at[s.Program()] = program
			all = append(all, program)
		}
		program.subjects = append(program.subjects, subject{Subject: s})
		for side, executable := range s.Sides {
			if executable != nil {
				program.sides[side] = executable
			}
		}
	}
	return all
}

// paired reports whether both sides are measured on a test.
func (m *measured) paired() bool {
	return slices.ContainsFunc(m.subjects, func(s subject) bool { return s.paired() })
}

// setRuns decides how often a round runs each test: of a single side, until that takes some time. Samples of a budget
// are as many as possible in place of that, since even short runs wait long for a busy core.
func (m *measured) setRuns(quick bool) {
	var block time.Duration
	for _, s := range m.subjects {
		if s.paired() {
			block += 2 * (s.used[Now].CPU + s.used[Base].CPU + 2*aroundRun)
		}
	}
	for i := range m.subjects {
		s := &m.subjects[i]
		if s.paired() {
			s.runs = min(max(int(roundTime/max(block, 1)), fewBlocks), mostBlocks)
			continue
		}
		cpu := max(s.used[Now].CPU, s.used[Base].CPU, 1)
		if s.runs = int(min((shortest+cpu-1)/cpu, mostRuns)); quick {
			s.runs = min(s.runs, fewBlocks)
		}
	}
}

func (s Subject) paired() bool { return s.Sides[Now] != nil && s.Sides[Base] != nil }

// left is how many programs need more rounds.
func left(programs []*measured) int {
	n := 0
	for _, m := range programs {
		if !m.done.Load() {
			n++
		}
	}
	return n
}

// finished reports whether a program needs no more rounds after this one.
func (p *Plan) finished(m *measured, all []*measured) bool {
	if m.rounds >= p.Count && (p.Time == 0 || !m.paired()) || p.Most > 0 && m.rounds >= p.Most {
		return true
	}
	pairs := 0
	for _, other := range all {
		if other.paired() {
			pairs++
		}
	}
	return p.Decided != nil && m.paired() && p.Decided(pairs, m.taken[Now], m.taken[Base])
}

func name(k record.Key) string { return k.Program().String() + " " + k.Test }

// runner runs programs, one at a time.
type runner struct {
	worker sandbox.Worker
	output string
	random *rand.Rand
}

// warmUp runs each side of a test once.
func (r runner) warmUp(ctx context.Context, s *subject) error {
	for side, program := range s.Sides {
		if program == nil {
			continue
		}
		var err error
		if s.used[side], err = r.run(ctx, s.Subject, program.Program, nil); err != nil {
			return err
		}
	}
	return nil
}

// run runs a program once. It was accepted on this test before: any end but a good one is an error.
func (r runner) run(ctx context.Context, s Subject, program sandbox.Program, env []string) (sandbox.Result, error) {
	task := program.Task(sandbox.Submission, s.Limits, s.Test.Args...)
	task.Args = program.Arguments(s.Memory, s.Test.Args...) // as it is judged, whatever more it may have here
	task.Env = slices.Concat(task.Env, env)
	task.Input, task.Output, task.ReadOnly = s.Test.Input, r.output, s.Fixed
	for _, file := range s.Test.Files {
		task.Files = append(task.Files, sandbox.File(file))
	}
	used, err := r.worker.Run(ctx, task)
	switch {
	case err != nil:
		return used, err
	case used.End != sandbox.Exited || used.ExitCode != 0:
		return used, &FailedError{Key: s.Key, Result: used}
	}
	return used, nil
}

// FailedError is a run that failed although the program was accepted on the same test before.
type FailedError struct {
	Key    record.Key
	Result sandbox.Result
}

func (e *FailedError) Error() string {
	how := ""
	switch e.Result.End {
	case sandbox.Exited:
		how = fmt.Sprintf("ended with exit status %d; is it not deterministic?", e.Result.ExitCode)
	case sandbox.Signaled:
		how = fmt.Sprintf("died of %s; is it not deterministic?", e.Result.Signal)
	default:
		how = fmt.Sprintf("was stopped by its %s limit after %v; is it close to its limit?", e.Result.End, e.Result.CPU)
	}
	return fmt.Sprintf("%s was accepted, but a measured run of it %s", name(e.Key), how)
}
