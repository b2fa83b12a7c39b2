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

// subject is one test of one solution, or two commands. Both of its sides are sampled in turns.
type subject struct {
	record.Key
	test   problem.Test // its files are all that lie in the program's working folder
	fixed  bool         // the program can neither change these nor make others
	memory int64        // bytes that it may have where it is judged; 0 for any
	limits sandbox.Limits
	sides  [Sides]*executable // nil for a side that is not measured
	runs   int                // of a round: of one side, or blocks of both
	slow   bool               // a block is one run of each side
}

// executable is a built program, with the counts of its run on the test.
type executable struct {
	program sandbox.Program
	source  problem.Source          // that layouts are built from
	counts  map[record.Unit]float64 // equal in every run; nil if not counted
}

func (s subject) paired() bool { return s.sides[Now] != nil && s.sides[Base] != nil }

// runnable is what rounds sample: a program, or two commands, on its tests.
type runnable struct {
	record.Program
	subjects []subject
	sides    [Sides]*executable // that layouts are made of
	taken    [Sides][]record.Sample
	rounds   int         // that are done
	done     atomic.Bool // no more rounds are needed
}

// paired reports whether both sides are measured on a test.
func (r *runnable) paired() bool { return slices.ContainsFunc(r.subjects, subject.paired) }

// stop says when rounds end, which are always whole.
type stop struct {
	count   int     // rounds of a runnable with one side
	most    int     // rounds of any runnable; 0 for any number
	decided Decided // ends those of one with two sides; nil for never
}

// finished reports whether a runnable needs no more rounds; so many runnables have two sides.
func (s stop) finished(r *runnable, pairs int) bool {
	if !r.paired() && r.rounds >= s.count || s.most > 0 && r.rounds >= s.most {
		return true
	}
	return r.paired() && s.decided != nil && s.decided(pairs, r.taken[Now], r.taken[Base])
}

// These bound what one round takes.
const (
	// roundTime is the time that the blocks of a round fill. Linking a pair of programs on another core takes about as
	// long, so neither waits for the other.
	roundTime  = 500 * time.Millisecond
	fewBlocks  = 2
	mostBlocks = 16
	aroundRun  = 2 * time.Millisecond // that a run takes beside its CPU time: the copy of the program, the sandbox

	// A single side is run for shortest, at least once and at most mostRuns times.
	shortest = 50 * time.Millisecond
	mostRuns = 10

	// mostPadding is the size, in bytes, below which a variable of the environment moves a program's stack: that of a
	// page.
	mostPadding = 4096
)

// emitter receives the samples of a round before the next one begins. Its error ends the rounds.
type emitter = func(Side, record.Sample) error

// rounds samples runnables until all of them are finished, or ctx is done; a round that was begun then does not count.
// In each round a runnable has a new layout, and each of its tests is sampled once, pass by pass in random order.
type rounds struct {
	run    func(context.Context, subject, Side, sandbox.Program, []string) (sandbox.Result, error)
	random *rand.Rand
	stop   stop
	emit   emitter
	after  func(*runnable) // is called after each round; may be nil
}

func (r *rounds) sample(ctx context.Context, all []*runnable, next func() (*turn, bool)) error {
	pairs := 0
	for _, one := range all {
		if one.paired() {
			pairs++
		}
	}
	for {
		t, more := next()
		switch {
		case !more: // done, or no layout is built any more
			return ctx.Err()
		case ctx.Err() != nil:
			return errors.Join(ctx.Err(), t.remove())
		case t.err != nil:
			return t.err
		}
		samples, err := r.round(ctx, t)
		if err := errors.Join(err, t.remove()); err != nil {
			return err
		}
		for side, taken := range samples {
			for _, s := range taken {
				if err := r.emit(Side(side), s); err != nil {
					return err
				}
			}
			t.taken[side] = append(t.taken[side], taken...)
		}
		t.rounds++
		t.done.Store(r.stop.finished(t.runnable, pairs))
		if r.after != nil {
			r.after(t.runnable)
		}
	}
}

// round runs the tests of a runnable as often as each needs, and returns a sample of each.
func (r *rounds) round(ctx context.Context, t *turn) (samples [Sides][]record.Sample, err error) {
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
					return samples, err
				}
				runs[i][side] = append(runs[i][side], used)
			}
		}
	}
	for i, s := range t.subjects {
		for side, executable := range s.sides {
			if executable == nil {
				continue
			}
			sample := sampleOf(s.Key, runs[i][side])
			if t.rounds == 0 { // counts are the same in every round
				maps.Copy(sample.Values, executable.counts)
			}
			samples[side] = append(samples[side], sample)
		}
	}
	return samples, nil
}

// block is one block of runs: A B B A, so that a drift of the machine is the same for both sides, A B if runs are slow,
// or the only side once. Either side may be first.
func (r *rounds) block(s subject) []Side {
	switch {
	case s.sides[Base] == nil:
		return []Side{Now}
	case s.sides[Now] == nil:
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

// sampleOf is the sample that several runs make: the medians of their times, and the highest memory. What was not
// measured is left out.
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
	all := p.runnables()
	if err := p.warmUp(ctx, r, all); err != nil {
		return p.unlessLate(ctx, err)
	}
	timed, cancel := context.WithCancel(ctx)
	if p.Time > 0 {
		timed, cancel = context.WithTimeout(ctx, p.Time)
	}
	defer cancel()
	start, done := time.Now(), 0
	next, end := p.layouts(timed, all)
	defer end()
	s := stop{count: p.Count, most: p.Most, decided: p.Decided}
	if p.Time == 0 {
		s.most = p.Count
	}
	engine := rounds{run: r.run, random: rand.New(rand.NewPCG(p.Seed, 1)), stop: s,
		emit: func(side Side, s record.Sample) error {
			delete(s.Values, record.Wall) // it depends on other work on the machine
			return emit(side, s)
		},
		after: func(one *runnable) {
			done++
			progress := grade.Progress{Step: "measuring", Done: done, Total: p.Count * len(all), Current: one.String()}
			if p.Time > 0 {
				progress.Step, progress.Done, progress.Total = "measuring, second", int(time.Since(start)/time.Second),
					int(p.Time/time.Second)
			}
			p.observe(progress)
		}}
	err := engine.sample(timed, all, next)
	if timed.Err() != nil && ctx.Err() == nil {
		return nil
	}
	return p.unlessLate(ctx, err)
}

// unlessLate is the error, nil if it is that the session's time is over.
func (p *plan) unlessLate(ctx context.Context, err error) error {
	if errors.Is(ctx.Err(), context.DeadlineExceeded) && !p.Until.IsZero() {
		return nil
	}
	return err
}

// runnables groups the subjects by program.
func (p *plan) runnables() []*runnable {
	var all []*runnable
	at := make(map[record.Program]*runnable)
	for _, s := range p.subjects {
		one := at[s.Program()]
		if one == nil {
			one = &runnable{Program: s.Program()}
			at[s.Program()] = one
			all = append(all, one)
		}
		one.subjects = append(one.subjects, s)
		for side, executable := range s.sides {
			if executable != nil {
				one.sides[side] = executable
			}
		}
	}
	return all
}

// warmUp runs each side of each test once, and decides how often a round runs it: a single side until that takes some
// time, and both sides of all tests of a program together for roundTime.
func (p *plan) warmUp(ctx context.Context, r runner, all []*runnable) error {
	warmed := 0
	for _, one := range all {
		var block time.Duration
		for i := range one.subjects {
			s := &one.subjects[i]
			slowest := time.Duration(1)
			for side, e := range s.sides {
				if e == nil {
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
			warmed++
			p.observe(grade.Progress{Step: "warming up", Done: warmed, Total: len(p.subjects), Current: name(s.Key)})
		}
		for i := range one.subjects {
			if one.subjects[i].paired() {
				one.subjects[i].runs = min(max(int(roundTime/max(block, 1)), fewBlocks), mostBlocks)
			}
		}
	}
	return nil
}

func name(k record.Key) string { return k.Program().String() + " " + k.Test }

// runner runs solutions in a sandbox.
type runner struct {
	worker sandbox.Worker
	output string
}

// run runs a program once. It was accepted on this test before: any end but a good one is an error.
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
