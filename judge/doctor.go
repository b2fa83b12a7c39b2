package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"dlxjudge/judge/sandbox"
)

func newDoctorCommand(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "doctor",
		Short: "Say what this machine can measure and contain, and what would improve it",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			fmt.Fprintln(a.stdout, "Walls and measures:")
			printFindings(a.stdout, sandbox.Probe())
			fmt.Fprintln(a.stdout, "\nTiming:")
			printFindings(a.stdout, sandbox.Timing())
			return nil
		},
	}
}

// printFindings prints a line for each finding, and below it what it means and what would improve it.
func printFindings(out io.Writer, findings []sandbox.Finding) {
	for _, f := range findings {
		mark := "✖"
		if f.Works {
			mark = "✓"
		}
		fmt.Fprintf(out, "  %s %s: %s\n", mark, f.Name, f.Detail)
		if f.Means != "" {
			fmt.Fprintf(out, "      %s\n", f.Means)
		}
		if f.Improve != "" {
			fmt.Fprintf(out, "      better: %s\n", f.Improve)
		}
	}
}

// warnOf prints a line for each finding that does not work.
func warnOf(out io.Writer, findings []sandbox.Finding) {
	for _, f := range findings {
		if f.Works {
			continue
		}
		better := ""
		if f.Improve != "" {
			better = "; better: " + f.Improve
		}
		fmt.Fprintf(out, "judge: warning: %s: %s: %s%s\n", f.Name, f.Detail, f.Means, better)
	}
}
