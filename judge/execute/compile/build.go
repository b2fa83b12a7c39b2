// Package compile turns a source into an executable, and remembers it by its content.
//
// It knows the languages and nothing of problems, limits or verdicts. What cannot be built is told apart: a
// *CompileError is the program's fault (CE), a *MissingError names a compiler that this machine does not have (the
// submission is skipped, with that reason), and any other error is the judge's own.
//
//	cache, err := compile.OpenCache("", sandbox.Uncontained())
//	program, err := cache.Build(ctx, compile.Submission, source)
package compile

import "fmt"

// Kind says by which rules a source is built.
type Kind int

// The kinds of source.
const (
	Submission Kind = iota // in the newest standard that the compiler knows, or the one that its online judge dictates
	Strict                 // a submission in which nothing may be newer than its standard
	// a submission that counts what it executes, for package count: not optimized where that would merge blocks
	Counted
	Debug // a submission that says where it does what it must not: sanitizers, or Go's race detector
	Tool  // a validator, checker, generator or solver of a problem
)

// CompileError is what the compiler had against a program: the verdict CE.
type CompileError struct {
	Source string // the source's folder or file
	Output string // the compiler's first lines
}

func (e *CompileError) Error() string {
	return fmt.Sprintf("%s does not compile:\n%s", e.Source, e.Output)
}

// MissingError says that this machine lacks a tool of a language, and how to get it, that the tool does not even say
// what it is, or that the judge does not know the language at all. It is one line.
type MissingError struct {
	Language string // "C++"; for an unknown language the files that are in it
	Compiler string // "g++"; "" for an unknown language
	Advice   string // "install it, for example with: apt-get install g++"
	Broken   error  // what it said, if it is there and does not work
	Header   string // the header that is missing in place of a compiler, "testlib.h"; "" for none
}

// Tool is what is missing, in a word.
func (e *MissingError) Tool() string {
	if e.Header != "" {
		return e.Header
	}
	if e.Compiler == "" {
		return "language of " + e.Language
	}
	return e.Compiler
}

func (e *MissingError) Error() string {
	if e.Header != "" {
		return fmt.Sprintf("no %s: %s", e.Header, e.Advice)
	}
	if e.Broken != nil {
		return fmt.Sprintf("no %s: %s does not work here: %v; mend that, or %s", e.Language, e.Compiler, e.Broken,
			e.Advice)
	}
	if e.Compiler == "" {
		return fmt.Sprintf("unknown language: %s (%s)", e.Language, e.Advice)
	}
	return fmt.Sprintf("no %s: %s is not on the PATH; %s", e.Language, e.Compiler, e.Advice)
}
