// Package plain runs programs uncontained. It is for systems that cannot contain programs, for users who ask for it,
// and for the user's own commands.
package plain

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"syscall"
	"time"

	"dlxjudge/judge/base/scratch"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/execute/sandbox/run"

	"golang.org/x/sys/unix"
)

// Executor runs a program with os/exec, in a session and a folder of its own; a Command gets only a process
// group. It does not confine the program. It limits the time of every program and the bytes of its products. It also
// limits a Command's output, and a submission's output and memory. No program has a limit on processes.
type Executor struct{}

// Run implements sandbox.Executor.
func (Executor) Run(ctx context.Context, task sandbox.Task) (sandbox.Result, error) {
	dir, err := scratch.Make(task.Scratch)
	if err != nil {
		return sandbox.Result{}, err
	}
	defer run.RemoveAll(dir)
	return runIn(ctx, dir, task)
}

// runIn runs a program in the folder "work" of dir. An earlier run may have left files in dir.
func runIn(ctx context.Context, dir string, task sandbox.Task) (sandbox.Result, error) {
	if err := ctx.Err(); err != nil {
		return sandbox.Result{}, err
	}
	most := task.Limits.InFolder() // of all products
	task.Limits = enforced(task)
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
	if err := fill(workDir, task); err != nil {
		return sandbox.Result{}, err
	}
	if task.Profile == sandbox.Command {
		// The processes that the command leaves running become children of this process, so that their CPU time is
		// known when they are killed.
		defer adoptOrphans()()
	}
	printed := new(sandbox.Excerpt)
	begin := time.Now()
	command, err := start(workDir, task, files, printed)
	if err != nil {
		return sandbox.Result{}, err
	}
	if task.Watch != nil {
		task.Watch.Write(sandbox.State{}.Encode()) // a lost State does no harm
	}
	pipe := created.Mode()&fs.ModeNamedPipe != 0
	if pipe { // the caller may close the pipe meanwhile
		files.stdout = files.stderr
	}
	pid := command.Process.Pid
	if task.Profile != sandbox.Command { // a Command's files may have any size
		setKernelLimits(pid, task.Limits)
	}
	ended := make(chan error, 1)
	go func() { ended <- command.Wait() }()

	stopped, suspended := watch(ctx, task, pid, begin, files, ended)
	wall := time.Since(begin)
	syscall.Kill(-pid, syscall.SIGKILL) // kills the rest of the program's process group
	if task.Profile != sandbox.Command && (stopped != "" || runtime.GOOS == "linux") {
		killSession(pid) // on other systems, this takes tens of milliseconds
	}
	if err := ctx.Err(); err != nil {
		return sandbox.Result{}, err
	}
	if !pipe {
		if err := run.Restore(files.stdout, created); err != nil {
			return sandbox.Result{}, err
		}
	}
	if task.Profile != sandbox.Submission && command.ProcessState.Exited() {
		stopped = "" // the program had already exited when it was killed
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
	var tooMuch *run.TooMuchError
	if err := run.Take(workDir, task.Products, nil, most); errors.As(err, &tooMuch) {
		result.End, result.ExitCode, result.Signal = sandbox.StoppedOutput, -1, ""
	} else if err != nil {
		return sandbox.Result{}, err
	}
	return result, nil
}

// enforced returns those limits of a task that this package enforces.
func enforced(task sandbox.Task) sandbox.Limits {
	limits := sandbox.Limits{CPU: task.Limits.CPU, Wall: task.Limits.Wall}
	switch task.Profile {
	case sandbox.Submission:
		return task.Limits
	case sandbox.Command:
		limits.Output = task.Limits.Output
	}
	return limits
}

// outputGrace is how long output is still read after a program has ended, if processes that it left running keep the
// pipe open.
const outputGrace = 200 * time.Millisecond

// start starts the program. What a tool prints to Result.Stderr is read as it comes, so it takes no space on the disk.
func start(workDir string, task sandbox.Task, files runFiles, printed *sandbox.Excerpt) (*exec.Cmd, error) {
	defer run.OnCores(task.Cores)()
	for attempt := 1; ; attempt++ {
		command := &exec.Cmd{
			Path: task.Program,
			Args: append([]string{task.Program}, run.Replace(run.Replace(task.Args, sandbox.Own, task.Dir),
				sandbox.Folder, workDir)...),
			Dir:         filepath.Join(workDir, task.Start),
			Env:         run.Environment(workDir, run.Replace(task.Env, sandbox.Own, task.Dir)...),
			Stdin:       files.stdin,
			Stdout:      files.stdout,
			Stderr:      files.stderr,
			SysProcAttr: attributes(task.Profile != sandbox.Command),
		}
		launch := func() error { return startWithStack(command) }
		if task.Start == "/" {
			command.Dir = "/"
		}
		if task.Profile == sandbox.Command {
			launch, command.Dir, command.Env = command.Start, "", append(os.Environ(), task.Env...)
			command.Args[0] = cmp.Or(task.Name, task.Program)
		}
		if !printsToFile(task) {
			launch, command.Stderr, command.WaitDelay = command.Start, printed, outputGrace
			if files.stdout == files.stderr {
				command.Stdout = printed
			}
		}
		err := launch()
		// ETXTBSY: a child that was forked while the program's file was written keeps that file open until the child's
		// exec. So retry.
		if !errors.Is(err, syscall.ETXTBSY) || attempt == 100 {
			return command, err
		}
		time.Sleep(time.Duration(attempt) * time.Millisecond)
	}
}

// printsToFile reports whether standard error goes directly to a file. If the judge read it from a pipe instead, that
// would disturb a measurement.
func printsToFile(t sandbox.Task) bool {
	return t.Profile == sandbox.Submission || t.Profile == sandbox.Command
}

// fill makes or empties the working folder, puts the files and folders of a task there, and makes it read-only if the
// task says so.
func fill(workDir string, task sandbox.Task) error {
	err := os.Mkdir(workDir, 0o700)
	if errors.Is(err, fs.ErrExist) {
		err = run.EmptyDir(workDir)
	}
	if err != nil {
		return err
	}
	shown, opened, err := run.OpenFiles(task)
	defer run.CloseAll(opened)
	if err != nil {
		return err
	}
	if err := run.Fill(workDir, task.Folders, shown, opened, -1); err != nil || !task.ReadOnly {
		return err
	}
	return run.Seal(workDir, -1)
}

// runFiles are the three standard files of a run. If one of them is a pipe, the judge neither reads nor writes it,
// because that could block.
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
	os.Remove(stderr) // the last program may have removed all permissions of the file
	files.stderr, err = os.OpenFile(stderr, os.O_RDWR|os.O_CREATE|os.O_EXCL|os.O_APPEND, 0o600)
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

// closeBut closes the files except task.Stdin and task.Stdout, which belong to the caller.
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

// watch waits for the end of a program. It kills the program at a limit, when ctx is done, or when task.Stop is closed.
// The result stopped names the limit, or is "". The result suspended reports whether watch killed the program because a
// signal had stopped it.
func watch(ctx context.Context, task sandbox.Task, pid int, start time.Time, files runFiles,
	ended <-chan error) (stopped sandbox.End, suspended bool) {
	limits, still, stop := task.Limits, run.Stopwatch{}, task.Stop
	timer := time.NewTimer(time.Millisecond)
	defer timer.Stop()
	for {
		select {
		case <-ended:
			return "", false
		case <-ctx.Done():
			syscall.Kill(-pid, syscall.SIGKILL)
			<-ended
			return "", false
		case <-stop:
			if !task.LastWords {
				syscall.Kill(-pid, syscall.SIGKILL)
				<-ended
				return sandbox.StoppedWall, false
			}
			syscall.Kill(pid, syscall.SIGABRT)
			stop, limits.Wall = nil, time.Since(start)+run.LastWords
		case <-timer.C:
		}
		cpu, _ := cpuOf(pid)
		wall := time.Since(start)
		switch {
		case limits.CPU > 0 && cpu >= limits.CPU:
			stopped = sandbox.StoppedCPU
		case limits.Wall > 0 && wall >= limits.Wall:
			stopped = sandbox.StoppedWall
		case limits.Memory > 0 && residentOf(pid) > limits.Memory:
			stopped = sandbox.StoppedMemory
		case run.OverLimit(limits.Output, files.stdout, files.stderr):
			stopped = sandbox.StoppedOutput
		case task.Profile != sandbox.Command && still.TooLong(cpu, func() bool { return isStopped(pid) }):
			stopped, suspended = sandbox.StoppedWall, true
		default:
			timer.Reset(run.Pause(limits, cpu, wall, runtime.NumCPU()))
			continue
		}
		syscall.Kill(-pid, syscall.SIGKILL)
		<-ended
		return stopped, suspended
	}
}

// killSession kills the processes of a session, which may have many process groups. No process can join another
// session; one that has made a session of its own is not found.
func killSession(session int) {
	for found, round := true, 0; found && round < 3; round++ { // a process may fork meanwhile
		found = false
		folders, _ := filepath.Glob("/proc/[0-9]*")
		for i := range cmp.Or(len(folders), 100_000) { // without /proc, on macOS and the BSDs, IDs are below 100,000
			pid := i
			if len(folders) > 0 {
				pid, _ = strconv.Atoi(filepath.Base(folders[i]))
			}
			if of, err := unix.Getsid(pid); err == nil && of == session {
				syscall.Kill(pid, syscall.SIGKILL)
				found = true
			}
		}
	}
}
