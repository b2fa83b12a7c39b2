// Package sandbox runs a program within limits and reports how it ended and what it used.
//
// It decides no verdict and reads no answer. backend.Open returns the best Sandbox that works on this machine. Each
// of its Workers runs one program at a time; several workers run side by side.
//
//	box, err := backend.Open(sandbox.Options{})
//	worker, err := box.Worker(0)
//	result, err := worker.Run(ctx, sandbox.Task{
//		Program: "/path/to/a.out", Input: "01.in", Output: "01.out", Limits: limits,
//	})
//
// # The linux sandbox
//
// Each worker has a helper process: the judge's own executable, started again under another name. It starts every
// program under ptrace and reads the program's peak memory at its exit stop, before the kernel frees it. The sandbox
// isolates a program with whatever the machine allows:
//
//   - Namespaces, as root or in a user namespace. A program sees the runtime files of the installed languages, itself
//     and a working folder in memory, which is new for each run. It sees no other process, no network, and no shared
//     memory of earlier runs. A submission also gets an empty /dev/shm.
//   - Landlock, where there are no namespaces. It needs no privilege. A program can read and write only the files
//     above. From Linux 6.12 on, it cannot signal other processes. It can still list them, and its own process ID tells
//     it how many the machine has started.
//   - A user per worker, where the judge is root.
//   - A cgroup for each run, version 1 or 2, where one can be made. It limits and counts the memory and CPU time of all
//     processes of the run. Version 2 needs Linux 5.19 to count memory; under Landlock it adds milliseconds to each
//     start, because a program is moved into its cgroup instead of cloned into it. Without a cgroup, processes are
//     sampled every 10 ms, or every 100 ms outside a PID namespace. The memory figure is then a lower bound.
//   - Seccomp. A program can make only the system calls that run-time systems of languages need; seccomp/calls.go lists
//     them. Programs have only connected socket pairs, no namespaces, no keyrings, no locks, and no control of other
//     processes. A refused call fails, usually with EPERM or ENOSYS. Where the helper clones programs into a version 2
//     cgroup, they may also call clone3.
//   - Resource limits on file size, processes and core files.
//
// Some things are not reset between runs. The kernel counts some numbers for the whole machine, such as inode numbers
// of pipes. The file for standard output keeps its birth time, and an unused file for standard error keeps its times.
//
// The helper is the init process of the PID namespace, or else a child subreaper. So every process that a program
// leaves running becomes the helper's child, and is killed.
//
// # Cores
//
// Each worker runs its submissions on one core. The workers of a user's judges take different cores while there are
// enough; if not, they share cores evenly.
//
// # Compilers and checkers
//
// A Sandbox is also an Executor: it runs compilers, checkers, validators and generators in the same way, in separate
// workers. The profile of a task says what else its program may read: a compiler reads the system's headers and its
// toolchain. These programs use all cores, are not traced after they start, and have approximate memory figures.
//
// A program finds copies of its files in its working folder. The helper reads the originals from descriptors that the
// judge has opened, so no path can lead elsewhere. When all processes of the program are gone, the helper takes its
// products from the folder. It takes only regular files, follows no links, and takes at most as many bytes of each as
// the judge asked for. Everything else in the folder is removed.
//
//	result, err := box.Run(ctx, sandbox.Task{
//		Profile: sandbox.Tool, Program: checker, Args: []string{sandbox.Folder + "/input"},
//		Files: []sandbox.File{{Name: "input", Path: "/data/01.in"}}, Limits: sandbox.Limits{Wall: time.Minute},
//	})
//
// # The portable sandbox
//
// This sandbox uses os/exec with a process group and rusage. It isolates nothing, and its memory figures are
// approximate. Open chooses it only if the system cannot contain programs, or on request.
//
// # What isolation costs
//
// The time of a run of /bin/true, as a multiple of a plain os/exec run with the same files (0.27 ms). Each is the
// median of 200 interleaved runs on a two-core virtual machine that was otherwise idle (chrt -f 50):
//
//	only tracing                    1.25
//	Landlock                        1.30
//	namespaces, as root             1.24
//	namespaces without root         1.23
//	cgroups, version 1              1.38
//	namespaces as root and cgroups  1.40
//	portable                        1.13
//
//	go test -run '^$' -bench Run -benchtime 200x ./judge/execute/sandbox/contain
//
// Tracing adds 0.06 ms: two stops, reading the peak, and a message to the helper and back. A cgroup adds 0.04 ms:
// entering it and charging its first pages. A worker makes its namespaces and sets the filter of system calls once.
package sandbox

import (
	"context"
	"errors"
	"slices"
	"strings"
)

// Executor runs programs of any profile but Submission. It is safe for concurrent use.
type Executor interface {
	// Run runs one program to its end. The Result says what the program did. An error is a failure of the judge or
	// the machine, such as a missing executable or a full disk. When ctx is done, Run kills the program and returns
	// ctx's error.
	Run(ctx context.Context, task Task) (Result, error)
}

// Sandbox is one way to run programs on this machine.
type Sandbox interface {
	Executor
	Name() string    // "linux" or "portable"
	Level() string   // how it isolates programs, in a few words; SECURITY.md lists what each level promises
	Warning() string // one sentence if programs are not isolated; else ""
	// levels and cgroups that the machine seems to offer but the sandbox failed to set up, one sentence each
	Lost() []string
	Measures() Measures // how each figure of a Result is taken
	Worker(index int) (Worker, error)
	// folder for the judge's temporary files; Close removes it, or the next Open does if this judge is killed
	Scratch() string
	Close() error
}

// Measures describes in a few words how each figure is measured, such as "VmHWM at exit".
type Measures struct {
	CPU    string `json:"cpu"`
	Wall   string `json:"wall"`
	Memory string `json:"memory"`
}

func (m Measures) String() string { return "cpu " + m.CPU + "; memory " + m.Memory }

// Joined merges the measures of several machines. Where they differ, it lists each.
func Joined(all []Measures) Measures {
	each := func(of func(Measures) string) string {
		var ways []string
		for _, m := range all {
			if way := of(m); !slices.Contains(ways, way) {
				ways = append(ways, way)
			}
		}
		return strings.Join(ways, ", or ")
	}
	return Measures{
		CPU:    each(func(m Measures) string { return m.CPU }),
		Wall:   each(func(m Measures) string { return m.Wall }),
		Memory: each(func(m Measures) string { return m.Memory }),
	}
}

// Worker runs submissions, one at a time. It is not safe for concurrent use.
type Worker interface {
	Run(ctx context.Context, task Task) (Result, error)
	Close() error
}

// Watching is a Worker that fills in every field of State, and may pin its programs to one core. Programs that talk to
// each other should share a core: waking a program on another core takes several times as long.
type Watching interface {
	Worker
	Core() (core int, pinned bool)
}

// Options select the sandbox and its folder.
type Options struct {
	Backend string // one of backend.Names; "" for the best that works
	Scratch string // where to make the scratch folder; "" for the system's temporary folder
}

// ErrNoContainment is returned by Open on a system that can contain no program, whatever the user changes.
var ErrNoContainment = errors.New("this system cannot contain programs")
