package compare

import (
	"math"
	"math/rand/v2"
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
		c := InCommands([]*record.Record{test.first, test.second}, 0.03)
		if c.Times()[0].Answer != test.answer || c.Worse != test.regression || len(c.Notes) != 0 {
			t.Errorf("%s: %+v, notes %q", test.name, c.Times(), c.Notes)
		}
		if n := len(test.second.Samples); c.Commands[0].Title != "a" || n > 0 && (c.Commands[1].CPU.N != n ||
			c.Commands[1].Wall.N != n) {
			t.Errorf("%s: %+v", test.name, c.Commands)
		}
		wall := c.Tables[1].Solutions[0].Change
		if test.name == "same" && !(c.Tables[1].Unit == record.Wall && wall.Lo > 1.9 && wall.Hi < 2.1) {
			t.Errorf("three times the wall time is %+v", wall)
		}
	}
	waits := InCommands([]*record.Record{taken("a", 9, 20*ms, 100*ms), taken("b", 9, ms, ms)}, 0.03)
	if a, b := waits.Commands[0], waits.Commands[1]; !a.Waits() || a.Starts() || b.Waits() || !b.Starts() {
		t.Errorf("%+v and %+v", a, b)
	}
}

// TestHolm: all commands share the level, and one that differs leaves its share to the others.
func TestHolm(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	taken := func(factor float64) *record.Record {
		r := &record.Record{}
		for range 9 {
			r.Samples = append(r.Samples, record.Sample{Key: record.Key{Solution: "command"},
				Values: map[record.Unit]float64{record.CPU: 1e8 * factor * math.Exp(0.001*random.NormFloat64())}})
		}
		return r
	}
	for _, test := range []struct {
		factors []float64
		want    []Answer
		shares  []float64
	}{
		{[]float64{1, 1}, []Answer{NoSlower}, []float64{1}},
		{[]float64{1, 1, 1}, []Answer{NoSlower, NoSlower}, []float64{2, 2}},
		{[]float64{1, 1.2, 1}, []Answer{Slower, NoSlower}, []float64{2, 1}},
		{[]float64{1, 1, 0.8}, []Answer{NoSlower, Faster}, []float64{1, 2}},
	} {
		var records []*record.Record
		for _, factor := range test.factors {
			records = append(records, taken(factor))
		}
		c := InCommands(records, 0.03)
		alpha, _ := looksOf(1).at(9)
		for i, s := range c.Times() {
			if s.Answer != test.want[i] || math.Abs(float64(s.Level)*test.shares[i]-alpha) > 1e-12 {
				t.Errorf("%v: command %d is %q at level %v, want %q at %v", test.factors, i+2, s.Answer, s.Level,
					test.want[i], alpha/test.shares[i])
			}
		}
		if !DecidedCommands(records, 0.03) {
			t.Errorf("%v: not decided", test.factors)
		}
	}
}
