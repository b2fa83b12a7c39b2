package validate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"time"

	"dlxjudge/judge/build"
	"dlxjudge/judge/executor"
	"dlxjudge/judge/problem"
	"dlxjudge/judge/untrusted"
)

// exitValid is the exit status of a validator for an input that is as it should be; any other rejects it.
const exitValid = 42

// inputs runs every input validator on every input.
func (r *Report) inputs(ctx context.Context, cache *build.Cache, p *problem.Problem) error {
	programs := make(map[string]executor.Program)
	for _, v := range p.InputValidators {
		program, err := r.build(ctx, cache, v)
		if err != nil {
			return err
		}
		if program.Path != "" {
			programs[v.Name] = program
		}
	}
	if len(programs) == 0 {
		return nil
	}
	for _, t := range p.Tests {
		valid := true
		for _, v := range p.InputValidators {
			if programs[v.Name].Path == "" {
				continue
			}
			args := slices.Concat(t.InputValidatorArgs[v.Name], t.Args)
			reason, err := run(ctx, cache.Programs, programs[v.Name], args, t.Input, p.Limits.Validation)
			if err != nil {
				return err
			}
			if reason != "" {
				r.find(t.Input, "rejected by %s: %s", v.Name, reason)
				valid = false
			}
		}
		if valid {
			r.Inputs++
		}
	}
	return nil
}

// ErrSlow says that a validator was stopped before it had read an input: what it would say of it is not known.
var ErrSlow = errors.New("the validator was stopped: it takes too long")

// Input says why an input validator of a problem rejects the input of a test, "" if it does not. The error is ErrSlow if it
// takes longer than the limit, or than the problem allows.
func Input(ctx context.Context, cache *build.Cache, p *problem.Problem, validator problem.Source, t problem.Test, limit time.Duration) (reason string, err error) {
	program, err := cache.Build(ctx, build.Tool, validator)
	if err != nil {
		return "", err
	}
	stdin, err := untrusted.Open(t.Input)
	if err != nil {
		return "", err
	}
	defer stdin.Close()
	limits := p.Limits.Validation
	limits.Time = min(limits.Time, limit)
	result, err := execute(ctx, cache.Programs, program, slices.Concat(t.InputValidatorArgs[validator.Name], t.Args), stdin, limits)
	if err == nil && result.Stopped == executor.StoppedTime {
		err = ErrSlow
	}
	if err != nil {
		return "", err
	}
	return rejection(result, limits), nil
}

// processes is how many processes and threads a validator may have; the runtime of a language may start a dozen.
const processes = 256

// run runs a validator on an input, in an empty folder, and says why it rejects it, "" if it does not.
func run(ctx context.Context, programs executor.Executor, program executor.Program, args []string, input string, limits problem.ToolLimits) (string, error) {
	stdin, err := untrusted.Open(input)
	if err != nil {
		return err.Error(), nil
	}
	defer stdin.Close()
	result, err := execute(ctx, programs, program, args, stdin, limits)
	switch {
	case err != nil:
		return "", err
	case result.Stopped == executor.StoppedTime:
		return fmt.Sprintf("it did not end within %v (validation_time)", limits.Time), nil
	}
	return rejection(result, limits), nil
}

func execute(ctx context.Context, programs executor.Executor, program executor.Program, args []string, stdin *os.File, limits problem.ToolLimits) (executor.Result, error) {
	command := program.Command(executor.Limits{Wall: limits.Time, Memory: limits.Memory, Output: limits.Output, Processes: processes}, args...)
	command.Stdin = stdin
	return programs.Run(ctx, command)
}

// rejection is why a validator that was not stopped for its time rejects an input, "" if it does not.
func rejection(result executor.Result, limits problem.ToolLimits) string {
	switch {
	case result.Stopped == executor.StoppedMemory:
		return fmt.Sprintf("it needs more than %d MiB (validation_memory)", limits.Memory>>20)
	case result.Stopped == executor.StoppedOutput:
		return fmt.Sprintf("it writes more than %d MiB (validation_output)", limits.Output>>20)
	case result.ExitCode == exitValid:
		return ""
	}
	return fmt.Sprintf("%v; %s", result, cmp.Or(result.Said.FirstLine(), "it does not say why"))
}
