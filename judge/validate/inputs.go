package validate

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"syscall"
	"time"

	"dlxjudge/judge/build"
	"dlxjudge/judge/child"
	"dlxjudge/judge/problem"
	"dlxjudge/judge/scratch"
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
			reason, err := run(ctx, programs[v.Name], args, t.Input, p.Limits.Validation)
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
func run(ctx context.Context, program string, args []string, input string, limit time.Duration) (string, error) {
	stdin, err := os.Open(input)
	if err != nil {
		return err.Error(), nil
	}
	defer stdin.Close()
	dir, err := scratch.Make("")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)

	limited, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	var said first
	cmd := exec.CommandContext(limited, program, args...)
	cmd.Dir, cmd.Stdin, cmd.Stdout, cmd.Stderr = dir, stdin, &said, &said
	cmd.SysProcAttr = child.Attr()
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = time.Second // for a process of its own that keeps its output open
	err = cmd.Run()
	switch {
	case ctx.Err() != nil:
		return "", ctx.Err()
	case cmd.ProcessState == nil:
		return "", err
	case limited.Err() != nil:
		return fmt.Sprintf("it did not end within %v", limit), nil
	case cmd.ProcessState.ExitCode() == exitValid:
		return "", nil
	}
	return fmt.Sprintf("%v; %s", cmd.ProcessState, said.String()), nil
}

// first keeps the beginning of what is written.
type first struct{ buffer bytes.Buffer }

func (f *first) Write(p []byte) (int, error) {
	const most = 4 << 10
	f.buffer.Write(p[:min(len(p), most-f.buffer.Len())])
	return len(p), nil
}

// String is the first line, and says so when there is none.
func (f *first) String() string {
	line, _, _ := strings.Cut(strings.TrimSpace(f.buffer.String()), "\n")
	if line == "" {
		return "it does not say why"
	}
	return line
}
