package sandbox

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// linuxWorker is the judge's end of a worker: it opens the files of a run, has a helper do the run, and looks at what
// was written.
type linuxWorker struct {
	box   *linux
	index int
	dir   string

	stderr     *os.File // of the programs
	log        *os.File // of the helper itself
	process    *exec.Cmd
	conn       *conn    // our end of the socket
	control    *os.File // our end of the pipe
	run        uint64
	replyLimit time.Duration // the wall limit that the last reply was waited for with

	program        string // what was copied last,
	source, copied os.FileInfo
}

func (l *linux) newWorker(index int) (*linuxWorker, error) {
	w := &linuxWorker{box: l, index: index, dir: filepath.Join(l.scratch, fmt.Sprint("worker", index))}
	for _, dir := range []string{w.dir, w.path("program"), w.path("own"), w.path("root")} {
		if err := os.Mkdir(dir, 0o755); err != nil {
			return nil, err
		}
	}
	var err error
	if w.stderr, err = os.OpenFile(w.path("stderr"), os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o600); err != nil {
		return nil, err
	}
	if w.log, err = os.OpenFile(w.path("log"), os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o600); err != nil {
		w.stderr.Close()
		return nil, err
	}
	if err := w.start(); err != nil {
		w.Close()
		return nil, err
	}
	return w, nil
}

func (w *linuxWorker) path(name string) string { return filepath.Join(w.dir, name) }

// start starts the helper and waits until its walls are up.
func (w *linuxWorker) start() error {
	pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return err
	}
	theirs := os.NewFile(uintptr(pair[1]), "orders")
	defer theirs.Close()
	end, control, err := os.Pipe()
	if err != nil {
		unix.Close(pair[0])
		return err
	}
	defer end.Close()
	w.conn, w.control = newConn(pair[0]), control
	w.process = &exec.Cmd{
		Path:        "/proc/self/exe",
		Args:        []string{helperName},
		Env:         []string{"GOMAXPROCS=2"},
		Dir:         "/",
		Stderr:      w.log,
		ExtraFiles:  []*os.File{theirs, end, w.stderr},
		SysProcAttr: &syscall.SysProcAttr{Setsid: true}, // a key pressed at the judge's terminal is not for it
	}
	w.box.isolation.namespaces(w.process.SysProcAttr)
	if err := w.process.Start(); err != nil {
		w.process = nil
		w.stopHelper()
		return err
	}
	w.replyLimit = 0
	s := settings{
		Isolation: w.box.isolation,
		Cgroups:   w.box.cgroups,
		Name:      fmt.Sprintf("helper%d", w.box.helpers.Add(1)),
		Core:      -1,
		User:      w.box.userOf(w.index),
		WorkDir:   w.path("own"),
		Program:   w.path("program"),
		Root:      w.path("root"),
	}
	if n := len(w.box.pinned); n > 1 {
		s.Core = w.box.pinned[w.index%n]
	}
	var ready response
	err = w.conn.send(s)
	if err == nil {
		_, err = w.conn.receive(&ready)
	}
	if err != nil {
		return w.lost(err)
	}
	if ready.Error != "" {
		w.stopHelper()
		return errors.New(ready.Error)
	}
	return nil
}

func (w *linuxWorker) Run(ctx context.Context, task Task) (Result, error) {
	if err := ctx.Err(); err != nil {
		return Result{}, err
	}
	if w.process == nil { // it was lost in the run before
		if err := w.start(); err != nil {
			return Result{}, err
		}
	}
	program, err := w.stage(task.Program)
	if err != nil {
		return Result{}, err
	}
	stdin, err := os.Open(task.Input)
	if err != nil {
		return Result{}, err
	}
	defer stdin.Close()
	stdout, err := os.OpenFile(task.Output, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o644)
	if err != nil {
		return Result{}, err
	}
	defer stdout.Close()
	if info, err := w.stderr.Stat(); err != nil {
		return Result{}, err
	} else if info.Size() > 0 {
		if err := w.stderr.Truncate(0); err != nil {
			return Result{}, err
		}
	}

	input, err := filepath.Abs(task.Input)
	if err != nil {
		return Result{}, err
	}
	w.run++
	r := request{Run: w.run, Path: program, Args: append([]string{task.Program}, task.Args...), Input: input, Limits: task.Limits}
	if err := w.conn.send(r, int(stdin.Fd()), int(stdout.Fd())); err != nil {
		return Result{}, w.lost(err)
	}
	w.limitReplyTime(task.Limits.Wall)
	stop := context.AfterFunc(ctx, func() { w.cancel(r.Run) })
	var answer response
	_, err = w.conn.receive(&answer)
	stop()
	if errors.Is(err, unix.EAGAIN) {
		w.process.Process.Kill()
		err = errors.New("it has hung")
	}
	switch {
	case err != nil:
		return Result{}, w.lost(err)
	case ctx.Err() != nil:
		return Result{}, ctx.Err()
	case answer.Error != "":
		return Result{}, fmt.Errorf("running %s: %s", task.Program, answer.Error)
	}
	return runFiles{stdin, stdout, w.stderr}.addFiles(answer.Result, task.Limits)
}

// bePatient sets how long to wait for a reply. The helper keeps the limit; this is for a helper that hangs.
func (w *linuxWorker) limitReplyTime(wall time.Duration) {
	if wall == w.replyLimit {
		return
	}
	w.replyLimit = wall
	if wall > 0 { // 0 is for ever
		wall += time.Minute
	}
	limit := unix.NsecToTimeval(int64(wall))
	unix.SetsockoptTimeval(w.conn.fd, unix.SOL_SOCKET, unix.SO_RCVTIMEO, &limit)
}

// cancel has the helper end a run.
func (w *linuxWorker) cancel(run uint64) {
	w.control.Write(binary.LittleEndian.AppendUint64(nil, run))
}

// lost says what became of a helper that does not answer.
func (w *linuxWorker) lost(err error) error {
	process := w.process
	w.stopHelper()
	killByEnvironment(w.path("own")) // where no namespace has died with it
	if said, _ := tail(w.log); said != "" {
		return fmt.Errorf("the sandbox's helper died (%v): %s", process.ProcessState, said)
	}
	if errors.Is(err, io.EOF) {
		return fmt.Errorf("the sandbox's helper died (%v)", process.ProcessState)
	}
	return fmt.Errorf("the sandbox's helper does not answer: %w", err)
}

// hangUp ends the helper: it exits when nobody can give it orders any more, and all its programs with it.
func (w *linuxWorker) stopHelper() {
	unix.Close(w.conn.fd)
	w.control.Close()
	if w.process != nil {
		w.process.Wait()
		w.process = nil
	}
}

func (w *linuxWorker) Close() error {
	if w.process != nil {
		w.stopHelper()
	}
	w.stderr.Close()
	w.log.Close()
	return removeAll(w.dir)
}

// try runs a program that does nothing, to see that programs can be run.
func (w *linuxWorker) selfTest() error {
	for _, nothing := range []string{"/bin/true", "/usr/bin/true", "/run/current-system/sw/bin/true"} {
		if _, err := os.Stat(nothing); err != nil {
			continue
		}
		limits := Limits{CPU: time.Minute, Wall: time.Minute, Memory: 1 << 28, Output: 1 << 20, Processes: 8}
		result, err := w.Run(context.Background(), Task{Program: nothing, Input: os.DevNull, Output: w.path("try"), Limits: limits})
		if err == nil && (result.End != Exited || result.ExitCode != 0) {
			err = fmt.Errorf("%s ended as %+v", nothing, result)
		}
		return err
	}
	return nil
}
