package check

import (
	"bytes"
	"context"
	"os"
	"path/filepath"

	"dlxjudge/judge/base/scratch"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/read/problem"
)

// Static is the checker of a static validation test: a program that looks at a submission's files in place of its
// output. It is run as
//
//	program language entrypoint feedback_dir/ [args]
//
// in a folder that holds copies of these files and nothing else, and says what it has to say as the program of Custom
// does. The language and the entrypoint are the first of Files.Args; of the other files, Submission alone is used.
func Static(programs sandbox.Executor, program sandbox.Program, limits problem.ToolLimits) Checker {
	return staticChecker{programs, program, limits}
}

type staticChecker struct {
	programs sandbox.Executor
	program  sandbox.Program
	limits   problem.ToolLimits
}

func (c staticChecker) Check(ctx context.Context, files Files) (Result, error) {
	if err := ctx.Err(); err != nil {
		return Result{}, err
	}
	if len(files.Args) < 2 {
		return judgeError("the static validator is to be told a language and an entrypoint"), nil
	}
	dir, err := scratch.Make("")
	if err != nil {
		return judgeError("no folder for the static validator's message: %v", err), nil
	}
	defer os.RemoveAll(dir)
	printed, err := os.Create(filepath.Join(dir, printedFile))
	if err != nil {
		return judgeError("no file for what the static validator prints: %v", err), nil
	}
	defer printed.Close()
	limits := sandbox.Limits{Wall: c.limits.Time, Memory: c.limits.Memory, Output: c.limits.Output,
		Processes: checkerProcesses}
	args := append([]string{files.Args[0], files.Args[1], sandbox.Folder + "/" + feedbackFolder + "/"},
		files.Args[2:]...)
	command := c.program.Task(sandbox.Tool, limits, args...)
	for _, file := range files.Submission {
		command.Files = append(command.Files, sandbox.File{Name: submissionFolder + "/" + file.Name, Path: file.Path})
	}
	command.Folders, command.Start, command.Stdout = []string{feedbackFolder, submissionFolder}, submissionFolder,
		printed
	command.Products = []sandbox.Product{{Folder: feedbackFolder, Pattern: messageFile, Into: dir,
		Limit: problem.DefaultValidation.Output}}
	if files.Scores {
		command.Products = append(command.Products, scoreProducts(dir)...)
	}
	result, err := c.programs.Run(ctx, command)
	stderr := quoted(result.Said.Tail())
	switch {
	case ctx.Err() != nil:
		return Result{}, ctx.Err()
	case err != nil:
		return judgeError("the static validator cannot be run: %v", err), nil
	case result.Stopped() != "":
		return judgeError("the static validator was stopped at its limit on %s (validation_%[1]s)%s", result.Stopped(),
			stderr), nil
	case result.ExitCode != exitAccepted && result.ExitCode != exitWrong:
		return judgeError("the static validator failed: %v; 42 and 43 are the statuses of a verdict%s", result, stderr),
			nil
	}
	text, _ := os.ReadFile(filepath.Join(dir, messageFile)) // there may be none
	decided := Result{Verdict: problem.AC, Message: judgeMessage(text)}
	for _, sought := range files.Sought {
		if bytes.Contains(text, []byte(sought)) {
			decided.Says = append(decided.Says, sought)
		}
	}
	if files.Scores {
		decided.Scores = scoresIn(dir)
	}
	if result.ExitCode == exitWrong {
		decided.Verdict = problem.WA
		if decided.Message == "" {
			decided.Message = "the static validator rejects the submission without a message" + stderr
		}
	}
	return decided, nil
}
