package main

import (
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/aclements/go-moremath/stats"

	"dlxjudge/judge/measure/compare"
	"dlxjudge/judge/measure/record"
	"dlxjudge/judge/measure/sampling"
)

// rounds are what was recorded of a variant: in each round the samples of all tests, of both sides.
type rounds struct {
	base, now [][]record.Sample
	perRound  time.Duration
}

// goal is a row of the table: what reports should say of a variant.
type goal struct {
	what      string
	variant   string
	solutions int // that are measured in that time; all but one are unchanged
	time      time.Duration
	threshold float64
	want      compare.Answer
	part      float64 // of the reports that should say so
	most      bool    // or of those that may, at most
}

// goals are the rows. All Go solutions are those of five problems and four approaches.
var goals = []goal{
	{"3% slower, a minute", "slower-3", 1, time.Minute, 0.03, compare.IsSlower, 0.95, false},
	{"2% slower, three minutes", "slower-2", 1, 3 * time.Minute, 0.03, compare.IsSlower, 0.90, false},
	{"1% slower, five minutes, --threshold 1", "slower-1", 1, 5 * time.Minute, 0.01, compare.IsSlower, 0.90, false},
	{"one of 20 is 5% slower, five minutes", "slower-5", 20, 5 * time.Minute, 0.03, compare.IsSlower, 0.95, false},
	{"unchanged, named slower, a minute", "unchanged", 1, time.Minute, 0.03, compare.IsSlower, 0.02, true},
	{"unchanged, named slower, five minutes, --threshold 1", "unchanged", 1, 5 * time.Minute, 0.01, compare.IsSlower,
		0.02, true},
	{"20 unchanged, any named slower, five minutes", "unchanged", 20, 5 * time.Minute, 0.03, compare.IsSlower, 0.02,
		true},
	{"unchanged, no slower than 3%, a minute", "unchanged", 1, time.Minute, 0.03, compare.NoSlower, 0.80, false},
	{"unchanged, no slower than 1%, five minutes", "unchanged", 1, 5 * time.Minute, 0.01, compare.NoSlower, 0.80,
		false},
	{"3% slower beside two busy processes, a minute", "slower-3-busy", 1, time.Minute, 0.03, compare.IsSlower, 0.80,
		false},
}

// fewest is how many recorded rounds can stand for all that there could be.
const fewest = 20

// readBlocks reads all parts that were recorded of the variants.
func readBlocks(dir string, kinds []variant) (map[string]rounds, error) {
	recorded := make(map[string]rounds)
	for _, v := range kinds {
		var r rounds
		var total time.Duration
		parts, err := filepath.Glob(filepath.Join(dir, v.name+".*s.*.txt"))
		if err != nil {
			return nil, err
		}
		for _, part := range parts {
			if strings.HasSuffix(part, "-base.txt") {
				continue
			}
			took, err := time.ParseDuration(strings.Split(filepath.Base(part), ".")[1])
			if err != nil {
				return nil, fmt.Errorf("%s: its name does not say how long it took: %w", part, err)
			}
			now, err := record.Read(part)
			if err != nil {
				return nil, err
			}
			base, err := record.Read(sampling.BasePath(part))
			if err != nil {
				return nil, err
			}
			if !now.Finished || !base.Finished {
				continue // interrupted: how long it took is not known
			}
			nows, bases := byRound(timed(now)), byRound(timed(base))
			n := min(len(nows), len(bases))
			r.now, r.base = append(r.now, nows[:n]...), append(r.base, bases[:n]...)
			total += took
		}
		if len(r.now) > 0 {
			r.perRound = total / time.Duration(len(r.now))
		}
		recorded[v.name] = r
	}
	return recorded, nil
}

// byRound are samples round by round: in each the next one of every row, in the order of the rows.
func byRound(samples []record.Sample) [][]record.Sample {
	var all [][]record.Sample
	taken := make(map[record.Key]int)
	for _, s := range samples {
		i := taken[s.Key]
		taken[s.Key]++
		if i == len(all) {
			all = append(all, nil)
		}
		all[i] = append(all[i], s)
	}
	for _, round := range all {
		slices.SortFunc(round, func(a, b record.Sample) int { return a.Key.Compare(b.Key) })
	}
	return all
}

// timed are the samples of a record's solutions that have a time.
func timed(r *record.Record) []record.Sample {
	return slices.DeleteFunc(slices.Clone(r.Samples), func(s record.Sample) bool {
		return s.IsControl() || s.Values[record.CPU] == 0
	})
}

// resample draws reports from recorded rounds, with replacement, and says how often they answer as the goal wants.
// Looks, levels and answers are those of judge bench itself.
func resample(w io.Writer, recorded map[string]rounds, trials int, seed uint64) {
	random := rand.New(rand.NewPCG(seed, 0))
	for _, g := range goals {
		of, unchanged := recorded[g.variant], recorded["unchanged"]
		if n := min(len(of.now), len(unchanged.now)); n < fewest {
			fmt.Fprintf(w, "  %-53s too few rounds to draw from: %d of %d\n", g.what, n, fewest)
			continue
		}
		hits, layouts := 0, 0
		for range trials {
			answers, n := g.report(random, of, unchanged)
			layouts += n
			if g.want == compare.IsSlower && g.most && slices.Contains(answers, g.want) || answers[0] == g.want {
				hits++
			}
		}
		fmt.Fprintf(w, "  %-53s %s, %s; %d layouts a report\n", g.what, interval(hits, trials), g.wanted(),
			layouts/trials)
	}
}

// wanted is the goal in words.
func (g goal) wanted() string {
	if g.most {
		return fmt.Sprintf("want at most %.0f%%", 100*g.part)
	}
	return fmt.Sprintf("want %.0f%%", 100*g.part)
}

// report draws one report: the solution that the goal is about is the first. It returns the answers and how many rounds
// were drawn.
func (g goal) report(random *rand.Rand, of, unchanged rounds) (answers []compare.Answer, drawn int) {
	base, now := &record.Record{Finished: true}, &record.Record{Finished: true}
	type side struct{ base, now []record.Sample }
	taken, decided := make([]side, g.solutions), make([]bool, g.solutions)
	for left := g.time; left > 0; {
		before := drawn
		for i := range taken {
			from := of
			if i > 0 {
				from = unchanged
			}
			if decided[i] || left <= 0 {
				continue
			}
			round := random.IntN(len(from.now))
			taken[i].base = append(taken[i].base, named(from.base[round], i)...)
			taken[i].now = append(taken[i].now, named(from.now[round], i)...)
			decided[i] = compare.Decided(g.solutions, taken[i].now, taken[i].base, g.threshold)
			left -= from.perRound
			drawn++
		}
		if drawn == before {
			break
		}
	}
	for _, s := range taken {
		base.Samples, now.Samples = append(base.Samples, s.base...), append(now.Samples, s.now...)
	}
	for _, s := range compare.InTurns(base, now, compare.TurnsOptions{Threshold: g.threshold}).Solutions {
		answers = append(answers, s.Answer)
	}
	return answers, drawn
}

// named are samples under the name of the i-th solution of a report.
func named(samples []record.Sample, i int) []record.Sample {
	renamed := slices.Clone(samples)
	for j := range renamed {
		renamed[j].Solution = fmt.Sprintf("%02d", i)
	}
	return renamed
}

// interval is a number of reports with its 95% interval, by Wilson's score.
//
// E. B. Wilson, Probable inference, the law of succession, and statistical inference, JASA 22 (1927).
func interval(n, of int) string {
	const z = 1.96
	p, m := float64(n)/float64(of), float64(of)
	middle := (p + z*z/(2*m)) / (1 + z*z/m)
	half := z * math.Sqrt(p*(1-p)/m+z*z/(4*m*m)) / (1 + z*z/m)
	return fmt.Sprintf("%d of %d (%.1f%%, 95%%: %.1f to %.1f%%)", n, of, 100*p, 100*max(0, middle-half),
		100*min(1, middle+half))
}

// estimators compares ways to estimate a slow-down from the recorded rounds of a variant, by the scatter of their
// results over many draws of so many rounds: the less, the fewer layouts are needed.
func estimators(w io.Writer, name string, r rounds, seed uint64) {
	const draws, layouts = 400, 20
	random := rand.New(rand.NewPCG(seed, 1))
	logs := r.logs()
	if len(logs) < layouts {
		return
	}
	var means, medians, hodges [draws]float64
	for i := range draws {
		drawn := make([]float64, layouts)
		for j := range drawn {
			drawn[j] = logs[random.IntN(len(logs))]
		}
		var walsh []float64
		for j, a := range drawn {
			for _, b := range drawn[j:] {
				walsh = append(walsh, (a+b)/2)
			}
		}
		means[i], medians[i], hodges[i] = stats.Mean(drawn), median(drawn), median(walsh)
	}
	fmt.Fprintf(w, "  %-16s a layout scatters by %.1f%%; of %d layouts the mean by %.2f%%, the median by %.2f%%, "+
		"Hodges-Lehmann by %.2f%%\n",
		name, 100*stats.StdDev(logs), layouts, 100*stats.StdDev(means[:]), 100*stats.StdDev(medians[:]),
		100*stats.StdDev(hodges[:]))
}

// logs are the log ratios of the rounds, the mean over the tests of each.
func (r rounds) logs() []float64 {
	var logs []float64
	for i := range r.now {
		sum := 0.0
		for j, s := range r.now[i] {
			sum += math.Log(s.Values[record.CPU] / r.base[i][j].Values[record.CPU])
		}
		logs = append(logs, sum/float64(len(r.now[i])))
	}
	return logs
}

func median(values []float64) float64 { return stats.Sample{Xs: values}.Quantile(0.5) }
