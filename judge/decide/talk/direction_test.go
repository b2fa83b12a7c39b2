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
			there, err := newDirection(writable, nil)
			judgetest.Check(t, err)
			back, err := newDirection(readable, record)
			judgetest.Check(t, err)
			defer there.close()
			defer back.close()
			c := conversation{there: there, back: back}
			c.Own = func(sandbox.Result) problem.Verdict { return problem.RTE }
			say := func(bytes int) {
				_, err := back.from.write.Write(make([]byte, bytes))
				judgetest.Check(t, err)
			}
			say(1000)
			c.ended(nil)
			say(10)
			for back.dropped.Load() < 10 {
				runtime.Gosched()
			}
			if got := back.dropped.Load(); got != 10 {
				t.Errorf("dropped %d bytes after the submission ended, want 10", got)
			}
		})
	}
}
