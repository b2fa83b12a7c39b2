package check

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/base/scratch"
	"dlxjudge/judge/base/untrusted"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/read/problem"
)

// Custom is a problem's own checker or interactor. It follows the package format's protocol, or testlib's if it
// includes testlib.h. It is safe for concurrent use.
type Custom struct {
	programs sandbox.Executor
	program  sandbox.Program
	limits   problem.ToolLimits
	protocol
	// Lenient is set for an interactor outside any package. Every unknown exit status then rejects the output, because
	// people write interactors that crash on bad output.
	Lenient bool
}

// NewCustom returns a problem's own checker or interactor.
func NewCustom(programs sandbox.Executor, program sandbox.Program, limits problem.ToolLimits) Custom {
	return Custom{programs: programs, program: program, limits: limits, protocol: protocolOf(program)}
}

// Pipes connect an interactor with the submission.
type Pipes struct {
	In, Out *os.File // the interactor's standard input and output
	Watch   *os.File // see sandbox.Task.Watch
	Cores   []int    // cores that the interactor may use; nil for any
	// wall-clock limit; longer than validation_time, since the interactor also waits for the submission
	Wall time.Duration
}

// A protocol defines how to call a checker or interactor, and what the result of the run means.
type protocol interface {
	// call returns how to run a checker or, if talks is set, an interactor with these files.
	call(files Files, talks bool) call
	// decide returns the result of a program that no limit stopped. feedback is the folder that holds the program's
	// feedback files.
	decide(result sandbox.Result, files Files, feedback string) Result
}

// call is the part of a checker's task that depends on the protocol.
type call struct {
	args     []string
	files    []sandbox.File // files in the checker's folder, besides the submission's
	input    string         // path of the file for standard input; "" if standard input is empty or a pipe
	feedback bool           // whether the program gets a feedback folder
}

func protocolOf(program sandbox.Program) protocol {
	if library := program.Testlib; library != nil && !library.Standard {
		return testlib{*library}
	}
	return format{plain: program.Plain}
}

// Except for printedFile, these are the names of files and folders in a checker's folder. The checker starts in
// submissionFolder.
const (
	inputFile        = "input"
	answerFile       = "answer"
	feedbackFolder   = "feedback"
	submissionFolder = "submission"
	messageFile      = "judgemessage.txt"
	printedFile      = "printed" // the checker's standard output, beside the judge's copy of the feedback folder
)

// inFolder returns the argument for the path of a file in the checker's folder.
func inFolder(name string) string { return sandbox.Folder + "/" + name }

// checkerProcesses is the most processes and threads that a checker may have; a language's runtime may start a dozen.
const checkerProcesses = 256

// Check runs a checker. The checker's standard output is ignored, but counts towards the output limit.
func (c Custom) Check(ctx context.Context, files Files) (Result, error) {
	return c.run(ctx, files, Pipes{})
}

// Talk runs an interactor until it ends. Pipes connect its standard input and output with the submission. The verdicts
// are those of Checker.Check, but PE counts as WA. Talk does not use Files.Output. What a testlib interactor writes for
// the final checker goes to Files.Tout.
func (c Custom) Talk(ctx context.Context, files Files, pipes Pipes) (Result, error) {
	decided, err := c.run(ctx, files, pipes)
	if decided.Verdict == problem.PE { // PE does not apply to a conversation
		decided.Verdict = problem.WA
	}
	return decided, err
}

// run runs the program. The standard output of a checker goes to a file that nobody reads.
func (c Custom) run(ctx context.Context, files Files, pipes Pipes) (Result, error) {
	if err := ctx.Err(); err != nil {
		return Result{}, err
	}
	if files.role = "checker"; pipes.Out != nil {
		files.role = "interactor"
	}
	dir, err := scratch.Make("")
	if err != nil {
		return judgeError("cannot make a folder for the %s: %v", files.role, err), nil
	}
	defer os.RemoveAll(dir)
	called, feedback := c.call(files, pipes.Out != nil), filepath.Join(dir, feedbackFolder)
	task, err := c.task(called, files, feedback, pipes)
	if err != nil {
		return judgeError("cannot prepare the %s's files: %v", files.role, err), nil
	}
	if pipes.Out == nil {
		task.Output = filepath.Join(dir, printedFile)
	}
	result, err := c.programs.Run(ctx, task)
	switch {
	case ctx.Err() != nil:
		return Result{}, ctx.Err()
	case err != nil:
		return judgeError("the %s cannot be run: %v", files.role, err), nil
	case result.Stopped() != "":
		return stopped(files.role, c.limits, result, task.Limits), nil
	}
	if files.Tout != "" {
		err = keep(filepath.Join(feedback, toutFile), files.Tout)
	}
	decided := c.decide(result, files, feedback)
	if c.Lenient && decided.Crash != "" && result.ExitCode > 0 {
		decided.Verdict, decided.Message = problem.WA, "the interactor failed: "+decided.Crash
	}
	if err == nil && called.feedback && files.Feedback != "" && decided.Verdict == problem.AC {
		err = replace(files.Feedback, feedback)
	}
	if err != nil {
		return judgeError("cannot keep what the %s wrote: %v", files.role, err), nil
	}
	return decided, nil
}

// task describes the run of the program. feedback is the folder for files that the program writes for the judge.
func (c Custom) task(called call, files Files, feedback string, pipes Pipes) (sandbox.Task, error) {
	limits := limitsOf(c.limits)
	if pipes.Wall > 0 {
		limits.CPU, limits.Wall = 0, pipes.Wall
	}
	task := c.program.Task(sandbox.Tool, limits, called.args...)
	task.Files, task.Input = called.files, called.input
	reads := []string{files.Input, files.Answer}
	if pipes.Out == nil {
		reads = append(reads, files.Output)
	}
	for _, path := range reads {
		opened, err := untrusted.OpenAny(path) // so that the judge, not the checker, reports an unreadable file
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
	if files.Tout != "" {
		task.Products = append(task.Products, sandbox.Product{Pattern: toutFile, Into: feedback,
			Limit: cmp.Or(c.limits.Output, problem.DefaultValidation.Output)})
	}
	task.Stdin, task.Stdout, task.Watch, task.Cores = pipes.In, pipes.Out, pipes.Watch, pipes.Cores
	return task, nil
}

// limitsOf returns the limits of a checker or a grader.
func limitsOf(l problem.ToolLimits) sandbox.Limits {
	return sandbox.Limits{Memory: l.Memory, Output: l.Output, Processes: checkerProcesses}.Within(l.Time)
}

// stopped returns the result for a checker, interactor or grader that was stopped at one of its limits.
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
	message := result.Late(limits, "validation_time")
	if limits.CPU == 0 && !result.Suspended { // an interactor; its CPU time is limited by package talk
		message = fmt.Sprintf("did not end within %v, which time_limit and validation_time allow together", limits.Wall)
	}
	late := judgeError("the %s %s%s", name, message, stderr)
	late.Late, late.Starved = result.Late(limits, "") != "", result.Starved()
	return late
}

// StderrFollows ends the first line of a message if the end of the program's standard error follows on the next lines.
const StderrFollows = "; its standard error:"

// quoted formats the last part of a program's standard error, to be appended to a message.
func quoted(stderr string) string {
	if text := printable(stderr); text != "" {
		return StderrFollows + "\n" + text
	}
	return ""
}

// crashed returns the result for a checker or an interactor that ended without a verdict, although no limit stopped it.
func crashed(role string, result sandbox.Result, why string) Result {
	stderr := result.Stderr.Tail()
	failed := judgeError("the %s failed: %v%s%s", role, result, why, quoted(stderr))
	lines := strings.Split(printable(stderr), "\n")
	failed.Crash = strings.TrimSuffix(result.String()+": "+lines[len(lines)-1], ": ")
	return failed
}

// printable makes control characters in a program's text visible, but keeps its line breaks.
func printable(text string) string {
	var lines []string
	for line := range strings.Lines(text) {
		lines = append(lines, legible.Line(strings.ReplaceAll(strings.TrimRight(line, " \t\r\n"), "\t", "    ")))
	}
	return strings.Trim(strings.Join(lines, "\n"), "\n")
}
