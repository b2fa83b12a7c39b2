package main

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"dlxjudge/judge/base/version"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/execute/sandbox/backend"
	"dlxjudge/judge/execute/sandbox/health"
	"dlxjudge/judge/execute/sandbox/plain"
	"dlxjudge/judge/tell/reports"
	"dlxjudge/judge/tell/terminal"
	"dlxjudge/judge/tell/usage"
)

func newDoctorCommand(a *app) *cobra.Command {
	json := ""
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "Say what this machine can measure and contain",
		Long: `Say what the judge can measure and isolate here, and what would improve that.
Your settings are in ~/.config/dlxjudge/config.yaml, which may hold:

  jobs: 4          # the default of --jobs
  color: never     # like NO_COLOR=1; auto: colours on terminals only
  judge: poj       # for judge submit FILE, if its judge.yaml names none

Flags and the environment override the file. If CI is set, the file is not read.`,
		Example: "  judge doctor",
		Args:    usage.None,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.doctor(cmd.Context(), json)
		},
	}
	addJSON(cmd, &json)
	return cmd
}

// doctor prints what this machine can do.
func (a *app) doctor(ctx context.Context, json string) error {
	var programs sandbox.Executor = plain.Executor{}
	if box, err := backend.Open(ctx, sandbox.Options{}); err == nil {
		defer box.Close()
		programs = box
	}
	languages := compile.AskAll(ctx, programs)
	if ctx.Err() != nil {
		return exitError{Status: statusInterrupted}
	}
	machine := reports.MachineOf(health.Isolation(ctx), health.Timing(), languages, a.settings())
	return a.writeReport(json, func(w io.Writer) error { return machine.Text(w, a.unconfigured(), a.style()) },
		document(machine))
}

// warnOf prints a warning for each diagnosis that says that something does not work.
func warnOf(out io.Writer, diagnoses []health.Diagnosis) {
	for _, f := range diagnoses {
		if f.Works {
			continue
		}
		better := ""
		if f.Improve != "" {
			better = "; better: " + f.Improve
		}
		terminal.Message(out, fmt.Sprintf("judge: warning: %s: %s: %s%s", f.Name, f.Detail, f.Means, better))
	}
}

func newVersionCommand(a *app) *cobra.Command {
	json := ""
	cmd := version.NewCommand("judge")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error { return a.version(cmd.Context(), json) }
	cmd.Example += "\n  judge version --json -"
	addJSON(cmd, &json)
	return cmd
}

// version prints which judge this is, and how it isolates programs on this machine.
func (a *app) version(ctx context.Context, json string) error {
	level := ""
	box, err := backend.Open(ctx, sandbox.Options{})
	if err == nil {
		level = box.Level()
		err = box.Close()
	}
	if err != nil { // the rest of the output does not depend on the sandbox
		a.say("warning: %v", err)
	}
	this := reports.VersionOf(level)
	return a.writeReport(json, func(w io.Writer) error { return this.Text(w, a.style()) }, document(this))
}
