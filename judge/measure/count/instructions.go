package count

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"dlxjudge/judge/base/untrusted"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/read/problem"
)

// Valgrind counts the processor's instructions that a program executes, without a counter in the processor. It runs the
// very file that is timed.
//
// A run under valgrind is contained as any tool's is, and so as a submission's: the same namespaces, cgroup, Landlock
// rules and system calls. It needs nothing beyond what every program may do. The program itself runs inside valgrind's
// process. Valgrind's own files lie in system folders that every program may read, or are passed as Task.Reads.
type Valgrind struct {
	path     string
	reads    []string
	programs sandbox.Executor
}

// NoValgrindError says why no instructions are counted on this machine.
type NoValgrindError struct{ Reason, Advice string }

func (e *NoValgrindError) Error() string { return e.Reason + "; " + e.Advice }

// OpenValgrind finds valgrind, and sees by a run that it works here. The error is a *NoValgrindError if it does not.
func OpenValgrind(ctx context.Context, programs sandbox.Executor) (*Valgrind, error) {
	path, err := exec.LookPath("valgrind")
	if err == nil {
		path, err = filepath.Abs(path)
	}
	if err != nil {
		return nil, &NoValgrindError{"valgrind is not on the PATH",
			"install it, for example with: apt-get install valgrind"}
	}
	v := &Valgrind{path: path, reads: installation(path), programs: programs}
	nothing, err := exec.LookPath("true")
	if err != nil {
		return nil, err
	}
	_, err = v.execute(ctx, sandbox.Task{}, nothing, nil)
	var unknown *UnknownError
	if errors.As(err, &unknown) {
		return nil, &NoValgrindError{fmt.Sprintf("%s does not work here: %s", path, unknown.Reason),
			"install another version of it"}
	}
	return v, err
}

// installation are the folders of a valgrind that is not the system's.
func installation(path string) (folders []string) {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	prefix := filepath.Dir(filepath.Dir(path))
	if prefix == "/usr" || prefix == "/" {
		return nil
	}
	for _, folder := range []string{"bin", "libexec/valgrind", "lib/valgrind"} {
		folder = filepath.Join(prefix, folder)
		if info, err := os.Stat(folder); err == nil && info.IsDir() {
			folders = append(folders, folder)
		}
	}
	return folders
}

// goTakes is how often a Go program is run. The run-time system's own threads execute a little more each time, up to
// 15% now and then, so that the least of several runs counts.
const goTakes = 5

// otherTakes is how often other programs are run. Those of C and C++ execute the same each time; the second run
// confirms it.
const otherTakes = 2

// Takes is how often a program in the language is to be run.
func Takes(language string) int {
	if language == "go" {
		return goTakes
	}
	return otherTakes
}

// goAlone leaves a Go program with one thread for its own code and without garbage collection, which depends on the
// clock.
var goAlone = []string{"GOMAXPROCS=1", "GOGC=off"}

// Run runs a program in the language on a test and returns how many instructions it executed. Its standard output goes
// to the file output. The children of a program are not counted. The program runs inside valgrind's process: the number
// is that of one that does not mean to deceive. The error is an *UnknownError if the run fails under valgrind, or takes
// more than 10 s of CPU time, and for a program that something else runs. Runs may overlap.
func (v *Valgrind) Run(ctx context.Context, program sandbox.Program, language string, test problem.Test,
	output string) (float64, error) {
	if program.Dir != "" || len(program.Args) > 0 {
		return 0, &UnknownError{"its instructions would be mostly those of what runs it"}
	}
	in, err := untrusted.Open(test.Input)
	if err != nil {
		return 0, err
	}
	defer in.Close()
	out, err := os.Create(output)
	if err != nil {
		return 0, err
	}
	defer out.Close()
	c := sandbox.Task{Stdin: in, Stdout: out, Files: filesOfTest(test)}
	if slices.ContainsFunc(c.Files, func(f sandbox.File) bool { return f.Name == programName }) {
		return 0, &UnknownError{fmt.Sprintf("a file of the test is called %s, as one of the count's", programName)}
	}
	if language == "go" {
		c.Env = goAlone
	}
	return v.execute(ctx, c, program.Path, test.Args)
}

// longestTake is how much CPU time a run under valgrind may take; that is 500 million instructions or more.
const longestTake = 10 * time.Second

// programName is the same for both sides of a comparison: the stack begins behind it.
const programName = "program"

// mainStack lets a program recurse deeper than valgrind's 16 MiB.
const mainStack = "--main-stacksize=67108864"

func (v *Valgrind) execute(ctx context.Context, c sandbox.Task, program string, args []string) (float64, error) {
	c.Profile, c.Program, c.Reads = sandbox.Tool, v.path, v.reads
	// Valgrind says what it counts on standard error, which the program cannot replace as it could a file in its
	// folder.
	c.Args = append([]string{
		"--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null", mainStack, "--log-fd=2",
		"--child-silent-after-fork=yes", "./" + programName,
	}, args...)
	c.Files = append(c.Files, sandbox.File{Name: programName, Path: program})
	c.Limits = sandbox.Limits{Memory: mostMemory, Output: mostOutput, Folder: mostCounters,
		Processes: mostProcesses}.Within(longestTake)
	result, err := v.programs.Run(ctx, c)
	switch {
	case err != nil:
		return 0, err
	case result.Stopped() == "time":
		return 0, &UnknownError{"a run under valgrind " + result.Late(c.Limits, "")}
	case result.CPU > longestTake:
		return 0, &UnknownError{fmt.Sprintf("a run under valgrind took more than %v", longestTake)}
	case result.Stopped() != "" || result.ExitCode != 0:
		return 0, &UnknownError{"under valgrind the program fails: " + result.String()}
	}
	return instructionsIn(result.Said)
}

// firstWords and total are lines of valgrind's: "==1234== Cachegrind, …" and "==1234== I   refs:      127,358". It is
// the process of the first whose total counts.
var (
	firstWords = regexp.MustCompile(`(?m)^==(\d+)== `)
	total      = regexp.MustCompile(`(?m)^==(\d+)== I +refs: +([\d,]+)$`)
)

// instructionsIn is the total in what valgrind, and the program, have said. It comes last; if there are several, the
// program has written one.
func instructionsIn(said sandbox.Said) (float64, error) {
	first := firstWords.FindStringSubmatch(said.Head())
	totals := total.FindAllStringSubmatch(said.Tail(), -1)
	switch {
	case len(totals) > 1:
		return 0, &UnknownError{"valgrind's words on instructions stand there more than once: the program has " +
			"written some"}
	case first == nil || totals == nil || totals[0][1] != first[1]:
		return 0, &UnknownError{"valgrind says nothing of instructions: " + lastLine(said.Tail())}
	}
	n, err := strconv.ParseUint(strings.ReplaceAll(totals[0][2], ",", ""), 10, 50)
	if err != nil {
		return 0, &UnknownError{"valgrind counts what cannot be: " + totals[0][2]}
	}
	return float64(n), nil
}

func lastLine(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return lines[len(lines)-1]
}
