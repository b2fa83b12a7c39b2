package check

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/base/scratch"
	"dlxjudge/judge/base/untrusted"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/read/score"
)

// Grader is the program of a legacy problem that combines the results of a group into one result. It runs contained,
// like a checker. The grader's command is:
//
//	program [grader_flags] < results > result
//
// It must end with exit status 0. Each result is a line with a verdict of the format (AC, WA, RTE or TLE) and a score.
//
// Format: https://www.kattis.com/problem-package-format/spec/legacy.html, "Graders"
type Grader struct {
	Programs sandbox.Executor
	Program  sandbox.Program
	Limits   problem.ToolLimits
}

// The files that hold a grader's standard input and output.
const (
	resultsFile = "results"
	resultFile  = "result"
)

// lineBytes is the length in bytes of the longest result that Grade reads: a verdict, a score, and whitespace.
const lineBytes = score.MostBytes + 100

// graderVerdicts are the verdicts that a grader may print. The format's table lacks the last two, but the format's
// default grader knows them.
var graderVerdicts = []string{"AC", "WA", "RTE", "TLE", "MLE", "OLE"}

// graderVerdict maps a verdict to one in the format's table. In that table, exceeding a memory or output limit is a
// run-time error.
func graderVerdict(verdict string) string {
	switch verdict {
	case "MLE", "OLE":
		return "RTE"
	case "PE":
		return "WA"
	}
	return verdict
}

// Lines formats results in the form that a grader reads.
func Lines(results []score.Result) string {
	var lines strings.Builder
	for _, r := range results {
		fmt.Fprintf(&lines, "%s %s\n", graderVerdict(r.Verdict), r.Score.Decimal())
	}
	return lines.String()
}

// Grade runs the grader on these lines and returns the grader's result. The error says how the grader failed, or is
// ctx's.
func (g Grader) Grade(ctx context.Context, args []string, lines string) (score.Result, error) {
	dir, err := scratch.Make("")
	if err != nil {
		return score.Result{}, fmt.Errorf("cannot make a folder for its input: %w", err)
	}
	defer os.RemoveAll(dir)
	in, out := filepath.Join(dir, resultsFile), filepath.Join(dir, resultFile)
	if err := os.WriteFile(in, []byte(lines), 0o644); err != nil {
		return score.Result{}, err
	}
	task := g.Program.Task(sandbox.Tool, limitsOf(g.Limits), args...)
	task.Input, task.Output = in, out
	result, err := g.Programs.Run(ctx, task)
	if err == nil && result.Starved() { // the machine was overloaded
		result, err = g.Programs.Run(ctx, task)
	}
	switch {
	case ctx.Err() != nil:
		return score.Result{}, ctx.Err()
	case err != nil:
		return score.Result{}, fmt.Errorf("it cannot be run: %w", err)
	case result.Stopped() != "":
		return score.Result{}, errors.New(stopped("grader", g.Limits, result, task.Limits).Message)
	case result.ExitCode != 0:
		return score.Result{}, fmt.Errorf("it failed: %v; it must exit with 0%s", result,
			quoted(result.Stderr.Tail()))
	}
	text, err := untrusted.Read(out, lineBytes)
	var long *untrusted.SizeError
	switch {
	case errors.As(err, &long):
		err = fmt.Errorf("it prints more than %d bytes, and a result is one line", lineBytes)
	case err == nil:
		var got score.Result
		if got, err = resultIn(text); err == nil {
			return got, nil
		}
	}
	return score.Result{}, fmt.Errorf("%w%s", err, quoted(result.Stderr.Tail()))
}

// resultIn parses the one line that a grader prints.
func resultIn(text []byte) (score.Result, error) {
	line := strings.TrimRight(string(text), " \t\r\n")
	words := strings.Fields(line)
	if len(words) != 2 || strings.ContainsAny(line, "\r\n") || bytes.ContainsRune(text, 0) {
		return score.Result{}, fmt.Errorf("it prints %s; a result is one line of a verdict and a score, such as: AC 40",
			excerptOf(line))
	}
	if !slices.Contains(graderVerdicts, words[0]) {
		return score.Result{}, fmt.Errorf("it prints the verdict %s, which is not one of %s", excerptOf(words[0]),
			strings.Join(graderVerdicts, ", "))
	}
	n, err := score.Parse(words[1])
	if err != nil {
		return score.Result{}, fmt.Errorf("it prints a wrong score: %w", err)
	}
	return score.Result{Verdict: words[0], Score: n}, nil
}

// excerptOf quotes a text that a program printed, for a message.
func excerptOf(text string) string {
	if text == "" {
		return "nothing"
	}
	if len(text) > shownWhole {
		return fmt.Sprintf("\"%s…\" (%d bytes)", legible.Line(text[:shownPart]), len(text))
	}
	return `"` + legible.Line(text) + `"`
}
