// Package check decides whether an output is right, and finds where it first differs from the answer.
//
// It compares files and never runs a submission. The default checker follows the Problem Package Format 2025-09 and
// adds the online judges' whitespace rules (PE). A custom checker is a program that follows the format's protocol or
// testlib's.
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

// Checker judges the outputs of one problem. It is safe for concurrent use.
type Checker interface {
	// Check judges one output. The verdict is AC, PE, WA or, if the checker itself fails, JE with the reason in
	// Message. Check returns an error only when ctx is done.
	Check(ctx context.Context, files Files) (Result, error)
}

// Files holds the paths that a checker gets, and its arguments.
type Files struct {
	Input, Answer, Output string
	Args                  []string       // output_validator_args
	ArgsAt                string         // the file, line and column of Args, for messages
	Checker               string         // the name of the one checker to use; "" for all
	Submission            []sandbox.File // the submission's files; a custom checker starts in a folder with copies
	Wanted                []string       // texts to look for in the checker's message; see Result.Found
	Scores                bool           // whether to fill Result.Scores

	// Feedback is the folder that keeps the checker's feedback files between the passes of a test; "" if the test has
	// only one pass. Each pass finds the files of earlier passes in its own feedback folder. If the checker accepts
	// after writing NextPass, the caller moves that file away and makes it the input of another pass.
	Feedback string
	// Tout is the path of the file that receives what a testlib interactor writes for the final checker; "" for none.
	Tout string

	role string // what messages call the program that gets the files: "checker" or "interactor"
}

// Result is a checker's result for one output.
type Result struct {
	Verdict    problem.Verdict
	Message    string      // one line from the default checker; a custom checker's own message
	Difference *Difference // nil if the output is accepted, and for custom checkers
	Found      []string    // the texts of Files.Wanted that a custom checker's message contains, byte for byte
	Scores     score.Files // the score files of a custom checker, if Files.Scores is set
	TooLarge   bool        // the checker reached its memory limit
	Late       bool        // the checker reached its time limit
	// If a checker gave no verdict, although no limit stopped it, Crash holds its exit status or signal and the last
	// line of its standard error: "exit status 1: EOFError: EOF when reading a line". Otherwise, Crash is "".
	Crash   string
	Starved bool // the checker reached its wall-clock limit, perhaps because of load
}

// Difference is the first place where an output differs from the answer.
type Difference struct {
	Line, Token int    // 1-based, in the output; Token restarts in each line, and is 0 before its first token
	Want, Got   string // the two tokens, or the two runs of whitespace; "" past the end of a text
	Window      string // a few lines of both texts around the difference, with control characters made visible
}

// NamedChecker is a checker with the name that tests use to select it.
type NamedChecker struct {
	Name string
	Checker
}

// All combines several checkers. It accepts an output if all of them accept it. They run in order, and the first that
// does not accept decides the verdict. If Files.Checker names a checker, only that one runs.
func All(checkers []NamedChecker) Checker { return all(checkers) }

type all []NamedChecker

func (a all) Check(ctx context.Context, files Files) (Result, error) {
	asked := a
	if files.Checker != "" {
		asked = slices.DeleteFunc(slices.Clone(a), func(c NamedChecker) bool { return c.Name != files.Checker })
	}
	if len(asked) == 0 {
		return judgeError("no checker is called %q", files.Checker), nil
	}
	var messages, found []string
	var scores score.Files
	wrote := "" // name of the checker that wrote a score
	for _, c := range asked {
		result, err := c.Check(ctx, files)
		found = append(found, result.Found...)
		result.Found = found
		if len(result.Scores) > 0 {
			if wrote != "" && err == nil && result.Verdict == problem.AC {
				return judgeError("both %s and %s give the output a score; only one checker may", wrote, c.Name), nil
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
	return Result{Verdict: problem.AC, Message: strings.Join(messages, "\n"), Found: found, Scores: scores}, nil
}
