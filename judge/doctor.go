package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/execute/attack"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/tell/terminal"
	"dlxjudge/judge/tell/usage"
)

func newDoctorCommand(a *app) *cobra.Command {
	attacks, json := false, ""
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "Say what this machine can measure and contain, and what would improve it",
		Long: `Say what this machine can measure and contain, and what would improve it.

With --attack, try a few attacks in the sandbox that judge run would use, and say
which of them were refused. The exit status is 1 if an attack succeeds that the
sandbox promises to refuse here; SECURITY.md lists the promises.

The settings are those of ~/.config/judge/config.yaml, which may hold:

  jobs: 4              # as --jobs 4 of each command that has it
  color: never         # as NO_COLOR=1 in the environment; auto: on terminals
  editor: code --wait  # of judge new --edit, unless VISUAL or EDITOR is set
  judge: poj           # as judge submit FILE --judge poj

Flags and the environment go first; NO_COLOR= (empty) is auto. Where CI is set, the
file is not read.`,
		Example: `  judge doctor
  judge doctor --attack`,
		Args: usage.None,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if attacks {
				return a.attack(cmd.Context(), sandbox.Options{}, json)
			}
			return a.doctor(cmd.Context(), json)
		},
	}
	cmd.Flags().BoolVar(&attacks, "attack", false, "try attacks on the sandbox instead")
	addJSON(cmd, &json)
	return cmd
}

// The document of judge doctor.
type (
	doctorDocument struct {
		Schema    int                 `json:"schema"`
		Isolation []doctorFinding     `json:"isolation"`
		Timing    []doctorFinding     `json:"timing"`
		Languages []installedLanguage `json:"languages"`
		Settings  []setting           `json:"settings"`
	}
	doctorFinding struct {
		Name   string `json:"name"`
		Works  bool   `json:"works"`
		Detail string `json:"detail"`
		Means  string `json:"means"`
		Better string `json:"better"`
	}
	installedLanguage struct {
		Language string `json:"language"`
		Version  string `json:"version"` // "" if it is missing
		Missing  string `json:"missing"` // why; "" if it is there
		Install  string `json:"install"` // how to get it
	}
)

// doctor says what this machine can do.
func (a *app) doctor(ctx context.Context, json string) error {
	out, d := a.sheet(json), doctorDocument{Schema: jsonSchema, Languages: []installedLanguage{}}
	isolation, timing := sandbox.Probe(), sandbox.Timing()
	fmt.Fprintln(out, "Isolation and measurement:")
	printDiagnoses(out, isolation)
	fmt.Fprintln(out, "\nTiming:")
	printDiagnoses(out, timing)
	programs := sandbox.Uncontained()
	box, err := sandbox.Open(sandbox.Options{})
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
	d.Isolation, d.Timing = findingsOf(isolation), findingsOf(timing)
	for _, l := range languages {
		row := installedLanguage{Language: l.Language.Name, Version: l.Version, Install: l.Language.Advice}
		if l.Missing != nil {
			row.Missing = l.Missing.Error()
		}
		d.Languages = append(d.Languages, row)
	}
	return a.writeDocument(json, d)
}

func findingsOf(diagnoses []sandbox.Diagnosis) []doctorFinding {
	findings := []doctorFinding{}
	for _, f := range diagnoses {
		findings = append(findings, doctorFinding{f.Name, f.Works, f.Detail, f.Means, f.Improve})
	}
	return findings
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

// printDiagnoses prints a line for each finding, and below it what it means and what would improve it.
func printDiagnoses(out *terminal.Sheet, diagnoses []sandbox.Diagnosis) {
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
func warnOf(out io.Writer, diagnoses []sandbox.Diagnosis) {
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

// The document of judge doctor --attack.
type (
	attackDocument struct {
		Schema  int           `json:"schema"`
		Level   string        `json:"level"`
		Refused int           `json:"refused"`
		Through int           `json:"got_through"`
		Broken  int           `json:"against_a_promise"`
		Skipped int           `json:"skipped"`
		Attacks []attackTried `json:"attacks"`
	}
	attackTried struct {
		Attack   string `json:"attack"`
		State    string `json:"state"` // refused, got through, skipped
		Promised bool   `json:"promised"`
		Detail   string `json:"detail"`
	}
)

// attack prints a row for each attack.
func (a *app) attack(ctx context.Context, options sandbox.Options, json string) (err error) {
	box, err := sandbox.Open(options)
	if err != nil {
		return judgeFailed(err)
	}
	defer func() {
		if closed := box.Close(); err == nil && closed != nil {
			err = judgeFailed(closed)
		}
	}()
	a.warn(sandbox.Warning(box))
	out, d := a.sheet(json), attackDocument{Schema: jsonSchema, Level: fmt.Sprint(sandbox.PromisesOf(box).Level),
		Attacks: []attackTried{}}
	out.Paragraph(0, fmt.Sprintf("Attacks on the sandbox that judge run uses (%s):", d.Level))
	results, err := attack.Run(ctx, box)
	if ctx.Err() != nil {
		return exitError{Status: statusInterrupted}
	}
	if err != nil {
		return judgeFailed(err)
	}
	for _, r := range results {
		row, state := "  ✓ refused: "+r.Name, "refused"
		switch {
		case r.Skipped != "":
			d.Skipped++
			state, row = "skipped", fmt.Sprintf("  ∅ skipped: %s: %s", r.Name, r.Skipped)
		case r.Broken():
			d.Through, d.Broken = d.Through+1, d.Broken+1
			state, row = "got through", fmt.Sprintf("  ✖ got through: %s: %s", r.Name, r.Through)
		case r.Through != "":
			d.Through++
			state, row = "got through", fmt.Sprintf("  ✖ got through: %s: %s (not promised at this level)", r.Name,
				r.Through)
		default:
			d.Refused++
		}
		d.Attacks = append(d.Attacks, attackTried{r.Name, state, r.Promised, r.Through + r.Skipped})
		out.Paragraph(4, row)
	}
	out.Paragraph(2, fmt.Sprintf("DONE %d attacks: %d refused, %d got through, %d of them against a promise, %d "+
		"skipped",
		len(results), d.Refused, d.Through, d.Broken, d.Skipped))
	out.Flush()
	if err := a.writeDocument(json, d); err != nil {
		return err
	}
	if d.Broken > 0 {
		return exitError{Status: statusUnexpected, Err: errors.New("this sandbox does not hold what it promises; " +
			"SECURITY.md says how to report it")}
	}
	return nil
}
