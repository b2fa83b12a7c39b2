package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"dlxjudge/judge/sandbox"
)

// longest is the CPU time of any run.
const longest = 60 * time.Second

// failure is that of a measured program. Its row says so, and the other rows go on.
type failure struct{ reason string }

func (f *failure) Error() string { return f.reason }

// run runs a program on an input, without keeping what it prints.
func (b *bench) run(ctx context.Context, path, input string) (sandbox.Result, error) {
	return b.runTo(ctx, path, input, os.DevNull, longest)
}

func (b *bench) runTo(ctx context.Context, path, input, output string, limit time.Duration) (sandbox.Result, error) {
	used, err := b.worker.Run(ctx, sandbox.Task{
		Program: path, Input: input, Output: output,
		Limits: sandbox.Limits{CPU: limit, Wall: 20 * limit, Memory: 1 << 30, Output: 1 << 30},
	})
	switch {
	case err != nil:
		return used, err
	case used.End == sandbox.StoppedCPU || used.End == sandbox.StoppedWall:
		return used, &failure{fmt.Sprintf("it did not end within %v", limit)}
	case used.End != sandbox.Exited || used.ExitCode != 0:
		said, _, _ := strings.Cut(strings.TrimSpace(used.Stderr), "\n")
		return used, &failure{fmt.Sprintf("it ended with %s %s, status %d: %s", used.End, used.Signal, used.ExitCode, said)}
	}
	return used, nil
}

// write puts cases into a new input.
func (b *bench) write(problem string, cases []string) (path string, err error) {
	f, err := os.CreateTemp(b.scratch, "input-")
	if err != nil {
		return "", err
	}
	_, err = f.WriteString(formats[problem].join(cases))
	return f.Name(), errors.Join(err, f.Close())
}
