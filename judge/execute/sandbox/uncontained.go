package sandbox

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
)

// Uncontained returns an executor that contains nothing. Of the limits it keeps those on time, and that on the folder
// for what is taken from there; of a Command that on its output, too.
func Uncontained() Executor { return uncontained{} }

type uncontained struct{}

func (uncontained) Run(ctx context.Context, task Task) (Result, error) {
	dir, err := scratch.Make(task.Scratch)
	if err != nil {
		return Result{}, err
	}
	defer removeAll(dir)
	if err := os.Mkdir(filepath.Join(dir, "work"), 0o700); err != nil {
		return Result{}, err
	}
	return runUncontained(ctx, dir, task)
}

// runUncontained runs a program with os/exec, in a process group of its own and in the folder work of dir, which it
// empties first. It samples what the program uses and stops it at its limits, but does not isolate it.
func runUncontained(ctx context.Context, dir string, task Task) (Result, error) {
	if err := ctx.Err(); err != nil {
		return Result{}, err
	}
	files, err := openFiles(task, filepath.Join(dir, "stderr"))
	if err != nil {
		return Result{}, err
	}
	defer files.closeBut(task)
	created, err := files.stdout.Stat()
	if err != nil {
		return Result{}, err
	}
	workDir := filepath.Join(dir, "work")
	if err := fillUncontained(workDir, task); err != nil {
		return Result{}, err
	}
	space, said := newSpace(task.Limits.inFolder()), new(Said)
	defer task.adopt()()
	switch task.Profile {
	case Submission:
	case Command:
		task.Limits = Limits{CPU: task.Limits.CPU, Wall: task.Limits.Wall, Output: task.Limits.Output}
	default:
		task.Limits = Limits{CPU: task.Limits.CPU, Wall: task.Limits.Wall}
	}
	start := time.Now()
	command, err := startUncontained(workDir, task, files, said)
	if err != nil {
		return Result{}, err
	}
	if task.Watch != nil {
		task.Watch.Write(State{}.Encode()) // at worst the judge does not learn of it
	}
	pid := command.Process.Pid
	if task.Profile != Command { // its own files may be as large as they like
		setKernelLimits(pid, task.Limits)
	}
	ended := make(chan error, 1)
	go func() { ended <- command.Wait() }()

	stopped, suspended := watch(ctx, task, pid, start, files, ended)
	wall := time.Since(start)
	syscall.Kill(-pid, syscall.SIGKILL) // the rest of its process group
	if err := ctx.Err(); err != nil {
		return Result{}, err
	}
	if err := restoreMode(files.stdout, created.Mode()); err != nil {
		return Result{}, err
	}
	if task.Profile != Submission && command.ProcessState.Exited() {
		stopped = "" // it ended by itself just before its limit
	}
	result, err := files.result(command.ProcessState, stopped, wall, task)
	if err != nil {
		return Result{}, err
	}
	result.Suspended = suspended && result.End == StoppedWall
	if task.Profile == Command {
		result.CPU += reapGroup(pid)
	}
	if result.Folder = workDir; !task.saysToFile() {
		result.Said = *said
	}
	for _, product := range task.Products {
		var tooMuch *tooMuchError
		err := takeInto(filepath.Join(workDir, product.Folder), product, space)
		if errors.As(err, &tooMuch) {
			result.End, result.ExitCode, result.Signal = StoppedOutput, -1, ""
			return result, nil
		} else if err != nil {
			return Result{}, err
		}
	}
	return result, nil
}

// outputGrace is how long a program's output is read after its end, when a process that it left running holds it open.
const outputGrace = 200 * time.Millisecond

// startUncontained starts the program. What a tool says is read as it comes, so that it takes no room on the disk.
func startUncontained(workDir string, task Task, files runFiles, said *Said) (*exec.Cmd, error) {
	defer onCores(task.Cores)()
	for attempt := 1; ; attempt++ {
		command := &exec.Cmd{
			Path:        task.Program,
			Args:        append([]string{task.Program}, replaceFolder(replaceOwn(task.Args, task.Dir), workDir)...),
			Dir:         filepath.Join(workDir, task.Start),
			Env:         environment(workDir, replaceOwn(task.Env, task.Dir)...),
			Stdin:       files.stdin,
			Stdout:      files.stdout,
			Stderr:      files.stderr,
			SysProcAttr: processGroup(),
		}
		start := func() error { return startWithStack(command) }
		if task.Start == "/" {
			command.Dir = "/"
		}
		if task.Profile == Command {
			start, command.Dir, command.Env = command.Start, "", append(os.Environ(), task.Env...)
			command.Args[0] = cmp.Or(task.Name, task.Program)
		}
		if !task.saysToFile() {
			start, command.Stderr, command.WaitDelay = command.Start, said, outputGrace
			if files.stdout == files.stderr {
				command.Stdout = said
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

// saysToFile reports whether standard error goes straight to a file, with no one who reads it meanwhile: where a
// program is measured, that would disturb it.
func (t Task) saysToFile() bool { return t.Profile == Submission || t.Profile == Command }

// adopt has the processes that a Command leaves running become children of this process, until undo is called, so that
// their CPU time is known when they are killed with it.
func (t Task) adopt() (undo func()) {
	if t.Profile != Command {
		return func() {}
	}
	return adoptOrphans()
}

// fillUncontained empties the working folder and puts the files and folders of a task there: what a tool is to read as
// links, all else as copies. From a read-only one it takes the permission to write.
func fillUncontained(workDir string, task Task) error {
	if err := emptyDir(workDir); err != nil {
		return err
	}
	given, opened, err := openGiven(task)
	defer closeAll(opened)
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
	for i, file := range given {
		path := filepath.Join(workDir, file.Name)
		for dir := filepath.Dir(path); !folders[dir]; dir = filepath.Dir(dir) {
			folders[dir] = true
		}
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		mode := os.FileMode(0o444)
		switch {
		case task.Profile != Submission && !file.writable:
			if err := os.Symlink(file.Path, path); err != nil {
				return err
			}
			continue
		case file.writable:
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

// restoreMode gives a standard output the mode back that it had, since the program may own it.
func restoreMode(output *os.File, before os.FileMode) error {
	if info, err := output.Stat(); err != nil || info.Mode() == before {
		return nil
	}
	return output.Chmod(before.Perm())
}

// watch waits for the end of a program, and kills it at a limit or when ctx is done. It returns which limit, or "", and
// whether it killed the program since a signal had stopped it.
func watch(ctx context.Context, task Task, pid int, start time.Time, files runFiles,
	ended <-chan error) (stopped End, suspended bool) {
	const longest, shortest = 10 * time.Millisecond, time.Millisecond
	limits, still := task.Limits, stopwatch{}
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
			return StoppedWall, false
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
			stopped = StoppedCPU
		case limits.Wall > 0 && time.Since(start) >= limits.Wall:
			stopped = StoppedWall
		case limits.Memory > 0 && residentOf(pid) > limits.Memory:
			stopped = StoppedMemory
		case files.overLimit(limits.Output):
			stopped = StoppedOutput
		case task.Profile != Command && still.tooLong(cpu, func() bool { return isStopped(pid) }):
			stopped, suspended = StoppedWall, true
		default:
			timer.Reset(max(pause, shortest))
			continue
		}
		syscall.Kill(-pid, syscall.SIGKILL)
		<-ended
		return stopped, suspended
	}
}
