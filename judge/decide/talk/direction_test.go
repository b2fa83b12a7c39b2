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
			c := conversation{submission: party{in: toSubmission, out: toChecker}}
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

// Each byte that the checker reads counts as read at once, even while the relay waits for room for a part of what it
// has read. If the count stays the same for long, the judge takes a checker that reads slowly for one that does not
// read.
func TestUnreadInPartsOfTheRelay(t *testing.T) {
	d, err := newDirection(writable, func([]byte) {})
	judgetest.Check(t, err)
	defer d.close()
	const bytes, page = pipeBytes/2 + 100<<10, 4096
	_, err = d.from.write.Write(make([]byte, bytes))
	judgetest.Check(t, err)
	for read := 0; read < 3*page; read += page {
		for bytesIn(d.to.read) < pipeBytes/2 {
			runtime.Gosched()
		}
		if got := d.unread(); got != bytes-read {
			t.Errorf("%d bytes are unread after %d of %d were read", got, read, bytes)
		}
		_, err = d.to.read.Read(make([]byte, page))
		judgetest.Check(t, err)
	}
}
