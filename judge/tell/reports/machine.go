package reports

import (
	"cmp"
	"fmt"
	"io"

	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/base/version"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/execute/sandbox/health"
	"dlxjudge/judge/tell/report"
	"dlxjudge/judge/tell/terminal"
)

// Machine is the document of "judge doctor". It says how this machine can isolate and measure programs.
type Machine struct {
	Schema    int                `json:"schema"`
	Isolation []health.Diagnosis `json:"isolation"`
	Timing    []health.Diagnosis `json:"timing"`
	Languages []installed        `json:"languages"`
	Settings  []Setting          `json:"settings"`
}

type installed struct {
	Language string `json:"language"`
	Version  string `json:"version"`  // "" if the language is missing
	Missing  string `json:"missing"`  // why the language is missing; "" if it is installed
	Install  string `json:"install"`  // how to install the language
	Outdated string `json:"outdated"` // what to do about a compiler that is too old; "" if it is not
	display  string
}

// Setting is one setting of config.yaml: its current value, and where this value comes from.
type Setting struct {
	Name  string `json:"name"`
	Value string `json:"value"` // "" for none
	From  string `json:"from"`  // an environment variable, a file, or "default"
}

// MachineOf collects the findings in a document.
func MachineOf(isolation, timing []health.Diagnosis, languages []compile.Installed, settings []Setting) Machine {
	m := Machine{Schema: report.Schema, Isolation: isolation, Timing: timing, Languages: []installed{},
		Settings: settings}
	for _, l := range languages {
		row := installed{Language: l.Language.Name, Version: l.Version, Install: l.Language.Advice,
			Outdated: l.Outdated, display: l.Language.Display}
		if l.Missing != nil {
			row.Missing = l.Missing.Error()
		}
		m.Languages = append(m.Languages, row)
	}
	return m
}

// Text writes a line for each finding, language and setting. note says why config.yaml is not read; it is "" if
// config.yaml is read.
func (m Machine) Text(w io.Writer, note string, style terminal.Style) error {
	out := terminal.NewSheet(w, style)
	diagnoses := func(title string, all []health.Diagnosis) {
		fmt.Fprintln(out, title)
		for _, d := range all {
			mark := "✖"
			if d.Works {
				mark = "✓"
			}
			out.Paragraph(4, fmt.Sprintf("  %s %s: %s", mark, d.Name, d.Detail))
			if d.Means != "" {
				out.Paragraph(6, "      "+d.Means)
			}
			if d.Improve != "" {
				out.Paragraph(6, "      better: "+d.Improve)
			}
		}
	}
	diagnoses("Isolation and measurement:", m.Isolation)
	diagnoses("\nTiming:", m.Timing)
	fmt.Fprintln(out, "\nLanguages:")
	for _, l := range m.Languages {
		mark := "✓"
		switch {
		case l.Missing != "":
			mark = "∅"
		case l.Outdated != "":
			mark = "✖"
		}
		out.Paragraph(6, legible.Line(fmt.Sprintf("  %s %s (%s): %s", mark, l.display, l.Language,
			cmp.Or(l.Missing, l.Version))))
		if l.Outdated != "" {
			out.Paragraph(6, "      "+legible.Line(l.Outdated))
		}
	}
	fmt.Fprintln(out, "\nSettings:")
	if note != "" {
		out.Paragraph(4, legible.Line("  ∅ "+note))
	}
	for _, s := range m.Settings {
		out.Paragraph(6, legible.Line(fmt.Sprintf("  %s: %s (%s)", s.Name, cmp.Or(s.Value, "none"), s.From)))
	}
	return out.Flush()
}

// Version is the document of "judge version".
type Version struct {
	Schema int `json:"schema"`
	version.Build
	Level string `json:"level"` // level of isolation; "" if no sandbox can be opened
}

// VersionOf returns the version of this judge, with the level at which it isolates programs.
func VersionOf(level string) Version { return Version{report.Schema, version.ThisBuild(), level} }

// Text writes which judge this is, and how it isolates programs on this machine.
func (v Version) Text(w io.Writer, style terminal.Style) error {
	out := terminal.NewSheet(w, style)
	isolation := cmp.Or(v.Level, "no sandbox can be opened: judge doctor says more")
	for _, line := range append(v.Lines("judge"), "isolation: "+isolation) {
		out.Paragraph(2, legible.Line(line))
	}
	return out.Flush()
}
