package sandbox

import (
	"slices"
	"strconv"
	"strings"
)

// Program is a program that is ready to be run: an executable file, or files that an interpreter or a virtual machine
// runs.
type Program struct {
	Path  string   // absolute path of the executable: the program itself, or what runs its files
	Args  []string // before the arguments of a run; Own and Memory stand for what they say
	Env   []string // as Task.Env
	Dir   string   // folder of the program's files, which it sees as Own; "" for none
	Reads []string // as Task.Reads: the run-time system

	// Version stands for what the program was made of: its source, and the compiler or run-time system with its
	// arguments.
	Version string

	// What the run-time system takes beside what the program may have.
	Memory    int64 // bytes
	Processes int   // processes and threads that it may need; 0 for few

	// OutOfMemory are the words of which the run-time system says one on standard error when it refuses the program
	// more memory.
	OutOfMemory []string

	Explains bool // it says on standard error where it goes wrong, at such length that the beginning counts

	// how a checker, validator or interactor is called that is written with testlib; nil for all others
	Testlib *Testlib
	// a checker, validator or interactor of the package format's kind that accepts with exit status 0, and rejects
	// with any other
	Plain bool
}

// Placeholders in Program.Args, which are replaced when it is run. No argument can contain them by chance, since a NUL
// byte ends an argument.
const (
	Own    = "\x00own"    // the path of the folder with the program's files; in Task.Args and Task.Env, too
	Memory = "\x00memory" // how much memory the program may have, in MiB
)

// unlimited is the memory in bytes that is passed to a run-time system where there is no limit.
const unlimited = 2 << 30

// Arguments are those of a run of the program with so many bytes of memory, 0 for no limit.
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

// Task is a run of the program. The limits are those of the program; its run-time system gets what it needs beside
// them.
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

// Testlib says how a program is called that is written with the library testlib, and what its exit statuses mean. Which
// it is depends on the header: some are changed so that programs follow the package format.
type Testlib struct {
	Standard bool   // checkers and interactors are called as the package format says; else as input output answer
	OK       int    // statuses of a checker: the output is right
	Wrong    int    // … it is wrong
	Format   int    // … it is not of the form that was asked for
	Failed   int    // … the answer or the checker is wrong
	Unknown  string // why nothing of this is known; "" if it is
}
