package check

import (
	"context"
	"os"
	"path/filepath"
	"strings"

	"dlxjudge/judge/executor"
	"dlxjudge/judge/legible"
	"dlxjudge/judge/problem"
	"dlxjudge/judge/scratch"
)

// The exit statuses of the package format's protocol. Any other is the checker's own failure.
const (
	exitAccepted = 42
	exitWrong    = 43
)

const messageBytes = 4 << 10 // of judgemessage.txt, its beginning

// Custom is the checker of a problem that brings its own: a program that is run as
//
//	program input answer feedback_dir/ [args] < output
//
// in a folder of its own, and that ends within the limits with exit status 42 for AC or 43 for WA. Whatever else it does is
// JE, with the end of its standard error in the message. What it writes to feedback_dir/judgemessage.txt is the message of
// AC and WA. Its standard output is ignored.
func Custom(programs executor.Executor, program executor.Program, limits problem.ToolLimits) Checker {
	return customChecker{programs, program, limits}
}

type customChecker struct {
	programs executor.Executor
	program  executor.Program
	limits   problem.ToolLimits
}

// What lies in the checker's folder.
const (
	inputFile      = "input"
	answerFile     = "answer"
	feedbackFolder = "feedback"
	messageFile    = "judgemessage.txt"
)

// checkerProcesses is how many processes and threads a checker may have; the runtime of a language may start a dozen.
const checkerProcesses = 256

func (c customChecker) Check(ctx context.Context, files Files) (Result, error) {
	if err := ctx.Err(); err != nil {
		return Result{}, err
	}
	for _, path := range []string{files.Input, files.Answer} {
		file, err := os.Open(path)
		if err != nil {
			return judgeError("the checker's files: %v", err), nil
		}
		file.Close()
	}
	output, err := os.Open(files.Output)
	if err != nil {
		return judgeError("the checker's files: %v", err), nil
	}
	defer output.Close()
	nowhere, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		return judgeError("the checker's files: %v", err), nil
	}
	defer nowhere.Close()
	feedback, err := scratch.Make("")
	if err != nil {
		return judgeError("no folder for the checker's message: %v", err), nil
	}
	defer os.RemoveAll(feedback)
	in := func(name string) string { return executor.Folder + "/" + name }
	limits := executor.Limits{Wall: c.limits.Time, Memory: c.limits.Memory, Output: c.limits.Output, Processes: checkerProcesses}
	command := c.program.Command(limits, append([]string{in(inputFile), in(answerFile), in(feedbackFolder) + "/"}, files.Args...)...)
	command.Files = []executor.File{{Name: inputFile, Path: files.Input}, {Name: answerFile, Path: files.Answer}}
	command.Folders = []string{feedbackFolder}
	command.Products = []executor.Product{{Folder: feedbackFolder, Pattern: messageFile, Into: feedback, Limit: messageBytes + 1}}
	command.Stdin, command.Stdout = output, nowhere
	result, err := c.programs.Run(ctx, command)
	stderr := quoted(result.Said.Tail())
	switch {
	case ctx.Err() != nil:
		return Result{}, ctx.Err()
	case err != nil:
		return judgeError("the checker cannot be run: %v", err), nil
	case result.Stopped == executor.StoppedTime:
		return judgeError("the checker did not end within %v (validation_time)%s", c.limits.Time, stderr), nil
	case result.Stopped == executor.StoppedMemory:
		return judgeError("the checker needs more than %d MiB (validation_memory)%s", c.limits.Memory>>20, stderr), nil
	case result.Stopped == executor.StoppedOutput:
		return judgeError("the checker writes more than %d MiB (validation_output)%s", c.limits.Output>>20, stderr), nil
	}
	switch result.ExitCode {
	case exitAccepted:
		return Result{Verdict: problem.AC, Message: judgeMessage(feedback)}, nil
	case exitWrong:
		message := judgeMessage(feedback)
		if message == "" {
			message = "the checker rejects the output without a message" + stderr
		}
		return Result{Verdict: problem.WA, Message: message}, nil
	}
	return judgeError("the checker failed: %v; 42 and 43 are the statuses of a verdict%s", result, stderr), nil
}

// judgeMessage is the beginning of what the checker wrote for the judges, if anything.
func judgeMessage(feedback string) string {
	text, err := os.ReadFile(filepath.Join(feedback, messageFile))
	if err != nil {
		return ""
	}
	message := shown(string(text[:min(len(text), messageBytes)]))
	if len(text) > messageBytes {
		message += "…"
	}
	return message
}

// quoted is a program's last words, as the end of a message.
func quoted(stderr string) string {
	if text := shown(stderr); text != "" {
		return "; its standard error:\n" + text
	}
	return ""
}

// shown is text from a program with its lines kept and control characters made visible.
func shown(text string) string {
	var lines []string
	for line := range strings.Lines(text) {
		lines = append(lines, legible.Line(strings.ReplaceAll(strings.TrimRight(line, " \t\r\n"), "\t", "    ")))
	}
	return strings.Trim(strings.Join(lines, "\n"), "\n")
}
