package validate

import (
	"cmp"
	"context"
	"fmt"
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
	programs := make(map[string]string)
	for _, v := range p.InputValidators {
		path, err := r.build(ctx, cache, v)
		if err != nil {
			return err
		}
		if path != "" {
			programs[v.Name] = path
		}
	}
	if len(programs) == 0 {
		return nil
	}
	for _, t := range p.Tests {
		valid := true
		for _, v := range p.InputValidators {
			if programs[v.Name] == "" {
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

// run runs a validator on an input, in an empty folder, and says why it rejects it, "" if it does not.
func run(ctx context.Context, programs executor.Executor, program string, args []string, input string, limit time.Duration) (string, error) {
	stdin, err := untrusted.Open(input)
	if err != nil {
		return err.Error(), nil
	}
	defer stdin.Close()
	result, err := programs.Run(ctx, executor.Command{Profile: executor.Tool, Program: program, Args: args, Stdin: stdin, Wall: limit})
	switch {
	case err != nil:
		return "", err
	case result.TimedOut:
		return fmt.Sprintf("it did not end within %v", limit), nil
	case result.ExitCode == exitValid:
		return "", nil
	}
	return fmt.Sprintf("%v; %s", result, cmp.Or(result.Said.FirstLine(), "it does not say why")), nil
}
