package compile

import (
	"context"
	"runtime"
	"strings"
	"sync"

	"dlxjudge/judge/execute/sandbox"
)

// Installed is what this machine has of a language.
type Installed struct {
	Language Language
	Version  string // the first line of what its compiler says of itself
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
	first, _, _ := strings.Cut(versions[0], "\n")
	return strings.TrimSpace(first), nil
}
