package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"dlxjudge/judge/base/scratch"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/decide/loose"
	"dlxjudge/judge/decide/pick"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/execute/sandbox/backend"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/tell/terminal"
)

// open opens the named sandbox or, if name is "", the best one that works here. It also opens the cache of built
// programs, and prints the warnings of both. One program runs at a time unless the command changes Jobs.
func (a *app) open(ctx context.Context, name string) (tools grade.Options, err error) {
	var cache *compile.Cache
	var broken error
	var opened sync.WaitGroup
	opened.Go(func() { cache, broken = compile.OpenCache("", nil) }) // while the sandbox waits for its helper
	box, err := backend.Open(ctx, sandbox.Options{Backend: name})
	opened.Wait()
	switch {
	case err != nil && broken == nil:
		cache.Close()
		return tools, err
	case err != nil:
		return tools, err
	case broken != nil:
		box.Close()
		return tools, judgeFailed(broken)
	}
	cache.Programs = box
	a.warn(box.Warning())
	for _, lost := range box.Lost() {
		a.warn(lost)
	}
	a.warn(cache.Warning())
	cache.Note = func(note string) { a.say("note: %s", note) }
	a.closers = append(a.closers, func() { cache.Close(); box.Close() })
	return grade.Options{Jobs: 1, Sandbox: box, Cache: cache}, nil
}

// scratch makes a temporary folder. The method close removes it.
func (a *app) scratch() (dir string, err error) {
	if dir, err = scratch.Make(""); err != nil {
		return "", judgeFailed(err)
	}
	a.closers = append(a.closers, func() { os.RemoveAll(dir) })
	return dir, nil
}

// close closes what open has opened, and removes the folders that scratch has made.
func (a *app) close() {
	for _, closer := range a.closers {
		closer()
	}
	a.closers = nil
}

// warn prints a warning, unless it is "".
func (a *app) warn(warning string) {
	if warning != "" {
		a.say("warning: %s", warning)
	}
}

// problem returns the only problem that matches name. It returns an error if several match.
func (a *app) problem(ctx context.Context, pack, name string, load pick.Loader) (*problem.Problem, error) {
	s, err := a.picker.Pick(ctx, pack, []string{name}, load)
	if err != nil {
		return nil, err
	}
	return only(s)
}

// only returns the only problem that was picked.
func only(s *pick.Picked) (*problem.Problem, error) {
	if len(s.Set.Problems) != 1 {
		return nil, fmt.Errorf("%d problems are named; give one", len(s.Set.Problems))
	}
	return s.Set.Problems[0], nil
}

// entries picks submissions and tests from the package, or from the checkout if pack is "".
func (a *app) entries(ctx context.Context, pack string, args []string) ([]grade.Entry, error) {
	s, err := a.picker.Pick(ctx, pack, args, problem.Load)
	if err != nil {
		return nil, err
	}
	return s.Entries()
}

const prepareLimit = 5 * time.Minute

// newPrepareCommand returns the hidden command that prepareLater starts. The command precompiles the headers of a
// source, for its later builds.
func newPrepareCommand(a *app) *cobra.Command {
	return &cobra.Command{
		Use:    "prepare FILE",
		Short:  "Compile the headers of a source for later builds",
		Hidden: true,
		Args:   cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			ctx, stop := context.WithTimeout(cmd.Context(), prepareLimit)
			defer stop()
			source, err := loose.Program(args[0])
			if err != nil {
				return err
			}
			tools, err := a.open(ctx, "")
			if err != nil {
				return err
			}
			return tools.Cache.Prepare(ctx, source)
		},
	}
}

// prepareLater starts "judge prepare" in the background, if that makes the next build of a source faster. The new
// process has the lowest priority and outlives this one. It is started only at a terminal, so that scripts and CI jobs
// leave no process that they did not ask for. If the process fails, the next build is as slow as this one.
func (a *app) prepareLater(cache *compile.Cache, path string) {
	self, err := os.Executable()
	if err != nil || !cache.Unprepared() || !terminal.Is(a.stderr) {
		return
	}
	if path, err = filepath.Abs(path); err != nil {
		return
	}
	later := exec.Command("nice", "-n", "19", self, "prepare", "--", path)
	later.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if later.Start() == nil {
		later.Process.Release()
	}
}
