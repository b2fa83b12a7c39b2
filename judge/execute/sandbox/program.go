package sandbox

import (
	"slices"
	"strconv"
	"strings"
)

// Program is a program that is ready to run: an executable, or files for an interpreter or virtual machine.
type Program struct {
	Path  string   // absolute path of the executable: the program itself, or what runs its files
	Args  []string // come before the arguments of a run; may contain Own and Memory
	Env   []string // as Task.Env
	Dir   string   // folder of the program's files, which it sees as Own; "" for none
	Reads []string // as Task.Reads: the run-time system

	// Version identifies what the program was made of: its source, and the compiler or run-time system with its
	// arguments.
	Version string

	// What the run-time system needs.
	Memory    int64 // bytes, added to the program's limit
	Processes int   // lowest limit on processes and threads; 0 for any

	// OutOfMemory lists phrases. The run-time system prints one of them on standard error when it refuses the
	// program more memory.
	OutOfMemory []string

	Explains bool // its errors on standard error are long, and their beginning matters most

	// how to call a checker, validator or interactor written with testlib; nil for all others
	Testlib *Testlib
	// a checker, validator or interactor of the package format's simple kind: exit status 0 accepts, any other
	// rejects
	Plain bool
}

// Placeholders in Program.Args, which are replaced at run time. No argument contains them by chance, since a NUL byte
// ends an argument.
const (
	Own    = "\x00own"    // the path of the folder with the program's files; in Task.Args and Task.Env, too
	Memory = "\x00memory" // how much memory the program may have, in MiB
)

// unlimited is the memory in bytes that a run-time system gets when there is no limit.
const unlimited = 2 << 30

// Arguments returns the arguments of a run with this much memory in bytes; 0 means no limit.
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

// Task returns a run of the program. The limits are the program's own; Task raises them for its run-time system.
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

// Testlib says how to call a program written with testlib, and what its exit statuses mean. Both depend on the header:
// some headers are changed to follow the package format.
type Testlib struct {
	Standard bool   // whether arguments follow the package format; otherwise they are: input output answer
	OK       int    // a checker's exit status if the output is right
	Wrong    int    // … if it is wrong
	Format   int    // … if its format is wrong
	Failed   int    // … if the answer or the checker is wrong
	Unknown  string // why none of this is known; "" if it is
}
