package talk

import (
	"fmt"
	"runtime"
	"testing"

	"dlxjudge/judge/base/judgetest"
)

// What the checker wrote before the submission ended does not count as dropped.
func TestDropped(t *testing.T) {
	for _, relayed := range []bool{false, true} {
		t.Run(fmt.Sprint("relayed ", relayed), func(t *testing.T) {
			l, err := newLines(nil, relayed)
			judgetest.Check(t, err)
			defer l.close()
			say := func(bytes int) {
				_, err := l.fromChecker.write.Write(make([]byte, bytes))
				judgetest.Check(t, err)
			}
			say(1000)
			for relayed && l.back.waiting() > 0 {
				runtime.Gosched()
			}
			l.submissionEnded()
			say(10)
			for l.dropped() < 10 {
				runtime.Gosched()
			}
			if got := l.dropped(); got != 10 {
				t.Errorf("dropped %d bytes after the submission ended, want 10", got)
			}
		})
	}
}
