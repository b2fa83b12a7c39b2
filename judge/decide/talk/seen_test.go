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

// A program waits if its threads are seen to sleep, or if it has used almost no CPU time for long.
func TestWaitsOrRests(t *testing.T) {
	const end = 10 * time.Second
	var s seen
	s.add(sandbox.State{At: end - time.Second, CPU: time.Second, Since: end - 2*time.Second})
	if s.waitsOrRests(end, end+time.Millisecond) {
		t.Error("waited only before; it may have gone on since")
	}
	s.add(sandbox.State{At: end + time.Second, CPU: time.Second, Since: end - 2*time.Second})
	if !s.waitsOrRests(end, end+time.Second) {
		t.Error("does not count as waiting")
	}
	s = seen{}
	s.add(sandbox.State{At: end + time.Second, CPU: time.Second})
	if s.waitsOrRests(end, end+3*time.Second-1) || !s.waitsOrRests(end, end+3*time.Second+1) {
		t.Error("counts as resting too early, or not at all")
	}
	if none := (seen{}); none.rests(end, end+quietTime, quietTime) || !none.rests(end, end+quietTime+1, quietTime) {
		t.Error("without any state, rests is wrong")
	}
}
