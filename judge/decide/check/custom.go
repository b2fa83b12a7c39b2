package check

import (
	"bytes"
	"cmp"
	"context"
	"os"
	"path/filepath"
	"strings"

	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/base/scratch"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/read/score"
)

// The exit statuses of the package format's protocol. Any other is the checker's own failure.
const (
	exitAccepted = 42
	exitWrong    = 43
)

const messageBytes = 4 << 10 // of judgemessage.txt, its beginning, that is shown

// Custom is the checker of a problem that brings its own: a program that is run as
//
//	program input answer feedback_dir/ [args] < output
//
// in a folder that holds copies of the submission's files and nothing else, and that ends within the limits with exit
// status 42 for AC or 43 for WA. Whatever else it does is JE, with the end of its standard error in the message. What
// it writes to feedback_dir/judgemessage.txt is the message of AC and WA. Its standard output is ignored, but counts as
// output.
//
// A program with the library testlib is called and understood as its header has it; see Testlib.
func Custom(programs sandbox.Executor, program sandbox.Program, limits problem.ToolLimits) Checker {
	if library := program.Testlib; library != nil && !library.Standard {
		return testlibChecker{programs, program, limits, Testlib{Testlib: *library}}
	}
	return customChecker{programs, program, limits}
}

type customChecker struct {
	programs sandbox.Executor
	program  sandbox.Program
	limits   problem.ToolLimits
}

// What lies in the checker's folder; it starts in submissionFolder.
const (
	inputFile        = "input"
	answerFile       = "answer"
	feedbackFolder   = "feedback"
	submissionFolder = "submission"
	messageFile      = "judgemessage.txt"
	printedFile      = "printed" // beside the judge's copy of the feedback folder: what it prints
)

// checkerProcesses is how many processes and threads a checker may have; the runtime of a language may start a dozen.
const checkerProcesses = 256

func (c customChecker) Check(ctx context.Context, files Files) (Result, error) {
	output, err := os.Open(files.Output)
	if err != nil {
		return judgeError("the checker's files: %v", err), ctx.Err()
	}
	defer output.Close()
	return c.run(ctx, files, Pipes{In: output, Wall: c.limits.Time})
}

// run runs the program. What it prints goes to a file that nobody reads, unless it talks with the submission.
func (c customChecker) run(ctx context.Context, files Files, pipes Pipes) (Result, error) {
	if err := ctx.Err(); err != nil {
		return Result{}, err
	}
	if err := openable(files.Input, files.Answer); err != nil {
		return judgeError("the checker's files: %v", err), nil
	}
	dir, err := scratch.Make("")
	if err != nil {
		return judgeError("no folder for the checker's message: %v", err), nil
	}
	defer os.RemoveAll(dir)
	feedback := filepath.Join(dir, feedbackFolder)
	if err := os.Mkdir(feedback, 0o755); err != nil {
		return judgeError("no folder for the checker's message: %v", err), nil
	}
	if pipes.Out == nil {
		printed, err := os.Create(filepath.Join(dir, printedFile))
		if err != nil {
			return judgeError("no file for what the checker prints: %v", err), nil
		}
		defer printed.Close()
		pipes.Out = printed
	}
	command, err := c.command(files, feedback, pipes)
	if err != nil {
		return judgeError("what the checker has kept from the pass before: %v", err), nil
	}
	result, err := c.programs.Run(ctx, command)
	if ctx.Err() != nil {
		return Result{}, ctx.Err()
	}
	if err != nil {
		return judgeError("the checker cannot be run: %v", err), nil
	}
	decided := c.decide(result, files, feedback)
	if files.Feedback != "" {
		if err := replace(files.Feedback, feedback); err != nil {
			return judgeError("what the checker keeps for the next pass: %v", err), nil
		}
	}
	return decided, nil
}

// openable finds a file that cannot be opened: that is no fault of the checker, which would say something of its own.
func openable(paths ...string) error {
	for _, path := range paths {
		file, err := os.Open(path)
		if err != nil {
			return err
		}
		file.Close()
	}
	return nil
}

// command is the run of the program, from which what it writes for the judge is taken to a folder.
func (c customChecker) command(files Files, feedback string, pipes Pipes) (sandbox.Task, error) {
	in := func(name string) string { return sandbox.Folder + "/" + name }
	limits := sandbox.Limits{Wall: pipes.Wall, Memory: c.limits.Memory, Output: c.limits.Output,
		Processes: checkerProcesses}
	command := c.program.Task(sandbox.Tool, limits, append([]string{in(inputFile), in(answerFile), in(feedbackFolder) + "/"},
		files.Args...)...)
	command.Files = []sandbox.File{{Name: inputFile, Path: files.Input}, {Name: answerFile, Path: files.Answer}}
	for _, file := range files.Submission {
		command.Files = append(command.Files, sandbox.File{Name: submissionFolder + "/" + file.Name, Path: file.Path})
	}
	whole := cmp.Or(c.limits.Output, problem.DefaultValidation.Output) + 1
	product := sandbox.Product{Folder: feedbackFolder, Pattern: messageFile, Into: feedback, Limit: messageBytes + 1}
	if len(files.Sought) > 0 {
		product.Limit = whole
	}
	if files.Feedback != "" {
		product.Pattern, product.Limit = "", whole
		kept, err := filesBelow(files.Feedback, feedbackFolder)
		if err != nil {
			return sandbox.Task{}, err
		}
		command.Copies = kept
	}
	command.Folders, command.Start = []string{feedbackFolder, submissionFolder}, submissionFolder
	command.Products = []sandbox.Product{product}
	if files.Scores && files.Feedback == "" { // else they are among all that is taken
		command.Products = append(command.Products, scoreProducts(feedback)...)
	}
	command.Stdin, command.Stdout, command.Watch, command.Cores = pipes.In, pipes.Out, pipes.Watch, pipes.Cores
	return command, nil
}

// decide is what a run of the program says, by its exit status and what it has written.
func (c customChecker) decide(result sandbox.Result, files Files, feedback string) Result {
	stderr := quoted(result.Said.Tail())
	switch result.End {
	case sandbox.StoppedWall:
		return judgeError("the checker did not end within %v (validation_time)%s", c.limits.Time, stderr)
	case sandbox.StoppedMemory:
		return judgeError("the checker needs more than %d MiB (validation_memory)%s", c.limits.Memory>>20, stderr)
	case sandbox.StoppedOutput:
		return judgeError("the checker writes more than %d MiB (validation_output)%s", c.limits.Output>>20, stderr)
	}
	text := written(feedback, messageFile)
	decided := Result{Message: judgeMessage(text)}
	if files.Scores {
		decided.Scores = scoresIn(feedback)
	}
	for _, sought := range files.Sought {
		if bytes.Contains(text, []byte(sought)) {
			decided.Says = append(decided.Says, sought)
		}
	}
	_, err := os.Lstat(filepath.Join(feedback, NextPass))
	goesOn := err == nil && files.Feedback != ""
	switch {
	case result.ExitCode == exitAccepted:
		decided.Verdict = problem.AC
		return decided
	case result.ExitCode == exitWrong && goesOn:
		return judgeError("the checker rejects the output with status 43, and asks for another pass with %s; only "+
			"42 goes with that%s", NextPass, stderr)
	case result.ExitCode == exitWrong:
		decided.Verdict = problem.WA
		if decided.Message == "" {
			decided.Message = "the checker rejects the output without a message" + stderr
		}
		return decided
	}
	return judgeError("the checker failed: %v; 42 and 43 are the statuses of a verdict%s", result, stderr)
}

// scoreFiles are what a checker of a scoring problem may write.
var scoreFiles = []string{score.ScoreFile, score.MultiplierFile}

// scoreProducts takes these files from a program's feedback folder.
func scoreProducts(into string) []sandbox.Product {
	var products []sandbox.Product
	for _, name := range scoreFiles {
		products = append(products, sandbox.Product{Folder: feedbackFolder, Pattern: name, Into: into,
			Limit: score.MostBytes + 1, Mark: true})
	}
	return products
}

// scoresIn are those of these files that a program wrote.
func scoresIn(feedback string) score.Files {
	scores := make(score.Files)
	for _, name := range scoreFiles {
		if text := written(feedback, name); text != nil {
			scores[name] = string(text)
		}
	}
	return scores
}

// written is what the checker wrote to one of its files, nil if there is none.
func written(feedback, name string) []byte {
	text, err := os.ReadFile(filepath.Join(feedback, name))
	if err != nil {
		return nil
	}
	return text
}

// judgeMessage is the beginning of what the checker wrote for the judges, if anything.
func judgeMessage(text []byte) string {
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
