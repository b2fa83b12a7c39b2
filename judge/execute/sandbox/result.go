package sandbox

import (
	"fmt"
	"time"

	"golang.org/x/sys/unix"
)

// End is the way a run ended.
type End string

// The ways a run can end.
const (
	Exited        End = "exited"   // the program exited with Result.ExitCode
	Signaled      End = "signaled" // Result.Signal killed it, and the judge did not send that signal
	StoppedCPU    End = "cpu"      // it was stopped at Limits.CPU
	StoppedWall   End = "wall"     // … at Limits.Wall
	StoppedMemory End = "memory"   // … at Limits.Memory
	StoppedOutput End = "output"   // … at Limits.Output or Limits.Folder
)

// Result is what one run used and how it ended.
type Result struct {
	End      End
	ExitCode int           // -1 unless End is Exited
	Signal   string        // "SIGSEGV"; "" unless End is Signaled
	CPU      time.Duration // user and system time
	Wall     time.Duration
	Memory   int64 // peak, in bytes; rough but for a submission

	// Waited is for how long the program waited for a core, while other programs had it, as far as was seen. It is 0
	// where the system does not tell.
	Waited time.Duration
	// Asleep is for how long the program neither ran nor waited for a core, as it slept or waited for input. It is 0
	// where the system does not tell. What children waited that soon ended is not seen, and counts as sleep.
	Asleep time.Duration

	// Suspended reports that a signal such as SIGSTOP had stopped a process for a second, and that the program was
	// killed for it. End is StoppedWall then.
	Suspended bool

	// MemoryAtLeast says that Memory may be too low: without a cgroup the program had several processes, files in
	// memory, or memory to share, which were sampled.
	MemoryAtLeast bool

	Said   Said   // standard error, and standard output if the task has no other place for it
	Folder string // the path of the working folder, as the program saw it
}

// Stopped is the limit that the program was stopped at, in a word, or "".
func (r Result) Stopped() string {
	switch r.End {
	case StoppedCPU, StoppedWall:
		return "time"
	case StoppedMemory, StoppedOutput:
		return string(r.End)
	}
	return ""
}

// String says how the program ended, in the words of package os: "exit status 1", "signal: killed".
func (r Result) String() string {
	switch {
	case r.Suspended:
		return suspended
	case r.Stopped() != "":
		return fmt.Sprintf("stopped at the %s limit", r.Stopped())
	case r.End == Signaled:
		return "signal: " + unix.SignalNum(r.Signal).String()
	}
	return fmt.Sprintf("exit status %d", r.ExitCode)
}
