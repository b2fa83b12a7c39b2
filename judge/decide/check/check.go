// Package check decides whether an output is right, and finds where it first differs from the answer.
//
// It compares files and never runs a submission. The default checker follows the Problem Package Format 2025-09 and
// adds the online judges' whitespace rules (PE). A custom checker is a program that follows the format's protocol.
//
//	checker := check.Default(problem.ForgiveTrailing)
//	result, err := checker.Check(ctx, check.Files{Input: "1.in", Answer: "1.ans", Output: "1.out"})
package check

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/read/score"
)

// Checker decides the outputs of one problem. It is safe for concurrent use.
type Checker interface {
	// Check decides one output. The verdict is AC, PE, WA or, when the checker itself fails, JE with the reason in
	// Message; an error is returned only when ctx is done.
	Check(ctx context.Context, files Files) (Result, error)
}

// Files are the paths of what a checker sees, and its arguments.
type Files struct {
	Input, Answer, Output string
	Args                  []string       // output_validator_args
	ArgsAt                string         // the file that they are written in, with line and column; for messages
	Checker               string         // the one of several checkers that decides; "" for all
	Submission            []sandbox.File // that lie in a custom checker's working folder, and nothing else does
	Sought                []string       // that Result.Says is about
	Scores                bool           // whether Result.Scores is asked for

	// Feedback is the folder in which the judge keeps what the checker has written, from one pass of a test to the
	// next; "" in a problem of one pass. The checker finds it all in its feedback folder. If it accepts and has made
	// NextPass there, there is another pass with that input; the caller takes it out.
	Feedback string
	// Told is the path of the file that receives what an interactor of testlib writes for the checker after it; "" for
	// none.
	Told string
}

// Result is what a checker says of one output.
type Result struct {
	Verdict    problem.Verdict
	Message    string      // one line, or a custom checker's judgemessage.txt
	Difference *Difference // nil when accepted, and for custom checkers
	Says       []string    // those of Files.Sought that the whole judgemessage.txt contains, byte for byte
	Scores     score.Files // what a custom checker wrote of the score, if that was asked for
	TooLarge   bool        // it was stopped at its memory limit
	Late       bool        // it was stopped for its time
	// Crash is how a checker ended by itself without a verdict, with its last line: "exit status 1: EOFError: EOF when
	// reading a line". It is "" otherwise.
	Crash   string
	Starved bool // so it was, and the machine was too busy to tell anything of it
}

// Difference is the first place where an output differs from the answer.
type Difference struct {
	Line, Token int    // 1-based, in the output; Token counts within the line
	Want, Got   string // the two tokens, or the two runs of whitespace; "" past the end
	Window      string // a few lines of both sides around the place, control characters made visible
}

// Named is a checker with the name that tests call it by.
type Named struct {
	Name string
	Checker
}

// All is the checker of a problem that brings several: an output is accepted if all of them accept it. They are asked
// in turn; the first that does not accept has the last word. A test that names one of them is decided by that one
// alone.
func All(checkers []Named) Checker { return all(checkers) }

type all []Named

func (a all) Check(ctx context.Context, files Files) (Result, error) {
	asked := a
	if files.Checker != "" {
		asked = slices.DeleteFunc(slices.Clone(a), func(c Named) bool { return c.Name != files.Checker })
	}
	if len(asked) == 0 {
		return judgeError("no checker is called %q", files.Checker), nil
	}
	var messages, says []string
	var scores score.Files
	wrote := "" // the checker that has given a score
	for _, c := range asked {
		result, err := c.Check(ctx, files)
		says = append(says, result.Says...)
		result.Says = says
		if len(result.Scores) > 0 {
			if wrote != "" && err == nil && result.Verdict == problem.AC {
				return judgeError("both %s and %s give the output a score; one of them may", wrote, c.Name), nil
			}
			wrote, scores = c.Name, result.Scores
		}
		if err != nil || result.Verdict != problem.AC {
			if len(a) > 1 {
				result.Message = fmt.Sprintf("%s: %s", c.Name, result.Message)
			}
			return result, err
		}
		if result.Message != "" {
			messages = append(messages, result.Message)
		}
	}
	return Result{Verdict: problem.AC, Message: strings.Join(messages, "\n"), Says: says, Scores: scores}, nil
}
