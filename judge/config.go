package main

import (
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"dlxjudge/judge/read/config"
	"dlxjudge/judge/tell/reports"
	"dlxjudge/judge/tell/terminal"
)

// This file applies the settings in the user's config.yaml. Flags and the environment override them.

// noColor is the environment variable that turns colours off if it is set and not empty.
const noColor = "NO_COLOR"

// configure makes the values in config.yaml the defaults for colours and flags. The help then shows these defaults.
func (a *app) configure(root *cobra.Command) {
	switch value, set := os.LookupEnv(noColor); {
	case set && value != "":
		a.color = reports.Setting{Name: "color", Value: config.Never, From: noColor}
	case set: // even an empty value overrides the file
		a.color = reports.Setting{Name: "color", Value: config.Auto, From: noColor}
	default:
		a.color = a.settingOf("color", a.config.Color, config.Auto)
		if a.color.Value == config.Never {
			terminal.WithoutColor() // not by setting NO_COLOR, which the user's own commands would inherit
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

// settings returns the values that a command without flags would use now.
func (a *app) settings() []reports.Setting {
	jobs := ""
	if a.config.Jobs > 0 {
		jobs = strconv.Itoa(a.config.Jobs)
	}
	return []reports.Setting{a.settingOf("jobs", jobs, strconv.Itoa(defaultJobs())), a.color,
		a.settingOf("judge", a.config.Judge, "")}
}

// settingOf returns a setting. Its value is the one in the file or, if that is empty, the usual one.
func (a *app) settingOf(name, inFile, usual string) reports.Setting {
	if inFile = strings.TrimSpace(inFile); inFile != "" { // the text of a YAML block may end with a line break
		return reports.Setting{Name: name, Value: inFile, From: a.config.Path}
	}
	return reports.Setting{Name: name, Value: usual, From: "default"}
}

// unconfigured returns why config.yaml is not read, or "" if it is.
func (a *app) unconfigured() string {
	path, _ := config.Path("config.yaml")
	switch {
	case config.InCI():
		return path + ": not read, since CI is set"
	case a.config.Unread != nil:
		return "not read: " + a.config.Unread.Error()
	case a.config.Path == "":
		return path + ": not there; judge doctor --help says what it may hold"
	}
	return ""
}
