package talk

import (
	"testing"
	"time"

	"dlxjudge/judge/execute/sandbox"
)

func TestDeadlocked(t *testing.T) {
	const ms = time.Millisecond
	waiting := func(since, at time.Duration) *activity { return &activity{last: sandbox.State{At: at, Since: since}} }
	for _, row := range []struct {
		says     string
		a, b     *activity
		lastRead time.Duration
		want     bool
	}{
		{"both for long enough", waiting(100*ms, 700*ms), waiting(150*ms, 650*ms), 0, true},
		{"not together for long enough", waiting(100*ms, 700*ms), waiting(300*ms, 750*ms), 0, false},
		{"one after the other", waiting(100*ms, 700*ms), waiting(800*ms, 1400*ms), 0, false},
		{"one of them is awake", waiting(100*ms, 700*ms), waiting(0, 700*ms), 0, false},
		{"a relay read something meanwhile", waiting(100*ms, 700*ms), waiting(100*ms, 700*ms), 300 * ms, false},
	} {
		if got := deadlocked(row.a, row.b, row.lastRead); got != row.want {
			t.Errorf("%s: got %v", row.says, got)
		}
	}
}

// TestWaits: a program waits if it sleeps in read or write, or if it has done almost nothing for a long time.
func TestWaits(t *testing.T) {
	const end, interval = 10 * time.Second, 20 * time.Millisecond
	// reported returns the activity of a program that starts at 0, until the given time after end.
	reported := func(until time.Duration, state func(at time.Duration) sandbox.State) *activity {
		s := &activity{}
		for at := interval; at <= end+until; at += interval {
			one := state(at)
			one.At = at
			s.add(one)
		}
		return s
	}
	asleep := func(time.Duration) sandbox.State { return sandbox.State{Asleep: true} }
	for _, row := range []struct {
		says  string
		until time.Duration
		state func(at time.Duration) sandbox.State
		want  bool
	}{
		{"sleeps in read", waitTime, func(time.Duration) sandbox.State { return sandbox.State{Since: 1, Asleep: true} }, true},
		{"has not slept in read for long enough", waitTime - interval,
			func(time.Duration) sandbox.State { return sandbox.State{Since: 1, Asleep: true} }, false},
		{"sleeps in another call", quietTime + interval, asleep, true},
		{"not for long enough, in another call", quietTime, asleep, false},
		{"waits for a CPU", time.Minute, func(time.Duration) sandbox.State { return sandbox.State{} }, false},
		{"sleeps often, and waits for a CPU between", time.Minute,
			func(at time.Duration) sandbox.State { return sandbox.State{Asleep: at/interval%2 == 0} }, false},
		{"wakes now and then", quietTime + interval, func(at time.Duration) sandbox.State {
			return sandbox.State{CPU: at / 200, Asleep: at/interval%50 != 0}
		}, true},
		{"computes a little all the time", time.Minute,
			func(at time.Duration) sandbox.State { return sandbox.State{CPU: at / 20, Asleep: true} }, false},
	} {
		if got := reported(row.until, row.state).waits(end, 2*end); got != row.want {
			t.Errorf("%s: got %v", row.says, got)
		}
	}
	if none := (activity{}); none.waits(end, 2*end) {
		t.Error("a program without any report counts as waiting")
	}
	unwatched := activity{unwatched: true}
	if unwatched.waits(end, end+quietTime) || !unwatched.waits(end, end+quietTime+1) {
		t.Error("an unwatched program does not wait after two seconds")
	}
}
