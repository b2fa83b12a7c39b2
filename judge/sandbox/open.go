package sandbox

import (
	"fmt"
	"strings"
	"syscall"
)

// A backend is one kind of sandbox. Its open function fails where the machine does not allow it.
type backend struct {
	name string
	open func(Options) (Sandbox, error)
}

// Open opens the sandbox that options.Backend names, or the best one that works on this machine. It fails if the named
// sandbox is unknown or does not work here; it never opens another in its place. Before that, it removes what judges that
// were killed have left in the scratch folder.
func Open(options Options) (Sandbox, error) {
	closeFilesOnExec()
	if options.Backend != "" {
		for _, b := range backends() {
			if b.name == options.Backend {
				return b.open(options)
			}
		}
		return nil, fmt.Errorf("no sandbox %q on this system; choose from: %s", options.Backend, strings.Join(Backends(), ", "))
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

// closeFilesOnExec keeps programs from inheriting files that this process has itself inherited.
func closeFilesOnExec() {
	for fd := 3; fd < 1024; fd++ {
		syscall.CloseOnExec(fd)
	}
}

// Backends returns the names of the sandboxes of this system, the best first.
func Backends() []string {
	var names []string
	for _, b := range backends() {
		names = append(names, b.name)
	}
	return names
}
