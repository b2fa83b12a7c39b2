package check

import (
	"cmp"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/base/scratch"
	"dlxjudge/judge/base/untrusted"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/read/problem"
)

// Custom is the checker of a problem that brings its own: a program that is called and understood as the package format
// says, or as the header of testlib has it if it includes that; see testlib. It ends within the limits. Its standard
// output is ignored, but counts as output.
func Custom(programs sandbox.Executor, program sandbox.Program, limits problem.ToolLimits) Checker {
	return runner{programs: programs, program: program, limits: limits, protocol: protocolOf(program)}
}

// Talker is the checker of an interactive problem, which talks with the submission while both run. It is safe for
// concurrent use.
type Talker interface {
	// Talk runs the checker to its end. The verdict is as that of Checker.Check; Files.Output is not used.
	Talk(ctx context.Context, files Files, pipes Pipes) (Result, error)
}

// Pipes are what a checker that talks with the submission is given.
type Pipes struct {
	In, Out *os.File // its standard input and output
	Watch   *os.File // as sandbox.Task.Watch
	Cores   []int    // that it may use; nil for any
	// by the clock. It includes what it waits for the submission, and so is longer than validation_time
	Wall time.Duration
}

// Talking is the checker of an interactive problem: a program that is run as that of Custom, with the submission at the
// other ends of its standard input and output. If it is lenient, as in a folder that is no package, an exit status that
// means nothing is a rejection: there, people write interactors that fail on what a submission says.
func Talking(programs sandbox.Executor, program sandbox.Program, limits problem.ToolLimits, lenient bool) Talker {
	return runner{programs, program, limits, protocolOf(program), lenient}
}

// A protocol says how a program that checks is called, and what it means.
type protocol interface {
	// call is how it is called on these files; talks says whether it talks with the submission.
	call(files Files, talks bool) call
	// decide is what it says that has ended by itself. The folder feedback holds what it has written there.
	decide(result sandbox.Result, files Files, feedback string) Result
}

// A call is the part of a checker's task that depends on the protocol.
type call struct {
	args     []string
	given    []sandbox.File // that lie in its folder, beside those of the submission
	input    string         // path of its standard input; "" if it is empty, or talks
	feedback bool           // whether it has a feedback folder
}

func protocolOf(program sandbox.Program) protocol {
	if library := program.Testlib; library != nil && !library.Standard {
		return testlib{*library}
	}
	return format{plain: program.Plain}
}

// runner runs the program of a checker.
type runner struct {
	programs sandbox.Executor
	program  sandbox.Program
	limits   problem.ToolLimits
	protocol
	lenient bool
}

// The files and folders in the checker's folder. It starts in submissionFolder.
const (
	inputFile        = "input"
	answerFile       = "answer"
	feedbackFolder   = "feedback"
	submissionFolder = "submission"
	messageFile      = "judgemessage.txt"
	printedFile      = "printed" // beside the judge's copy of the feedback folder: what it prints
)

// inFolder is the path of a file or folder there in the arguments of the checker.
func inFolder(name string) string { return sandbox.Folder + "/" + name }

// checkerProcesses is how many processes and threads a checker may have; the runtime of a language may start a dozen.
const checkerProcesses = 256

func (c runner) Check(ctx context.Context, files Files) (Result, error) {
	return c.run(ctx, files, Pipes{})
}

// Talk runs an interactor. What one of testlib writes for a checker that decides after it goes to Files.Told.
func (c runner) Talk(ctx context.Context, files Files, pipes Pipes) (Result, error) {
	decided, err := c.run(ctx, files, pipes)
	if decided.Verdict == problem.PE { // a conversation has no whitespace that could be forgiven
		decided.Verdict = problem.WA
	}
	return decided, err
}

// run runs the program. What it prints goes to a file that nobody reads, unless it talks with the submission.
func (c runner) run(ctx context.Context, files Files, pipes Pipes) (Result, error) {
	if err := ctx.Err(); err != nil {
		return Result{}, err
	}
	dir, err := scratch.Make("")
	if err != nil {
		return judgeError("no folder for the checker's message: %v", err), nil
	}
	defer os.RemoveAll(dir)
	called, feedback := c.call(files, pipes.Out != nil), filepath.Join(dir, feedbackFolder)
	task, err := c.task(called, files, feedback, pipes)
	if err != nil {
		return judgeError("the checker's files: %v", err), nil
	}
	if pipes.Out == nil {
		task.Output = filepath.Join(dir, printedFile)
	}
	result, err := c.programs.Run(ctx, task)
	switch {
	case ctx.Err() != nil:
		return Result{}, ctx.Err()
	case err != nil:
		return judgeError("the checker cannot be run: %v", err), nil
	case result.Stopped() != "":
		return stopped("checker", c.limits, result, task.Limits), nil
	}
	if files.Told != "" {
		err = keep(filepath.Join(feedback, toldFile), files.Told)
	}
	decided := c.decide(result, files, feedback)
	if c.lenient && decided.Crash != "" && result.ExitCode > 0 {
		decided.Verdict, decided.Message = problem.WA, "the interactor failed: "+decided.Crash
	}
	if err == nil && called.feedback && files.Feedback != "" && decided.Verdict == problem.AC {
		err = replace(files.Feedback, feedback)
	}
	if err != nil {
		return judgeError("what the checker has written: %v", err), nil
	}
	return decided, nil
}

// task is the run of the program, from which what it writes for the judge is taken to the folder feedback.
func (c runner) task(called call, files Files, feedback string, pipes Pipes) (sandbox.Task, error) {
	limits := limitsOf(c.limits)
	if pipes.Wall > 0 {
		limits.CPU, limits.Wall = 0, pipes.Wall
	}
	task := c.program.Task(sandbox.Tool, limits, called.args...)
	task.Files, task.Input = called.given, called.input
	reads := called.given
	if called.input != "" {
		reads = append(slices.Clip(reads), sandbox.File{Path: called.input})
	}
	for _, file := range reads {
		opened, err := untrusted.OpenAny(file.Path) // else the checker would report it, in its own words
		if err != nil {
			return task, err
		}
		opened.Close()
	}
	if err := os.Mkdir(feedback, 0o755); err != nil {
		return task, err
	}
	for _, file := range files.Submission {
		task.Files = append(task.Files, sandbox.File{Name: submissionFolder + "/" + file.Name, Path: file.Path})
	}
	task.Folders, task.Start = []string{submissionFolder}, submissionFolder
	if called.feedback {
		task.Folders = append(task.Folders, feedbackFolder)
		var err error
		if task.Copies, err = filesBelow(files.Feedback, feedbackFolder); err != nil {
			return task, err
		}
		task.Products = feedbackProducts(files, feedback, cmp.Or(c.limits.Output, problem.DefaultValidation.Output)+1)
	}
	if files.Told != "" {
		task.Products = append(task.Products, sandbox.Product{Pattern: toldFile, Into: feedback,
			Limit: cmp.Or(c.limits.Output, problem.DefaultValidation.Output)})
	}
	task.Stdin, task.Stdout, task.Watch, task.Cores = pipes.In, pipes.Out, pipes.Watch, pipes.Cores
	return task, nil
}

// limitsOf bound a checker or a grader.
func limitsOf(l problem.ToolLimits) sandbox.Limits {
	return sandbox.Limits{Memory: l.Memory, Output: l.Output, Processes: checkerProcesses}.Within(l.Time)
}

// stopped is what comes of a checker or a grader that was stopped at one of its limits.
func stopped(name string, own problem.ToolLimits, result sandbox.Result, limits sandbox.Limits) Result {
	stderr := quoted(result.Stderr.Tail())
	switch result.End {
	case sandbox.StoppedMemory:
		failed := judgeError("the %s needs more than %d MiB (validation_memory)%s", name, own.Memory>>20,
			stderr)
		failed.TooLarge = true
		return failed
	case sandbox.StoppedOutput:
		return judgeError("the %s writes more than %d MiB (validation_output)%s", name, own.Output>>20, stderr)
	}
	if limits.CPU == 0 && !result.Suspended { // it talks, and what stops it sooner is the conversation
		return judgeError("the %s did not end within %v, which time_limit and validation_time allow together%s",
			name, limits.Wall, stderr)
	}
	late := judgeError("the %s %s%s", name, result.Late(limits, "validation_time"), stderr)
	late.Late, late.Starved = result.Late(limits, "") != "", result.Starved()
	return late
}

// quoted is a program's last words, as the end of a message.
func quoted(stderr string) string {
	if text := shown(stderr); text != "" {
		return "; its standard error:\n" + text
	}
	return ""
}

// crashed is what comes of a checker that ended by itself without a verdict.
func crashed(result sandbox.Result, why string) Result {
	stderr := result.Stderr.Tail()
	failed := judgeError("the checker failed: %v%s%s", result, why, quoted(stderr))
	lines := strings.Split(shown(stderr), "\n")
	failed.Crash = strings.TrimSuffix(result.String()+": "+lines[len(lines)-1], ": ")
	return failed
}

// shown is text from a program with its lines kept and control characters made visible.
func shown(text string) string {
	var lines []string
	for line := range strings.Lines(text) {
		lines = append(lines, legible.Line(strings.ReplaceAll(strings.TrimRight(line, " \t\r\n"), "\t", "    ")))
	}
	return strings.Trim(strings.Join(lines, "\n"), "\n")
}
