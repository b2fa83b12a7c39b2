package sandbox

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"golang.org/x/sys/unix"

	"dlxjudge/judge/execute/executor"
)

// execute runs a command in this worker, which has its profile.
func (w *linuxWorker) execute(ctx context.Context, c executor.Command) (executor.Result, error) {
	if w.process == nil { // the last run has lost it
		if err := w.start(); err != nil {
			return executor.Result{}, err
		}
	}
	own, err := w.stageFiles(c.Dir)
	if err != nil {
		return executor.Result{}, err
	}
	c.Args, c.Env = executor.ReplaceOwn(c.Args, own), executor.ReplaceOwn(c.Env, own)
	program, err := w.stage(c.Program)
	if err != nil {
		return executor.Result{}, err
	}
	stderr, err := w.stderrs[0].open()
	if err != nil {
		return executor.Result{}, err
	}
	defer stderr.Close()
	stdin, stdout := c.Stdin, c.Stdout
	if stdin == nil {
		if stdin, err = os.Open(os.DevNull); err != nil {
			return executor.Result{}, err
		}
		defer stdin.Close()
	}
	if stdout == nil {
		stdout = stderr
	}
	w.run++
	r := request{
		Run: w.run, Path: program, Args: append([]string{c.Program}, c.Args...), Env: c.Env, Cores: c.Cores,
		Limits:  w.limitsOf(c.Limits),
		Folders: c.Folders, Start: c.Start, Products: c.Products,
	}
	if c.Stdin == nil {
		r.Input = os.DevNull // by a mount of its own, as the other devices
	} else if info, err := stdin.Stat(); err == nil && info.Mode().IsRegular() {
		if r.Input, err = filepath.Abs(stdin.Name()); err != nil {
			return executor.Result{}, err
		}
	}
	files := []*os.File{stdin, stdout, stderr}
	open := func(path string) error {
		file, err := os.Open(path)
		if err == nil {
			files = append(files, file)
		}
		return err
	}
	defer func() {
		for _, file := range files[3:] {
			if file != c.Watch {
				file.Close()
			}
		}
	}()
	r.Copies = len(c.Copies)
	for _, file := range slices.Concat(c.Files, c.Copies) {
		path, err := filepath.Abs(file.Path)
		if err = errors.Join(err, open(path)); err != nil {
			return executor.Result{}, err
		}
		r.Files = append(r.Files, executor.File{Name: file.Name, Path: path})
	}
	for _, product := range c.Products {
		if err := open(product.Into); err != nil {
			return executor.Result{}, err
		}
	}
	if c.Watch != nil {
		r.Watch = true
		files = append(files[:len(files):len(files)], c.Watch)
	}
	if len(files) > maxFiles {
		return executor.Result{}, fmt.Errorf("%s needs %d files; at most %d can be passed to a program", c.Program,
			len(files), maxFiles)
	}
	var descriptors []int
	for _, file := range files {
		descriptors = append(descriptors, int(file.Fd()))
	}
	result, err := w.exchange(ctx, r, c.Program, descriptors...)
	if err != nil {
		return executor.Result{}, err
	}
	return w.ended(result, stdout, c)
}

// limitsOf turns the limits of a command into those of a run.
func (w *linuxWorker) limitsOf(l executor.Limits) Limits {
	limits := Limits{Wall: l.Wall, Memory: l.Memory, Output: l.Output, Folder: l.Folder, Processes: l.Processes}
	if w.box.isolation.Namespaces && limits.Memory > 0 {
		limits.Memory += limits.folder() // the folder is in memory, and counts
	}
	return limits
}

// ended is the result of a command whose run has ended.
func (w *linuxWorker) ended(r Result, stdout *os.File, c executor.Command) (executor.Result, error) {
	r, err := runFiles{stdout: stdout, stderr: w.stderrs[0].file}.addFiles(r, w.limitsOf(c.Limits))
	if err != nil {
		return executor.Result{}, err
	}
	info, err := w.stderrs[0].file.Stat()
	if err != nil {
		return executor.Result{}, err
	}
	result := executor.Result{ExitCode: -1, CPU: r.CPU, Folder: w.folder()}
	if result.Said, err = executor.ReadSaid(w.stderrs[0].file, info.Size()); err != nil {
		return executor.Result{}, err
	}
	switch r.End {
	case Exited:
		result.ExitCode = r.ExitCode
	case Signaled:
		if result.Signal = unix.SignalNum(r.Signal); result.Signal == unix.SIGXFSZ && c.Limits.Output > 0 {
			result.Stopped = executor.StoppedOutput
		}
	case StoppedMemory:
		result.Stopped = executor.StoppedMemory
	case StoppedOutput:
		result.Stopped = executor.StoppedOutput
	default:
		result.Stopped = executor.StoppedTime
	}
	return result, nil
}

// folder is the programs' working folder, as they see it.
func (w *linuxWorker) folder() string {
	if w.box.isolation.Namespaces {
		return boxWorkDir
	}
	return w.path("work")
}
