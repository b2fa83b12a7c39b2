package sandbox

import (
	"errors"
	"fmt"
	"strings"
	"syscall"
)

// A backend is one kind of sandbox. Its open function fails where the machine does not allow it.
type backend struct {
	name string
	open func(Options) (Sandbox, error)
}

// errNoContainment is why a sandbox fails on a kind of system that can contain no program, whatever else is done.
var errNoContainment = errors.New("this system cannot contain programs")

// Open opens the sandbox that options.Backend names, or the best one of this kind of system. It fails if the named
// sandbox is unknown or does not work here. It also fails if the best one does not work, for want of files or memory
// perhaps: it opens one that contains less only where the system offers nothing better. Before that, it removes what
// judges that were killed have left in the scratch folder.
func Open(options Options) (Sandbox, error) {
	closeFilesOnExec()
	if err := CheckInherited(); err != nil {
		return nil, err
	}
	if options.Backend != "" {
		for _, b := range backends() {
			if b.name == options.Backend {
				return b.open(options)
			}
		}
		return nil, fmt.Errorf("no sandbox %q on this system; choose from: %s", options.Backend,
			strings.Join(Backends(), ", "))
	}
	var first error
	for _, b := range backends() {
		box, err := b.open(options)
		if err == nil {
			return box, nil
		}
		if !errors.Is(err, errNoContainment) {
			return nil, err
		}
		if first == nil {
			first = err
		}
	}
	return nil, first
}

// Warning says in a sentence that programs are not isolated in this sandbox, or is "" if they are.
func Warning(box Sandbox) string {
	if open, ok := box.(interface{ warning() string }); ok {
		return open.warning()
	}
	return ""
}

// Level says in a few words how a sandbox isolates programs on this machine. SECURITY.md lists what each level
// promises.
func Level(box Sandbox) string {
	if b, ok := box.(interface{ levelOf() string }); ok {
		return b.levelOf()
	}
	return box.Name()
}

// Lost names what this machine seems to offer and the sandbox failed to set up: levels of isolation, and cgroups. Each
// is a sentence for the user. What a machine does not offer is not lost.
func Lost(box Sandbox) []string {
	if b, ok := box.(interface{ lostHere() []string }); ok {
		return b.lostHere()
	}
	return nil
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
