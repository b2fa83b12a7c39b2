package main

import (
	"cmp"
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/read/config"
	"dlxjudge/judge/tell/terminal"
)

// Settings from the user's config.yaml, which flags and the environment override.

// noColor is the environment variable that turns colours off if it is set, to whatever value.
const noColor = "NO_COLOR"

// configure makes the values in config.yaml the defaults of flags, which help then shows, and of colours.
func (a *app) configure(root *cobra.Command) {
	switch value, set := os.LookupEnv(noColor); {
	case set && value != "":
		a.color = setting{"color", config.Never, noColor}
	case set: // overrides the file
		a.color = setting{"color", config.Auto, noColor}
	default:
		a.color = a.settingOf("color", a.config.Color, config.Auto)
		if a.color.Value == config.Never {
			terminal.WithoutColor() // not through the environment, which the user's own commands inherit
		}
	}
	if a.config.Jobs == 0 {
		return
	}
	for _, cmd := range root.Commands() {
		if flag := cmd.Flags().Lookup("jobs"); flag != nil {
			flag.DefValue = strconv.Itoa(a.config.Jobs)
			flag.Value.Set(flag.DefValue)
		}
	}
}

// setting is one setting of config.yaml: its value now, and where that comes from.
type setting struct {
	Name  string `json:"name"`
	Value string `json:"value"` // "" for none
	From  string `json:"from"`  // an environment variable, a file, or default
}

// settings returns the values that a command without flags would use now.
func (a *app) settings() []setting {
	jobs := ""
	if a.config.Jobs > 0 {
		jobs = strconv.Itoa(a.config.Jobs)
	}
	return []setting{a.settingOf("jobs", jobs, strconv.Itoa(defaultJobs())), a.color,
		a.settingOf("judge", a.config.Judge, "")}
}

// settingOf returns a setting: the file's value, or the usual one.
func (a *app) settingOf(name, inFile, usual string) setting {
	if inFile = strings.TrimSpace(inFile); inFile != "" { // the line break of a block of YAML, before a file's name
		return setting{name, inFile, a.config.Path}
	}
	return setting{name, usual, "default"}
}

// printSettings prints a line for each setting.
func (a *app) printSettings(out *terminal.Sheet, settings []setting) {
	path, _ := config.Path("config.yaml")
	switch {
	case config.InCI():
		out.Paragraph(4, "  ∅ "+path+": not read, since CI is set")
	case a.config.Unread != nil:
		out.Paragraph(4, legible.Line("  ∅ not read: "+a.config.Unread.Error()))
	case a.config.Path == "":
		out.Paragraph(4, "  ∅ "+path+": not there; judge doctor --help says what it may hold")
	}
	for _, s := range settings {
		out.Paragraph(6, legible.Line(fmt.Sprintf("  %s: %s (%s)", s.Name, cmp.Or(s.Value, "none"), s.From)))
	}
	out.Flush()
}
