package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"dlxjudge/judge/report"
	"dlxjudge/judge/sandbox"
)

func newDoctorCommand(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "doctor",
		Short: "Say what this machine can measure and contain, and what would improve it",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			fmt.Fprintln(a.stdout, "Isolation and measurement:")
			printDiagnoses(a.stdout, sandbox.Probe())
			fmt.Fprintln(a.stdout, "\nTiming:")
			printDiagnoses(a.stdout, sandbox.Timing())
			return nil
		},
	}
}

// printDiagnoses prints a line for each finding, and below it what it means and what would improve it.
func printDiagnoses(out io.Writer, diagnoses []sandbox.Diagnosis) {
	for _, f := range diagnoses {
		mark := "✖"
		if f.Works {
			mark = "✓"
		}
		report.Paragraph(out, 4, fmt.Sprintf("  %s %s: %s", mark, f.Name, f.Detail))
		if f.Means != "" {
			report.Paragraph(out, 6, "      "+f.Means)
		}
		if f.Improve != "" {
			report.Paragraph(out, 6, "      better: "+f.Improve)
		}
	}
}

// warnOf prints a warning for each diagnosis of something that does not work.
func warnOf(out io.Writer, diagnoses []sandbox.Diagnosis) {
	for _, f := range diagnoses {
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
