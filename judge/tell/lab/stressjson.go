package lab

import (
	"io"

	"dlxjudge/judge/author/stress"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/tell/report"
)

// The document of judge stress. Its submissions are A and B.
type (
	stressDocument struct {
		heading
		Tests   int      `json:"tests"`
		Unknown int      `json:"unknown"` // of the tests, those that were inconclusive
		Reason  string   `json:"reason"`  // of the last of them
		Seconds float64  `json:"elapsed_seconds"`
		Next    uint64   `json:"next_seed"`
		Found   *finding `json:"found"` // null if they do not differ
	}
	finding struct {
		Kind        stress.Kind      `json:"kind"`
		Message     string           `json:"message"`
		Test        uint64           `json:"test"`
		Command     string           `json:"command"`
		Smaller     string           `json:"smaller_command"`
		Before      int              `json:"bytes_before"`
		Tried       int              `json:"inputs_tried"`
		Seconds     float64          `json:"shrink_seconds"`
		Minimal     bool             `json:"minimal"`
		Flaky       bool             `json:"flaky"`
		CommandOnly bool             `json:"command_only"`
		Unchecked   bool             `json:"unchecked"`
		Input       report.Beginning `json:"input"`
		Kept        string           `json:"kept"`
		A           outcome          `json:"a"`
		B           outcome          `json:"b"`
	}
	outcome struct {
		Verdict     problem.Verdict  `json:"verdict"`
		CPUSeconds  float64          `json:"cpu_seconds"`
		WallSeconds float64          `json:"wall_seconds"`
		PeakBytes   int64            `json:"peak_bytes"`
		ExitCode    int              `json:"exit_code"`
		Signal      string           `json:"signal"`
		Stderr      string           `json:"stderr"`
		Message     string           `json:"message"`
		Output      report.Beginning `json:"output"`
	}
)

// mostOutput is how much of an output a document holds.
const mostOutput = 64 << 10

// StressJSON writes the result of a search as one document: a finding, nil for none, and the path of the test that it
// was saved as, "" if it was not.
func StressJSON(w io.Writer, pair stress.Pair, s stress.Stats, f *stress.Finding, kept string, o Origin) error {
	d := stressDocument{heading: o.heading(), Tests: s.Tests, Unknown: s.Unknown, Reason: s.Reason,
		Seconds: s.Elapsed.Seconds(), Next: s.Next}
	if f != nil {
		d.Found = &finding{
			Kind: f.Kind, Message: differs(pair, f), Test: f.Test, Command: f.Found, Smaller: f.Shrunk.Command,
			Before: f.Before, Tried: f.Shrunk.Tried, Seconds: f.Shrunk.Elapsed.Seconds(),
			Minimal: f.Shrunk.Minimal, Flaky: f.Shrunk.Flaky,
			CommandOnly: f.Shrunk.CommandOnly, Unchecked: f.Shrunk.Unchecked && !f.Made,
			Input: report.BeginningOf(f.Input, int64(len(f.Input))), Kept: kept,
			A: outcomeOf(f.A, f.Output), B: outcomeOf(f.B, f.Answer),
		}
	}
	return report.Document(w, d)
}

func outcomeOf(t grade.Test, output []byte) outcome {
	return outcome{
		Verdict: t.Verdict, CPUSeconds: t.CPU.Seconds(), WallSeconds: t.Wall.Seconds(), PeakBytes: t.Memory,
		ExitCode: t.ExitCode, Signal: t.Signal, Stderr: t.Stderr, Message: t.Message,
		Output: report.BeginningOf(output[:min(len(output), mostOutput)], int64(len(output))),
	}
}
