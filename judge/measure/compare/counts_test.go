package compare

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/measure/record"
)

// instructions are samples of one test, a run each.
func instructions(test string, values ...float64) []record.Sample {
	var all []record.Sample
	for _, v := range values {
		s := sample("dlx", record.Instructions, v)
		s.Test = test
		all = append(all, s)
	}
	return all
}

func TestInstructions(t *testing.T) {
	const test = "secret/a/1"
	steady := []float64{22_306_000, 22_287_000, 24_900_000, 22_290_000, 22_310_000} // one outlier, as Go has them
	times := func(factor float64, values []float64) []float64 {
		var all []float64
		for _, v := range values {
			all = append(all, float64(int(factor*v)))
		}
		return all
	}
	short := []float64{735_000, 729_000, 802_000, 741_000, 736_000} // mostly the start of the run-time system
	for _, c := range []struct {
		name      string
		base, now []float64
		want      Outcome
	}{
		{"Go, the same", steady, []float64{22_296_000, 22_301_000, 22_289_000, 22_384_000, 22_313_000}, NoneShown},
		{"Go, 0.6% more", steady, times(1.006, steady), Regression},
		{"Go, 0.4% more", steady, times(1.004, steady), Worse},
		{"Go, 0.6% less", steady, times(0.994, steady), Better},
		{"Go, short, 0.7% more", short, times(1.007, short), NoneShown},
		{"Go, short, 3% more", short, times(1.03, short), NoneShown},
		{"Go, short, 5% more", short, times(1.05, short), Regression},
		{"C++, the same", []float64{44_224_567, 44_224_567}, []float64{44_224_567, 44_224_567}, Equal},
		{"C++, a little more", []float64{44_224_567, 44_224_567}, []float64{44_224_570, 44_224_570}, Worse},
		{"C++, 0.6% more", []float64{1_000_000, 1_000_000}, []float64{1_006_000, 1_006_000}, Regression},
	} {
		change := InTurns(recordOf("base", machine, instructions(test, c.base...)...), recordOf("now", machine,
			instructions(test, c.now...)...), TurnsOptions{Threshold: 0.02})
		row := change.Counts[0].Rows[0]
		if row.Outcome != c.want {
			t.Errorf("%s: %q (%+.2f%%), want %q", c.name, row.Outcome, 100*row.Delta(), c.want)
		}
	}
}

// TestInstructionsApart: records that were not made together say nothing of instructions.
func TestInstructionsApart(t *testing.T) {
	base, now := instructions("secret/a/1", 1000, 1000), instructions("secret/a/1", 2000, 2000)
	base, now = append(base, sample("dlx", record.Statements, 100)), append(now, sample("dlx", record.Statements, 100))
	c, err := Records(recordOf("base", machine, base...), recordOf("now", machine, now...), Options{Threshold: 0.02})
	judgetest.Check(t, err)
	if len(c.Tables) != 1 || c.Tables[0].Unit != record.Statements || len(c.Regressions()) > 0 {
		t.Errorf("got %+v, want equal statements alone", c.Tables)
	}
}

// TestInsteadOfStatements: statements are judged on the inputs whose instructions are unknown, or scatter too much. The
// instructions of a workload may be those of fewer cases.
func TestInsteadOfStatements(t *testing.T) {
	side := func(counts float64) []record.Sample {
		var all []record.Sample
		for _, test := range []string{"secret/a/1", "secret/a/2", "secret/a/3", "workload/hard/4000"} {
			s := sample("dlx", record.Statements, counts)
			s.Test = test
			all = append(all, s)
		}
		all = append(all, instructions("secret/a/1", 5000, 5000)...)
		all = append(all, instructions("secret/a/3", 5000, 5040, 5020)...)
		return append(all, instructions("workload/hard/50", 5000, 5000)...)
	}
	c := InTurns(recordOf("base", machine, side(100)...), recordOf("now", machine, side(200)...),
		TurnsOptions{Threshold: 0.02})
	got := make(map[record.Unit][]string)
	for _, table := range c.Counts {
		for _, row := range table.Rows {
			got[table.Unit] = append(got[table.Unit], row.Test+" "+string(row.Outcome))
		}
	}
	want := map[record.Unit][]string{
		record.Statements:   {"secret/a/2 regression", "secret/a/3 regression", " regression"},
		record.Instructions: {"secret/a/1 =", "secret/a/3 =", "workload/hard/50 =", " ="},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
