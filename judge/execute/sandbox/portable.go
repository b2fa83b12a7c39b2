package sandbox

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"dlxjudge/judge/execute/executor"
)

// portable runs each program with os/exec in a process group of its own and samples what it uses. It stops a program at
// its limits but does not isolate it.
type portable struct {
	executor.Executor
	scratch string
}

func openPortable(options Options) (Sandbox, error) {
	scratch, err := newScratch(options.Scratch)
	if err != nil {
		return nil, err
	}
	return &portable{Executor: executor.New(), scratch: scratch}, nil
}

func (p *portable) Name() string { return "portable" }

func (p *portable) Measures() Measures {
	m := Measures{
		CPU:    "rusage at exit, of the program and the children it waited for",
		Wall:   "clock around the run",
		Memory: "rusage, rough: starts at the judge's own peak",
	}
	if runtime.GOOS != "linux" {
		m.CPU += "; stopped by the wall limit only"
	}
	return m
}

func (p *portable) uncontained() string {
	return "programs are not contained: the portable sandbox runs them as the judge's user, with all its files in reach"
}

func (p *portable) Worker(index int) (Worker, error) {
	dir := filepath.Join(p.scratch, fmt.Sprint("worker", index))
	if err := os.MkdirAll(filepath.Join(dir, "work"), 0o700); err != nil {
		return nil, err
	}
	return &portableWorker{dir: dir}, nil
}

func (p *portable) Scratch() string { return p.scratch }

func (p *portable) Close() error { return removeAll(p.scratch) }

type portableWorker struct {
	dir string // holds the program's working folder and its standard error
}

func (w *portableWorker) Close() error { return removeAll(w.dir) }

func (w *portableWorker) Run(ctx context.Context, task Task) (Result, error) {
	if err := ctx.Err(); err != nil {
		return Result{}, err
	}
	files, err := openFiles(task, filepath.Join(w.dir, "stderr"))
	if err != nil {
		return Result{}, err
	}
	defer files.closeBut(task)
	created, err := files.stdout.Stat()
	if err != nil {
		return Result{}, err
	}
	workDir := filepath.Join(w.dir, "work")
	if err := emptyDir(workDir); err != nil {
		return Result{}, err
	}
	if err := copyGiven(workDir, task); err != nil {
		return Result{}, err
	}

	command := &exec.Cmd{
		Path:        task.Program,
		Args:        append([]string{task.Program}, executor.ReplaceOwn(task.Args, task.Dir)...),
		Dir:         workDir,
		Env:         executor.Environment(workDir, executor.ReplaceOwn(task.Env, task.Dir)...),
		Stdin:       files.stdin,
		Stdout:      files.stdout,
		Stderr:      files.stderr,
		SysProcAttr: executor.Attr(),
	}
	start := time.Now()
	if err := startWithStack(command); err != nil {
		return Result{}, fmt.Errorf("starting %s: %w", task.Program, err)
	}
	pid := command.Process.Pid
	setKernelLimits(pid, task.Limits)
	ended := make(chan error, 1)
	go func() { ended <- command.Wait() }()

	stopped := watch(ctx, task.Stop, pid, start, task.Limits, files, ended)
	wall := time.Since(start)
	syscall.Kill(-pid, syscall.SIGKILL) // the rest of its process group
	if err := ctx.Err(); err != nil {
		return Result{}, err
	}
	if err := restoreMode(files.stdout, created.Mode()); err != nil {
		return Result{}, err
	}
	return files.result(command.ProcessState, stopped, wall, task.Limits)
}

// restoreMode gives a standard output the mode back that it had, since the program may own it.
func restoreMode(output *os.File, before os.FileMode) error {
	if info, err := output.Stat(); err != nil || info.Mode() == before {
		return nil
	}
	return output.Chmod(before.Perm())
}

// copyGiven puts the files of a task into the working folder, and takes the permission to write from a read-only one.
func copyGiven(workDir string, task Task) error {
	given, opened, err := openGiven(task.Files)
	defer closeAll(opened)
	if err != nil {
		return err
	}
	mode := os.FileMode(0o644)
	if task.ReadOnly {
		mode = 0o444
	}
	folders := map[string]bool{workDir: true}
	for i, file := range given {
		path := filepath.Join(workDir, file.Name)
		for dir := filepath.Dir(path); !folders[dir]; dir = filepath.Dir(dir) {
			folders[dir] = true
		}
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
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

// watch waits for the end of a program, and kills it at a limit or when ctx is done. It returns which limit, or "".
func watch(ctx context.Context, stop <-chan struct{}, pid int, start time.Time, limits Limits, files runFiles,
	ended <-chan error) End {
	const longest, shortest = 10 * time.Millisecond, time.Millisecond
	var stopped End
	timer := time.NewTimer(shortest)
	defer timer.Stop()
	for {
		select {
		case <-ended:
			return stopped
		case <-ctx.Done():
			syscall.Kill(-pid, syscall.SIGKILL)
			<-ended
			return stopped
		case <-stop:
			syscall.Kill(-pid, syscall.SIGKILL)
			<-ended
			return StoppedWall
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
		default:
			timer.Reset(max(pause, shortest))
			continue
		}
		syscall.Kill(-pid, syscall.SIGKILL)
		<-ended
		return stopped
	}
}

// runFiles are the three standard files of a run. The judge itself reads and writes none that is a pipe, since it could
// block.
type runFiles struct {
	stdin, stdout, stderr *os.File
}

func openFiles(task Task, stderr string) (files runFiles, err error) {
	files.stdin, files.stdout = task.Stdin, task.Stdout
	if files.stdin == nil {
		if files.stdin, err = os.Open(task.Input); err != nil {
			return files, err
		}
	}
	if files.stdout == nil {
		if err = checkOutput(task.Output); err != nil {
			files.closeBut(task)
			return files, err
		}
		if files.stdout, err = os.OpenFile(task.Output, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o644); err != nil {
			files.closeBut(task)
			return files, err
		}
	}
	// A new file, since the last program may have taken all permissions from the old one.
	if err = os.Remove(stderr); err == nil || os.IsNotExist(err) {
		files.stderr, err = os.OpenFile(stderr, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	}
	if err != nil {
		files.closeBut(task)
		return files, err
	}
	return files, nil
}

// checkOutput refuses an output that is no regular file. Its mode is set back after the run, and where system calls are
// not filtered it is replaced; with /dev/null the machine would be damaged.
func checkOutput(path string) error {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("%s is not a regular file, and only such a file can be a program's output; name another one",
			path)
	}
	return nil
}

// closeBut closes the files that are not the caller's, who gave them with the task.
func (f runFiles) closeBut(task Task) {
	for _, file := range []*os.File{f.stdin, f.stdout, f.stderr} {
		if file != nil && file != task.Stdin && file != task.Stdout {
			file.Close()
		}
	}
}

// overLimit reports whether standard output and standard error together are longer than the limit.
func (f runFiles) overLimit(limit int64) bool {
	if limit <= 0 {
		return false
	}
	var size, blocks int64
	var last os.FileInfo
	for _, file := range []*os.File{f.stdout, f.stderr} {
		info, err := file.Stat()
		if err != nil || last != nil && os.SameFile(last, info) {
			continue
		}
		last = info
		size += info.Size()
		if stat, ok := info.Sys().(*syscall.Stat_t); ok {
			blocks += int64(stat.Blocks)
		}
	}
	return tooLarge(size, blocks, limit)
}

// tooLarge reports whether a file is longer than the limit, or takes far more of the disk than that, in blocks of 512
// bytes: fallocate(2) can reserve blocks beyond the end of a file. Some file systems do so by themselves, XFS as much
// again as the file is long.
func tooLarge(size, blocks, limit int64) bool {
	const rounding = 1 << 20 // bytes, for small files on large blocks
	return size > limit || blocks > (2*limit+rounding)/512
}

// result returns the Result of a program that has exited.
func (f runFiles) result(state *os.ProcessState, stopped End, wall time.Duration, limits Limits) (Result, error) {
	usage, status := state.SysUsage().(*syscall.Rusage), state.Sys().(syscall.WaitStatus)
	result := Result{
		End:    stopped,
		CPU:    state.UserTime() + state.SystemTime(),
		Wall:   wall,
		Memory: int64(usage.Maxrss) * int64(rusageUnit),
	}
	switch {
	case stopped != "":
	case status.Signaled():
		result.End, result.Signal = Signaled, unix.SignalName(status.Signal())
	default:
		result.End, result.ExitCode = Exited, status.ExitStatus()
	}
	return f.addFiles(result, limits)
}

// addFiles completes a Result by what the program has written.
func (f runFiles) addFiles(result Result, limits Limits) (Result, error) {
	if (result.End == Exited || result.End == Signaled) && f.overLimit(limits.Output) {
		// a write past the limit failed, whatever the program did about it
		result.End, result.ExitCode, result.Signal = StoppedOutput, 0, ""
	}
	for _, file := range []*os.File{f.stdout, f.stderr} {
		if err := checkDisk(file); err != nil {
			return result, err
		}
	}
	var err error
	result.Stderr, err = tail(f.stderr)
	return result, err
}

// checkDisk is an error if the disk that holds a program's output is full: then output may be missing, through no fault
// of the program.
func checkDisk(file *os.File) error {
	if hasRoom(file) {
		return nil
	}
	return fmt.Errorf("%s: %w: free some space on this disk", file.Name(), syscall.ENOSPC)
}
