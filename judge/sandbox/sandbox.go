// Package sandbox runs a program within limits and says what it used and how it ended.
//
// It never decides a verdict and never reads an answer. A Sandbox is what the machine offers; a Worker runs one
// program at a time, and several workers run side by side.
//
//	box, err := sandbox.Open(sandbox.Options{})
//	worker, err := box.Worker(0)
//	result, err := worker.Run(ctx, sandbox.Task{Program: "/path/to/a.out", Input: "01.in", Output: "01.out", Limits: limits})
//
// # Sandboxes
//
// The linux sandbox gives each worker a helper process, which starts every program under ptrace and reads the peak of
// its memory at the last moment before it is gone. Around the program stand as many walls as the machine allows:
//
//   - namespaces, as root or without: it sees the toolchain's runtime files, itself and its own folder, which is in
//     memory and fresh for each run; no other process, no network, no shared memory of the run before;
//   - Landlock, where there are no namespaces: it can read and write nothing else, and needs no privilege. What it leaves
//     open: UDP, the names of other processes, signals to the helper under the same user;
//   - a user of its own, where the judge is root;
//   - a cgroup, fresh for each run, version 1 or 2, where one may be made: memory and CPU time of all its processes;
//     elsewhere they are looked at every 10 ms (100 ms outside a process namespace);
//   - seccomp: the kernel's keyrings, which are a user's and know no namespaces, are as if not there;
//   - limits on the size of files, processes and core files, and the child subreaper or the namespace's init, by which
//     whatever it leaves running falls to the helper and is killed.
//
// The portable sandbox is os/exec with a process group and rusage. It contains nothing, and its memory is rough.
//
// # What the walls cost
//
// A run of /bin/true, as a multiple of a bare os/exec run with the same files: the median of 200 interleaved runs on a
// two-core virtual machine, everything else kept off the cores (chrt -f 50; beside other programs all are a little lower,
// and vary more, since the bare run is not pinned to a core). The bare run takes 0.27 ms; tracing adds 0.06 ms to it: two
// stops, the reading of the peak, the way to the helper and back; a cgroup 0.04 ms: entering it, and its first memory:
//
//	traced, no walls                1.25
//	Landlock                        1.30
//	namespaces, as root             1.24
//	namespaces without root         1.23
//	cgroups, version 1              1.38
//	namespaces as root and cgroups  1.40
//	portable                        1.13
//
//	go test -run '^$' -bench Run -benchtime 200x ./judge/sandbox
//
// Namespaces cost next to nothing because they are made once for each worker: between two runs nothing lives in them.
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
	Scratch() string // a folder for the judge's own files, which Close removes; for a judge that is killed, the next one does
	Close() error
}

// Measures says in a few words how each figure is taken: "VmHWM at exit", "rusage, rough: starts at the judge's own peak".
type Measures struct {
	CPU    string `json:"cpu"`
	Wall   string `json:"wall"`
	Memory string `json:"memory"`
}

func (m Measures) String() string { return "cpu " + m.CPU + "; memory " + m.Memory }

// Worker runs programs, one at a time. It is not for concurrent use.
type Worker interface {
	// Run runs one program to its end. An error is the judge's own failure (no such program, a full disk); whatever
	// the program does is in the Result. When ctx is done the program is killed and ctx's error returned.
	Run(ctx context.Context, task Task) (Result, error)
	Close() error
}

// Task is one run of a program.
type Task struct {
	Program string   // absolute path of the executable
	Args    []string // without the program's own name
	Input   string   // path of the file that becomes its standard input
	Output  string   // path of the file that its standard output is written to; created or truncated
	Limits  Limits
}

// Limits are where a program is stopped, not where its verdict turns: the caller compares the Usage with the problem's
// own limits. Zero means no limit.
type Limits struct {
	CPU       time.Duration // user and system time of all its processes
	Wall      time.Duration
	Memory    int64 // bytes, of all its processes together
	Output    int64 // bytes, of standard output, and of every other file it writes
	Processes int   // processes and threads
}

// End is how a run ended.
type End string

// The ways a run can end.
const (
	Exited        End = "exited"   // by itself, with Result.ExitCode
	Signaled      End = "signaled" // by Result.Signal, which was not ours
	StoppedCPU    End = "cpu"      // at Limits.CPU
	StoppedWall   End = "wall"     // at Limits.Wall
	StoppedMemory End = "memory"   // at Limits.Memory
	StoppedOutput End = "output"   // at Limits.Output
)

// Result is what one run used and how it ended.
type Result struct {
	End      End
	ExitCode int
	Signal   string        // "SIGSEGV"; "" when it ended by itself or was stopped by a limit
	CPU      time.Duration // user and system time
	Wall     time.Duration
	Memory   int64  // peak, in bytes
	Stderr   string // the last lines of standard error, at most 4 KiB
}

// Options choose among the sandboxes of this machine.
type Options struct {
	Backend string // "" for the best that works, or a name
	Scratch string // folder for the programs' own folders; "" for a new one in the system's temporary folder
}
