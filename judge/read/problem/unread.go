package problem

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"dlxjudge/judge/read/legacy"
	"dlxjudge/judge/read/tree"
)

// What stands at the top of a package. Nothing else is read there.
var (
	rootsOfToday = []string{
		"problem.yaml", "statement", "solution", "attachments", "data", "include", "submissions", "input_validators",
		"static_validator", "output_validator", "input_visualizer", "output_visualizer", "generators", "judge.yaml",
		"judges.yaml", "mutants.yaml",
	}
	rootsOfLegacy = []string{
		"problem.yaml", "problem_statement", "attachments", "data", "include", "submissions", "input_validators",
		"input_format_validators",
		"output_validators", "graders", "generators", legacy.Settings, "problem.pdf", "problem.html", "problem.txt",
		"judge.yaml", "judges.yaml", "mutants.yaml",
	}
	// Names of the other format, and what they are called in this one.
	calledToday = map[string]string{
		"problem_statement": "statement", "output_validators": "output_validator",
		"input_format_validators": "input_validators",
		"solutions":               "solution", "static_validators": "static_validator", legacy.Settings: "problem.yaml",
	}
	calledBefore = map[string]string{"statement": "problem_statement", "output_validator": "output_validators"}
)

// warnUnread warns of files and folders at the top of a package that nothing reads. Those for people are left out, and
// in a checkout the problem's tests.
func (p *Problem) warnUnread(at layout) {
	entries, _ := p.list(at.dir) // what cannot be read is an error where it is looked for
	known, called := rootsOfToday, calledToday
	if p.legacy != nil {
		known, called = rootsOfLegacy, calledBefore
	}
	for _, e := range entries {
		name, _, _ := strings.Cut(e.Name, ".")
		forPeople := e.Kind == tree.File && slices.Contains([]string{"README", "LICENSE", "LICENCE", "COPYING",
			"CHANGELOG", "Makefile"}, name)
		read := e.Name == "output_validators" && p.hasOlderChecker() || e.Name == "output_validator" &&
			p.hasNewerChecker()
		if slices.Contains(known, e.Name) || read || forPeople ||
			at.solutions != "" && filepath.Ext(e.Name) == ".go" {
			continue
		}
		advice := ""
		switch other := called[e.Name]; {
		case other != "" && p.unversioned && !p.index.Has(filepath.Join(at.dir, other)):
			advice = fmt.Sprintf("; here that is %s; if the package is in the format %[2]s, say so in problem.yaml: "+
				"problem_format_version: %[2]s", other, formatVersion)
		case other != "":
			advice = fmt.Sprintf("; in this format that is %s", other)
		}
		p.warn(fmt.Errorf("%s: not read: the format %s knows no such name%s", filepath.Join(at.dir, e.Name), p.Format,
			advice))
	}
}
