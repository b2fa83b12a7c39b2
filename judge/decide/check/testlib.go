package check

import (
	"fmt"
	"regexp"
	"strings"

	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/read/score"
)

// testlib is the protocol of checkers and interactors that are written with the library testlib, whose header was not
// changed to follow the package format. A checker is run as
//
//	program input output answer [args]
//
// and its exit status says whether the output is right (AC), wrong (WA), or not of the form that was asked for (PE).
// Statuses 4, more output than the answer has, and 8, an early end, are PE, too. Standard error is the message. A
// checker that says that the answer or itself is wrong gets JE. So does one that gives points, unless the problem has
// scores: then the output is accepted, with that score. "Partially correct" is always JE: no score follows from it.
type testlib struct{ sandbox.Testlib }

// The statuses that no header is asked for, since all have them.
const (
	exitDirt   = 4
	exitPoints = 7
	exitEOF    = 8
	exitPart   = 16 // and all above
)

// Further files in the folder of an interactor or a checker.
const (
	outputFile = "output"
	toldFile   = "told" // what it writes for the checker that decides when it has ended
)

// call gives an interactor, in place of the output, a file that it makes: what it writes there for a checker.
func (testlib) call(files Files, talks bool) call {
	given := []sandbox.File{{Name: inputFile, Path: files.Input}, {Name: answerFile, Path: files.Answer}}
	second := toldFile
	if !talks { // it seeks in its files: they are regular files, no pipes
		second = outputFile
		given = append(given, sandbox.File{Name: outputFile, Path: files.Output})
	}
	args := []string{inFolder(inputFile), inFolder(second), inFolder(answerFile)}
	return call{args: append(args, files.Args...), given: given}
}

func (t testlib) decide(result sandbox.Result, files Files, _ string) Result {
	decided := t.said(result, files)
	if decided.Verdict == problem.JE && len(files.Args) > 0 {
		decided.Message += "\nIt was given the package's arguments " + strings.Join(files.Args, " ") +
			", and testlib takes few that it does not know."
	}
	return decided
}

func (t testlib) said(result sandbox.Result, files Files) Result {
	text := result.Stderr.Head()
	decided := Result{Message: judgeMessage([]byte(text))}
	for _, s := range files.Sought {
		if strings.Contains(text, s) {
			decided.Says = append(decided.Says, s)
		}
	}
	kind, status := outcomeOf(text), result.ExitCode
	switch {
	case t.Unknown != "":
		return judgeError("how the checker is to be called is not known: %s", t.Unknown)
	case status < 0:
		return crashed(result, "")
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
		return judgeError("the checker says that the answer or the checker itself is wrong%s",
			quoted(result.Stderr.Tail()))
	case status == exitPoints:
		return unscored(files, "gives points", quoted(result.Stderr.Tail()))
	case status >= exitPart:
		return unscored(files, fmt.Sprintf("calls the output partially correct (status %d)", status),
			quoted(result.Stderr.Tail()))
	default:
		return crashed(result, " is no status of testlib")
	}
	if decided.Verdict != problem.AC && decided.Message == "" {
		decided.Message = "the checker rejects the output without a message"
	}
	return decided
}

// unscored is what comes of a checker that does more than accept or reject, from which no score follows.
func unscored(files Files, does, said string) Result {
	why := "the problem has no scores"
	if files.Scores {
		why = "only a line such as points 3.5 gives a score"
	}
	return judgeError("the checker %s, and %s%s", does, why, said)
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
