// Package executor starts every program that the judge needs beside the submissions it judges: compilers, checkers,
// validators, generators, and the tools that read counters.
//
// All of them are started in one way: in a process group of their own, which dies as a whole, with the judge or when the
// program is over, with bounded output and a limit of wall-clock time. A profile says what kind of program it is.
//
//	result, err := programs.Run(ctx, executor.Command{Profile: executor.Compile, Program: "/usr/bin/gcc", Args: args})
//
// What a program does is in the Result; an error is the judge's own. The submissions themselves are run by package sandbox.
package executor

import (
	"context"
	"fmt"
	"os"
	"syscall"
	"time"
)

// Profile is what kind of program is run, and so what it may see and write.
type Profile string

// The profiles.
const (
	Compile Profile = "compile" // a compiler, or a tool that comes with one
	Tool    Profile = "tool"    // a program of a problem: checker, validator, generator, or a solution that makes answers
)

// Executor runs programs. It is safe for concurrent use.
type Executor interface {
	// Run runs a program to its end. An error says that it could not be run, or is that of ctx.
	Run(ctx context.Context, c Command) (Result, error)
}

// Command is one run of a program.
type Command struct {
	Profile Profile
	Program string   // absolute path of the executable
	Args    []string // without the program's own name
	Env     []string // its whole environment; nil for one that is made from nothing
	Dir     string   // the folder it is started in; "" for an empty one, which is removed after it
	Stdin   *os.File // nil for an empty one
	Stdout  *os.File // nil to keep what it prints in Result.Said, beside its standard error
	Wall    time.Duration
}

// Result is how a program ended and what it said.
type Result struct {
	ExitCode int            // -1 when it did not end by itself
	Signal   syscall.Signal // that ended it, or 0
	TimedOut bool           // it was stopped at Command.Wall
	CPU      time.Duration  // user and system time, of the program and the children it waited for
	Said     Said           // standard error, and standard output unless that is a file
}

// String says how the program ended, in the words of package os: "exit status 1", "signal: killed".
func (r Result) String() string {
	switch {
	case r.TimedOut:
		return "stopped at the time limit"
	case r.Signal != 0:
		return "signal: " + r.Signal.String()
	}
	return fmt.Sprintf("exit status %d", r.ExitCode)
}
