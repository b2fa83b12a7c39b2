package sampling

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"maps"
	"math"
	"math/rand/v2"
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

// subject is one test of a program.
type subject struct {
	record.Key
	test     problem.Test // the working folder holds only the files of this test
	readOnly bool         // whether the program cannot change these files or create others
	memory   int64        // judging's memory limit in bytes; 0 for none. The field limits has a higher one for sampling
	limits   sandbox.Limits
	runs     int // number of runs in each round; with two sides, number of blocks

	sides, counted [Sides]bool // which sides are sampled, and which are counted
}

// paired reports whether both sides are sampled, in turns.
func (s subject) paired() bool { return s.sides[Now] && s.sides[Base] }

// executable is a built program.
type executable struct {
	program sandbox.Program
	source  problem.Source // for further builds, with other layouts or with counters
	search  string         // name of the function whose calls are counted as nodes
}

// runnable is a program with the tests that it is sampled on.
type runnable struct {
	record.Program
	sides    [Sides]*executable // nil for a side that is not measured
	subjects []subject
	rounds   int         // number of rounds done so far
	done     atomic.Bool // whether no more rounds are needed
}

// Limits of one round.
const (
	// roundTime is the approximate time of a round's blocks. Linking a pair of programs on another core takes about as
	// long, so linking and timing do not delay each other. More layouts say more than longer rounds.
	roundTime   = 500 * time.Millisecond
	mostBlocks  = 16
	runOverhead = 2 * time.Millisecond // a run's wall time beyond its CPU time, for copying and starting the program

	// In a round, a test with a single side runs until its CPU times add up to shortest, but at most mostRuns times.
	shortest = 50 * time.Millisecond
	mostRuns = 10

	// mostPadding bounds the length of an environment variable that moves a program's stack. It is one page, in bytes.
	mostPadding = 4096
)

// emitter receives the samples of a round before the next round begins. If it returns an error, no more rounds follow.
type emitter = func(Side, record.Sample) error

// rounds takes samples of runnables until all of them are finished. If ctx is done before that, the current round is
// dropped. In each round a runnable has a new layout, and each of its tests gets one sample, which combines one or
// several runs. The runs of different tests alternate, in random order.
type rounds struct {
	run    func(context.Context, subject, Side, sandbox.Program, []string) (sandbox.Result, error)
	random *rand.Rand
	emit   emitter
	after  func(*runnable) // called after each round

	count   int              // number of rounds of a runnable with one side
	most    int              // maximum number of rounds of any runnable; 0 for no limit
	decided Decided          // reports whether a runnable with two sides needs no more rounds; may be nil
	records []*record.Record // of both sides, for decided
}

// finished reports whether a runnable needs no more rounds.
func (r *rounds) finished(one *runnable) bool {
	paired := slices.ContainsFunc(one.subjects, subject.paired)
	return r.most > 0 && one.rounds >= r.most || !paired && one.rounds >= r.count ||
		paired && r.decided != nil && r.decided(r.records[Base], r.records[Now], one.Program)
}

// sample measures a round for each turn.
func (r *rounds) sample(ctx context.Context, turns iter.Seq[*turn]) error {
	for t := range turns {
		err := cmp.Or(ctx.Err(), t.err)
		if err == nil {
			err = r.round(ctx, t)
		}
		if err != nil {
			return err
		}
		t.rounds++
		t.done.Store(r.finished(t.runnable))
		r.after(t.runnable)
	}
	return ctx.Err()
}

// round runs each test of a runnable as often as needed, and emits a sample for each test and side.
func (r *rounds) round(ctx context.Context, t *turn) error {
	padding := paddingOf(r.random)
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

// paddingOf returns an environment variable that moves a program's stack.
func paddingOf(random *rand.Rand) []string {
	return []string{"LAYOUT=" + strings.Repeat("x", random.IntN(mostPadding))}
}

// block returns the side of each run in one block, in order. With two sides, the block is A B B A, so that a drift of
// the machine affects both sides alike. Which side is A is random. With a single side, the block is one run.
func (r *rounds) block(s subject) []Side {
	switch {
	case !s.sides[Base]:
		return []Side{Now}
	case !s.sides[Now]:
		return []Side{Base}
	case r.random.IntN(2) == 0:
		return []Side{Now, Base, Base, Now}
	}
	return []Side{Base, Now, Now, Base}
}

// sampleOf combines several runs into a sample: the medians of their times, and the highest memory. It omits figures
// that were not measured.
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

// run warms up the plan's programs, and then samples them in rounds until all are done or the time is over.
func (p *plan) run(ctx context.Context, worker sandbox.Worker, emit emitter) error {
	p.worker = worker
	if err := p.warmUp(ctx); err != nil {
		return err
	}
	timed, cancel := context.WithCancel(ctx)
	start, done := time.Now(), 0
	engine := rounds{run: p.once, random: rand.New(rand.NewPCG(p.Seed, 1)), count: p.Count, most: p.Count,
		decided: p.Decided, records: p.records,
		emit: func(side Side, s record.Sample) error {
			delete(s.Values, record.Wall) // wall time depends on other work on the machine
			return emit(side, s)
		},
		after: func(one *runnable) {
			done++
			progress := grade.Progress{Step: "measuring", Done: done, Total: p.Count * len(p.programs)}
			if p.Time > 0 {
				progress = timeProgress(start, p.Time)
			}
			progress.Current = one.String()
			p.Observe(progress)
		}}
	if p.Time > 0 {
		timed, cancel = context.WithTimeout(ctx, p.Time)
		engine.most = p.Most
	}
	defer cancel()
	err := engine.sample(timed, p.turns(timed, otherCores(worker)))
	if timed.Err() != nil && ctx.Err() == nil {
		return nil
	}
	return err
}

// timeProgress returns the progress of a measurement that has a time limit.
func timeProgress(start time.Time, limit time.Duration) grade.Progress {
	return grade.Progress{Step: "measuring, second", Done: int(time.Since(start) / time.Second),
		Total: int(limit / time.Second)}
}

// warmUp runs each side of each test once, and sets how often a round runs the test. With a single side, the CPU times
// of a test's runs in a round add up to shortest. With two sides, all tests of a program together take about roundTime.
func (p *plan) warmUp(ctx context.Context) error {
	for i, one := range p.programs {
		var block time.Duration
		for j := range one.subjects {
			s := &one.subjects[j]
			slowest := time.Duration(1)
			for side, e := range one.sides {
				if !s.sides[side] {
					continue
				}
				used, err := p.once(ctx, *s, Side(side), e.program, nil)
				if err != nil {
					return err
				}
				slowest = max(slowest, used.CPU)
				if s.paired() {
					block += 2 * (used.CPU + runOverhead)
				}
			}
			s.runs = int(min((shortest+slowest-1)/slowest, mostRuns))
		}
		for j := range one.subjects {
			if one.subjects[j].paired() {
				one.subjects[j].runs = int(min(max((roundTime+block/2)/block, 1), mostBlocks))
			}
		}
		p.Observe(grade.Progress{Step: "warming up", Done: i + 1, Total: len(p.programs), Current: one.String(),
			More: true})
	}
	return nil
}

func name(k record.Key) string { return k.Program().String() + " " + k.Test }

// once runs a program once. The program passed this test before, so any failure is an error.
func (p *plan) once(ctx context.Context, s subject, _ Side, program sandbox.Program,
	env []string) (sandbox.Result, error) {
	task := program.Task(sandbox.Submission, s.limits, s.test.Args...)
	task.Args = program.Arguments(s.memory, s.test.Args...) // with judging's limit, since sampling's is higher
	task.Env = slices.Concat(task.Env, env)
	task.Input, task.Output = s.test.Input, filepath.Join(p.scratch, "measured")
	task.ReadOnly, task.Cores = s.readOnly, oneCore()
	for _, file := range s.test.Files {
		task.Files = append(task.Files, sandbox.File(file))
	}
	used, err := p.worker.Run(ctx, task)
	switch {
	case err != nil:
		return used, err
	case used.End != sandbox.Exited || used.ExitCode != 0:
		return used, FailedError(fmt.Sprintf("%s was accepted, but a measured run of it failed: %s; is it "+
			"deterministic, and far from its limits?", name(s.Key), used))
	}
	return used, nil
}

// FailedError says that a run failed although the program was accepted on the same test before.
type FailedError string

func (e FailedError) Error() string { return string(e) }
