package compare

import (
	"math"
	"math/rand/v2"
	"testing"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/measure/record"
)

// shares counts the answers of reports.
type shares map[Answer]int

// simulated returns how often each answer is given for a solution that takes change longer, if samples have the
// standard deviation sd. Half of the reports are of records made at different times, and half of rounds in turns, as
// InTurns and a session judge them.
func simulated(t *testing.T, random *rand.Rand, reports int, change, sd, threshold float64) (apart, turns shares) {
	apart, turns = make(shares), make(shares)
	key := on("s00", "secret/a/1")
	for range reports {
		c, err := Records(rounds(random, "base", 10, sd, 1, 1), rounds(random, "now", 10, sd, 1, 1+change), threshold)
		judgetest.Check(t, err)
		apart[c.Times()[0].Answer]++

		const most = 60
		base, now := recordOf("base", machine), recordOf("now", machine)
		for done := 0; done < most && !Decided(base, now, key.Program(), threshold); done++ {
			drift := math.Exp(0.1 * random.NormFloat64()) // of the machine, which hits both sides
			for side, r := range []*record.Record{base, now} {
				r.Samples = append(r.Samples, sample("s00", record.CPU,
					1e6*drift*(1+change*float64(side))*math.Exp(sd/math.Sqrt2*random.NormFloat64())))
			}
		}
		turns[InTurns(base, now, threshold).Times()[0].Answer]++
	}
	return apart, turns
}

// TestSimulation: whatever the true change and the scatter, "no slower than 3%" is false in at most 2% of reports, and
// "slower" and "faster" in at most 1%. What an honest engine can find, it finds.
func TestSimulation(t *testing.T) {
	reports, slack := 1000, 0
	if judgetest.Shortened(t, "the shares of 1,000 reports take half a minute") {
		reports, slack = 60, 3
	}
	const threshold = 0.03
	random := rand.New(rand.NewPCG(5, 5))
	for _, sd := range []float64{0.01, 0.03, 0.06} {
		for _, change := range []float64{0, 0.01, 0.02, 0.03, 0.05, 0.1} {
			apart, turns := simulated(t, random, reports, change, sd, threshold)
			t.Logf("true change %g%%, sd %g%%: records %v, in turns %v", 100*change, 100*sd, apart, turns)
			for name, got := range map[string]shares{"records": apart, "in turns": turns} {
				if change >= threshold && got[NoSlower] > reports/50+slack {
					t.Errorf("%s, %g%% longer, sd %g%%: %d of %d reports say no slower than 3%%", name, 100*change,
						100*sd, got[NoSlower], reports)
				}
				if got[Faster] > reports/100+slack || change == 0 && got[Slower] > reports/100+slack {
					t.Errorf("%s, %g%% longer, sd %g%%: %v", name, 100*change, 100*sd, got)
				}
			}
			if sd == 0.01 && change == 0.1 && (apart[Slower] < reports*9/10 || turns[Slower] < reports*9/10) {
				t.Errorf("10%% longer is found in %v of the records and %v in turns", apart, turns)
			}
		}
	}
}
