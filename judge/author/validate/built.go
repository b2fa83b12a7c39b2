package validate

import (
	"context"
	"fmt"

	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/read/problem"
)

// Inputs are the input validators of a problem, built. It is safe for concurrent use.
type Inputs struct {
	cache    *compile.Cache
	problem  *problem.Problem
	programs map[string]sandbox.Program
}

// NewInputs builds the input validators of a problem, which may have none.
func NewInputs(ctx context.Context, cache *compile.Cache, p *problem.Problem) (*Inputs, error) {
	v := &Inputs{cache: cache, problem: p, programs: make(map[string]sandbox.Program)}
	for _, source := range p.InputValidators {
		program, err := cache.Build(ctx, compile.Tool, source)
		if err != nil {
			return nil, fmt.Errorf("the input validator %s of %s: %w", source.Name, p.Name, err)
		}
		v.programs[source.Name] = program
	}
	return v, nil
}

// A BusyError says of an input validator that the machine was too busy for it: whether it rejects the input is not
// known.
type BusyError struct{ Reason string }

func (e *BusyError) Error() string { return "the input validator " + e.Reason }

// Rejections name the validators that reject the input of a test, with their reasons; none for a valid input. It is a
// BusyError if none rejects it, and one might.
func (v *Inputs) Rejections(ctx context.Context, t problem.Test) ([]string, error) {
	found, busy, err := rejections(ctx, v.cache, v.problem, t, v.programs)
	if err == nil && busy != "" && len(found) == 0 {
		err = &BusyError{busy}
	}
	return found, err
}
