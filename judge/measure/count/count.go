// Package count counts what a program executes: its statements, and the nodes of its search. Counts are exact: the same
// program and input give the same counts on every machine. C and C++ also need the same version of gcc.
//
// The compilers' coverage tools add the counters: "go build -cover -covermode=count" and "gcc --coverage". Counters
// change a program's runtime but not its results, so runs with counters are never timed. If a count is uncertain, for
// example because the run was stopped, the result is an *UnknownError, never a number.
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

// Search returns the name of the function whose calls are the nodes of a solution's search: "search", unless the
// problem names another function. A problem says "none" if the calls are not comparable, for example because one call
// can make several assignments. Search then returns "".
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
	// For Go, Statements adds up executions × statements over all basic blocks. For C and C++, built with -O0, it adds
	// up the executions of all lines.
	Statements int64
	Nodes      int64 // number of calls of the search function, if HasNodes
	HasNodes   bool  // false if the program has no search function
}

// mostStatements is more statements than any run executes. A float64 represents every integer up to this one exactly.
const mostStatements = 1 << 53

// add adds statements × times to c.Statements.
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

// counters describes one way of counting.
type counters struct {
	env     []string      // variables that make the program write counters to its working folder
	files   []string      // patterns for the names of the counter files
	longest time.Duration // the CPU time after which the counters of a run could wrap; 0 if they never do
	// read reads the counters of a run from the folder that they were copied to
	read func(ctx context.Context, tools toolRunner, folder string) (Counts, error)
}

// Build builds a program with counters. search names the function whose calls are nodes. The errors are those of
// compile.Cache.Build, and an *UnknownError if the judge cannot count what the program executes.
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
		err = &UnknownError{"the judge cannot count what programs in " + language.Display + " execute"}
	}
	if err != nil {
		return nil, err
	}
	return e, nil
}

// Run runs the program on a test and returns the counts. The program's standard output goes to the file output. Run
// stops the program at the CPU time limit, or earlier if its counters could wrap. If the program is stopped or fails,
// the error is an *UnknownError. Run may be called concurrently for one program.
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

// Limits of a run with counters, besides CPU time. They are high enough for any problem.
const (
	mostMemory    = 4 << 30
	mostOutput    = 1 << 30
	mostCounters  = 64 << 20 // total bytes of the counter files
	mostProcesses = 256
)

// execute runs the program, copies its counters to the folder, and reports whether the program ended within the limit.
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

// toolRunner runs a tool that reads counters. The tool's name is a command or a path; "" means the compiler. The task
// holds the tool's arguments and files. The tool may fail because the program forged the counters, so the error is then
// an *UnknownError with the tool's message.
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

// filesOf returns the files of a folder as input files for a task.
func filesOf(folder string) ([]sandbox.File, error) {
	entries, err := os.ReadDir(folder)
	var files []sandbox.File
	for _, entry := range entries {
		files = append(files, sandbox.File{Name: entry.Name(), Path: filepath.Join(folder, entry.Name())})
	}
	return files, err
}
