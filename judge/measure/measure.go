// Package measure takes the samples of judge bench and judge compare. It runs one program at a time, in rounds of shuffled
// order: other work on the machine then disturbs all programs alike.
//
//	plan, err := measure.Prepare(ctx, entries, options)            judges, and counts if asked to
//	err = plan.Record(ctx, box, jobs, recording, observe)          samples what was accepted
package measure

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"time"

	"dlxjudge/judge/executor"
	"dlxjudge/judge/grade"
	"dlxjudge/judge/problem"
	"dlxjudge/judge/record"
	"dlxjudge/judge/sandbox"
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
	Count     int    // samples of each subject and side
	Seed      uint64 // of the order of samples
	Languages map[record.Program]string
	Known     [Sides][]record.Sample // counts of tests that are not timed
	Bounds    [Sides][]record.Bound  // runs that were stopped at their limit, as submissions.yaml permits
	Uncounted [Sides][]record.Key    // tests whose counts are unknown
	Notes     []string               // for the user
	scratch   string
}

// Subject is one test of one solution. Both sides of it are sampled in turns, A B A B.
type Subject struct {
	record.Key
	Test   problem.Test
	Memory int64 // bytes that it may have where it is judged; 0 for any
	Limits sandbox.Limits
	Sides  [Sides]*Executable // nil for a side that is not measured
}

// Executable is a built program, with the counts of its run on the test.
type Executable struct {
	Program executor.Program
	Counts  map[record.Unit]float64 // equal in every run; nil if not counted
}

// Planned is the number of samples of a side: those that Run takes and those known already.
func (p *Plan) Planned(side Side) int {
	n := len(p.Known[side])
	for _, s := range p.Subjects {
		if s.Sides[side] != nil {
			n += p.Count
		}
	}
	return n
}

// shortest is the least CPU time of a sample. A shorter run is repeated, and the sample is the mean.
const shortest = 50 * time.Millisecond

// mostRuns bounds the repetitions: more runs of so short a program would only measure the start of processes.
const mostRuns = 10

// Run warms up and then takes the samples in rounds. Each round samples every subject once, in its own random order. Emit is
// called with each sample before the next is taken. Its error ends the run, and so does ctx.
func (p *Plan) Run(ctx context.Context, worker sandbox.Worker, emit func(Side, record.Sample) error, observe func(grade.Progress)) error {
	r := runner{worker: worker, output: filepath.Join(p.scratch, "measured")}
	defer os.Remove(r.output)
	runs := make([]int, len(p.Subjects))
	for i, s := range p.Subjects {
		var err error
		if runs[i], err = r.warmUp(ctx, s); err != nil {
			return err
		}
		observe(grade.Progress{Step: "warming up", Done: i + 1, Total: len(p.Subjects), Current: name(s.Key)})
	}
	random := rand.New(rand.NewPCG(p.Seed, 0))
	for round := range p.Count {
		for done, i := range random.Perm(len(p.Subjects)) {
			s := p.Subjects[i]
			samples, err := r.sample(ctx, s, runs[i], Side(random.IntN(int(Sides))))
			if err != nil {
				return err
			}
			for side, sample := range samples {
				if sample == nil {
					continue
				}
				if err := emit(Side(side), *sample); err != nil {
					return err
				}
			}
			total := p.Count * len(p.Subjects)
			observe(grade.Progress{Step: "measuring", Done: round*len(p.Subjects) + done + 1, Total: total, Current: name(s.Key)})
		}
	}
	return nil
}

func name(k record.Key) string { return k.Program().String() + " " + k.Test }

// runner runs programs, one at a time.
type runner struct {
	worker sandbox.Worker
	output string
}

// warmUp runs each side once and returns how many runs make a sample.
func (r runner) warmUp(ctx context.Context, s Subject) (int, error) {
	runs := 1
	for _, program := range s.Sides {
		if program == nil {
			continue
		}
		used, err := r.run(ctx, s, program)
		if err != nil {
			return 0, err
		}
		needed := mostRuns
		if used.CPU > 0 {
			needed = int((shortest + used.CPU - 1) / used.CPU)
		}
		runs = max(runs, min(needed, mostRuns))
	}
	return runs, nil
}

// sample takes a sample of each side, with the runs of both in turns; first is the side that begins.
func (r runner) sample(ctx context.Context, s Subject, runs int, first Side) (samples [Sides]*record.Sample, err error) {
	var cpu, wall [Sides]time.Duration
	var memory [Sides]int64
	for range runs {
		for turn := range Sides {
			side := (first + turn) % Sides
			if s.Sides[side] == nil {
				continue
			}
			used, err := r.run(ctx, s, s.Sides[side])
			if err != nil {
				return samples, err
			}
			cpu[side] += used.CPU
			wall[side] += used.Wall
			memory[side] = max(memory[side], used.Memory)
		}
	}
	for side, program := range s.Sides {
		if program == nil {
			continue
		}
		values := map[record.Unit]float64{
			record.CPU:    float64(cpu[side].Nanoseconds() / int64(runs)),
			record.Wall:   float64(wall[side].Nanoseconds() / int64(runs)),
			record.Memory: float64(memory[side]),
		}
		maps.DeleteFunc(values, func(_ record.Unit, v float64) bool { return v < 1 }) // 0 means that it was not measured
		maps.Copy(values, program.Counts)
		samples[side] = &record.Sample{Key: s.Key, Runs: runs, Values: values}
	}
	return samples, nil
}

// run runs a program once. It was accepted on this test before: any end but a good one is an error.
func (r runner) run(ctx context.Context, s Subject, program *Executable) (sandbox.Result, error) {
	task := sandbox.NewTask(program.Program, s.Memory, s.Limits, s.Test.Args...)
	task.Input, task.Output = s.Test.Input, r.output
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
