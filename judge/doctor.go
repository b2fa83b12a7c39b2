package main

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/execute/sandbox/backend"
	"dlxjudge/judge/execute/sandbox/health"
	"dlxjudge/judge/execute/sandbox/plain"
	"dlxjudge/judge/tell/terminal"
	"dlxjudge/judge/tell/usage"
)

func newDoctorCommand(a *app) *cobra.Command {
	json := ""
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "Say what this machine can measure and contain",
		Long: `Say what this machine can measure and contain, and what would improve it. The
settings are those of ~/.config/judge/config.yaml, which may hold:

  jobs: 4          # as --jobs 4 of each command that has it
  color: never     # as NO_COLOR=1 in the environment; auto: on terminals
  judge: poj       # of judge submit FILE, where its judge.yaml names none

Flags and the environment come first. Where CI is set, the file is not read.`,
		Example: "  judge doctor",
		Args:    usage.None,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.doctor(cmd.Context(), json)
		},
	}
	addJSON(cmd, &json)
	return cmd
}

// The document of judge doctor.
type (
	doctorDocument struct {
		Schema    int                 `json:"schema"`
		Isolation []health.Diagnosis  `json:"isolation"`
		Timing    []health.Diagnosis  `json:"timing"`
		Languages []installedLanguage `json:"languages"`
		Settings  []setting           `json:"settings"`
	}
	installedLanguage struct {
		Language string `json:"language"`
		Version  string `json:"version"` // "" if it is missing
		Missing  string `json:"missing"` // why; "" if it is there
		Install  string `json:"install"` // how to get it
	}
)

// doctor prints what this machine can do.
func (a *app) doctor(ctx context.Context, json string) error {
	out, d := a.sheet(json), doctorDocument{Schema: jsonSchema, Languages: []installedLanguage{}}
	isolation, timing := health.Isolation(), health.Timing()
	fmt.Fprintln(out, "Isolation and measurement:")
	printDiagnoses(out, isolation)
	fmt.Fprintln(out, "\nTiming:")
	printDiagnoses(out, timing)
	var programs sandbox.Executor = plain.Executor{}
	box, err := backend.Open(sandbox.Options{})
	if err == nil {
		defer box.Close()
		programs = box
	}
	languages := compile.AskAll(ctx, programs)
	if ctx.Err() != nil {
		return exitError{Status: statusInterrupted}
	}
	fmt.Fprintln(out, "\nLanguages:")
	printLanguages(out, languages)
	fmt.Fprintln(out, "\nSettings:")
	d.Settings = a.settings()
	a.printSettings(out, d.Settings)
	d.Isolation, d.Timing = isolation, timing
	for _, l := range languages {
		row := installedLanguage{Language: l.Language.Name, Version: l.Version, Install: l.Language.Advice}
		if l.Missing != nil {
			row.Missing = l.Missing.Error()
		}
		d.Languages = append(d.Languages, row)
	}
	return a.writeDocument(json, d)
}

// printLanguages prints a line for each language.
func printLanguages(out *terminal.Sheet, languages []compile.Installed) {
	for _, l := range languages {
		row := fmt.Sprintf("  ✓ %s (%s): %s", l.Language.Display, l.Language.Name, l.Version)
		if l.Missing != nil {
			row = fmt.Sprintf("  ∅ %s (%s): %v", l.Language.Display, l.Language.Name, l.Missing)
		}
		out.Paragraph(6, legible.Line(row))
	}
	out.Flush()
}

// printDiagnoses prints a line for each finding, and below it what it means and how to improve it.
func printDiagnoses(out *terminal.Sheet, diagnoses []health.Diagnosis) {
	for _, f := range diagnoses {
		mark := "✖"
		if f.Works {
			mark = "✓"
		}
		out.Paragraph(4, fmt.Sprintf("  %s %s: %s", mark, f.Name, f.Detail))
		if f.Means != "" {
			out.Paragraph(6, "      "+f.Means)
		}
		if f.Improve != "" {
			out.Paragraph(6, "      better: "+f.Improve)
		}
	}
	out.Flush()
}

// warnOf prints a warning for each diagnosis of something that does not work.
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
