package sandbox

import (
	"cmp"
	"fmt"
	"os"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"dlxjudge/judge/base/untrusted"
)

// runFiles are the three standard files of a run. The judge itself reads and writes none that is a pipe, since it could
// block.
type runFiles struct {
	stdin, stdout, stderr *os.File
}

func openFiles(task Task, stderr string) (files runFiles, err error) {
	defer func() {
		if err != nil {
			files.closeBut(task)
		}
	}()
	if files.stdin, err = openStdin(task); err != nil {
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
		if err = checkOutput(task.Output); err == nil {
			files.stdout, err = os.OpenFile(task.Output, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o644)
		}
	}
	return files, err
}

// openStdin opens what becomes the standard input; what the task has opened already is returned as it is.
func openStdin(task Task) (*os.File, error) {
	if task.Stdin != nil {
		return task.Stdin, nil
	}
	return untrusted.OpenAny(cmp.Or(task.Input, os.DevNull))
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
func (f runFiles) result(state *os.ProcessState, stopped End, wall time.Duration, task Task) (Result, error) {
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
	return f.addFiles(result, task)
}

// addFiles completes a Result by what the program has written.
func (f runFiles) addFiles(result Result, task Task) (Result, error) {
	tooLong := task.Profile != Submission && result.Signal == "SIGXFSZ" && task.Limits.Output > 0 // one of its files
	if result.Stopped() == "" && (tooLong || f.overLimit(task.Limits.Output)) {
		// a write past the limit failed, whatever the program did about it
		result.End, result.Signal = StoppedOutput, ""
	}
	if result.End != Exited {
		result.ExitCode = -1
	}
	for _, file := range []*os.File{f.stdout, f.stderr} {
		if err := checkDisk(file); err != nil {
			return result, err
		}
	}
	var err error
	result.Said, err = readSaid(f.stderr)
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
