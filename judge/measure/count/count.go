// Package count counts what a program executes: its statements, and the nodes of its search. Counts are exact: the same
// program and input always give the same counts, on every machine; C and C++ need the same version of gcc.
//
// The counters are those of the compilers' coverage tools: go build -cover -covermode=count, and gcc --coverage. They
// change how long a program takes but not what it computes, so runs with counters are never timed. An uncertain figure,
// such as that of a stopped run, is an *UnknownError and never a number.
//
//	program, err := count.Build(ctx, cache, source, "search")
//	counts, err := program.Run(ctx, test, "01.out", 10*limit)
package count

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"dlxjudge/judge/base/scratch"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/read/problem"
)

// Search names the function whose calls are the nodes of a solution's search: "search", unless the problem names one.
// It is "" if a call can make several assignments, as in a search that propagates bits: such calls are not comparable.
func Search(p *problem.Problem, approach string) string {
	switch name := p.Search[approach]; name {
	case "":
		return "search"
	case "none":
		return ""
	default:
		return name
	}
}

type Counts struct {
	// Statements is, for Go, the sum over the basic blocks of their executions × their statements; for C and C++, the
	// sum over the lines of their executions, built with -O0.
	Statements int64
	Nodes      int64 // calls of the search function, if HasNodes
	HasNodes   bool  // false if the program has no search function
}

// mostStatements is more than any run executes. A float64 represents every count up to it exactly.
const mostStatements = 1 << 53

// add adds statements × times.
func (c *Counts) add(statements, times int64) error {
	if statements < 0 || times < 0 || times > 0 && statements > (mostStatements-c.Statements)/times {
		return &UnknownError{fmt.Sprintf("its counters are invalid: %d statements, %d times", statements, times)}
	}
	c.Statements += statements * times
	return nil
}

// UnknownError says why there are no counts.
type UnknownError struct{ Reason string }

func (e *UnknownError) Error() string { return e.Reason }

// Executable is a program built with counters.
type Executable struct {
	path     string
	counters counters
	programs sandbox.Executor
	tools    compile.Toolchain // includes the tools that read counters
}

// counters is one way of counting.
type counters struct {
	env     []string      // makes the program write its counters to its working folder
	files   []string      // patterns of the counter files' names
	longest time.Duration // the CPU time after which the counters of a run could wrap; 0 if they never do
	// read reads the counters of a run from the folder that they were copied to
	read func(ctx context.Context, tools toolRunner, folder string) (Counts, error)
}

// Build builds a source with counters; calls of the function named search are nodes. The errors are those of
// compile.Cache.Build, and an *UnknownError for a program whose counts would be meaningless.
func Build(ctx context.Context, cache *compile.Cache, source problem.Source, search string) (*Executable, error) {
	language, err := compile.LanguageOf(source)
	if err != nil {
		return nil, err
	}
	e := &Executable{programs: cache.Programs}
	if e.tools, err = cache.Toolchain(ctx, language, compile.Counted); err != nil {
		return nil, err
	}
	program, err := cache.Build(ctx, compile.Counted, source)
	if err != nil {
		return nil, err
	}
	e.path = program.Path
	switch language.Counters {
	case "covdata":
		e.counters, err = newCovdata(ctx, source, search, e.runTool)
	case "gcov":
		e.counters, err = newGcov(source, search, filepath.Dir(e.path))
	default:
		err = &UnknownError{"nothing here counts what a program in " + language.Display + " executes"}
	}
	if err != nil {
		return nil, err
	}
	return e, nil
}

// Run runs the program on a test and returns its counts. Its standard output goes to the file output. The run stops at
// the limit, or before its counters could wrap. If it is stopped or fails, the error is an *UnknownError. Runs of one
// program may overlap.
func (e *Executable) Run(ctx context.Context, test problem.Test, output string, limit time.Duration) (Counts, error) {
	folder, err := scratch.Make("")
	if err != nil {
		return Counts{}, err
	}
	defer os.RemoveAll(folder)
	reason := fmt.Sprintf("counting stopped after %v (limit)", limit)
	if longest := e.counters.longest; longest > 0 && longest < limit {
		limit, reason = longest, fmt.Sprintf("counting stopped after %v (counter overflow)",
			longest.Round(10*time.Millisecond))
	}
	inTime, err := e.execute(ctx, test, output, folder, limit)
	if err == nil && !inTime {
		err = &UnknownError{reason}
	}
	if err != nil {
		return Counts{}, err
	}
	return e.counters.read(ctx, e.runTool, folder)
}

// Limits of a counting run, besides CPU time. They are as high as those of any problem.
const (
	mostMemory    = 4 << 30
	mostOutput    = 1 << 30
	mostCounters  = 64 << 20 // bytes of all files with counters
	mostProcesses = 256
)

// execute runs the program, and reports whether it ended within the limit. Its counters are copied to the folder.
func (e *Executable) execute(ctx context.Context, test problem.Test, output, folder string,
	limit time.Duration) (inTime bool, err error) {
	var files []sandbox.File
	for _, f := range test.Files {
		files = append(files, sandbox.File(f))
	}
	var products []sandbox.Product
	for _, pattern := range e.counters.files {
		products = append(products, sandbox.Product{Pattern: pattern, Into: folder, Limit: mostCounters})
	}
	result, err := e.programs.Run(ctx, sandbox.Task{
		Profile: sandbox.Tool, Program: e.path, Args: test.Args, Env: e.counters.env, Input: test.Input,
		Output: output, Files: files, Products: products,
		Limits: sandbox.Limits{Memory: mostMemory, Output: mostOutput, Folder: mostCounters,
			Processes: mostProcesses}.Within(limit),
	})
	switch {
	case err != nil:
		return false, err
	case result.Stopped() == "time" || result.CPU > limit:
		return false, nil
	case result.Stopped() != "" || result.ExitCode != 0:
		return false, &UnknownError{"the program fails when run with counters: " + result.String()}
	}
	return true, nil
}

// toolLimit is the CPU time that a tool may take to read counters.
const toolLimit = time.Minute

// toolRunner runs a tool that reads counters, by name or path; "" means the compiler. The task holds its arguments and
// files. If the tool fails, the error is an *UnknownError with its message: the program may have forged the counters.
type toolRunner func(ctx context.Context, name string, c sandbox.Task) error

func (e *Executable) runTool(ctx context.Context, name string, c sandbox.Task) error {
	path := e.tools.Compiler
	if name != "" {
		var err error
		if path, err = exec.LookPath(name); err != nil {
			return err
		}
	}
	c.Profile, c.Program, c.Env, c.Reads = sandbox.Compile, path, e.tools.Env, e.tools.Reads
	c.Limits = sandbox.Limits{Memory: mostMemory, Output: mostCounters, Folder: 2 * mostCounters,
		Processes: 4 * mostProcesses}.Within(toolLimit)
	result, err := e.programs.Run(ctx, c)
	if err == nil && (result.Stopped() != "" || result.ExitCode != 0) {
		err = &UnknownError{fmt.Sprintf("%s cannot read the counters: %v: %s", filepath.Base(path), result,
			result.Stderr.FirstLine())}
	}
	return err
}

// filesOf returns the files of a folder, as input files of a task.
func filesOf(folder string) ([]sandbox.File, error) {
	entries, err := os.ReadDir(folder)
	var files []sandbox.File
	for _, entry := range entries {
		files = append(files, sandbox.File{Name: entry.Name(), Path: filepath.Join(folder, entry.Name())})
	}
	return files, err
}
