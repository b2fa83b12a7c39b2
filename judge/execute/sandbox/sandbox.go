// Package sandbox runs a program within limits and reports how it ended and what it used.
//
// It decides no verdict and reads no answer file. backend.Open returns the best Sandbox that works on this machine.
// Each of its Workers runs one program at a time; several workers run side by side.
//
//	box, err := backend.Open(ctx, sandbox.Options{})
//	worker, err := box.Worker(0)
//	result, err := worker.Run(ctx, sandbox.Task{
//		Program: "/path/to/a.out", Input: "01.in", Output: "01.out", Limits: limits,
//	})
//
// # The linux sandbox
//
// Each worker has a helper process: the judge's own executable, started again under another name. The helper starts
// every program under ptrace. When a program exits, the helper reads the program's peak memory before the kernel frees
// that memory. The sandbox isolates a program with whatever the machine allows:
//
//   - Namespaces, as root or in a user namespace. A program sees its own files, the runtime files of the installed
//     languages, and a working folder in memory, which is new for each run. It sees no other process, no network, and
//     no shared memory of earlier runs. A submission also gets an empty /dev/shm.
//   - Landlock, where there are no namespaces. Landlock needs no privilege. A program can open only the files listed
//     above. From Linux 6.12 on, a program cannot signal other processes. It can still list them, and its own process
//     ID shows how many processes the machine has started.
//   - A separate user for each worker, where the judge is root.
//   - A cgroup for each run, version 1 or 2, where one can be made. It limits the memory of all processes of the run
//     together, and counts their memory and CPU time. Version 2 needs Linux 5.19 to count memory. Under Landlock,
//     version 2 adds milliseconds to each start, because a program is moved into its cgroup instead of being cloned
//     into it. Without a cgroup, processes are sampled every 10 ms, or every 100 ms outside a PID namespace. The memory
//     figure of several processes is then a lower bound.
//   - Seccomp. A program can make only the system calls that run-time systems of languages need; seccomp/calls.go lists
//     them. Programs cannot make namespaces, use keyrings or control other processes. Only compilers can lock files.
//     The only sockets are connected pairs. A refused call fails, usually with EPERM or ENOSYS. Programs that the
//     helper clones into a version 2 cgroup may also call clone3.
//   - Resource limits on file size, processes and core files.
//
// Some things are not reset between runs. The kernel gives out some numbers for the whole machine, such as the inode
// numbers of pipes. The birth time of stdout survives, too, and so do the times of stderr until a program writes to it.
//
// The helper is the init process of the PID namespace or, without one, a child subreaper. So every process that a
// program leaves running becomes the helper's child, and is killed.
//
// # Cores
//
// Each worker runs its submissions on one core. The workers of all judges that one user runs take different cores while
// there are enough cores. When there are too few, the workers share them evenly.
//
// # Compilers and checkers
//
// A Sandbox is also an Executor: it runs compilers, checkers, validators and generators in the same way, in separate
// workers. The profile of a task says what else its program may read. A compiler, for instance, reads the system's
// headers and its toolchain. These programs can use all cores, and are not traced after they start. Their memory
// figures are approximate.
//
// A program finds copies of the task's files in its working folder. The helper reads the originals from descriptors
// that the judge has opened, so no path can lead elsewhere. When all processes of the program are gone, the helper
// takes the task's products from the folder. It takes only regular files, and follows no links. It takes at most as
// many bytes of each file as the judge asked for. Everything else in the folder is removed.
//
//	result, err := box.Run(ctx, sandbox.Task{
//		Profile: sandbox.Tool, Program: checker, Args: []string{sandbox.Folder + "/input"},
//		Files: []sandbox.File{{Name: "input", Path: "/data/01.in"}}, Limits: sandbox.Limits{Wall: time.Minute},
//	})
//
// # The portable sandbox
//
// This sandbox uses os/exec with a process group and rusage. It isolates nothing, and its memory figures are
// approximate. backend.Open chooses it only on request, or if the system cannot contain programs.
//
// # What isolation costs
//
// The table gives the time of a run of /bin/true as a multiple of 0.27 ms, the time of a plain os/exec run with the
// same files. Each figure is the median of 200 interleaved runs on an otherwise idle two-core virtual machine
// (chrt -f 50).
//
//	only tracing                    1.25
//	Landlock                        1.30
//	namespaces, as root             1.24
//	namespaces without root         1.23
//	cgroups, version 1              1.38
//	namespaces as root and cgroups  1.40
//	portable                        1.13
//
// This command measures the times:
//
//	go test -run '^$' -bench Run -benchtime 200x ./judge/execute/sandbox/contain
//
// Tracing adds 0.06 ms for two stops, reading the peak memory, and a message to the helper and back. A cgroup adds
// 0.04 ms for entering it and charging its first pages. A worker makes its namespaces and sets the filter of system
// calls only once, when it starts.
package sandbox

import (
	"context"
	"errors"
	"slices"
	"strings"
)

// Executor runs programs that are not submissions. It is safe for concurrent use.
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
	Warning() string // one sentence that warns that programs are not isolated; "" if they are
	// one sentence for each level of isolation or cgroup version that the machine seems to offer but the sandbox failed
	// to set up
	Lost() []string
	Measures() Measures // how each figure of a Result is measured
	Worker(index int) (Worker, error)
	// folder for the judge's temporary files. Close removes it; if the judge is killed, the next Open does so
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

// Joined merges the Measures of several machines. For each figure, it lists every way in which any of the machines
// measures that figure.
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

// Watching is a Worker that fills in every field of each State, and can pin its programs to one core. Programs that
// talk to each other should share a core: waking a program on another core takes several times as long.
type Watching interface {
	Worker
	Core() (core int, pinned bool)
}

// Options select the sandbox and its scratch folder.
type Options struct {
	Backend string // one of backend.Names(); "" means the best sandbox that works
	Scratch string // where to make the scratch folder; "" means the system's temporary folder
}

// ErrNoContainment is returned by backend.Open if this system cannot contain programs, whatever the user changes.
var ErrNoContainment = errors.New("this system cannot contain programs")
