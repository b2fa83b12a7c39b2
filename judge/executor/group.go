package executor

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"syscall"
	"time"

	"dlxjudge/judge/scratch"
)

// New returns an executor that runs each program in a process group of its own. It stops what takes too long, and contains
// nothing.
func New() Executor { return processGroup{} }

type processGroup struct{}

// outputGrace is how long a program's output is read after its end, when a process that it left running holds it open.
const outputGrace = 200 * time.Millisecond

func (processGroup) Run(ctx context.Context, c Command) (Result, error) {
	if err := ctx.Err(); err != nil {
		return Result{}, err
	}
	if c.Dir == "" {
		dir, err := scratch.Make("")
		if err != nil {
			return Result{}, err
		}
		defer os.RemoveAll(dir)
		c.Dir = dir
	}
	if c.Env == nil {
		c.Env = Environment(c.Dir)
	}
	limited, cancel := context.WithTimeout(ctx, c.Wall)
	defer cancel()
	for attempt := 1; ; attempt++ {
		var said Said
		cmd := exec.CommandContext(limited, c.Program, c.Args...)
		cmd.Dir, cmd.Env = c.Dir, c.Env
		if c.Stdin != nil {
			cmd.Stdin = c.Stdin
		}
		cmd.Stdout, cmd.Stderr = &said, &said
		if c.Stdout != nil {
			cmd.Stdout = c.Stdout
		}
		cmd.SysProcAttr = Attr()
		cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
		cmd.WaitDelay = outputGrace
		err := cmd.Start()
		// A process forked while the program was written holds it open until it calls exec itself: wait for that.
		if errors.Is(err, syscall.ETXTBSY) && attempt < 100 {
			time.Sleep(time.Duration(attempt) * time.Millisecond)
			continue
		}
		if err != nil {
			return Result{}, errors.Join(ctx.Err(), err)
		}
		err = cmd.Wait()
		syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) // what it left running; mostly nothing
		switch {
		case ctx.Err() != nil:
			return Result{}, ctx.Err()
		case cmd.ProcessState == nil:
			return Result{}, err
		}
		return resultOf(cmd.ProcessState, limited.Err() != nil, said), nil
	}
}

// resultOf turns what package os knows of a process's end into a Result. A program that ended by itself just before its
// limit has not timed out.
func resultOf(state *os.ProcessState, late bool, said Said) Result {
	r := Result{ExitCode: state.ExitCode(), TimedOut: late && !state.Exited(), CPU: state.UserTime() + state.SystemTime(), Said: said}
	if status, ok := state.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		r.Signal = status.Signal()
	}
	return r
}

// Environment is a program's environment, made from nothing: the usual places of programs, and dir for its own files.
func Environment(dir string) []string {
	return []string{"PATH=/usr/local/bin:/usr/bin:/bin", "HOME=" + dir, "TMPDIR=" + dir, "LANG=C"}
}
