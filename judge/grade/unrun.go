package grade

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"dlxjudge/judge/build"
	"dlxjudge/judge/check"
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

// buildStatic builds the static validator, if one is asked. If this machine cannot, missing says why.
func (c *checkerBuild) buildStatic(ctx context.Context, cache *build.Cache) error {
	source := c.problem.StaticValidator
	if source == nil || len(c.problem.StaticTests) == 0 {
		return nil
	}
	program, err := cache.Build(ctx, build.Tool, *source)
	var missing *build.MissingError
	if errors.As(err, &missing) {
		c.tool, c.missing = missing.Tool(), "its static validator cannot be built: "+missing.Error()
		return nil
	}
	if err != nil {
		return fmt.Errorf("the static validator of %s: %w", c.problem.Name, err)
	}
	c.static = check.Static(cache.Programs, program, c.problem.Limits.Validation)
	return nil
}
