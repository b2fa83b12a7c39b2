package report

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"time"

	"dlxjudge/judge/base/untrusted"
	"dlxjudge/judge/decide/check"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/read/score"
)

// mostResults limits the size of a file of results. Each test takes about 500 bytes.
const mostResults = 256 << 20

// ReadFile reads the results in a file that judge run --json wrote.
func ReadFile(path string) (grade.Results, error) {
	text, err := untrusted.Read(path, mostResults)
	if err != nil {
		return grade.Results{}, err
	}
	results, err := Read(bytes.NewReader(text))
	if err != nil {
		return results, fmt.Errorf("%s: %w", path, err)
	}
	return results, nil
}

// Read reads results that JSON wrote. It ignores unknown fields.
func Read(r io.Reader) (grade.Results, error) {
	var d document
	decoder := json.NewDecoder(r)
	if err := decoder.Decode(&d); err != nil {
		return grade.Results{}, fmt.Errorf("no results as judge run --json writes them: %w", err)
	}
	switch _, after := decoder.Token(); {
	case after != io.EOF:
		return grade.Results{}, errors.New("no results as judge run --json writes them: more follows after the " +
			"document; one file holds one document")
	case d.Schema > Schema:
		return grade.Results{}, fmt.Errorf("the schema is %d, but this judge reads only schemas up to %d; use the "+
			"judge that wrote it", d.Schema, Schema)
	case d.Schema < 1 || d.Submissions == nil, d.Backend == "" && len(d.Submissions) == 0:
		return grade.Results{}, errors.New("no results as judge run --json writes them: it has no schema, no " +
			"backend or no submissions")
	}
	results := grade.Results{
		Commit: d.Commit, Dirty: d.Dirty != nil && *d.Dirty, Backend: d.Backend, Measures: d.Measures, Jobs: d.Jobs,
		Elapsed: duration(d.Seconds), Interrupted: d.Interrupted, Part: d.Shard,
	}
	for i, s := range d.Submissions {
		if s.Tests == nil { // documents of other commands list submissions without tests
			return grade.Results{}, fmt.Errorf("no results as judge run --json writes them: submission %d, %q, has "+
				"no tests", i+1, s.Problem+"/"+s.Submission)
		}
		results.Submissions = append(results.Submissions, s.read())
	}
	return results, nil
}

func (s submission) read() grade.Submission {
	read := grade.Submission{
		Problem: s.Raw.text("problem", s.Problem), Name: s.Submission, Language: s.Language,
		Source: s.Raw.text("source", s.Source), Solution: s.Solution,
		Limit: duration(s.Limits.TimeSeconds), Memory: s.Limits.MemoryBytes, Output: s.Limits.OutputBytes,
		Verdict: s.Verdict, Expected: s.Expected, Message: s.Raw.text("message", s.Message),
		Unstated: s.Unstated, Undecided: s.Undecided, Interrupted: s.Interrupted, Unjudged: s.Unjudged,
		Missing: s.Missing, Machine: s.Machine,
	}
	if s.Whole != nil {
		read.Scores = &score.Outcome{Whole: s.Whole.read(), Failure: s.ScoreFailure}
		for _, g := range s.Groups {
			read.Scores.Groups = append(read.Scores.Groups, g.read())
		}
	}
	for _, t := range s.Tests {
		read.Tests = append(read.Tests, t.read())
	}
	return read
}

func (t test) read() grade.Test {
	read := grade.Test{
		Name: t.Test, InputFile: t.Raw.text("input", t.Input), Input: t.InputBytes, Verdict: t.Verdict,
		Expected: t.Expected, CPU: duration(t.CPUSeconds), Wall: duration(t.WallSeconds), Memory: t.PeakBytes,
		AtLeast: t.PeakAtLeast, ExitCode: t.ExitCode, Signal: t.Signal, Stopped: t.Stopped, Idle: t.Idle,
		Unsure: t.Borderline, Stderr: t.Raw.text("stderr", t.Stderr), Message: t.Raw.text("message", t.Message),
		Found: t.Says, LeftOut: t.LeftOut, Cached: t.Cached, ScoreFrom: t.ScoreFrom,
		Passes: t.Passes, PassesCPU: duration(t.PassesCPUSeconds), Conversation: t.Conversation.read(),
		Score: (*score.Number)(t.Exact),
	}
	if window := t.Raw.text("difference", t.Difference); window != "" {
		read.Difference = &check.Difference{Window: window}
	}
	return read
}

// duration converts seconds, clamped to what a time.Duration can hold.
func duration(seconds float64) time.Duration {
	const most = 1e9
	return time.Duration(math.Round(min(max(seconds, 0), most) * float64(time.Second)))
}
