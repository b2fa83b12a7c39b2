package report

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"time"
	"unicode/utf8"

	"dlxjudge/judge/base/checkout"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/execute/sandbox"
)

// Schema is the schema version of all documents. It is raised when a field changes its meaning, and "judge help json"
// lists the changes. Fields may be added.
const Schema = 2

// Beginning holds a file, or only its beginning, in a document. It is text or, if it is not UTF-8, base64.
type Beginning struct {
	Bytes  int64  `json:"bytes"` // size of the whole file
	Text   string `json:"text"`
	Base64 string `json:"base64,omitempty"`
	Cut    bool   `json:"cut,omitempty"`
}

// BeginningOf returns the Beginning of a file from its first bytes and its size in bytes.
func BeginningOf(head []byte, size int64) Beginning {
	b := Beginning{Bytes: size, Cut: int64(len(head)) < size}
	text := head
	for i := 0; b.Cut && i < utf8.UTFMax-1 && len(text) > 0 && !utf8.Valid(text); i++ { // the cut may split a character
		text = text[:len(text)-1]
	}
	if utf8.Valid(text) {
		b.Text = string(text)
	} else {
		b.Base64 = base64.StdEncoding.EncodeToString(head)
	}
	return b
}

// Document writes any value as a JSON document. Characters that act on a terminal are escaped.
func Document(w io.Writer, document any) error {
	text, err := encoded(document, "  ")
	if err == nil {
		_, err = w.Write(text)
	}
	return err
}

// encoded returns a value as JSON. Characters that act on a terminal are escaped.
func encoded(v any, indent string) ([]byte, error) {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetIndent("", indent)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(v)
	return escaped(text.Bytes()), err
}

// escaped replaces characters by JSON escapes if they act on a terminal and encoding/json leaves them alone. These
// characters are DEL, the control characters from U+0080 on, and those that change the direction of text.
func escaped(document []byte) []byte {
	acts := func(r rune) bool { return r != '\n' && r <= 0xffff && !strconv.IsPrint(r) }
	if bytes.IndexFunc(document, acts) < 0 {
		return document // a copy of a large document would need much memory
	}
	var out bytes.Buffer
	for _, r := range string(document) {
		if acts(r) {
			fmt.Fprintf(&out, `\u%04x`, r)
		} else {
			out.WriteRune(r)
		}
	}
	return out.Bytes()
}

// Run holds what is known about a run before its first result.
type Run struct {
	checkout.State
	Backend     string           `json:"backend"`  // the sandbox's name; "" if other machines judge
	Measures    sandbox.Measures `json:"measures"` // how each figure is measured
	Jobs        int              `json:"jobs"`     // number of tests in parallel; 0 if other machines judge
	Submissions int              `json:"submissions"`
}

// The types of the lines of --events. The field "event" of a line names its type. "judge help json" describes these
// types.
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
		test
	}
	submissionEvent struct {
		Event string `json:"event"`
		submission
		Tests []test `json:"tests,omitempty"` // always nil: tests have lines of their own
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

// BeginEvent returns the first line for a run.
func BeginEvent(r Run) []byte { return eventLine(beginEvent{"begin", Schema, r}) }

// TestEvent returns the line for a test.
func TestEvent(problem, submission string, t grade.Test) []byte {
	return eventLine(testEvent{"test", problem, submission, testOf(t)})
}

// SubmissionEvent returns the line for a submission. The line leaves out the tests.
func SubmissionEvent(s grade.Submission) []byte {
	s.Tests = nil
	return eventLine(submissionEvent{Event: "submission", submission: submissionOf(s)})
}

// EndEvent returns the last line for a run. If there are no results, failed says why; otherwise it is "".
func EndEvent(elapsed time.Duration, interrupted bool, submissions, unexpected int, failed string) []byte {
	return eventLine(endEvent{"end", elapsed.Seconds(), interrupted, submissions, unexpected, failed})
}

// eventLine encodes an event as one line of JSON. Characters that act on a terminal are escaped.
func eventLine(event any) []byte {
	line, err := encoded(event, "")
	if err != nil {
		panic(err) // cannot happen: these types can be encoded
	}
	return line
}
