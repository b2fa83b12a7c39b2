//go:build linux

package contain

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"golang.org/x/sys/unix"

	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/execute/sandbox/helper"
	"dlxjudge/judge/execute/sandbox/run"
)

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
	own, err := w.stage(task.Dir, "files", &w.files)
	if err != nil {
		return sandbox.Result{}, err
	}
	program, err := w.stage(task.Program, "program", &w.program)
	if err != nil {
		return sandbox.Result{}, err
	}
	if w.process == nil { // a failed run has lost it, or its view was too small
		if err := w.start(); err != nil {
			return sandbox.Result{}, err
		}
	}
	printed, err := w.newFile(w.stderr, os.O_RDWR|os.O_APPEND)
	if err != nil {
		return sandbox.Result{}, err
	}
	defer printed.Close()
	stdout := printed
	switch {
	case task.Stdout != nil:
		stdout = task.Stdout
	case task.Output != "":
		if err = run.CheckOutput(task.Output); err == nil {
			stdout, err = w.newFile(task.Output, os.O_WRONLY)
		}
		if err != nil {
			return sandbox.Result{}, err
		}
		defer stdout.Close()
	}
	before, err := stdout.Stat()
	if err != nil {
		return sandbox.Result{}, err
	}
	for _, file := range []*os.File{stdout, printed} { // many programs reopen them, as /dev/stdout
		if w.user >= 0 && (file == printed || before.Mode().IsRegular()) {
			if err := file.Chown(w.user, w.user); err != nil {
				return sandbox.Result{}, err
			}
		}
	}
	w.run++
	answer, err := w.send(ctx, task, program, own, stdout, printed)
	if before.Mode()&fs.ModeNamedPipe != 0 { // the caller closes it and reads what the program wrote
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

// newFile makes a new file for the standard output or error of a program, which must not see what the last one left.
func (w *Worker) newFile(path string, flags int) (*os.File, error) {
	if err := os.Remove(path); err != nil && !os.IsNotExist(err) {
		return nil, err
	}
	return os.OpenFile(path, flags|os.O_CREATE|os.O_EXCL, 0o600)
}

// send sends the run to the helper, and returns its answer.
func (w *Worker) send(ctx context.Context, t sandbox.Task, program, own string,
	stdout, stderr *os.File) (answer helper.Response, err error) {
	r := helper.Request{
		Run: w.run, Path: program, Args: append([]string{t.Program}, run.Replace(t.Args, sandbox.Own, own)...),
		Env: run.Replace(t.Env, sandbox.Own, own), Limits: t.Limits, Core: w.core, Watch: t.Watch != nil,
		ReadOnly: t.ReadOnly, Cores: t.Cores, Folders: t.Folders, Start: t.Start, Products: t.Products,
	}
	if t.Profile != sandbox.Submission && w.box.isolation.Namespaces && t.Limits.Memory > 0 {
		r.Limits.Memory += t.Limits.InFolder() // a tool may also fill its folder, which is in memory
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
	r.Files = files
	for _, product := range t.Products {
		into, err := os.Open(product.Into)
		if err != nil {
			return answer, err
		}
		opened = append(opened, into)
	}
	descriptors := []int{int(stdin.Fd()), int(stdout.Fd()), int(stderr.Fd())}
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
	return w.exchange(ctx, t, r, descriptors...)
}

// folder returns the programs' working folder, as they see it.
func (w *Worker) folder() string {
	if w.box.isolation.Namespaces {
		return helper.WorkDir
	}
	return w.path("work")
}

// exchange sends a request and waits for the answer.
func (w *Worker) exchange(ctx context.Context, t sandbox.Task, r helper.Request,
	files ...int) (answer helper.Response, err error) {
	r.Descriptors = len(files)
	if err := w.conn.Send(r, files...); err != nil {
		return answer, w.lost(err)
	}
	control, over := w.control, make(chan struct{})
	defer close(over)
	go func() {
		select {
		case <-ctx.Done(): // makes the helper kill the program
			control.Write(binary.LittleEndian.AppendUint64(nil, r.Run))
		case <-t.Stop:
			control.Write(binary.LittleEndian.AppendUint64(nil, r.Run|helper.StopRun))
		case <-over:
		}
	}()
	var longest unix.Timeval // 0 for no limit
	if t.Limits.Wall > 0 {   // which the helper enforces
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
