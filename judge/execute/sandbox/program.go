package sandbox

import (
	"slices"
	"strconv"
	"strings"
)

// Program is a program that is ready to run: an executable, or files for an interpreter or virtual machine.
type Program struct {
	Path  string   // absolute path of the executable: the program itself, or its interpreter or virtual machine
	Args  []string // arguments before those of a run; they may contain Own and Memory
	Env   []string // entries for Task.Env
	Dir   string   // folder of the program's files, for Task.Dir; "" for none
	Reads []string // folders of the run-time system, for Task.Reads

	// Version identifies everything that the program was made from: the source, the compiler or run-time system, and
	// all arguments.
	Version string

	// These two fields raise limits that are too low for the run-time system.
	Memory    int64 // number of bytes that are added to the program's memory limit
	Processes int   // minimum for the limit on processes and threads; 0 means no minimum

	// OutOfMemory lists phrases. The run-time system prints one of them on standard error when it refuses the
	// program more memory.
	OutOfMemory []string

	Explains bool // whether the program's error messages are long, with the important part first

	// how to call a checker, validator or interactor written with testlib; nil for all other programs
	Testlib *Testlib
	// whether the program is a checker, validator or interactor of the package format's simple kind: exit status 0
	// accepts, and every other exit status rejects
	Plain bool
}

// These placeholders in Program.Args are replaced at run time. No argument contains them by chance, since a NUL byte
// ends an argument.
const (
	Own    = "\x00own"    // the path of Program.Dir, as the program sees it; also replaced in Task.Args and Task.Env
	Memory = "\x00memory" // how much memory the program may have, in MiB
)

// unlimited is the memory in bytes that a run-time system may use when the run has no memory limit.
const unlimited = 2 << 30

// Arguments returns the program's arguments, followed by those of the run. memory is the run's memory limit in bytes; 0
// means no limit.
func (p Program) Arguments(memory int64, args ...string) []string {
	if memory <= 0 {
		memory = unlimited
	}
	all := slices.Concat(p.Args, args)
	for i := range p.Args {
		all[i] = strings.ReplaceAll(all[i], Memory, strconv.FormatInt(max(memory>>20, 1), 10))
	}
	return all
}

// Task returns a run of the program. It raises the limits if the program's run-time system needs more.
func (p Program) Task(profile Profile, limits Limits, args ...string) Task {
	task := Task{Profile: profile, Program: p.Path, Args: p.Arguments(limits.Memory, args...), Env: p.Env, Dir: p.Dir,
		Reads: p.Reads, Limits: limits}
	if limits.Memory > 0 {
		task.Limits.Memory += p.Memory
	}
	if limits.Processes > 0 {
		task.Limits.Processes = max(limits.Processes, p.Processes)
	}
	return task
}

// Testlib says how to call a program written with testlib, and what its exit statuses mean. Both depend on the
// program's copy of testlib.h: some copies are changed to follow the package format.
type Testlib struct {
	Standard bool   // whether the arguments follow the package format; if not, they are "input output answer"
	OK       int    // a checker's exit status if the output is right
	Wrong    int    // a checker's exit status if the output is wrong
	Format   int    // a checker's exit status if the output's format is wrong
	Failed   int    // a checker's exit status if the answer file or the checker is wrong
	Unknown  string // why the fields above are unknown; "" if they are known
}
