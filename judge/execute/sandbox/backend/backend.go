// Package backend opens the sandbox that suits this machine.
//
//	box, err := backend.Open(ctx, sandbox.Options{})
package backend

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/execute/sandbox/plain"
	"dlxjudge/judge/execute/sandbox/run"
)

// A backend is one kind of sandbox. Its open function fails if the machine does not allow that kind.
type backend struct {
	name string
	open func(context.Context, sandbox.Options) (sandbox.Sandbox, error)
}

var portable = backend{"portable", func(_ context.Context, o sandbox.Options) (sandbox.Sandbox, error) {
	return plain.Open(o)
}}

// Open opens the sandbox that options.Backend names. If that is "", it opens the best sandbox for this operating
// system, or a weaker one if nothing that the user can change would make the best one work. Open fails if the sandbox
// is unknown or does not work here, perhaps because the limit on open files is too low. Open also removes the scratch
// folders of judges that were killed. When ctx is done, no process of the sandbox starts any more.
func Open(ctx context.Context, options sandbox.Options) (sandbox.Sandbox, error) {
	run.CloseFilesOnExec()
	if err := plain.CheckInherited(); err != nil {
		return nil, err
	}
	var first error
	for _, b := range backends {
		if options.Backend != "" && b.name != options.Backend {
			continue
		}
		box, err := b.open(ctx, options)
		if err == nil || !errors.Is(err, sandbox.ErrNoContainment) {
			return box, err
		}
		first = cmp.Or(first, err)
	}
	if first == nil {
		first = fmt.Errorf("no sandbox %q on this system; choose from: %s", options.Backend,
			strings.Join(Names(), ", "))
	}
	return nil, first
}

// Names returns the names of this system's sandboxes, best first.
func Names() []string {
	var names []string
	for _, b := range backends {
		names = append(names, b.name)
	}
	return names
}
