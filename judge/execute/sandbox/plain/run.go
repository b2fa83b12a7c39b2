// Package plain runs programs without containing them: on systems that cannot contain programs, where the user asks for
// it, and for the user's own commands.
package plain

import (
	"cmp"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"syscall"
	"time"

	"dlxjudge/judge/base/scratch"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/execute/sandbox/run"

	"golang.org/x/sys/unix"
)

// Executor contains nothing. It enforces the limits on time, that on the folder for the products, and that on the
// output of a Command.
type Executor struct{}

// Run implements sandbox.Executor.
func (Executor) Run(ctx context.Context, task sandbox.Task) (sandbox.Result, error) {
	dir, err := scratch.Make(task.Scratch)
	if err != nil {
		return sandbox.Result{}, err
	}
	defer run.RemoveAll(dir)
	if err := os.Mkdir(filepath.Join(dir, "work"), 0o700); err != nil {
		return sandbox.Result{}, err
	}
	return runUncontained(ctx, dir, task)
}

// runUncontained runs a program with os/exec, in a process group of its own and in the folder work of dir, which it
// empties first. It samples what the program uses and stops it at its limits, but does not isolate it.
func runUncontained(ctx context.Context, dir string, task sandbox.Task) (sandbox.Result, error) {
	if err := ctx.Err(); err != nil {
		return sandbox.Result{}, err
	}
	files, err := openFiles(task, filepath.Join(dir, "stderr"))
	if err != nil {
		return sandbox.Result{}, err
	}
	defer files.closeBut(task)
	created, err := files.stdout.Stat()
	if err != nil {
		return sandbox.Result{}, err
	}
	workDir := filepath.Join(dir, "work")
	if err := fillUncontained(workDir, task); err != nil {
		return sandbox.Result{}, err
	}
	space, printed := run.NewSpace(task.Limits.InFolder()), new(sandbox.Excerpt)
	defer adopt(task)()
	switch task.Profile {
	case sandbox.Submission:
	case sandbox.Command:
		task.Limits = sandbox.Limits{CPU: task.Limits.CPU, Wall: task.Limits.Wall, Output: task.Limits.Output}
	default:
		task.Limits = sandbox.Limits{CPU: task.Limits.CPU, Wall: task.Limits.Wall}
	}
	start := time.Now()
	command, err := startUncontained(workDir, task, files, printed)
	if err != nil {
		return sandbox.Result{}, err
	}
	if task.Watch != nil {
		task.Watch.Write(sandbox.State{}.Encode()) // at worst the judge does not learn of it
	}
	pid := command.Process.Pid
	if task.Profile != sandbox.Command { // its own files may be as large as they like
		setKernelLimits(pid, task.Limits)
	}
	ended := make(chan error, 1)
	go func() { ended <- command.Wait() }()

	stopped, suspended := watch(ctx, task, pid, start, files, ended)
	wall := time.Since(start)
	syscall.Kill(-pid, syscall.SIGKILL) // the rest of its process group
	if err := ctx.Err(); err != nil {
		return sandbox.Result{}, err
	}
	if err := run.RestoreMode(files.stdout, created.Mode()); err != nil {
		return sandbox.Result{}, err
	}
	if task.Profile != sandbox.Submission && command.ProcessState.Exited() {
		stopped = "" // it ended by itself just before its limit
	}
	result, err := files.result(command.ProcessState, stopped, wall, task)
	if err != nil {
		return sandbox.Result{}, err
	}
	result.Suspended = suspended && result.End == sandbox.StoppedWall
	if task.Profile == sandbox.Command {
		result.CPU += reapGroup(pid)
	}
	if result.Folder = workDir; !printsToFile(task) {
		result.Stderr = *printed
	}
	for _, product := range task.Products {
		var tooMuch *run.TooMuchError
		err := run.TakeInto(filepath.Join(workDir, product.Folder), product, space)
		if errors.As(err, &tooMuch) {
			result.End, result.ExitCode, result.Signal = sandbox.StoppedOutput, -1, ""
			return result, nil
		} else if err != nil {
			return sandbox.Result{}, err
		}
	}
	return result, nil
}

// outputGrace is how long a program's output is read after its end, when a process that it left running holds it open.
const outputGrace = 200 * time.Millisecond

// startUncontained starts the program. What a tool says is read as it comes, so that it takes no room on the disk.
func startUncontained(workDir string, task sandbox.Task, files runFiles, printed *sandbox.Excerpt) (*exec.Cmd, error) {
	defer run.OnCores(task.Cores)()
	for attempt := 1; ; attempt++ {
		command := &exec.Cmd{
			Path: task.Program,
			Args: append([]string{task.Program}, run.ReplaceFolder(run.ReplaceOwn(task.Args, task.Dir),
				workDir)...),
			Dir:         filepath.Join(workDir, task.Start),
			Env:         run.Environment(workDir, run.ReplaceOwn(task.Env, task.Dir)...),
			Stdin:       files.stdin,
			Stdout:      files.stdout,
			Stderr:      files.stderr,
			SysProcAttr: processGroup(),
		}
		start := func() error { return startWithStack(command) }
		if task.Start == "/" {
			command.Dir = "/"
		}
		if task.Profile == sandbox.Command {
			start, command.Dir, command.Env = command.Start, "", append(os.Environ(), task.Env...)
			command.Args[0] = cmp.Or(task.Name, task.Program)
		}
		if !printsToFile(task) {
			start, command.Stderr, command.WaitDelay = command.Start, printed, outputGrace
			if files.stdout == files.stderr {
				command.Stdout = printed
			}
		}
		err := start()
		// A process forked while the program was written holds it open until it calls exec itself: wait for that.
		if !errors.Is(err, syscall.ETXTBSY) || attempt == 100 {
			return command, err
		}
		time.Sleep(time.Duration(attempt) * time.Millisecond)
	}
}

// printsToFile reports whether standard error goes straight to a file, with no one who reads it meanwhile: where a
// program is measured, that would disturb it.
func printsToFile(t sandbox.Task) bool {
	return t.Profile == sandbox.Submission || t.Profile == sandbox.Command
}

// adopt has the processes that a Command leaves running become children of this process, until undo is called, so that
// their CPU time is known when they are killed with it.
func adopt(t sandbox.Task) (undo func()) {
	if t.Profile != sandbox.Command {
		return func() {}
	}
	return adoptOrphans()
}

// fillUncontained empties the working folder and puts the files and folders of a task there: what a tool is to read as
// links, all else as copies. From a read-only one it takes the permission to write.
func fillUncontained(workDir string, task sandbox.Task) error {
	if err := run.EmptyDir(workDir); err != nil {
		return err
	}
	shown, opened, err := run.OpenFiles(task)
	defer run.CloseAll(opened)
	if err != nil {
		return err
	}
	folders := map[string]bool{workDir: true}
	for _, name := range task.Folders {
		path := filepath.Join(workDir, name)
		if err := os.Mkdir(path, 0o755); err != nil {
			return err
		}
		folders[path] = true
	}
	for i, file := range shown {
		path := filepath.Join(workDir, file.Name)
		for dir := filepath.Dir(path); !folders[dir]; dir = filepath.Dir(dir) {
			folders[dir] = true
		}
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		mode := os.FileMode(0o444)
		switch {
		case task.Profile != sandbox.Submission && !file.Writable:
			if err := os.Symlink(file.Path, path); err != nil {
				return err
			}
			continue
		case file.Writable:
			mode = 0o644
		}
		copied, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
		if err != nil {
			return err
		}
		_, err = io.Copy(copied, opened[i])
		if err := errors.Join(err, copied.Close()); err != nil {
			return err
		}
	}
	if task.ReadOnly {
		for dir := range folders {
			if err := os.Chmod(dir, 0o555); err != nil {
				return err
			}
		}
	}
	return nil
}

// runFiles are the three standard files of a run. The judge itself reads and writes none that is a pipe, since it could
// block.
type runFiles struct {
	stdin, stdout, stderr *os.File
}

func openFiles(task sandbox.Task, stderr string) (files runFiles, err error) {
	defer func() {
		if err != nil {
			files.closeBut(task)
		}
	}()
	if files.stdin, err = run.OpenStdin(task); err != nil {
		return files, err
	}
	// A new file, since the last program may have taken all permissions from the old one.
	if err = os.Remove(stderr); err == nil || os.IsNotExist(err) {
		files.stderr, err = os.OpenFile(stderr, os.O_RDWR|os.O_CREATE|os.O_EXCL|os.O_APPEND, 0o600)
	}
	if err != nil {
		return files, err
	}
	switch {
	case task.Stdout != nil:
		files.stdout = task.Stdout
	case task.Output == "":
		files.stdout = files.stderr
	default:
		if err = run.CheckOutput(task.Output); err == nil {
			files.stdout, err = os.OpenFile(task.Output, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o644)
		}
	}
	return files, err
}

// closeBut closes the files that are not the caller's, who gave them with the task.
func (f runFiles) closeBut(task sandbox.Task) {
	for _, file := range []*os.File{f.stdin, f.stdout, f.stderr} {
		if file != nil && file != task.Stdin && file != task.Stdout {
			file.Close()
		}
	}
}

// result returns the Result of a program that has exited.
func (f runFiles) result(state *os.ProcessState, stopped sandbox.End, wall time.Duration,
	task sandbox.Task) (sandbox.Result, error) {
	usage, status := state.SysUsage().(*syscall.Rusage), state.Sys().(syscall.WaitStatus)
	result := sandbox.Result{
		End:    stopped,
		CPU:    state.UserTime() + state.SystemTime(),
		Wall:   wall,
		Memory: int64(usage.Maxrss) * int64(rusageUnit),
	}
	switch {
	case stopped != "":
	case status.Signaled():
		result.End, result.Signal = sandbox.Signaled, unix.SignalName(status.Signal())
	default:
		result.End, result.ExitCode = sandbox.Exited, status.ExitStatus()
	}
	return run.AddPrinted(result, task, f.stdout, f.stderr)
}

// watch waits for the end of a program, and kills it at a limit or when ctx is done. It returns which limit, or "", and
// whether it killed the program since a signal had stopped it.
func watch(ctx context.Context, task sandbox.Task, pid int, start time.Time, files runFiles,
	ended <-chan error) (stopped sandbox.End, suspended bool) {
	const longest, shortest = 10 * time.Millisecond, time.Millisecond
	limits, still := task.Limits, run.Stopwatch{}
	timer := time.NewTimer(shortest)
	defer timer.Stop()
	for {
		select {
		case <-ended:
			return "", false
		case <-ctx.Done():
			syscall.Kill(-pid, syscall.SIGKILL)
			<-ended
			return "", false
		case <-task.Stop:
			syscall.Kill(-pid, syscall.SIGKILL)
			<-ended
			return sandbox.StoppedWall, false
		case <-timer.C:
		}
		// The program's threads may use up the remaining CPU time on all cores at once.
		cpu, _ := cpuOf(pid)
		pause := longest
		if limits.CPU > 0 {
			pause = min(pause, (limits.CPU-cpu)/time.Duration(runtime.NumCPU()))
		}
		if limits.Wall > 0 {
			pause = min(pause, limits.Wall-time.Since(start))
		}
		switch {
		case limits.CPU > 0 && cpu >= limits.CPU:
			stopped = sandbox.StoppedCPU
		case limits.Wall > 0 && time.Since(start) >= limits.Wall:
			stopped = sandbox.StoppedWall
		case limits.Memory > 0 && residentOf(pid) > limits.Memory:
			stopped = sandbox.StoppedMemory
		case run.OverLimit(limits.Output, files.stdout, files.stderr):
			stopped = sandbox.StoppedOutput
		case task.Profile != sandbox.Command && still.TooLong(cpu, func() bool { return isStopped(pid) }):
			stopped, suspended = sandbox.StoppedWall, true
		default:
			timer.Reset(max(pause, shortest))
			continue
		}
		syscall.Kill(-pid, syscall.SIGKILL)
		<-ended
		return stopped, suspended
	}
}
