package check

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"dlxjudge/judge/base/scratch"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/read/score"
)

// Testlib is the protocol of checkers and interactors that are written with the library testlib, whose header was not
// changed to follow the package format. A checker is run as
//
//	program input output answer [args]
//
// and says by its exit status whether the output is right (AC), wrong (WA), or not of the form that was asked for (PE);
// also 4, that there is more in it, and 8, that it ends too early, are PE. Its standard error is the message. That the
// answer is wrong, or the checker, is JE. So is that the output is correct in part, and that it is worth a number of
// points, unless the problem has scores: then that is accepted, with that score.
type Testlib struct {
	sandbox.Testlib
	Scores bool
}

// The statuses that no header is asked for, since all have them.
const (
	exitDirt   = 4
	exitPoints = 7
	exitEOF    = 8
	exitPart   = 16 // and all above
)

// What lies in the folder of an interactor, beside the files of a checker.
const (
	outputFile = "output"
	toldFile   = "told" // what it writes for the checker that decides when it has ended
)

// InteractorArguments are the arguments of an interactor: the input, a file that it makes, whose name below its folder
// is told, and the answer. It talks with the submission on its standard input and output, and ends with the statuses of
// a checker; see Decide. If a checker is there, too, it decides then, with the file in place of the output.
func (Testlib) InteractorArguments(args []string) (all []string, told string) {
	in := func(name string) string { return sandbox.Folder + "/" + name }
	return append([]string{in(inputFile), in(toldFile), in(answerFile)}, args...), toldFile
}

// Decide is what a checker or an interactor says that has ended by itself.
func (t Testlib) Decide(result sandbox.Result, sought []string) Result {
	text := result.Said.Head()
	decided := Result{Message: judgeMessage([]byte(text))}
	for _, s := range sought {
		if strings.Contains(text, s) {
			decided.Says = append(decided.Says, s)
		}
	}
	kind, status := outcomeOf(text), result.ExitCode
	switch {
	case t.Unknown != "":
		return judgeError("how the checker is to be called is not known: %s", t.Unknown)
	case status < 0:
		return judgeError("the checker failed: %v%s", result, quoted(result.Said.Tail()))
	case kind == "points" && status != t.Wrong && status != t.Failed:
		points := pointsForm.FindStringSubmatch(text)
		if !t.Scores || points == nil {
			return judgeError("the checker gives points, and the problem has no scores: %s", decided.Message)
		}
		decided.Verdict, decided.Scores = problem.AC, score.Files{score.ScoreFile: points[1]}
	case kind == "partially correct" && status != t.Failed:
		return judgeError("the checker calls the output partially correct, and the problem has no scores: %s",
			decided.Message)
	case status == t.OK:
		decided.Verdict = problem.AC
	case status == t.Wrong:
		decided.Verdict = problem.WA
	case status == t.Format, status == exitDirt, status == exitEOF && t.Failed != exitEOF:
		decided.Verdict = problem.PE
	case status == t.Failed:
		return judgeError("the checker says that the answer or the checker itself is wrong%s",
			quoted(result.Said.Tail()))
	case status == exitPoints:
		return judgeError("the checker gives points, and the problem has no scores%s", quoted(result.Said.Tail()))
	case status >= exitPart:
		return judgeError("the checker calls the output partially correct (status %d), and the problem has no scores%s",
			status, quoted(result.Said.Tail()))
	default:
		return judgeError("the checker failed: %v is no status of testlib%s", result, quoted(result.Said.Tail()))
	}
	if decided.Verdict != problem.AC && decided.Message == "" {
		decided.Message = "the checker rejects the output without a message"
	}
	return decided
}

// outcomeForm is the line by which the library says how it ends.
var outcomeForm = regexp.MustCompile(`(?m)^(ok|wrong answer|wrong output format|FAIL|points|unexpected eof|partially correct)(?: |$)`)

// outcomeOf is the outcome that the library has written, "" if none is found. Points and partly correct outputs have
// statuses that depend on the version, and on the number: some are those of other outcomes.
func outcomeOf(said string) string {
	found := outcomeForm.FindStringSubmatch(said)
	if found == nil {
		return ""
	}
	return found[1]
}

// pointsForm is the number of points, behind the outcome.
var pointsForm = regexp.MustCompile(`(?m)^points (\d+(?:\.\d+)?)(?:\s|$)`)

type testlibChecker struct {
	programs sandbox.Executor
	program  sandbox.Program
	limits   problem.ToolLimits
	library  Testlib
}

func (c testlibChecker) Check(ctx context.Context, files Files) (Result, error) {
	if err := ctx.Err(); err != nil {
		return Result{}, err
	}
	if err := openable(files.Input, files.Answer, files.Output); err != nil {
		return judgeError("the checker's files: %v", err), nil
	}
	dir, err := scratch.Make("")
	if err != nil {
		return judgeError("no folder for what the checker prints: %v", err), nil
	}
	defer os.RemoveAll(dir)
	printed, err := os.Create(filepath.Join(dir, printedFile))
	if err != nil {
		return judgeError("no file for what the checker prints: %v", err), nil
	}
	defer printed.Close()
	in := func(name string) string { return sandbox.Folder + "/" + name }
	limits := sandbox.Limits{Wall: c.limits.Time, Memory: c.limits.Memory, Output: c.limits.Output,
		Processes: checkerProcesses}
	command := c.program.Task(sandbox.Tool, limits, append([]string{in(inputFile), in(outputFile), in(answerFile)},
		files.Args...)...)
	// It looks for the end of its files and goes back: regular files, no pipes.
	command.Files = []sandbox.File{{Name: inputFile, Path: files.Input}, {Name: outputFile, Path: files.Output},
		{Name: answerFile, Path: files.Answer}}
	for _, file := range files.Submission {
		command.Files = append(command.Files, sandbox.File{Name: submissionFolder + "/" + file.Name, Path: file.Path})
	}
	command.Folders, command.Start, command.Stdout = []string{submissionFolder}, submissionFolder, printed
	return c.run(ctx, command, files)
}

// Talk runs an interactor. What it writes for a checker that would decide after it is not kept: a problem has one of
// both.
func (c testlibChecker) Talk(ctx context.Context, files Files, pipes Pipes) (Result, error) {
	args, _ := c.library.InteractorArguments(files.Args)
	limits := sandbox.Limits{Wall: pipes.Wall, Memory: c.limits.Memory, Output: c.limits.Output,
		Processes: checkerProcesses}
	command := c.program.Task(sandbox.Tool, limits, args...)
	command.Files = []sandbox.File{{Name: inputFile, Path: files.Input}, {Name: answerFile, Path: files.Answer}}
	for _, file := range files.Submission {
		command.Files = append(command.Files, sandbox.File{Name: submissionFolder + "/" + file.Name, Path: file.Path})
	}
	command.Folders, command.Start = []string{submissionFolder}, submissionFolder
	command.Stdin, command.Stdout, command.Watch, command.Cores = pipes.In, pipes.Out, pipes.Watch, pipes.Cores
	decided, err := c.run(ctx, command, files)
	if decided.Verdict == problem.PE { // a conversation has no whitespace that could be forgiven
		decided.Verdict = problem.WA
	}
	return decided, err
}

// run runs a checker or an interactor, and understands how it ends.
func (c testlibChecker) run(ctx context.Context, command sandbox.Task, files Files) (Result, error) {
	result, err := c.programs.Run(ctx, command)
	stderr := quoted(result.Said.Tail())
	switch {
	case ctx.Err() != nil:
		return Result{}, ctx.Err()
	case err != nil:
		return judgeError("the checker cannot be run: %v", err), nil
	case result.End == sandbox.StoppedWall:
		return judgeError("the checker did not end within %v (validation_time)%s", c.limits.Time, stderr), nil
	case result.End == sandbox.StoppedMemory:
		return judgeError("the checker needs more than %d MiB (validation_memory)%s", c.limits.Memory>>20, stderr), nil
	case result.End == sandbox.StoppedOutput:
		return judgeError("the checker writes more than %d MiB (validation_output)%s", c.limits.Output>>20, stderr), nil
	}
	c.library.Scores = files.Scores
	decided := c.library.Decide(result, files.Sought)
	if decided.Verdict == problem.JE && len(files.Args) > 0 {
		decided.Message += "\nIt was given the package's arguments " + strings.Join(files.Args, " ") +
			", and testlib takes few that it does not know."
	}
	return decided, nil
}
