package talk

import (
	"testing"
	"time"

	"dlxjudge/judge/execute/sandbox"
)

func TestDeadlocked(t *testing.T) {
	const ms = time.Millisecond
	waiting := func(since, at time.Duration, reads, writes bool) *seen {
		return &seen{last: sandbox.State{At: at, Since: since, Reads: reads, Writes: writes}}
	}
	for _, row := range []struct {
		says     string
		a, b     *seen
		moved    time.Duration
		is, full bool
	}{
		{"both read for long enough", waiting(100*ms, 700*ms, true, false), waiting(150*ms, 650*ms, true, false), 0,
			true, false},
		{"not together for long enough", waiting(100*ms, 700*ms, true, false), waiting(300*ms, 750*ms, true, false), 0,
			false, false},
		{"one after the other", waiting(100*ms, 700*ms, true, false), waiting(800*ms, 1400*ms, true, false), 0, false,
			false},
		{"one of them is awake", waiting(100*ms, 700*ms, true, false), waiting(0, 700*ms, false, false), 0, false,
			false},
		{"one reads, the other writes", waiting(100*ms, 700*ms, true, false), waiting(100*ms, 700*ms, false, true), 0,
			false, true},
		{"both write", waiting(100*ms, 700*ms, false, true), waiting(100*ms, 700*ms, false, true), 0, true, true},
		{"what one has said was on its way", waiting(100*ms, 700*ms, true, false), waiting(100*ms, 700*ms, true, false),
			300 * ms, false, false},
	} {
		is, full := deadlocked(row.a, row.b, row.moved)
		if is != row.is || is && full != row.full {
			t.Errorf("%s: got %v, full %v", row.says, is, full)
		}
	}
}

// A program waits when its threads are seen to, or when it has used next to no CPU time for long.
func TestWaitsOrRests(t *testing.T) {
	const end = 10 * time.Second
	var s seen
	s.add(sandbox.State{At: end - time.Second, CPU: time.Second, Since: end - 2*time.Second, Reads: true})
	if waitsOrRests(&s, end, end+time.Millisecond) {
		t.Error("it waited before, and may go on since")
	}
	s.add(sandbox.State{At: end + time.Second, CPU: time.Second, Since: end - 2*time.Second, Reads: true})
	if !waitsOrRests(&s, end, end+time.Second) {
		t.Error("it waits now")
	}
	s = seen{}
	s.add(sandbox.State{At: end + time.Second, CPU: time.Second})
	if waitsOrRests(&s, end, end+3*time.Second-1) || !waitsOrRests(&s, end, end+3*time.Second+1) {
		t.Error("it has computed until a second after, and no more")
	}
	if none := (seen{}); none.rests(end, end+quietTime) || !none.rests(end, end+quietTime+1) {
		t.Error("nothing is seen of it")
	}
}
