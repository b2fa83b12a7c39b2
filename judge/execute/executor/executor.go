// Package executor describes how the judge starts every program that it needs beside the submissions: compilers,
// checkers, validators, generators, and the tools that read counters.
//
// A program works in a fresh folder. Files of the judge lie in it when the program starts, and products are taken from
// it when the program has ended; nothing else of the folder is kept. How far a program is kept from the rest of the
// machine depends on the Executor: those of package sandbox contain it, New does not.
//
//	result, err := programs.Run(ctx, executor.Command{
//		Profile: executor.Tool, Program: checker,
//		Args:  []string{executor.Folder + "/input"},
//		Files: []executor.File{{Name: "input", Path: "/data/01.in"}},
//		Limits: executor.Limits{Wall: time.Minute},
//	})
//
// What a program does is in the Result; an error is the judge's own.
package executor

import (
	"context"
	"fmt"
	"os"
	"syscall"
	"time"
)

// Profile is what kind of program is run, and so what it may see.
type Profile string

// The profiles. Every program sees the system's libraries and interpreters, and its own folder.
const (
	// a compiler, or a tool that comes with one; sees the system's headers and Command.Reads
	Compile Profile = "compile"
	// a program of a problem: checker, validator, generator, or a solution that makes answers
	Tool Profile = "tool"
)

// Executor runs programs. It is safe for concurrent use.
type Executor interface {
	// Run runs a program to its end. An error says that it could not be run, or is that of ctx.
	Run(ctx context.Context, c Command) (Result, error)
}

// Folder stands for the path of the program's working folder in Command.Args and Command.Env. The Executor decides
// where that is. No argument can contain it by chance, since a NUL byte ends an argument.
const Folder = "\x00folder"

// Command is one run of a program, which is started in an empty folder.
type Command struct {
	Profile  Profile
	Program  string    // absolute path of the executable
	Args     []string  // without the program's own name
	Env      []string  // what its environment holds beside, or in place of, that which Environment makes from nothing
	Reads    []string  // folders of the machine that it may read, at the same paths: a toolchain, a compiler's cache
	Dir      string    // folder of the program's own files, for which Own stands in Args and Env; "" for none
	Files    []File    // that lie in its folder when it starts
	Copies   []File    // as Files, but it may change them, which nothing outside its folder sees
	Folders  []string  // names of empty folders in its folder, parents first
	Start    string    // one of Folders, in which it starts; "" for its folder itself
	Products []Product // that are taken from its folder when it has ended
	Stdin    *os.File  // nil for an empty one
	Stdout   *os.File  // nil to keep what it prints in Result.Said, beside its standard error
	// a pipe that receives a State from time to time, where the system tells one, and is not waited for; nil for none
	Watch  *os.File
	Cores  []int // that it may use, where the system lets a program be kept to some; nil for any
	Limits Limits
}

// File is a file of the judge that a program may read.
type File struct {
	Name string // below the program's folder; folders that it names are made
	Path string // of the judge's file
}

// Product names files that a program makes. Only regular files are taken; links are not followed. A file that is not
// there, or is none of these, is passed over.
type Product struct {
	Folder  string // below the program's folder, without a slash; "" for that folder itself
	Pattern string // of the files' names, as in path.Match; "" for all files, and those in folders below as well
	Into    string // folder of the judge that receives them
	Limit   int64  // bytes that are taken of each file; ask for one more to see which files are longer
	// leave an empty file in place of a link, or of what else cannot be taken: it shows that there is something
	Mark bool
}

// Limits are the points at which a program is stopped. Zero means no limit but those of Wall, which must be given.
type Limits struct {
	Wall      time.Duration
	Memory    int64 // bytes, of all its processes together, its folder left out
	Output    int64 // bytes, of standard error, of standard output, and of each file
	Folder    int64 // bytes of all files in its folder; 0 for as many as Output
	Processes int   // processes and threads
}

// Stop is a limit at which a program was stopped.
type Stop string

// The limits at which a program can be stopped.
const (
	StoppedTime   Stop = "time"
	StoppedMemory Stop = "memory"
	StoppedOutput Stop = "output"
)

// Result is how a program ended and what it said.
type Result struct {
	ExitCode int            // -1 when it did not end by itself
	Signal   syscall.Signal // that ended it, or 0
	Stopped  Stop           // the limit that it was stopped at, or ""
	CPU      time.Duration  // user and system time, of the program and the children it waited for
	Said     Said           // standard error, and standard output unless that is a file
	Folder   string         // the path of its folder, as it saw it
}

// String says how the program ended, in the words of package os: "exit status 1", "signal: killed".
func (r Result) String() string {
	switch {
	case r.Stopped != "":
		return fmt.Sprintf("stopped at the %s limit", r.Stopped)
	case r.Signal != 0:
		return "signal: " + r.Signal.String()
	}
	return fmt.Sprintf("exit status %d", r.ExitCode)
}
