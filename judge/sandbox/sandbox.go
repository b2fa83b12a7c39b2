// Package sandbox runs a program within limits and says what it used and how it ended.
//
// It never decides a verdict and never reads an answer. A Sandbox is what the machine offers; a Worker runs one
// program at a time, and several workers run side by side.
//
//	box, err := sandbox.Open(sandbox.Options{})
//	worker, err := box.Worker(0)
//	result, err := worker.Run(ctx, sandbox.Task{Program: "/path/to/a.out", Input: "01.in", Output: "01.out", Limits: limits})
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
