package main

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"dlxjudge/judge/decide/loose"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/tell/terminal"
)

const prepareLimit = 5 * time.Minute

// newPrepareCommand is for prepareLater: it precompiles the headers that later builds of a source read.
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
			tools, err := a.open("")
			if err != nil {
				return err
			}
			return tools.Cache.Prepare(ctx, source)
		},
	}
}

// prepareLater starts a judge in the background to prepare the next build of a source, if that makes it faster. The
// process has the lowest priority and outlives this one. It is started only at a terminal, so that scripts and CI jobs
// leave no process that they did not ask for. If it fails, the next build is as slow as this one.
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
