package validate

import (
	"cmp"
	"context"
	"fmt"
	"slices"

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

// processes is how many processes and threads a validator may have; the runtime of a language may start a dozen.
const processes = 256

// run runs a validator on an input, in an empty folder, and says why it rejects it, "" if it does not.
func run(ctx context.Context, programs executor.Executor, program executor.Program, args []string, input string, limits problem.ToolLimits) (string, error) {
	stdin, err := untrusted.Open(input)
	if err != nil {
		return err.Error(), nil
	}
	defer stdin.Close()
	command := program.Command(executor.Limits{Wall: limits.Time, Memory: limits.Memory, Output: limits.Output, Processes: processes}, args...)
	command.Stdin = stdin
	result, err := programs.Run(ctx, command)
	switch {
	case err != nil:
		return "", err
	case result.Stopped == executor.StoppedTime:
		return fmt.Sprintf("it did not end within %v (validation_time)", limits.Time), nil
	case result.Stopped == executor.StoppedMemory:
		return fmt.Sprintf("it needs more than %d MiB (validation_memory)", limits.Memory>>20), nil
	case result.Stopped == executor.StoppedOutput:
		return fmt.Sprintf("it writes more than %d MiB (validation_output)", limits.Output>>20), nil
	case result.ExitCode == exitValid:
		return "", nil
	}
	return fmt.Sprintf("%v; %s", result, cmp.Or(result.Said.FirstLine(), "it does not say why")), nil
}
