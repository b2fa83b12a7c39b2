package executor

import (
	"context"
	"fmt"
	"os"
	"strings"
	"time"
)

// longest is how long a program may take from one file to another.
const longest = time.Minute

// Transform runs a program of a problem from one file to another, which is made or emptied: a generator, or a solution that
// makes answers. Errors call it by name and arguments, and tell what it says on standard error.
func Transform(ctx context.Context, programs Executor, name, program string, args []string, input, output string) error {
	in, err := os.Open(input)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.Create(output)
	if err != nil {
		return err
	}
	defer out.Close()

	result, err := programs.Run(ctx, Command{Profile: Tool, Program: program, Args: args, Stdin: in, Stdout: out, Wall: longest})
	command := strings.Join(append([]string{name}, args...), " ")
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		return fmt.Errorf("%s: %w", command, err)
	case result.TimedOut:
		return fmt.Errorf("%s did not end within %v; make the test smaller, or name another program", command, longest)
	case result.ExitCode != 0:
		return fmt.Errorf("%s: %v: %s", command, result, strings.TrimSpace(result.Said.Tail()))
	}
	return out.Close()
}
