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
	"time"

	"golang.org/x/sys/unix"

	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/execute/sandbox/helper"
	"dlxjudge/judge/execute/sandbox/run"
	"dlxjudge/judge/execute/sandbox/seccomp"
)

func (w *Worker) Run(ctx context.Context, task sandbox.Task) (sandbox.Result, error) {
	if err := ctx.Err(); err != nil {
		return sandbox.Result{}, err
	}
	if task.Profile != w.view.Profile {
		return sandbox.Result{}, fmt.Errorf("a worker for the profile %q cannot run a program of %q", w.view.Profile,
			task.Profile)
	}
	if task.Profile == sandbox.Submission { // programs of other profiles get a worker that already shows task.Reads
		var err error
		if task, err = w.box.reachable(task); err != nil {
			return sandbox.Result{}, err
		}
		w.show(task.Reads)
	}
	own, err := w.stage(task.Dir, "files", &w.files)
	if err != nil {
		return sandbox.Result{}, err
	}
	program, err := w.stage(task.Program, "program", &w.program)
	if err != nil {
		return sandbox.Result{}, err
	}
	if w.process == nil { // the helper failed in the last run, or w.show stopped it
		if err := w.start(ctx); err != nil {
			return sandbox.Result{}, err
		}
	}
	printed, err := w.openStderr()
	if err != nil {
		return sandbox.Result{}, err
	}
	defer printed.Close()
	stdout := printed
	switch {
	case task.Stdout != nil:
		stdout = task.Stdout
	case task.Output != "":
		if stdout, err = w.openOutput(task.Output); err != nil {
			return sandbox.Result{}, err
		}
		defer stdout.Close()
	}
	before, err := stdout.Stat()
	if err == nil && before.Mode().IsRegular() {
		err = w.own(stdout)
	}
	if err != nil {
		return sandbox.Result{}, err
	}
	w.run++
	answer, err := w.send(ctx, task, program, own, stdout, printed)
	if before.Mode()&fs.ModeNamedPipe != 0 { // the caller reads the pipe and closes it
		stdout = printed
	} else if restored := run.Restore(stdout, before); err == nil {
		err = restored
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
	return run.AddPrinted(answer.Result, task, stdout, printed)
}

// openOutput opens the file for a run's standard output. It empties an existing file and resets its times, so that no
// trace of the last program remains. Replacing the file instead would make a run a third longer. Where system calls are
// not filtered, a program could leave other traces, so openOutput replaces the file there.
func (w *Worker) openOutput(path string) (*os.File, error) {
	if err := run.CheckOutput(path); err != nil {
		return nil, err
	}
	if !seccomp.Available() {
		os.Remove(path)
	}
	// ext4 writes a truncated file to disk at its first close, so this first close comes while the file is empty
	if err := os.WriteFile(path, nil, 0o644); err != nil {
		return nil, err
	}
	if link := w.path("prints/stdout"); w.box.isolation.Landlock && os.Link(path, link) == nil {
		defer os.Remove(link)
		path = link // Landlock checks this path when a program opens /dev/stdout
	}
	file, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return nil, err
	}
	now := unix.NsecToTimeval(time.Now().UnixNano())
	if err := errors.Join(unix.Futimes(int(file.Fd()), []unix.Timeval{now, now}), w.own(file)); err != nil {
		file.Close()
		return nil, err
	}
	return file, nil
}

// own makes the programs' user the owner of a file, because many programs reopen their output as /dev/stdout.
func (w *Worker) own(file *os.File) error {
	info, err := file.Stat()
	if err != nil || w.user < 0 || int(info.Sys().(*syscall.Stat_t).Uid) == w.user {
		return err
	}
	return file.Chown(w.user, w.user)
}

// send sends the run to the helper, and returns the helper's answer.
func (w *Worker) send(ctx context.Context, t sandbox.Task, program, own string,
	stdout, stderr *os.File) (answer helper.Response, err error) {
	r := helper.Request{
		Run: w.run, Path: program, Args: append([]string{program}, run.Replace(t.Args, sandbox.Own, own)...),
		Env: run.Replace(t.Env, sandbox.Own, own), Limits: t.Limits, Core: w.core, Watch: t.Watch != nil,
		ReadOnly: t.ReadOnly, LastWords: t.LastWords, Cores: t.Cores, Folders: t.Folders, Start: t.Start,
		Products: t.Products,
	}
	if t.Profile != sandbox.Submission && w.box.isolation.Namespaces && t.Limits.Memory > 0 {
		r.Limits.Memory += t.Limits.InFolder() // a tool may also fill its folder, which is in memory
	}
	stdin, err := run.OpenStdin(t)
	if err != nil {
		return answer, err
	}
	if stdin != t.Stdin {
		defer stdin.Close()
	}
	given, shown, err := run.OpenFiles(t)
	defer run.CloseAll(shown)
	if err != nil {
		return answer, err
	}
	r.Files = given
	files := append([]*os.File{stdin, stdout, stderr}, shown...)
	for _, product := range t.Products {
		into, err := os.Open(product.Into)
		if err != nil {
			return answer, err
		}
		defer into.Close()
		files = append(files, into)
	}
	if t.Watch != nil {
		files = append(files, t.Watch)
	}
	var descriptors []int
	for _, file := range files {
		descriptors = append(descriptors, int(file.Fd()))
	}
	return w.exchange(ctx, t, r, descriptors...)
}

// folder returns the path of the working folder, as programs see it.
func (w *Worker) folder() string {
	if w.box.isolation.Namespaces {
		return helper.WorkDir
	}
	return w.path("work")
}

// exchange sends a request and waits for the answer.
func (w *Worker) exchange(ctx context.Context, t sandbox.Task, r helper.Request,
	files ...int) (answer helper.Response, err error) {
	if err := w.conn.Send(r, files...); err != nil {
		return answer, w.lost(err)
	}
	control := w.control
	kill := func(run uint64) { control.Write(binary.LittleEndian.AppendUint64(nil, run)) }
	// a goroutine that waits for ctx would wake a thread in each run; AfterFunc does not
	defer context.AfterFunc(ctx, func() { kill(r.Run) })()
	if t.Stop != nil {
		over := make(chan struct{})
		defer close(over)
		go func() {
			select {
			case <-t.Stop:
				kill(r.Run | helper.StopRun)
			case <-over:
			}
		}()
	}
	var longest unix.Timeval // how long to wait for the answer; 0 means no limit
	if t.Limits.Wall > 0 {   // the helper enforces this limit, and answers soon after it
		longest = unix.NsecToTimeval(int64(t.Limits.Wall + time.Minute))
	}
	unix.SetsockoptTimeval(w.conn.FD, unix.SOL_SOCKET, unix.SO_RCVTIMEO, &longest)
	if _, err = w.conn.Receive(&answer); err == nil {
		return answer, nil
	}
	if errors.Is(err, unix.EAGAIN) {
		err = errors.New("timeout")
	}
	return answer, w.lost(err)
}

// openStderr opens the file for the standard error of one run. If the last program changed the old file, openStderr
// makes a new one, because the next program must not see what was changed: contents, mode or times. Each run opens the
// file again, because a program must also not see the file position and flags that an earlier program left.
func (w *Worker) openStderr() (*os.File, error) {
	var now unix.Stat_t
	if w.stderr == nil || unix.Fstat(int(w.stderr.Fd()), &now) != nil || now.Ctim != w.untouched.Ctim ||
		now.Atim != w.untouched.Atim {
		w.stderr.Close()
		if err := os.Remove(w.stderrPath); err != nil && !os.IsNotExist(err) {
			return nil, err
		}
		var err error
		if w.stderr, err = os.OpenFile(w.stderrPath, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600); err != nil {
			return nil, err
		}
		if err := errors.Join(w.own(w.stderr), unix.Fstat(int(w.stderr.Fd()), &w.untouched)); err != nil {
			return nil, err
		}
	}
	return os.OpenFile(w.stderrPath, os.O_RDWR|os.O_APPEND, 0)
}
