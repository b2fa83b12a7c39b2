package sandbox

import (
	"testing"
	"time"
)

// The message blames the program for its CPU time. For wall time it blames the machine, or leaves open which of the two
// is at fault.
func TestLate(t *testing.T) {
	limits := Limits{Memory: 1 << 20}.Within(2 * time.Second)
	if limits.CPU != 2*time.Second || limits.Wall < 5*limits.CPU || limits.Memory != 1<<20 {
		t.Errorf("%+v", limits)
	}
	for _, test := range []struct {
		result Result
		want   string
	}{
		{Result{End: StoppedCPU, CPU: 2010 * time.Millisecond}, "did not end within 2s of CPU time (validation_time)"},
		{Result{End: StoppedWall, CPU: time.Second, Wall: 20 * time.Second, Waited: 18 * time.Second},
			"did not end within 20s, 10 times its limit of CPU time (validation_time), and had 1s of CPU time; it " +
				"waited 18s for a CPU: the machine is overloaded; try again when it is idle"},
		{Result{End: StoppedWall, CPU: 1234567, Wall: 20 * time.Second, Waited: 9 * time.Second},
			"did not end within 20s, 10 times its limit of CPU time (validation_time), and had 1ms of CPU time: the " +
				"machine is overloaded (try again when it is idle), or it waits for input or a lock that never comes"},
		{Result{End: StoppedWall, Suspended: true, Wall: time.Second}, "was stopped by a signal such as SIGSTOP, and " +
			"nothing continued it within a second"},
		{Result{End: Exited}, ""},
		{Result{End: StoppedMemory}, ""},
	} {
		if got := test.result.Late(limits, "validation_time"); got != test.want {
			t.Errorf("%+v:\n got %s\nwant %s", test.result, got, test.want)
		}
	}
	if got, want := (Result{End: StoppedCPU}).Late(limits, ""), "did not end within 2s of CPU time"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
