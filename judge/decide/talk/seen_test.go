package talk

import (
	"testing"
	"time"

	"dlxjudge/judge/execute/sandbox"
)

func TestDeadlocked(t *testing.T) {
	const ms = time.Millisecond
	waiting := func(since, at time.Duration) *seen { return &seen{last: sandbox.State{At: at, Since: since}} }
	for _, row := range []struct {
		says  string
		a, b  *seen
		moved time.Duration
		want  bool
	}{
		{"both for long enough", waiting(100*ms, 700*ms), waiting(150*ms, 650*ms), 0, true},
		{"not together for long enough", waiting(100*ms, 700*ms), waiting(300*ms, 750*ms), 0, false},
		{"one after the other", waiting(100*ms, 700*ms), waiting(800*ms, 1400*ms), 0, false},
		{"one of them is awake", waiting(100*ms, 700*ms), waiting(0, 700*ms), 0, false},
		{"what one has said was on its way", waiting(100*ms, 700*ms), waiting(100*ms, 700*ms), 300 * ms, false},
	} {
		if got := deadlocked(row.a, row.b, row.moved); got != row.want {
			t.Errorf("%s: got %v", row.says, got)
		}
	}
}

// A program waits when its threads are seen to, or when it has used next to no CPU time for long.
func TestWaitsOrRests(t *testing.T) {
	const end = 10 * time.Second
	var s seen
	s.add(sandbox.State{At: end - time.Second, CPU: time.Second, Since: end - 2*time.Second})
	if s.waitsOrRests(end, end+time.Millisecond) {
		t.Error("it waited before, and may go on since")
	}
	s.add(sandbox.State{At: end + time.Second, CPU: time.Second, Since: end - 2*time.Second})
	if !s.waitsOrRests(end, end+time.Second) {
		t.Error("it waits now")
	}
	s = seen{}
	s.add(sandbox.State{At: end + time.Second, CPU: time.Second})
	if s.waitsOrRests(end, end+3*time.Second-1) || !s.waitsOrRests(end, end+3*time.Second+1) {
		t.Error("it has computed until a second after, and no more")
	}
	if none := (seen{}); none.rests(end, end+quietTime, quietTime) || !none.rests(end, end+quietTime+1, quietTime) {
		t.Error("nothing is seen of it")
	}
}
