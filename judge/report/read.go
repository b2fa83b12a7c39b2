package report

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"time"

	"dlxjudge/judge/check"
	"dlxjudge/judge/grade"
)

// Read reads results that JSON wrote. Fields that it does not know are left out; an error says what is no such document.
func Read(r io.Reader) (grade.Results, error) {
	var d document
	if err := json.NewDecoder(r).Decode(&d); err != nil {
		return grade.Results{}, fmt.Errorf("no results as judge run --json writes them: %w", err)
	}
	switch {
	case d.Schema > schema:
		return grade.Results{}, fmt.Errorf("its schema is %d, and this judge knows those up to %d; use the judge that wrote it", d.Schema, schema)
	case d.Schema < 1 || d.Submissions == nil:
		return grade.Results{}, errors.New("no results as judge run --json writes them: it has no schema or no submissions")
	}
	results := grade.Results{
		Backend: d.Backend, Measures: d.Measures, Jobs: d.Jobs, Elapsed: duration(d.Seconds), Interrupted: d.Interrupted,
		Commit: d.Commit, Dirty: d.Dirty,
	}
	for _, s := range d.Submissions {
		submission := grade.Submission{
			Problem: s.Problem, Name: s.Submission, Language: s.Language, Source: s.Source, Solution: s.Solution,
			Limit: duration(s.Limits.TimeSeconds), Memory: s.Limits.MemoryBytes, Output: s.Limits.OutputBytes,
			Verdict: s.Verdict, Expected: s.Expected, Message: s.Message,
		}
		for _, t := range s.Tests {
			submission.Tests = append(submission.Tests, t.read())
		}
		results.Submissions = append(results.Submissions, submission)
	}
	return results, nil
}

func (t test) read() grade.Test {
	test := grade.Test{
		Name: t.Test, Verdict: t.Verdict, Expected: t.Expected, Stopped: t.Stopped, Idle: t.Idle, CPU: duration(t.CPUSeconds),
		Wall: duration(t.WallSeconds), Memory: t.PeakBytes, AtLeast: t.PeakAtLeast, ExitCode: t.ExitCode, Signal: t.Signal,
		Stderr: t.Stderr, Message: t.Message, InputFile: t.Input,
	}
	if t.Difference != "" {
		test.Difference = &check.Difference{Window: t.Difference}
	}
	return test
}

// duration is a time, within bounds that a time.Duration can hold.
func duration(seconds float64) time.Duration {
	const most = 1e9
	return time.Duration(math.Round(min(max(seconds, 0), most) * float64(time.Second)))
}
