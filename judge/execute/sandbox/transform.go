package sandbox

import (
	"context"
	"fmt"
	"os"
	"strings"
	"time"
)

// transformLimits are the limits of a program that makes one file from another.
var transformLimits = Limits{Memory: 2 << 30, Output: 1 << 30, Folder: 256 << 20, Processes: 256}.Within(time.Minute)

// Transform runs a generator, or a solution that makes answers. Its standard input and output are the files with the
// paths input and output. Transform makes or empties the output file. If the program fails, the error gives its name
// and arguments, and also its standard error if no limit stopped it.
func Transform(ctx context.Context, programs Executor, name string, program Program, args []string, input,
	output string) error {
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

	run := program.Task(Tool, transformLimits, args...)
	run.Stdin, run.Stdout = in, out
	result, err := programs.Run(ctx, run)
	command := strings.Join(append([]string{name}, args...), " ")
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		return fmt.Errorf("%s: %w", command, err)
	case result.End == StoppedCPU:
		return fmt.Errorf("%s %s; make the test smaller, or name another program", command,
			result.Late(transformLimits, ""))
	case result.End == StoppedWall:
		return fmt.Errorf("%s %s", command, result.Late(transformLimits, ""))
	case result.End == StoppedMemory:
		return fmt.Errorf("%s needs more than %d MiB; make the test smaller, or name another program", command,
			transformLimits.Memory>>20)
	case result.End == StoppedOutput:
		return fmt.Errorf("%s writes more than %d MiB, or %d MiB to its own folder; make the test smaller, or name "+
			"another program",
			command, transformLimits.Output>>20, transformLimits.Folder>>20)
	case result.ExitCode != 0:
		said := fmt.Sprintf("%v: %s", result, strings.TrimSpace(result.Stderr.Tail()))
		return fmt.Errorf("%s: %s", command, strings.TrimSuffix(said, ": "))
	}
	return out.Close()
}
