package report

import (
	"encoding/base64"
	"io"
	"unicode/utf8"

	"dlxjudge/judge/author/stress"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/read/problem"
)

// The document of judge stress. Its submissions are A and B.
type (
	stressDocument struct {
		heading
		Tests   int      `json:"tests"`
		Unknown int      `json:"unknown"` // of the tests, those that tell nothing
		Reason  string   `json:"reason"`  // why not
		Seconds float64  `json:"elapsed_seconds"`
		Next    uint64   `json:"next_seed"`
		Found   *finding `json:"found"` // null if they do not differ
	}
	finding struct {
		Kind    stress.Kind `json:"kind"`
		Message string      `json:"message"`
		Test    uint64      `json:"test"`
		Command string      `json:"command"`
		Smaller string      `json:"smaller_command"`
		Before  int         `json:"bytes_before"`
		Tried   int         `json:"inputs_tried"`
		Seconds float64     `json:"shrink_seconds"`
		Minimal bool        `json:"minimal"`
		Flaky   bool        `json:"flaky"`
		Input   excerpt     `json:"input"`
		Kept    string      `json:"kept"`
		A       outcome     `json:"a"`
		B       outcome     `json:"b"`
	}
	outcome struct {
		Verdict     problem.Verdict `json:"verdict"`
		CPUSeconds  float64         `json:"cpu_seconds"`
		WallSeconds float64         `json:"wall_seconds"`
		PeakBytes   int64           `json:"peak_bytes"`
		ExitCode    int             `json:"exit_code"`
		Signal      string          `json:"signal"`
		Stderr      string          `json:"stderr"`
		Message     string          `json:"message"`
		Output      excerpt         `json:"output"`
	}
	// excerpt is a file, or its beginning: as text, or where it is not UTF-8 in base64.
	excerpt struct {
		Bytes  int64  `json:"bytes"` // of the whole file
		Text   string `json:"text"`
		Base64 string `json:"base64,omitempty"`
		Cut    bool   `json:"cut,omitempty"`
	}
)

// mostOutput is how much of an output a document holds.
const mostOutput = 64 << 10

// StressJSON writes what a search came to as one document: a finding, nil for none, and the path of the test that it
// was kept as, "" if it was not.
func StressJSON(w io.Writer, pair stress.Pair, s stress.Stats, f *stress.Finding, kept string, o Origin) error {
	d := stressDocument{heading: o.heading(), Tests: s.Tests, Unknown: s.Unknown, Reason: s.Reason,
		Seconds: s.Elapsed.Seconds(), Next: s.Next}
	if f != nil {
		d.Found = &finding{
			Kind: f.Kind, Message: differs(pair, f), Test: f.Test, Command: f.Found, Smaller: f.Shrunk.Command,
			Before: f.Before,
			Tried:  f.Shrunk.Tried, Seconds: f.Shrunk.Elapsed.Seconds(), Minimal: f.Shrunk.Minimal,
			Flaky: f.Shrunk.Flaky,
			Input: excerptOf(f.Input, int64(len(f.Input))), Kept: kept, A: outcomeOf(f.A, f.Output),
			B: outcomeOf(f.B, f.Answer),
		}
	}
	return Document(w, d)
}

func outcomeOf(t grade.Test, output []byte) outcome {
	return outcome{
		Verdict: t.Verdict, CPUSeconds: t.CPU.Seconds(), WallSeconds: t.Wall.Seconds(), PeakBytes: t.Memory,
		ExitCode: t.ExitCode, Signal: t.Signal,
		Stderr: t.Stderr, Message: t.Message, Output: excerptOf(output[:min(len(output), mostOutput)],
			int64(len(output))),
	}
}

// excerptOf is the beginning of a file of so many bytes.
func excerptOf(head []byte, size int64) excerpt {
	e := excerpt{Bytes: size, Cut: int64(len(head)) < size}
	text := head
	for i := 0; e.Cut && i < utf8.UTFMax-1 && len(text) > 0 && !utf8.Valid(text); i++ { // a character may have been cut
		text = text[:len(text)-1]
	}
	if utf8.Valid(text) {
		e.Text = string(text)
	} else {
		e.Base64 = base64.StdEncoding.EncodeToString(head)
	}
	return e
}
