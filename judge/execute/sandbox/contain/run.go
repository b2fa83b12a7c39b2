//go:build linux

package contain

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"

	"golang.org/x/sys/unix"

	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/execute/sandbox/helper"
	"dlxjudge/judge/execute/sandbox/procfs"
	"dlxjudge/judge/execute/sandbox/run"
	"dlxjudge/judge/execute/sandbox/seccomp"
)

// A pendingRun is a run that the helper has not answered yet.
type pendingRun struct {
	worker *Worker
	ctx    context.Context
	task   sandbox.Task

	stdout *os.File
	mode   fs.FileMode // of stdout before the run
}

func (w *Worker) Run(ctx context.Context, task sandbox.Task) (sandbox.Result, error) {
	if err := ctx.Err(); err != nil {
		return sandbox.Result{}, err
	}
	if task.Profile != w.view.Profile {
		return sandbox.Result{}, fmt.Errorf("a worker for the profile %q cannot run a program of %q", w.view.Profile,
			task.Profile)
	}
	if task.Profile == sandbox.Submission { // other profiles get a worker that shows what they read
		var err error
		if task, err = w.box.reachable(task); err != nil {
			return sandbox.Result{}, err
		}
		w.show(task.Reads)
	}
	own, err := w.stageFiles(task.Dir)
	if err != nil {
		return sandbox.Result{}, err
	}
	program, err := w.stage(task.Program)
	if err != nil {
		return sandbox.Result{}, err
	}
	if w.process == nil { // a failed run has lost it, or its view was too small
		if err := w.start(); err != nil {
			return sandbox.Result{}, err
		}
	}
	printed, err := w.stderr.open()
	if err != nil {
		return sandbox.Result{}, err
	}
	defer printed.Close()
	p := &pendingRun{worker: w, ctx: ctx, task: task}
	switch {
	case task.Stdout != nil:
		p.stdout, p.mode, err = again(task.Stdout)
	case task.Output != "":
		p.stdout, p.mode, err = openOutput(task.Output)
	default:
		p.stdout, p.mode, err = again(printed)
	}
	if err != nil {
		return sandbox.Result{}, err
	}
	w.run++
	pipe := p.mode&fs.ModeNamedPipe != 0
	answer, err := p.send(program, own, printed)
	if pipe { // the caller closes it and reads what the program wrote
		p.stdout = w.stderr.file
	} else {
		defer p.stdout.Close()
		if restored := run.RestoreMode(p.stdout, p.mode); err == nil {
			err = restored
		}
	}
	switch {
	case err != nil:
		return sandbox.Result{}, err
	case ctx.Err() != nil:
		return sandbox.Result{}, ctx.Err()
	case answer.Error != "":
		return sandbox.Result{}, fmt.Errorf("running %s: %s", task.Program, answer.Error)
	}
	answer.Result.Folder = w.folder()
	return run.AddPrinted(answer.Result, task, p.stdout, w.stderr.file)
}

// openOutput opens the file for a run's standard output, and returns its mode. It empties an existing file and resets
// its times, so that no trace of the last program remains: some file systems are slow to create a file where others
// were just removed. Without a system call filter a program could leave more, so the file is replaced.
func openOutput(path string) (*os.File, fs.FileMode, error) {
	if err := run.CheckOutput(path); err != nil {
		return nil, 0, err
	}
	if !seccomp.Available() {
		os.Remove(path)
	}
	file, err := procfs.OpenBlocking(path, unix.O_WRONLY|unix.O_CREAT)
	if err != nil {
		return nil, 0, err
	}
	info, err := file.Stat()
	if err == nil && (info.Size() > 0 || info.Sys().(*syscall.Stat_t).Blocks > 0) {
		err = file.Truncate(0)
	}
	if err == nil {
		err = setTimes(file)
	}
	if err != nil {
		file.Close()
		return nil, 0, err
	}
	return file, info.Mode(), nil
}

// again opens an open file a second time, so that the run can close its own.
func again(file *os.File) (*os.File, fs.FileMode, error) {
	info, err := file.Stat()
	if err != nil {
		return nil, 0, err
	}
	fd, err := unix.FcntlInt(file.Fd(), unix.F_DUPFD_CLOEXEC, 0)
	if err != nil {
		return nil, 0, err
	}
	return os.NewFile(uintptr(fd), file.Name()), info.Mode(), nil
}

func setTimes(file *os.File) error {
	if _, _, errno := unix.Syscall6(unix.SYS_UTIMENSAT, file.Fd(), 0, 0, 0, 0, 0); errno != 0 {
		return &os.PathError{Op: "utimensat", Path: file.Name(), Err: errno}
	}
	return nil
}

// send sends the run to the helper, and returns its answer.
func (p *pendingRun) send(program, own string, stderr *os.File) (answer helper.Response, err error) {
	t := p.task
	r := helper.Request{
		Run: p.worker.run, Path: program, Args: append([]string{t.Program}, run.ReplaceOwn(t.Args, own)...),
		Env: run.ReplaceOwn(t.Env, own), Limits: p.limits(), Core: p.worker.core, Watch: t.Watch != nil,
		ReadOnly: t.ReadOnly, Cores: t.Cores, Folders: t.Folders, Start: t.Start, Products: t.Products,
	}
	stdin, err := run.OpenStdin(t)
	if err != nil {
		return answer, err
	}
	opened := []*os.File{stdin}
	defer func() {
		for _, file := range opened {
			if file != t.Stdin {
				file.Close()
			}
		}
	}()
	files, shown, err := run.OpenFiles(t)
	opened = append(opened, shown...)
	if err != nil {
		return answer, err
	}
	for _, file := range files {
		r.Files = append(r.Files, file.File)
		if file.Writable {
			r.Copies++
		}
	}
	for _, product := range t.Products {
		into, err := os.Open(product.Into)
		if err != nil {
			return answer, err
		}
		opened = append(opened, into)
	}
	descriptors := []int{int(stdin.Fd()), int(p.stdout.Fd()), int(stderr.Fd())}
	for _, file := range opened[1:] {
		descriptors = append(descriptors, int(file.Fd()))
	}
	if t.Watch != nil {
		descriptors = append(descriptors, int(t.Watch.Fd()))
	}
	if len(descriptors) > helper.MaxFiles {
		return answer, fmt.Errorf("%s needs %d files; at most %d can be passed to a program", t.Program,
			len(descriptors), helper.MaxFiles)
	}
	return p.exchange(r, descriptors...)
}

// limits returns the limits of the run. A tool may also fill its folder, whose memory counts if it is in memory.
func (p *pendingRun) limits() sandbox.Limits {
	limits := p.task.Limits
	if p.task.Profile != sandbox.Submission && p.worker.box.isolation.Namespaces && limits.Memory > 0 {
		limits.Memory += limits.InFolder()
	}
	return limits
}

// folder returns the programs' working folder, as they see it.
func (w *Worker) folder() string {
	if w.box.isolation.Namespaces {
		return helper.WorkDir
	}
	return w.path("work")
}

// exchange sends a request, closes this process's end of a pipe, and waits for the answer.
func (p *pendingRun) exchange(r helper.Request, files ...int) (answer helper.Response, err error) {
	w := p.worker
	r.Descriptors = len(files)
	if err := w.conn.Send(r, files...); err != nil {
		return answer, w.lost(err)
	}
	if p.mode&fs.ModeNamedPipe != 0 { // so that its reader sees when the program closes it
		p.stdout.Close()
	}
	control, over := w.control, make(chan struct{})
	defer close(over)
	go func() {
		select {
		case <-p.ctx.Done(): // makes the helper kill the program
			control.Write(binary.LittleEndian.AppendUint64(nil, r.Run))
		case <-p.task.Stop:
			control.Write(binary.LittleEndian.AppendUint64(nil, r.Run|helper.StopRun))
		case <-over:
		}
	}()
	w.limitReplyTime(p.task.Limits.Wall)
	if _, err = w.conn.Receive(&answer); err == nil {
		return answer, nil
	}
	if errors.Is(err, unix.EAGAIN) {
		err = errors.New("timeout")
	}
	return answer, w.lost(err)
}

// A stderrFile is the file for the standard error of programs. Each program gets a descriptor of its own for it.
type stderrFile struct {
	path      string
	user      int // its owner; -1 for the judge's own
	file      *os.File
	untouched unix.Stat_t
}

// open opens the file for one run. It makes a new file unless the last program left it unchanged: the next program must
// not see its contents, mode or times. Nor may it see the position and flags of an open file, so each program gets its
// own descriptor.
func (f *stderrFile) open() (*os.File, error) {
	var now unix.Stat_t
	if f.file == nil || unix.Fstat(int(f.file.Fd()), &now) != nil || now.Ctim != f.untouched.Ctim ||
		now.Atim != f.untouched.Atim {
		f.close()
		if err := os.Remove(f.path); err != nil && !os.IsNotExist(err) {
			return nil, err
		}
		file, err := os.OpenFile(f.path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
		if err != nil {
			return nil, err
		}
		f.file = file
		if f.user >= 0 {
			if err := file.Chown(f.user, f.user); err != nil {
				return nil, err
			}
		}
		if err := unix.Fstat(int(file.Fd()), &f.untouched); err != nil {
			return nil, err
		}
	}
	return procfs.OpenBlocking(f.path, unix.O_WRONLY|unix.O_APPEND)
}

func (f *stderrFile) close() {
	if f.file != nil {
		f.file.Close()
		f.file = nil
	}
}
