package sampling

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/measure/record"
	"dlxjudge/judge/read/problem"
)

// subject is one test of a program, or a run of two commands.
type subject struct {
	record.Key
	test   problem.Test // its files are all that lie in the program's working folder
	fixed  bool         // the program can neither change these nor make others
	memory int64        // bytes that it may have where it is judged; 0 for any
	limits sandbox.Limits
	sides  [Sides]bool // those that are measured
	runs   int         // of a round: of one side, or blocks of both
	slow   bool        // a block is one run of each side
}

// paired reports whether both sides are sampled, in turns.
func (s subject) paired() bool { return s.sides[Now] && s.sides[Base] }

// executable is a built program, and the source that layouts are built from.
type executable struct {
	program sandbox.Program
	source  problem.Source
}

// runnable is what rounds sample: a program, or two commands, on its tests.
type runnable struct {
	record.Program
	sides    [Sides]*executable // nil for a side that is not measured
	subjects []subject
	rounds   int         // that are done
	done     atomic.Bool // no more rounds are needed
}

// stop says when rounds end. Rounds are always completed.
type stop struct {
	count   int                       // rounds of a runnable with one side
	most    int                       // rounds of any runnable; 0 for any number
	decided func(record.Program) bool // ends those of one with two sides; nil for never
}

// finished reports whether a runnable needs no more rounds.
func (s stop) finished(r *runnable) bool {
	paired := slices.ContainsFunc(r.subjects, subject.paired)
	return s.most > 0 && r.rounds >= s.most || !paired && r.rounds >= s.count ||
		paired && s.decided != nil && s.decided(r.Program)
}

// Limits of one round.
const (
	// roundTime is the approximate time of a round's blocks. Linking a pair of programs on another core takes about as
	// long, so neither waits for the other. More layouts say more than longer rounds.
	roundTime  = 500 * time.Millisecond
	mostBlocks = 16
	aroundRun  = 2 * time.Millisecond // that a run takes beside its CPU time: the copy of the program, the sandbox

	// A single side is run for shortest, at least once and at most mostRuns times.
	shortest = 50 * time.Millisecond
	mostRuns = 10

	// mostPadding is the size in bytes, one page, up to which an environment variable moves a program's stack.
	mostPadding = 4096

	// seed determines the order of samples and the layouts.
	seed = 1
)

// emitter receives the samples of a round before the next one begins. An error ends the rounds.
type emitter = func(Side, record.Sample) error

// rounds samples runnables until all of them are finished, or until ctx is done, which drops the current round. In each
// round a runnable gets a new layout, and each of its tests is sampled once, pass by pass in random order.
type rounds struct {
	run    func(context.Context, subject, Side, sandbox.Program, []string) (sandbox.Result, error)
	random *rand.Rand
	stop   stop
	emit   emitter
	after  func(*runnable) // is called after each round
}

// sample samples the turns that next returns, the last of which is nil.
func (r *rounds) sample(ctx context.Context, next func() *turn) error {
	for {
		t := next()
		switch {
		case t == nil:
			return ctx.Err()
		case ctx.Err() != nil:
			return errors.Join(ctx.Err(), t.remove())
		case t.err != nil:
			return t.err
		}
		err := r.round(ctx, t)
		if err := errors.Join(err, t.remove()); err != nil {
			return err
		}
		t.rounds++
		t.done.Store(r.stop.finished(t.runnable))
		r.after(t.runnable)
	}
}

// round runs each test of a runnable as often as needed, and emits a sample for each.
func (r *rounds) round(ctx context.Context, t *turn) error {
	padding := []string{"LAYOUT=" + strings.Repeat("x", r.random.IntN(mostPadding))}
	runs := make([][Sides][]sandbox.Result, len(t.subjects))
	passes := 0
	for _, s := range t.subjects {
		passes = max(passes, s.runs)
	}
	for pass := range passes {
		for _, i := range r.random.Perm(len(t.subjects)) {
			s := t.subjects[i]
			if pass >= s.runs {
				continue
			}
			for _, side := range r.block(s) {
				used, err := r.run(ctx, s, side, t.programs[side], padding)
				if err != nil {
					return err
				}
				runs[i][side] = append(runs[i][side], used)
			}
		}
	}
	for i, s := range t.subjects {
		for side, measured := range s.sides {
			if !measured {
				continue
			}
			if err := r.emit(Side(side), sampleOf(s.Key, runs[i][side])); err != nil {
				return err
			}
		}
	}
	return nil
}

// block is one block of runs: A B B A, so that a drift of the machine affects both sides alike; A B if runs are slow;
// or the only side once. Either side may be first.
func (r *rounds) block(s subject) []Side {
	switch {
	case !s.sides[Base]:
		return []Side{Now}
	case !s.sides[Now]:
		return []Side{Base}
	}
	block := []Side{Base, Now, Now, Base}
	if r.random.IntN(2) == 0 {
		block = []Side{Now, Base, Base, Now}
	}
	if s.slow {
		return block[:2]
	}
	return block
}

// sampleOf combines several runs into a sample: the medians of their times, and the highest memory. It omits what was
// not measured.
func sampleOf(k record.Key, runs []sandbox.Result) record.Sample {
	var cpu, wall []float64
	memory := 0.0
	for _, used := range runs {
		cpu, wall = append(cpu, float64(used.CPU)), append(wall, float64(used.Wall))
		memory = max(memory, float64(used.Memory))
	}
	values := map[record.Unit]float64{record.CPU: math.Floor(record.Median(cpu)),
		record.Wall: math.Floor(record.Median(wall)), record.Memory: memory}
	maps.DeleteFunc(values, func(_ record.Unit, v float64) bool { return v < 1 })
	return record.Sample{Key: k, Runs: len(runs), Values: values}
}

// run warms up and then samples the plan's programs in rounds, until each is done or the time is over.
func (p *plan) run(ctx context.Context, worker sandbox.Worker, emit emitter) error {
	r := runner{worker: worker, output: filepath.Join(p.scratch, "measured")}
	defer os.Remove(r.output)
	if err := p.warmUp(ctx, r); err != nil {
		return p.unlessLate(ctx, err)
	}
	timed, cancel := context.WithCancel(ctx)
	s := stop{count: p.Count, most: p.Most}
	if p.Time > 0 {
		timed, cancel = context.WithTimeout(ctx, p.Time)
	} else {
		s.most = p.Count
	}
	if p.Decided != nil {
		s.decided = func(program record.Program) bool {
			return p.Decided(p.records[Base], p.records[Now], program)
		}
	}
	start, done := time.Now(), 0
	next, end := p.turns(timed)
	defer func() { cancel(); end() }()
	engine := rounds{run: r.run, random: rand.New(rand.NewPCG(seed, 1)), stop: s,
		emit: func(side Side, s record.Sample) error {
			delete(s.Values, record.Wall) // it depends on other work on the machine
			return emit(side, s)
		},
		after: func(one *runnable) {
			done++
			progress := grade.Progress{Step: "measuring", Done: done, Total: p.Count * len(p.programs),
				Current: one.String()}
			if p.Time > 0 {
				progress.Step, progress.Done, progress.Total = "measuring, second", int(time.Since(start)/time.Second),
					int(p.Time/time.Second)
			}
			p.Observe(progress)
		}}
	err := engine.sample(timed, next)
	if timed.Err() != nil && ctx.Err() == nil {
		return nil
	}
	return p.unlessLate(ctx, err)
}

// unlessLate returns the error, or nil if the session's time ran out.
func (p *plan) unlessLate(ctx context.Context, err error) error {
	if errors.Is(ctx.Err(), context.DeadlineExceeded) && !p.Until.IsZero() {
		return nil
	}
	return err
}

// warmUp runs each side of each test once, and decides how often a round runs it. A single side repeats up to a minimum
// time, both sides of a program's tests together for roundTime.
func (p *plan) warmUp(ctx context.Context, r runner) error {
	for i, one := range p.programs {
		var block time.Duration
		for j := range one.subjects {
			s := &one.subjects[j]
			slowest := time.Duration(1)
			for side, e := range one.sides {
				if !s.sides[side] {
					continue
				}
				used, err := r.run(ctx, *s, Side(side), e.program, nil)
				if err != nil {
					return err
				}
				slowest = max(slowest, used.CPU)
				if s.paired() {
					block += 2 * (used.CPU + aroundRun)
				}
			}
			s.runs = int(min((shortest+slowest-1)/slowest, mostRuns))
		}
		for j := range one.subjects {
			if one.subjects[j].paired() {
				one.subjects[j].runs = int(min(max((roundTime+block/2)/block, 1), mostBlocks))
			}
		}
		p.Observe(grade.Progress{Step: "warming up", Done: i + 1, Total: len(p.programs), Current: one.String()})
	}
	return nil
}

func name(k record.Key) string { return k.Program().String() + " " + k.Test }

// runner runs solutions in a sandbox.
type runner struct {
	worker sandbox.Worker
	output string
}

// run runs a program once. The program passed this test before, so any failure is an error.
func (r runner) run(ctx context.Context, s subject, _ Side, program sandbox.Program,
	env []string) (sandbox.Result, error) {
	task := program.Task(sandbox.Submission, s.limits, s.test.Args...)
	task.Args = program.Arguments(s.memory, s.test.Args...) // as it is judged, whatever more it may have here
	task.Env = slices.Concat(task.Env, env)
	task.Input, task.Output, task.ReadOnly = s.test.Input, r.output, s.fixed
	for _, file := range s.test.Files {
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
	return fmt.Sprintf("%s was accepted, but a measured run of it failed: %s; is it deterministic, and far from its "+
		"limits?", name(e.Key), e.Result)
}
