package sampling

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"

	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/measure/record"
)

// Recording holds the record of each side that a plan writes, with Path, Run and Machine set. A side without a path is
// not recorded.
type Recording [Sides]record.Record

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

// Record runs the plan on one core, if the system allows that, and writes each sample as it is taken. If it is stopped,
// the error is an *InterruptedError with the cause.
func (p *Plan) Record(ctx context.Context, box sandbox.Sandbox, jobs int, recording Recording,
	observe func(grade.Progress)) (err error) {
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
		r.Planned, r.Languages, r.Same = p.Planned(Side(side)), p.Languages, p.Same
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
		if err = errors.Join(err, p.write(w, Side(side), 0)); err != nil {
			return err
		}
	}
	before := [Sides]int{len(p.Known[Now]), len(p.Known[Base])}
	stopped.Taken = before[Now] + before[Base]
	emit := func(side Side, s record.Sample) error {
		if err := writers[side].Sample(s); err != nil {
			return err
		}
		stopped.Taken++
		return nil
	}
	switch {
	case p.Until.IsZero():
		stopped.Cause = p.pinned(ctx, box, jobs, emit, observe)
	case p.Precise != nil:
		timed, cancel := context.WithDeadline(ctx, p.Until)
		defer cancel()
		stopped.Cause = p.pinned(timed, box, jobs, emit, observe)
		if timed.Err() != nil && ctx.Err() == nil { // what the last round has is not emitted
			stopped.Cause = nil
		}
	default:
		stopped.Cause = p.within(ctx, func(ctx context.Context, p *Plan, emit emitter) error {
			return p.pinned(ctx, box, jobs, emit, observe)
		}, emit)
	}
	if stopped.Cause != nil {
		return &stopped
	}
	for side, w := range writers {
		if w != nil {
			if err := errors.Join(p.write(w, Side(side), before[side]), w.Finish()); err != nil {
				return err
			}
		}
	}
	return nil
}

// write writes the counts of a side, but for the first so many, and what could not be counted.
func (p *Plan) write(w *record.Writer, side Side, first int) (err error) {
	for _, k := range slices.SortedFunc(slices.Values(p.Uncounted[side]), record.Key.Compare) {
		err = errors.Join(err, w.Uncounted(k))
	}
	p.Uncounted[side] = nil
	known := p.Known[side][first:]
	slices.SortFunc(known, func(a, b record.Sample) int { return a.Key.Compare(b.Key) })
	for _, s := range known {
		err = errors.Join(err, w.Sample(s))
	}
	return err
}

// pinned runs the plan on one core. Its worker must start after Pin, to inherit the core; it takes a number that no
// worker of judging has.
func (p *Plan) pinned(ctx context.Context, box sandbox.Sandbox, jobs int, emit emitter,
	observe func(grade.Progress)) error {
	if len(p.Subjects) == 0 {
		return nil
	}
	if undo, err := Pin(); err == nil {
		defer undo()
	} else {
		p.Notes = append(p.Notes, fmt.Sprintf("the programs could not be kept on one core (%v): expect more noise",
			err))
	}
	worker, err := box.Worker(jobs)
	if err != nil {
		return err
	}
	defer worker.Close()
	return p.Run(ctx, worker, emit, observe)
}
