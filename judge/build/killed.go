package build

import (
	"bytes"
	"os"
	"strconv"
	"strings"
	"syscall"

	"dlxjudge/judge/executor"
)

// kernelKills is how many processes the kernel has killed on this machine because memory ran out; 0 where it does not tell.
func kernelKills() int {
	text, _ := os.ReadFile("/proc/vmstat")
	_, rest, _ := bytes.Cut(text, []byte("\noom_kill "))
	line, _, _ := bytes.Cut(rest, []byte("\n"))
	kills, _ := strconv.Atoi(string(line))
	return kills
}

// killed reports whether a compiler, or a program that it has started, was killed from outside. What the compiler says of
// that is not enough, since a source can make it say anything: the kernel must have killed something since it was started.
func killed(result executor.Result, killsBefore int) bool {
	if result.ExitCode == 0 || result.Stopped != "" {
		return false
	}
	said := result.Said.Head()
	told := strings.Contains(said, "Killed signal terminated program") || strings.Contains(said, ": signal: killed")
	return result.Signal == syscall.SIGKILL || told && kernelKills() > killsBefore
}
