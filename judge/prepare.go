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

// newPrepareCommand is for prepareLater: it makes what later builds of a source read in place of its headers.
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
			tools, close, err := a.open("")
			if err != nil {
				return err
			}
			defer close()
			return tools.Cache.Prepare(ctx, source)
		},
	}
}

// prepareLater has a judge in the background prepare for the next build of a source, if it would then be faster. It has
// the lowest priority and outlives this judge, so it is started only for somebody at a terminal: no script or CI job
// finds a process that it did not ask for. If it fails, the next build is as slow as this one.
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
