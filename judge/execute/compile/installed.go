package compile

import (
	"context"
	"regexp"
	"runtime"
	"strings"
	"sync"

	"dlxjudge/judge/execute/sandbox"
)

// Installed is what this machine has of a language.
type Installed struct {
	Language Language
	Version  string // the line of what its compiler prints that has it
	Missing  error  // why programs in it cannot be built or run; nil if they can
}

// AskAll asks the toolchains of all languages for their versions.
func AskAll(ctx context.Context, programs sandbox.Executor) []Installed {
	var all []Installed
	for _, language := range Languages() {
		if language.Name != scripts {
			all = append(all, Installed{Language: language})
		}
	}
	var group sync.WaitGroup
	free := make(chan struct{}, runtime.NumCPU())
	for i := range all {
		group.Go(func() {
			free <- struct{}{}
			defer func() { <-free }()
			all[i].Version, all[i].Missing = all[i].Language.installed(ctx, programs)
		})
	}
	group.Wait()
	return all
}

// installed is the version of a language's compiler. Its runner must be there and work as well.
func (l Language) installed(ctx context.Context, programs sandbox.Executor) (string, error) {
	tools := []tool{l.compiler}
	if len(l.runner.names) > 0 {
		tools = append(tools, l.runner)
	}
	var versions []string
	for _, t := range tools {
		path, err := t.find(l)
		if err != nil {
			return "", err
		}
		_, _, version, err := t.identify(ctx, programs, l, path)
		if err != nil {
			return "", err
		}
		versions = append(versions, strings.TrimSpace(version))
	}
	return versionLine(versions[0]), nil
}

var (
	versionForm = regexp.MustCompile(`(^|[^0-9])[0-9]+\.[0-9]+`)
	noiseForm   = regexp.MustCompile(`(?i)\b(warning|warn|notice|note|deprecated|error)\b|^picked up `)
)

// versionLine is the line of what a tool prints that has its version: tools also warn of the machine they are on, or of
// how they were started.
func versionLine(printed string) string {
	first := ""
	for line := range strings.Lines(printed) {
		line = strings.TrimSpace(line)
		switch {
		case line == "" || noiseForm.MatchString(line):
		case versionForm.MatchString(line):
			return line
		case first == "":
			first = line
		}
	}
	if first == "" {
		return "it does not say its version"
	}
	return first
}
