package sampling

import (
	"context"
	"os/exec"
	"runtime"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"

	"dlxjudge/judge/base/processor"
	"dlxjudge/judge/measure/record"
)

// ThisMachine describes this machine. The parameter backend is the name of the sandbox.
func ThisMachine(ctx context.Context, backend string) record.Machine {
	m := record.Machine{
		GOOS: runtime.GOOS, GOARCH: runtime.GOARCH, CPU: processor.Name(ctx), Cores: strconv.Itoa(runtime.NumCPU()),
		Backend: backend, Go: firstLineOf(ctx, "go", "env", "GOVERSION"),
		GCC: firstLineOf(ctx, "gcc", "-dumpfullversion"),
	}
	var name unix.Utsname
	if unix.Uname(&name) == nil {
		m.Kernel = unix.ByteSliceToString(name.Release[:])
	}
	return m
}

// firstLineOf returns the first line of a command's output, or "" if the command fails. The command runs in the root
// folder: version shims obey settings in parent folders, such as /tmp/.python-version, which any user can write.
func firstLineOf(ctx context.Context, name string, args ...string) string {
	command := exec.CommandContext(ctx, name, args...)
	command.Dir = "/"
	out, err := command.Output()
	if err != nil {
		return ""
	}
	first, _, _ := strings.Cut(string(out), "\n")
	return strings.TrimSpace(first)
}
