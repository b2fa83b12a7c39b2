//go:build linux

package contain

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/execute/sandbox/helper"
	"dlxjudge/judge/execute/sandbox/run"
)

// Worker is the judge's side of one helper process, to which it sends runs.
type Worker struct {
	box   *Sandbox
	index int
	view  helper.View
	dir   string
	user  int // user ID of the programs, or -1 for the judge's own

	// the file for the standard error of programs, and its state when it was new
	stderrPath string // its path, which programs can see
	stderr     *os.File
	untouched  unix.Stat_t

	log     *os.File // standard error of the helper
	process *exec.Cmd
	conn    *helper.Conn // our end of the socket
	control *os.File     // our end of the pipe
	core    int          // core to which the helper pins programs; -1 if it pins none
	hold    coreHold     // reservation of that core
	run     uint64       // number of the latest run

	program, files staged
}

// errTaken says that another worker has this index.
var errTaken = errors.New("two workers have the same index")

func (l *Sandbox) newWorker(ctx context.Context, index int, as helper.View) (*Worker, error) {
	w := &Worker{box: l, index: index, view: as, dir: filepath.Join(l.scratch, fmt.Sprint("worker", index)),
		user: l.userOf(index)}
	if err := os.Mkdir(w.dir, 0o755); errors.Is(err, fs.ErrExist) {
		return nil, errTaken
	}
	for _, dir := range []string{w.dir, w.path("program"), w.path("work"), w.path("prints"), w.path("root")} {
		if err := errors.Join(os.MkdirAll(dir, 0o755), os.Chmod(dir, 0o755)); err != nil { // regardless of the umask
			return nil, err
		}
	}
	var err error
	if w.log, err = os.OpenFile(w.path("log"), os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o600); err != nil {
		return nil, err
	}
	if err := w.start(ctx); err != nil {
		w.Close()
		return nil, err
	}
	w.stderrPath = w.path("prints/stderr-" + rand.Text())
	return w, nil
}

func (w *Worker) path(name string) string { return filepath.Join(w.dir, name) }

// helperPath is the executable of helpers: the judge's own. Tests replace it.
var helperPath = "/proc/self/exe"

// start starts the helper and waits until its isolation is set up, or ctx is done.
func (w *Worker) start(ctx context.Context) error {
	w.core = w.chooseCore()
	pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return err
	}
	helperSocket := os.NewFile(uintptr(pair[1]), "helper's socket")
	helperControl, control, err := os.Pipe()
	if err != nil {
		unix.Close(pair[0])
		helperSocket.Close()
		return err
	}
	w.conn, w.control = helper.NewConn(pair[0]), control
	w.process = &exec.Cmd{
		Path:        helperPath,
		Args:        []string{helper.Name},
		Env:         []string{"GOMAXPROCS=2"},
		Dir:         "/",
		Stderr:      w.log,
		ExtraFiles:  []*os.File{helperSocket, helperControl},
		SysProcAttr: &syscall.SysProcAttr{Setpgid: true}, // so that Ctrl-C at the judge's terminal spares the helper
	}
	setNamespaces(w.box.isolation, w.user, w.process.SysProcAttr)
	err = w.process.Start()
	helperSocket.Close() // if it stayed open here, this process would wait forever for a helper that has died
	helperControl.Close()
	if err != nil {
		w.process = nil
		w.stopHelper()
		return err
	}
	s := helper.Settings{
		View:      w.view,
		Isolation: w.box.isolation,
		Cgroups:   w.box.cgroups,
		User:      w.user,
		Group:     w.box.group,
		WorkDir:   w.path("work"),
		Program:   w.path("program"),
		Prints:    w.path("prints"),
		Root:      w.path("root"),
	}
	var ready helper.Response
	err = w.conn.Send(s)
	if err == nil {
		process := w.process.Process
		started := context.AfterFunc(ctx, func() { process.Kill() })
		if _, err = w.conn.Receive(&ready); !started() {
			err = ctx.Err()
		}
	}
	if err != nil {
		return cmp.Or(ctx.Err(), w.lost(err))
	}
	if ready.Error != "" {
		w.stopHelper()
		return &helper.Error{Text: ready.Error, Errno: ready.Errno}
	}
	return nil
}

// chooseCore returns the core for this worker's programs; -1 means any core. If possible, the core is reserved until
// the worker closes.
func (w *Worker) chooseCore() int {
	among := w.box.pinned
	if len(among) < 2 || w.view.Profile != sandbox.Submission {
		return -1
	}
	if w.hold.file != nil {
		return w.hold.core
	}
	hold, ok := holdCore(w.box.holds, among)
	if !ok {
		return among[w.index%len(among)]
	}
	w.hold = hold
	return hold.core
}

func (w *Worker) Core() (core int, pinned bool) {
	return w.core, w.core >= 0
}

// show makes more folders of the machine visible to this worker's programs. A helper's view cannot change, so the next
// run starts a new helper. The new helper still shows the old folders: they are run-time systems, which any program may
// see.
func (w *Worker) show(reads []string) {
	missing := slices.DeleteFunc(slices.Clone(reads), func(dir string) bool {
		return slices.Contains(w.view.Reads, dir)
	})
	if len(missing) == 0 {
		return
	}
	w.view.Reads = slices.Concat(w.view.Reads, missing)
	if w.process != nil {
		w.stopHelper()
	}
}

// lost stops a helper that failed to respond, and returns an error with the reason. The next run starts a new helper.
func (w *Worker) lost(err error) error {
	process := w.process
	w.stopHelper()
	log, _ := sandbox.ReadExcerpt(w.log)
	return fmt.Errorf("the sandbox's helper process failed (%w, %v); the next run starts a new one: %s", err,
		process.ProcessState, cmp.Or(log.LastLines(), "it left no message"))
}

// helperEnd is how long a helper may take to kill its programs and exit. After that, the judge kills the helper.
const helperEnd = 20 * time.Second

// stopHelper closes the socket and the pipe. That makes the helper kill its programs and exit. stopHelper waits for the
// exit.
func (w *Worker) stopHelper() {
	unix.Close(w.conn.FD)
	w.control.Close()
	if w.process != nil {
		process := w.process.Process
		late := time.AfterFunc(helperEnd, func() { process.Kill() })
		w.process.Wait()
		late.Stop()
		w.process = nil
	}
}

func (w *Worker) Close() error {
	if w.process != nil {
		w.stopHelper()
	}
	w.hold.release()
	w.stderr.Close()
	w.log.Close()
	return run.RemoveAll(w.dir)
}

// selfTest runs a program that does nothing, to check that programs can run.
func (w *Worker) selfTest(ctx context.Context) error {
	for _, program := range []string{"/bin/true", "/usr/bin/true", "/run/current-system/sw/bin/true"} {
		if _, err := os.Stat(program); err != nil {
			continue
		}
		limits := sandbox.Limits{CPU: time.Minute, Wall: time.Minute, Memory: 1 << 28, Output: 1 << 20, Processes: 8}
		result, err := w.Run(ctx, sandbox.Task{Profile: w.view.Profile, Program: program,
			Output: w.path("selftest"), Limits: limits})
		if err == nil && (result.End != sandbox.Exited || result.ExitCode != 0) {
			err = fmt.Errorf("%s, which should exit with status 0, gave %+v", program, result)
		}
		return err
	}
	return nil
}
