package report

import (
	"time"

	"dlxjudge/judge/base/checkout"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/execute/sandbox"
)

// Run holds what is known about a run before its first result.
type Run struct {
	checkout.State
	Backend     string           `json:"backend"`  // the sandbox's name; "" if other machines judge
	Measures    sandbox.Measures `json:"measures"` // how the figures are taken
	Jobs        int              `json:"jobs"`     // tests side by side; 0 if other machines judge
	Submissions int              `json:"submissions"`
}

// The lines of --events, by their field event. Judge help json describes them.
type (
	beginEvent struct {
		Event  string `json:"event"`
		Schema int    `json:"schema"`
		Run
	}
	testEvent struct {
		Event      string `json:"event"`
		Problem    string `json:"problem"`
		Submission string `json:"submission"`
		grade.Test
	}
	submissionEvent struct {
		Event string `json:"event"`
		submission
		Tests []grade.Test `json:"tests,omitempty"` // always nil: tests have lines of their own
	}
	endEvent struct {
		Event       string  `json:"event"`
		Seconds     float64 `json:"elapsed_seconds"`
		Interrupted bool    `json:"interrupted"`
		Submissions int     `json:"submissions"`
		Unexpected  int     `json:"unexpected"`
		Error       string  `json:"error"`
	}
)

// BeginEvent returns the first line of a run.
func BeginEvent(r Run) []byte { return eventLine(beginEvent{"begin", Schema, r}) }

// TestEvent returns the line of a test.
func TestEvent(problem, submission string, t grade.Test) []byte {
	return eventLine(testEvent{"test", problem, submission, testOf(t)})
}

// SubmissionEvent returns the line of a submission, without its tests.
func SubmissionEvent(s grade.Submission) []byte {
	s.Tests = nil
	return eventLine(submissionEvent{Event: "submission", submission: submissionOf(s)})
}

// EndEvent returns the last line of a run. The parameter failed is the reason why there are no results, "" if there are
// some.
func EndEvent(elapsed time.Duration, interrupted bool, submissions, unexpected int, failed string) []byte {
	return eventLine(endEvent{"end", elapsed.Seconds(), interrupted, submissions, unexpected, failed})
}

// eventLine encodes an event as a JSON document in one line, without characters that act on a terminal.
func eventLine(event any) []byte {
	line, err := encoded(event, "")
	if err != nil {
		panic(err) // cannot happen: these types can be encoded
	}
	return line
}
