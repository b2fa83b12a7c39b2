package talk

import (
	"fmt"
	"runtime"
	"testing"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/read/problem"
)

// What the checker wrote before the submission ended does not count as dropped.
func TestDropped(t *testing.T) {
	for _, relayed := range []bool{false, true} {
		t.Run(fmt.Sprint("relayed ", relayed), func(t *testing.T) {
			var record func([]byte)
			if relayed {
				record = func([]byte) {}
			}
			toChecker, err := newDirection(writable, nil)
			judgetest.Check(t, err)
			toSubmission, err := newDirection(readable, record)
			judgetest.Check(t, err)
			defer toChecker.close()
			defer toSubmission.close()
			c := conversation{toChecker: toChecker, toSubmission: toSubmission}
			c.Own = func(sandbox.Result) problem.Verdict { return problem.RTE }
			say := func(bytes int) {
				_, err := toSubmission.from.write.Write(make([]byte, bytes))
				judgetest.Check(t, err)
			}
			say(1000)
			c.onSubmissionEnd(nil)
			say(10)
			for toSubmission.dropped.Load() < 10 {
				runtime.Gosched()
			}
			if got := toSubmission.dropped.Load(); got != 10 {
				t.Errorf("dropped %d bytes after the submission ended, want 10", got)
			}
		})
	}
}
