package executor

import (
	"cmp"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"

	"dlxjudge/judge/base/scratch"
)

// New returns an executor that runs each program in a process group of its own. It stops what takes too long, and
// contains nothing: of the limits it keeps Wall alone.
func New() Executor { return processGroup{} }

type processGroup struct{}

// outputGrace is how long a program's output is read after its end, when a process that it left running holds it open.
const outputGrace = 200 * time.Millisecond

func (processGroup) Run(ctx context.Context, c Command) (Result, error) {
	if err := ctx.Err(); err != nil {
		return Result{}, err
	}
	c.Args, c.Env = ReplaceOwn(c.Args, c.Dir), ReplaceOwn(c.Env, c.Dir)
	folder, err := scratch.Make("")
	if err != nil {
		return Result{}, err
	}
	defer os.RemoveAll(folder)
	if err := fillFolder(folder, c); err != nil {
		return Result{}, err
	}
	result, err := start(ctx, c, folder)
	if err != nil {
		return Result{}, err
	}
	room := NewRoom(cmp.Or(c.Limits.Folder, c.Limits.Output))
	for _, p := range c.Products {
		var tooMuch *TooMuchError
		if err := takeInto(filepath.Join(folder, p.Folder), p, room); errors.As(err, &tooMuch) {
			result.ExitCode, result.Stopped = -1, StoppedOutput
			return result, nil
		} else if err != nil {
			return Result{}, err
		}
	}
	return result, nil
}

// fillFolder puts the command's files and folders into its folder, the files as links.
func fillFolder(folder string, c Command) error {
	for _, name := range c.Folders {
		if err := os.Mkdir(filepath.Join(folder, name), 0o777); err != nil {
			return err
		}
	}
	for _, file := range c.Files {
		path, err := filepath.Abs(file.Path)
		if err == nil {
			_, err = os.Stat(path)
		}
		link := filepath.Join(folder, file.Name)
		if err == nil {
			err = os.MkdirAll(filepath.Dir(link), 0o777)
		}
		if err == nil {
			err = os.Symlink(path, link)
		}
		if err != nil {
			return err
		}
	}
	for _, file := range c.Copies {
		if err := copyInto(folder, file); err != nil {
			return err
		}
	}
	return nil
}

// copyInto copies a file of the judge into a program's folder.
func copyInto(folder string, file File) error {
	text, err := os.ReadFile(file.Path)
	if err != nil {
		return err
	}
	path := filepath.Join(folder, file.Name)
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	return os.WriteFile(path, text, 0o644)
}

// start runs the program in its folder, to the end of its process group.
func start(ctx context.Context, c Command, folder string) (Result, error) {
	limited, cancel := context.WithTimeout(ctx, c.Limits.Wall)
	defer cancel()
	for attempt := 1; ; attempt++ {
		var said Said
		cmd := exec.CommandContext(limited, c.Program, Replace(c.Args, folder)...)
		cmd.Dir, cmd.Env = filepath.Join(folder, c.Start), Environment(folder, c.Env...)
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
		undo := OnCores(c.Cores)
		err := cmd.Start()
		undo()
		// A process forked while the program was written holds it open until it calls exec itself: wait for that.
		if errors.Is(err, syscall.ETXTBSY) && attempt < 100 {
			time.Sleep(time.Duration(attempt) * time.Millisecond)
			continue
		}
		switch {
		case err == nil:
		case ctx.Err() != nil:
			return Result{}, ctx.Err()
		case limited.Err() != nil: // on a busy machine the limit may be over before the program starts
			return Result{ExitCode: -1, Stopped: StoppedTime, Folder: folder}, nil
		default:
			return Result{}, err
		}
		err = cmd.Wait()
		syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) // what it left running; mostly nothing
		switch {
		case ctx.Err() != nil:
			return Result{}, ctx.Err()
		case cmd.ProcessState == nil:
			return Result{}, err
		}
		result := resultOf(cmd.ProcessState, limited.Err() != nil, said)
		result.Folder = folder
		return result, nil
	}
}

// resultOf turns what package os knows of a process's end into a Result. A program that ended by itself just before its
// limit has not timed out.
func resultOf(state *os.ProcessState, late bool, said Said) Result {
	r := Result{ExitCode: state.ExitCode(), CPU: state.UserTime() + state.SystemTime(), Said: said}
	if late && !state.Exited() {
		r.Stopped = StoppedTime
	}
	if status, ok := state.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		r.Signal = status.Signal()
	}
	return r
}
