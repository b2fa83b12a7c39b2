package worker

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestPulse(t *testing.T) {
	begin := time.Now()
	p := pulse{last: begin}
	var got []int64
	for _, after := range []time.Duration{1, 2, 6, 7, 4} { // the last one: somebody set the clock
		got = append(got, p.beat(begin.Add(after*time.Second), 3*time.Second))
	}
	if diff := cmp.Diff([]int64{0, 0, 1, 0, 0}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	// The monotonic clock of a machine that slept stood still.
	if p = (pulse{last: begin.Round(0)}); p.beat(begin.Round(0).Add(time.Hour), time.Minute) != 1 {
		t.Error("an hour of sleep is not noticed")
	}
}
