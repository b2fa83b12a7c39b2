package check

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"

	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/read/problem"
)

// The exit statuses of the package format's protocol. Any other is the checker's own failure.
const (
	exitAccepted = 42
	exitWrong    = 43
)

const messageBytes = 4 << 10 // of judgemessage.txt, its beginning, that is shown

// format is the protocol of the package format. A checker is run as
//
//	program input answer feedback_dir/ [args] < output
//
// in a folder that holds copies of the submission's files and nothing else, and end with exit status 42 for AC or 43
// for WA. Whatever else they do is JE, with the end of their standard error in the message. What they write to
// feedback_dir/judgemessage.txt is the message of AC and WA.
type format struct {
	plain bool // status 0 is AC, and any other is WA, in place of 42 and 43
}

func (f format) name() string { return "checker" }

func (f format) call(files Files, talks bool) (call, error) {
	feedback := inFolder(feedbackFolder) + "/"
	called := call{
		feedback: true,
		args:     append([]string{inFolder(inputFile), inFolder(answerFile), feedback}, files.Args...),
		given:    []sandbox.File{{Name: inputFile, Path: files.Input}, {Name: answerFile, Path: files.Answer}},
	}
	if !talks {
		called.input = files.Output
	}
	return called, nil
}

// decide is what a run of the program says, by its exit status and what it has written.
func (f format) decide(result sandbox.Result, files Files, feedback string) Result {
	stderr := quoted(result.Stderr.Tail())
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
	status := f.status(result.ExitCode)
	switch {
	case status == exitAccepted:
		decided.Verdict = problem.AC
		return decided
	case status == exitWrong && goesOn:
		return judgeError("the checker rejects the output with status 43, and asks for another pass with %s; only "+
			"42 goes with that%s", NextPass, stderr)
	case status == exitWrong:
		decided.Verdict = problem.WA
		if decided.Message == "" {
			decided.Message = fmt.Sprintf("the checker rejects the output without a message%s", stderr)
		}
		return decided
	}
	if f.plain {
		return crashed(result, "")
	}
	return crashed(result, "; 42 and 43 are the statuses of a verdict")
}

// status is an exit status as the package format has it.
func (f format) status(of int) int {
	switch {
	case f.plain && of == 0:
		return exitAccepted
	case f.plain && of > 0:
		return exitWrong
	}
	return of
}

// judgeMessage is the beginning of what the checker wrote for the judges, if anything.
func judgeMessage(text []byte) string {
	message := shown(string(text[:min(len(text), messageBytes)]))
	if len(text) > messageBytes {
		message += "…"
	}
	return message
}
