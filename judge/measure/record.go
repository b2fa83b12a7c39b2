package measure

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"

	"dlxjudge/judge/grade"
	"dlxjudge/judge/record"
	"dlxjudge/judge/sandbox"
)

// Recording is where a plan's samples go: the record of each side, with Path, Run and Machine. A side without a path is
// not recorded.
type Recording [Sides]record.Record

// InterruptedError says how far a run came before it was stopped. Its records are valid, and hold that much; if that is
// nothing, they are removed.
type InterruptedError struct {
	Taken, Planned int
	Cause          error
}

func (e *InterruptedError) Error() string {
	return fmt.Sprintf("stopped after %d of %d samples: %v", e.Taken, e.Planned, e.Cause)
}

func (e *InterruptedError) Unwrap() error { return e.Cause }

// Record runs the plan on one core, as far as the system allows, and writes its records as it goes. Whatever stops it is
// the cause of an *InterruptedError.
func (p *Plan) Record(ctx context.Context, box sandbox.Sandbox, jobs int, recording Recording, observe func(grade.Progress)) (err error) {
	var writers [Sides]*record.Writer
	stopped := InterruptedError{}
	defer func() {
		for side, w := range writers {
			if w != nil && err != nil && stopped.Taken == 0 {
				os.Remove(recording[side].Path)
			}
		}
	}()
	for side, r := range recording {
		if r.Path == "" {
			continue
		}
		r.Planned, r.Languages = p.Planned(Side(side)), p.Languages
		stopped.Planned += r.Planned
		w, err := record.Create(r)
		if err != nil {
			return err
		}
		defer w.Abandon()
		writers[side] = w
		for _, b := range p.Bounds[side] {
			err = errors.Join(err, w.Bound(b))
		}
		for _, k := range slices.SortedFunc(slices.Values(p.Uncounted[side]), record.Key.Compare) {
			err = errors.Join(err, w.Uncounted(k))
		}
		slices.SortFunc(p.Known[side], func(a, b record.Sample) int { return a.Key.Compare(b.Key) })
		for _, s := range p.Known[side] {
			err = errors.Join(err, w.Sample(s))
		}
		if err != nil {
			return err
		}
	}
	stopped.Taken = len(p.Known[Now]) + len(p.Known[Base])
	emit := func(side Side, s record.Sample) error {
		if err := writers[side].Sample(s); err != nil {
			return err
		}
		stopped.Taken++
		return nil
	}
	if stopped.Cause = p.pinned(ctx, box, jobs, emit, observe); stopped.Cause != nil {
		return &stopped
	}
	for _, w := range writers {
		if w != nil {
			if err := w.Finish(); err != nil {
				return err
			}
		}
	}
	return nil
}

// pinned runs the plan on one core. Its worker must start after Pin, so that what it starts is kept there, too; the jobs
// workers of judging may have started before.
func (p *Plan) pinned(ctx context.Context, box sandbox.Sandbox, jobs int, emit func(Side, record.Sample) error, observe func(grade.Progress)) error {
	if len(p.Subjects) == 0 {
		return nil
	}
	if undo, err := Pin(); err == nil {
		defer undo()
	} else {
		p.Notes = append(p.Notes, fmt.Sprintf("the programs were not kept on one core (%v): expect more noise", err))
	}
	worker, err := box.Worker(jobs)
	if err != nil {
		return err
	}
	defer worker.Close()
	return p.Run(ctx, worker, emit, observe)
}
