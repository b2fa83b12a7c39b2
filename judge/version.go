package main

import (
	"github.com/spf13/cobra"

	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/base/version"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/execute/sandbox/backend"
)

func newVersionCommand(a *app) *cobra.Command {
	json := ""
	cmd := version.NewCommand("judge")
	cmd.RunE = func(*cobra.Command, []string) error { return a.version(json) }
	cmd.Example += "\n  judge version --json -"
	addJSON(cmd, &json)
	return cmd
}

// The document of judge version.
type versionDocument struct {
	Schema   int    `json:"schema"`
	Release  string `json:"release"`
	Commit   string `json:"commit"` // that the judge was built from; "" if that is not known
	Dirty    *bool  `json:"dirty"`  // null if that is not known
	Judge    string `json:"judge"`
	Go       string `json:"go"`
	Platform string `json:"platform"`
	Level    string `json:"level"` // of the sandbox; "" if none can be opened
}

// version prints which judge this is, and how it isolates programs on this machine.
func (a *app) version(json string) error {
	b := version.ThisBuild()
	d := versionDocument{Schema: jsonSchema, Release: b.Release, Commit: b.Commit, Judge: b.Judge, Go: b.Go,
		Platform: b.Platform}
	if b.Commit != "" {
		d.Dirty = &b.Dirty
	}
	box, err := backend.Open(sandbox.Options{})
	isolation := "no sandbox can be opened: judge doctor says more"
	if err == nil {
		d.Level = box.Level()
		isolation = d.Level
		err = box.Close()
	}
	if err != nil { // the rest is known all the same
		a.say("warning: %v", err)
	}
	out := a.sheet(json)
	for _, line := range append(b.Lines("judge"), "isolation: "+isolation) {
		out.Paragraph(2, legible.Line(line))
	}
	out.Flush()
	return a.writeDocument(json, d)
}
