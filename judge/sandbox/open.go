package sandbox

import (
	"fmt"
	"strings"
	"syscall"
)

// A backend is one kind of sandbox. open fails where the machine does not allow it.
type backend struct {
	name string
	open func(Options) (Sandbox, error)
}

// Open opens the best sandbox that works on this machine, or the one that is asked for by name. A sandbox that is asked
// for and cannot be had is an error: no other one takes its place. Whatever a judge that was killed has left behind in
// the scratch folder is removed first.
func Open(options Options) (Sandbox, error) {
	closeFilesOnExec()
	if options.Backend != "" {
		for _, b := range backends() {
			if b.name == options.Backend {
				return b.open(options)
			}
		}
		return nil, fmt.Errorf("no sandbox is called %q here; there is: %s", options.Backend, strings.Join(Backends(), ", "))
	}
	var first error
	for _, b := range backends() {
		box, err := b.open(options)
		if err == nil {
			return box, nil
		}
		if first == nil {
			first = err
		}
	}
	return nil, first
}

// sealFiles makes sure that no program is given a file that this process was itself given and knows nothing of.
func closeFilesOnExec() {
	for fd := 3; fd < 1024; fd++ {
		syscall.CloseOnExec(fd)
	}
}

// Backends are the names that Options.Backend may have on this system, the best first.
func Backends() []string {
	var names []string
	for _, b := range backends() {
		names = append(names, b.name)
	}
	return names
}
