// Package sandbox runs a program within limits and reports how it ended and what it used.
//
// It decides no verdict and reads no answer. Open returns the best Sandbox that works on this machine. Each of its Workers
// runs one program at a time; several workers run side by side.
//
//	box, err := sandbox.Open(sandbox.Options{})
//	worker, err := box.Worker(0)
//	result, err := worker.Run(ctx, sandbox.Task{Program: "/path/to/a.out", Input: "01.in", Output: "01.out", Limits: limits})
//
// # The linux sandbox
//
// Each worker has a helper process, which starts every program under ptrace and reads the program's peak memory at its
// exit stop, before the kernel frees it. The sandbox isolates a program with whatever the machine allows:
//
//   - Namespaces, as root or in a user namespace. A program sees the runtime files of the installed languages, itself and a
//     working folder in memory, which is new for each run. It sees no other process, no network, and no shared memory of
//     earlier runs.
//   - Landlock, where there are no namespaces. It needs no privilege. A program can read and write the same files as above
//     and no others. It can still use UDP, list other processes, and signal the helper if both run as the same user.
//   - A user of its own, where the judge is root.
//   - A cgroup for each run, version 1 or 2, where one can be made. It limits and counts the memory and CPU time of all
//     processes of the run. Version 2 needs Linux 5.19 to count memory; under Landlock it adds milliseconds to each start,
//     as a program is moved into its cgroup and not cloned into it. Without one, the helper samples the processes every
//     10 ms, or every 100 ms outside a PID namespace.
//   - Seccomp. System calls on the kernel's keyrings fail with ENOSYS, since keyrings belong to users, not to namespaces.
//   - Resource limits on file size, processes and core files.
//
// The helper is the init process of the PID namespace, or else a child subreaper, so every process that a program leaves
// running becomes its child and is killed.
//
// # The portable sandbox
//
// It uses os/exec with a process group and rusage. It isolates nothing, and its memory figures are rough.
//
// # What isolation costs
//
// A run of /bin/true as a multiple of a plain os/exec run with the same files (0.27 ms), median of 200 interleaved runs on
// a two-core virtual machine that was otherwise idle (chrt -f 50):
//
//	tracing alone                   1.25
//	Landlock                        1.30
//	namespaces, as root             1.24
//	namespaces without root         1.23
//	cgroups, version 1              1.38
//	namespaces as root and cgroups  1.40
//	portable                        1.13
//
//	go test -run '^$' -bench Run -benchtime 200x ./judge/sandbox
//
// Tracing adds 0.06 ms: two stops, reading the peak, and a message to the helper and back. A cgroup adds 0.04 ms: entering
// it and charging its first pages. Namespaces add almost nothing, because a worker makes them once.
package sandbox

import (
	"context"
	"time"
)

// Sandbox is one way of running programs on this machine.
type Sandbox interface {
	Name() string       // "linux" or "portable"
	Measures() Measures // how each figure of a Result is taken
	Worker(index int) (Worker, error)
	Scratch() string // folder for the judge's temporary files; Close removes it, or the next Open if this judge is killed
	Close() error
}

// Measures says in a few words how each figure is taken, such as "VmHWM at exit".
type Measures struct {
	CPU    string `json:"cpu"`
	Wall   string `json:"wall"`
	Memory string `json:"memory"`
}

func (m Measures) String() string { return "cpu " + m.CPU + "; memory " + m.Memory }

// Worker runs programs, one at a time. It is not safe for concurrent use.
type Worker interface {
	// Run runs one program to its end. Whatever the program does is in the Result; an error is a failure of the judge
	// or the machine (no such program, a full disk). When ctx is done, Run kills the program and returns ctx's error.
	Run(ctx context.Context, task Task) (Result, error)
	Close() error
}

// Task is one run of a program.
type Task struct {
	Program string   // absolute path of the executable
	Args    []string // without the program's own name
	Input   string   // path of the file that becomes its standard input
	Output  string   // path of the file that receives its standard output; created or truncated
	Limits  Limits
}

// Limits are the points at which a program is stopped. They may be above the limits that decide its verdict: the caller
// compares the Result with those. Zero means no limit.
type Limits struct {
	CPU       time.Duration // user and system time of all its processes
	Wall      time.Duration
	Memory    int64 // bytes, of all its processes together
	Output    int64 // bytes, of standard output and of each other file that it writes
	Processes int   // processes and threads
}

// End is the way a run ended.
type End string

// The ways a run can end.
const (
	Exited        End = "exited"   // the program exited with Result.ExitCode
	Signaled      End = "signaled" // Result.Signal killed it, and the sandbox did not send that signal
	StoppedCPU    End = "cpu"      // the sandbox stopped it at Limits.CPU
	StoppedWall   End = "wall"     // … at Limits.Wall
	StoppedMemory End = "memory"   // … at Limits.Memory
	StoppedOutput End = "output"   // … at Limits.Output
)

// Result is what one run used and how it ended.
type Result struct {
	End      End
	ExitCode int
	Signal   string        // "SIGSEGV"; "" unless End is Signaled
	CPU      time.Duration // user and system time
	Wall     time.Duration
	Memory   int64 // peak, in bytes

	// MemoryAtLeast says that Memory is a lower bound: without a cgroup the program had several processes, or many pipes or
	// sockets, whose memory cannot be seen.
	MemoryAtLeast bool

	Stderr string // the last lines of standard error, at most 4 KiB
}

// Options say which sandbox to open, and where.
type Options struct {
	Backend string // one of Backends, or "" for the best that works
	Scratch string // where to make the scratch folder, or "" for the system's temporary folder
}
