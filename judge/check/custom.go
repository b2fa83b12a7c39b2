package check

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

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

// Custom is the checker of a problem that brings its own: a program, given by its absolute path, that is run as
//
//	program input answer feedback_dir/ [args] < output
//
// in an empty folder of its own, and that ends within the limit (of wall-clock time) with exit status 42 for AC or 43 for
// WA. Whatever else it does is JE, with the end of its standard error in the message. What it writes to
// feedback_dir/judgemessage.txt is the message of AC and WA. Its standard output is ignored.
func Custom(programs executor.Executor, program string, limit time.Duration) Checker {
	return customChecker{programs, program, limit}
}

type customChecker struct {
	programs executor.Executor
	program  string
	limit    time.Duration
}

func (c customChecker) Check(ctx context.Context, files Files) (Result, error) {
	if err := ctx.Err(); err != nil {
		return Result{}, err
	}
	var paths []string
	for _, path := range []string{files.Input, files.Answer} {
		file, err := os.Open(path)
		if err != nil {
			return judgeError("the checker's files: %v", err), nil
		}
		file.Close()
		if path, err = filepath.Abs(path); err != nil {
			return judgeError("the checker's files: %v", err), nil
		}
		paths = append(paths, path)
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
	folder, err := scratch.Make("")
	if err != nil {
		return judgeError("no folder for the checker: %v", err), nil
	}
	defer os.RemoveAll(folder)
	work, feedback := filepath.Join(folder, "work"), filepath.Join(folder, "feedback")
	for _, dir := range []string{work, feedback} {
		if err := os.Mkdir(dir, 0o777); err != nil {
			return judgeError("no folder for the checker: %v", err), nil
		}
	}
	result, err := c.programs.Run(ctx, executor.Command{
		Profile: executor.Tool, Program: c.program, Args: append(append(paths, feedback+string(filepath.Separator)), files.Args...),
		Dir: work, Stdin: output, Stdout: nowhere, Wall: c.limit,
	})
	stderr := quoted(result.Said.Tail())
	switch {
	case ctx.Err() != nil:
		return Result{}, ctx.Err()
	case err != nil:
		return judgeError("the checker cannot be run: %v", err), nil
	case result.TimedOut:
		return judgeError("the checker did not end within %v%s", c.limit, stderr), nil
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
	file, err := os.Open(filepath.Join(feedback, "judgemessage.txt"))
	if err != nil {
		return ""
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, messageBytes+1))
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
