// Package count counts what a program executes: its statements, and the nodes of its search. Counts are exact: the same
// program and input give the same, always and on every machine; those of C and C++ with the same version of gcc.
//
// The counters are the compilers' own, for coverage: Go's with -cover -covermode=count, gcc's with --coverage. They are
// built from the untouched source file and do not change what the program computes, only how long it takes; so the runs
// are never timed. A figure that is not certain, of a run that was stopped above all, is an *UnknownError and never a
// number.
//
//	program, err := count.Build(ctx, dir, source, "search")
//	counts, err := program.Run(ctx, test, 10*limit)
package count

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"dlxjudge/judge/build"
	"dlxjudge/judge/child"
	"dlxjudge/judge/problem"
)

// Search is the name of the function whose calls are the nodes of a solution's search: "search", unless its problem names
// another. It is "" where a call is not one assignment, as in a search that propagates bits: such calls would be compared
// with what they are not.
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

// Counts are the counts of one run.
type Counts struct {
	// Statements is, for Go, the sum over the basic blocks of their executions × their statements; for C and C++, the
	// sum over the lines of their executions, built with -O0.
	Statements int64
	Nodes      int64 // calls of the search function, if HasNodes
	HasNodes   bool  // false for a program without a function of that name
}

// UnknownError says why there are no counts.
type UnknownError struct{ Reason string }

func (e *UnknownError) Error() string { return e.Reason }

// Executable is a program that was built with counters.
type Executable struct {
	dir      string // of its own
	path     string // the executable
	language counters
}

// counters is one way of counting.
type counters interface {
	// build builds the program into dir and returns the executable's path.
	build(ctx context.Context, dir string) (string, error)
	// environment makes a run of the program leave its counters in the folder.
	environment(folder string) []string
	// longest is the CPU time from which on the counters of a run could wrap; 0 if they never do.
	longest() time.Duration
	// read reads the counters of a run from the folder.
	read(ctx context.Context, dir, folder string) (Counts, error)
}

// Build builds a source with counters in dir, which it may fill. The errors are those of build.Cache.Build, and an
// *UnknownError for a program whose counts would mean nothing.
func Build(ctx context.Context, dir string, source problem.Source, search string) (*Executable, error) {
	language, err := build.LanguageOf(source)
	if err != nil {
		return nil, err
	}
	p := &Executable{dir: dir}
	switch language.Name {
	case "go":
		p.language = &goCounters{source: source, search: search}
	case "c":
		p.language = &gcov{source: source, search: search, compiler: "gcc", standard: language.StandardOf(source)}
	case "cpp":
		p.language = &gcov{source: source, search: search, compiler: "g++", standard: language.StandardOf(source)}
	default:
		return nil, &UnknownError{"nothing here counts what a program in " + language.Display + " executes"}
	}
	p.path, err = p.language.build(ctx, dir)
	return p, err
}

// Run runs the program on a test and returns its counts. Its standard output goes to the file output. It is stopped
// at the limit, or where its counters could wrap; then, or if it fails, the error is an *UnknownError. Runs of one program
// may overlap.
func (p *Executable) Run(ctx context.Context, test problem.Test, output string, limit time.Duration) (Counts, error) {
	folder, err := os.MkdirTemp(p.dir, "counters-")
	if err != nil {
		return Counts{}, err
	}
	defer os.RemoveAll(folder)
	reason := fmt.Sprintf("counting stopped after %v (limit)", limit)
	if longest := p.language.longest(); longest > 0 && longest < limit {
		limit, reason = longest, fmt.Sprintf("counting stopped after %v (counter overflow)", longest.Round(10*time.Millisecond))
	}
	inTime, err := p.execute(ctx, test, output, folder, limit)
	if err == nil && !inTime {
		err = &UnknownError{reason}
	}
	if err != nil {
		return Counts{}, err
	}
	return p.language.read(ctx, p.dir, folder)
}

// idle is how much longer than its CPU time a run may take by the clock, on a machine with other work to do.
const idle = 3

// execute runs the program and reports whether it came to a good end within the limit.
func (p *Executable) execute(ctx context.Context, test problem.Test, output, folder string, limit time.Duration) (inTime bool, err error) {
	in, err := os.Open(test.Input)
	if err != nil {
		return false, err
	}
	defer in.Close()
	out, err := os.Create(output)
	if err != nil {
		return false, err
	}
	defer out.Close()
	limited, cancel := context.WithTimeout(ctx, idle*limit)
	defer cancel()
	cmd := command(limited, folder, p.path, test.Args...)
	cmd.Env = append([]string{"PATH=/usr/local/bin:/usr/bin:/bin", "HOME=" + folder, "TMPDIR=" + folder, "LANG=C"}, p.language.environment(folder)...)
	cmd.Stdin, cmd.Stdout = in, out
	err = cmd.Run()
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return false, ctx.Err()
	case err != nil && !errors.As(err, &exit):
		return false, err
	}
	cpu := cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	switch {
	case limited.Err() != nil || cpu > limit:
		return false, nil
	case err != nil:
		return false, &UnknownError{"with counters the program fails: " + err.Error()}
	}
	return true, nil
}

// command is a command in a process group of its own, which ends with ctx.
func command(ctx context.Context, dir, path string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, path, args...)
	cmd.Dir = dir
	cmd.SysProcAttr = child.Attr()
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = time.Second
	return cmd
}

// compile runs a compiler; what it has against the program is a *build.CompileError.
func compile(cmd *exec.Cmd, source problem.Source) error {
	output, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return &build.CompileError{Source: source.Dir, Output: strings.TrimSpace(string(output))}
	}
	return err
}

// paths are the absolute paths of a source's files.
func paths(source problem.Source) ([]string, error) {
	var all []string
	for _, file := range source.Files {
		path, err := filepath.Abs(filepath.Join(source.Dir, file))
		if err != nil {
			return nil, err
		}
		all = append(all, path)
	}
	return all, nil
}
