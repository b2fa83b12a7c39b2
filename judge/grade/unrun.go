package grade

import (
	"errors"
	"fmt"
	"io"
	"os"

	"dlxjudge/judge/executor"
	"dlxjudge/judge/problem"
	"dlxjudge/judge/sandbox"
	"dlxjudge/judge/untrusted"
)

// runs reports whether a test has the submission run: else its files are looked at, or its output is one of them.
func (j *judging) runs(test int) bool {
	return !j.entry.Problem.SubmitAnswer && !j.entry.Tests[test].Static
}

// take is in place of a run: it copies the submission's output for a test to a file, where submissions are outputs.
func (j *judging) take(test int, output string) (sandbox.Result, error) {
	run := sandbox.Result{End: sandbox.Exited}
	if j.entry.Tests[test].Static {
		return run, nil
	}
	path := j.entry.Submission.AnswerTo(j.entry.Tests[test])
	if path == "" {
		return run, nil
	}
	in, err := untrusted.Open(path)
	if err != nil {
		return run, err
	}
	defer in.Close()
	out, err := os.OpenFile(output, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return run, err
	}
	n, err := io.CopyN(out, in, j.limits.Output+1)
	if n > j.limits.Output {
		run.End = sandbox.StoppedOutput
	}
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return run, errors.Join(err, out.Close())
}

// unanswered is the result of a test for which a submission that is outputs has none.
func (j *judging) unanswered(test int) (Test, bool) {
	t := j.entry.Tests[test]
	if j.runs(test) || t.Static || j.entry.Submission.AnswerTo(t) != "" {
		return Test{}, false
	}
	return Test{Verdict: problem.WA, Message: fmt.Sprintf("the submission has no output for this test; it would be in a file %s.out", t.Name)}, true
}

// outputs is in place of the program of a submission that is outputs.
func outputs(s problem.Submission) executor.Program { return executor.Program{Path: s.Dir} }
