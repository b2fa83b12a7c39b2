package check

import (
	"fmt"
	"regexp"
	"strings"

	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/read/score"
)

// testlib is the protocol of checkers and interactors that use the library testlib, unless its header was changed to
// follow the package format. A checker's command is:
//
//	program input output answer [args]
//
// The exit status says whether the output is right (AC), wrong (WA), or malformed (PE). Status 4 (extra output) and
// status 8 (early end) are PE, too. Standard error is the message. If the checker says that the answer or the checker
// itself is wrong, the verdict is JE. If the checker gives points, the output is accepted with that score, but in a
// problem without scores the verdict is JE. "Partially correct" is always JE, because it gives no score.
type testlib struct{ sandbox.Testlib }

// The exit statuses that are the same with all testlib headers.
const (
	exitDirt   = 4
	exitPoints = 7
	exitEOF    = 8
	exitPart   = 16 // partially correct, like all higher statuses
)

// The names of further files in the folder of an interactor or a checker.
const (
	outputFile = "output"
	toutFile   = "told" // what an interactor writes for the final checker
)

// call gives an interactor, as the second argument, the path of a file to write for the final checker. For a checker,
// the second argument is the path of the output.
func (testlib) call(files Files, talks bool) call {
	own := []sandbox.File{{Name: inputFile, Path: files.Input}, {Name: answerFile, Path: files.Answer}}
	second := toutFile
	if !talks { // testlib seeks in its files, so they must be regular files
		second = outputFile
		own = append(own, sandbox.File{Name: outputFile, Path: files.Output})
	}
	args := []string{inFolder(inputFile), inFolder(second), inFolder(answerFile)}
	return call{args: append(args, files.Args...), files: own}
}

func (t testlib) decide(result sandbox.Result, files Files, _ string) Result {
	decided := t.outcome(result, files)
	if decided.Verdict == problem.JE && len(files.Args) > 0 {
		decided.Message += "\nIts arguments from the package are " + strings.Join(files.Args, " ") +
			"; testlib rejects most arguments that it does not know."
	}
	return decided
}

func (t testlib) outcome(result sandbox.Result, files Files) Result {
	text := result.Stderr.Head()
	decided := Result{Message: judgeMessage([]byte(text)), Found: foundIn([]byte(text), files.Wanted)}
	kind, status := outcomeOf(text), result.ExitCode
	switch {
	case t.Unknown != "":
		return judgeError("cannot tell how to call the %s: %s", files.role, t.Unknown)
	case status < 0:
		return crashed(files.role, result, "")
	case kind == "points" && status != t.Wrong && status != t.Failed:
		points := pointsForm.FindStringSubmatch(text)
		if !files.Scores || points == nil {
			return unscored(files, "gives points", ": "+decided.Message)
		}
		decided.Verdict, decided.Scores = problem.AC, score.Files{score.ScoreFile: points[1]}
	case kind == "partially correct" && status != t.Failed:
		return unscored(files, "calls the output partially correct", ": "+decided.Message)
	case status == t.OK:
		decided.Verdict = problem.AC
	case status == t.Wrong:
		decided.Verdict = problem.WA
	case status == t.Format, status == exitDirt, status == exitEOF && t.Failed != exitEOF:
		decided.Verdict = problem.PE
	case status == t.Failed:
		return judgeError("the %s says that the answer or the %[1]s itself is wrong%s", files.role,
			quoted(result.Stderr.Tail()))
	case status == exitPoints:
		return unscored(files, "gives points", quoted(result.Stderr.Tail()))
	case status >= exitPart:
		return unscored(files, fmt.Sprintf("calls the output partially correct (status %d)", status),
			quoted(result.Stderr.Tail()))
	default:
		return crashed(files.role, result, " is not a status of testlib")
	}
	if decided.Verdict != problem.AC && decided.Message == "" {
		decided.Message = fmt.Sprintf("the %s rejects the output and says nothing", files.role)
	}
	return decided
}

// unscored returns JE for a checker that gives points which the judge cannot use, or that calls the output partially
// correct.
func unscored(files Files, does, stderr string) Result {
	why := "the problem has no scores"
	if files.Scores {
		why = "only a line such as points 3.5 gives a score"
	}
	return judgeError("the %s %s, but %s%s", files.role, does, why, stderr)
}

// outcomeForm matches the line in which testlib prints its outcome.
var outcomeForm = regexp.MustCompile(`(?m)^(ok|wrong answer|wrong output format|FAIL|points|unexpected eof|partially correct)(?: |$)`)

// outcomeOf returns the outcome that testlib printed, or "". Exit statuses do not suffice. Those for points and for
// partially correct outputs depend on testlib's version and on the points. Some other outcomes share these statuses.
func outcomeOf(stderr string) string {
	found := outcomeForm.FindStringSubmatch(stderr)
	if found == nil {
		return ""
	}
	return found[1]
}

// pointsForm matches the line in which testlib prints the points.
var pointsForm = regexp.MustCompile(`(?m)^points (\d+(?:\.\d+)?)(?:\s|$)`)
