//go:build linux

package helper

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"

	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/execute/sandbox/run"
)

// A job is one run that the judge asks for, with the files that came with the request.
type job struct {
	Request
	stdin, stdout, stderr int        // descriptors
	shown                 []*os.File // what to copy to the working folder, in the order of Request.Files
	receivers             []*os.File // the folders that receive products, in the order of Request.Products
	states                int        // descriptor of the pipe for the program's States; -1 for none
}

// takeFiles takes the job's files from those that have arrived, and returns the rest, which belong to later jobs.
func (j *job) takeFiles(arrived []int) (rest []int, err error) {
	want := 3 + len(j.Files) + len(j.Products)
	if j.Watch {
		want++
	}
	if len(arrived) < want {
		return nil, fmt.Errorf("a request came with %d files, want %d", len(arrived), want)
	}
	files, rest := arrived[:want], arrived[want:]
	j.stdin, j.stdout, j.stderr, j.states = files[0], files[1], files[2], -1
	if j.Watch {
		j.states, files = files[want-1], files[:want-1]
	}
	for _, fd := range files[3:] {
		j.shown = append(j.shown, os.NewFile(uintptr(fd), "a file of the judge"))
	}
	j.shown, j.receivers = j.shown[:len(j.Files)], j.shown[len(j.Files):]
	return rest, nil
}

func (j *job) close() {
	for _, fd := range []int{j.stdin, j.stdout, j.stderr, j.states} {
		unix.Close(fd)
	}
	run.CloseAll(j.shown)
	run.CloseAll(j.receivers)
}

// do does a job from top to bottom: it copies the input, fills the working folder, runs the program there, and takes
// the program's products.
func (h *helper) do(j *job) (result sandbox.Result, err error) {
	h.keepTo(j.Core)
	h.withoutLandlock(func() { j.stdin = h.copyInput(j.stdin) })
	if err := h.give(j); err != nil {
		return sandbox.Result{}, err
	}
	folder := h.attr.Dir
	j.Args, h.attr.Env = run.Replace(j.Args, sandbox.Folder, folder), run.Environment(folder, j.Env...)
	h.attr.Dir = filepath.Join(folder, j.Start)
	defer func() { h.attr.Dir = folder }()
	defer run.OnCores(j.Cores)()
	if result, err = h.run(j); err != nil || len(j.Products) == 0 {
		return result, err
	}
	onOtherThread(func() { err = run.Take(h.work.path, j.Products, j.receivers, j.Limits.InFolder()) })
	if errors.As(err, new(*run.TooMuchError)) {
		result.End, err = sandbox.StoppedOutput, nil
	}
	return result, err
}

// keepTo pins this thread and its children to a core, unless core is -1. It ignores errors.
func (h *helper) keepTo(core int) {
	if core == h.core || core < 0 {
		return
	}
	var set unix.CPUSet
	set.Set(core)
	unix.SchedSetaffinity(0, &set)
	h.core = core
}
