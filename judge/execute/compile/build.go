// Package compile turns a source into an executable, and keeps it by its content.
//
// It knows the languages, and nothing of problems, limits or verdicts. There are three kinds of errors. A *CompileError
// is the program's fault (CE). A *MissingError names a compiler that this machine does not have: the submission is
// skipped, with that reason. Any other error is the judge's own.
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
	Debug // a submission that reports its faults: with sanitizers, or Go's race detector
	Tool  // a validator, checker, generator or solver of a problem
)

// CompileError holds what the compiler reports of a program: the verdict CE.
type CompileError struct {
	Source string // the source's folder or file
	Output string // the compiler's first lines
}

func (e *CompileError) Error() string {
	return fmt.Sprintf("%s does not compile:\n%s", e.Source, e.Output)
}

// MissingError says that this machine lacks a tool of a language and how to get it, that the tool does not work, or
// that the judge does not know the language. Its text is one line.
type MissingError struct {
	Language string // "C++"; for an unknown language the files that are in it
	Compiler string // "g++"; "" for an unknown language
	Advice   string // "apt-get install g++"
	Broken   error  // its error, if it is there and does not work
	Header   string // the header that is missing in place of a compiler, "testlib.h"; "" for none
	Unlisted bool   // no tool is missing: the language is known by name alone, or where the program begins is not
}

// Installable reports whether a tool that is missing could be installed: else the judge does not know the language, or
// where the program begins.
func (e *MissingError) Installable() bool { return e.Header != "" || !e.Unlisted && e.Compiler != "" }

// Tool is the name of what is missing.
func (e *MissingError) Tool() string {
	if e.Header != "" {
		return e.Header
	}
	if e.Unlisted {
		return e.Language
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
	if e.Unlisted {
		return fmt.Sprintf("no %s: %s", e.Language, e.Advice)
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
