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

// What the user's config.yaml says, where neither a flag nor the environment says otherwise.

// noColor is the variable of the environment that decides on colours, if it is set at all.
const noColor = "NO_COLOR"

// configure makes what config.yaml says the default of flags, which help then shows, and of colours.
func (a *app) configure(root *cobra.Command) {
	switch value, set := os.LookupEnv(noColor); {
	case set && value != "":
		a.color = setting{"color", config.Never, noColor}
	case set: // also in place of what the file says
		a.color = setting{"color", config.Auto, noColor}
	default:
		a.color = a.settingOf("color", a.config.Color, config.Auto)
		if a.color.Value == config.Never {
			terminal.WithoutColor() // not by the environment, which the user's own commands get
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

// setting is one of the settings of config.yaml: what holds, and from where.
type setting struct {
	Name  string `json:"name"`
	Value string `json:"value"` // "" for none
	From  string `json:"from"`  // a variable of the environment, a file, or default
}

// settings are those that hold now for a command without flags.
func (a *app) settings() []setting {
	jobs := ""
	if a.config.Jobs > 0 {
		jobs = strconv.Itoa(a.config.Jobs)
	}
	return []setting{a.settingOf("jobs", jobs, strconv.Itoa(defaultJobs())), a.color,
		a.settingOf("judge", a.config.Judge, "")}
}

// settingOf is a setting: what the file says, or the usual value.
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
