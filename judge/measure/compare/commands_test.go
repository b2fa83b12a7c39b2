package compare

import (
	"testing"
	"time"

	"dlxjudge/judge/measure/record"
)

// TestInCommands: CPU time decides between two commands, and wall time is shown beside it.
func TestInCommands(t *testing.T) {
	taken := func(title string, rounds int, cpu, wall time.Duration) *record.Record {
		r := &record.Record{Path: title, Finished: true}
		for i := range rounds {
			scatter := 1 + float64(i%5)/1000
			values := map[record.Unit]float64{record.CPU: float64(cpu) * scatter, record.Wall: float64(wall) * scatter}
			r.Samples = append(r.Samples, record.Sample{Key: record.Key{Solution: "command"}, Values: values})
		}
		return r
	}
	const ms = time.Millisecond
	for _, test := range []struct {
		name          string
		first, second *record.Record
		answer        Answer
		regression    bool
	}{
		{"slower", taken("a", 9, 20*ms, 30*ms), taken("b", 9, 60*ms, 30*ms), Slower, true},
		{"faster", taken("a", 9, 60*ms, 30*ms), taken("b", 9, 20*ms, 90*ms), Faster, false},
		{"same", taken("a", 9, 20*ms, 30*ms), taken("b", 9, 20*ms, 90*ms), NoSlower, false},
		{"few", taken("a", 3, 20*ms, 30*ms), taken("b", 3, 60*ms, 30*ms), Undecided, false},
		{"none", taken("a", 0, 0, 0), taken("b", 0, 0, 0), Undecided, false},
	} {
		c := InCommands(test.first, test.second, 0.03)
		if c.Found().Answer != test.answer || c.Worse != test.regression || len(c.Notes) != 0 {
			t.Errorf("%s: %+v, notes %q", test.name, c.Found(), c.Notes)
		}
		if n := len(test.second.Samples); c.Commands[0].Title != "a" || n > 0 && (c.Commands[1].CPU.N != n ||
			c.Commands[1].Wall.N != n) {
			t.Errorf("%s: %+v", test.name, c.Commands)
		}
		if test.name == "same" && !(c.Wall.Lo > 1.9 && c.Wall.Hi < 2.1) {
			t.Errorf("three times the wall time is %+v", c.Wall)
		}
	}
	waits := InCommands(taken("a", 9, 20*ms, 100*ms), taken("b", 9, ms, ms), 0.03)
	if a, b := waits.Commands[0], waits.Commands[1]; !a.Waits() || a.Starts() || b.Waits() || !b.Starts() {
		t.Errorf("%+v and %+v", a, b)
	}
}
