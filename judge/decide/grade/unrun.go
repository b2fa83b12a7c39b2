package grade

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"dlxjudge/judge/base/untrusted"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/read/problem"
)

// outputs stands for the program of a submission that consists of outputs.
func outputs(s problem.Submission) sandbox.Program { return sandbox.Program{Path: s.Dir} }

// unrun judges a test of a submission that consists of outputs.
func (p *Program) unrun(ctx context.Context, r Run) (Test, error) {
	exited := sandbox.Result{End: sandbox.Exited}
	path := p.submission.AnswerTo(r.Test)
	if path == "" {
		return Test{Verdict: problem.WA, Message: fmt.Sprintf("the submission has no output for this test; it would "+
			"be in a file %s.out", r.Test.Name)}, nil
	}
	whole, err := copied(path, r.Output, p.limits.Output)
	if err != nil {
		return Test{}, err
	}
	if !whole {
		exited.End = sandbox.StoppedOutput
	}
	return decide(ctx, p.limitsOf(r), p.program, exited, p.checker, p.files(r))
}

// copied copies a file of a submission, and reports whether its size is within the limit.
func copied(path, to string, limit int64) (whole bool, err error) {
	in, err := untrusted.Open(path)
	if err != nil {
		return false, err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return false, err
	}
	n, err := io.CopyN(out, in, limit+1)
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return n <= limit, errors.Join(err, out.Close())
}
