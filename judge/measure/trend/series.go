package trend

import (
	"cmp"
	"maps"
	"math"
	"path"
	"slices"
	"strings"

	"github.com/aclements/go-moremath/stats"

	"dlxjudge/judge/measure/compare"
	"dlxjudge/judge/measure/record"
)

// Units are the units that have series.
var Units = [...]record.Unit{record.CPU, record.Statements, record.Nodes}

// Options are how a history is made.
type Options struct {
	Threshold float64               // changes of time up to this are not named: 0.03 for 3%
	Want      func(record.Key) bool // which keys are looked at; nil for all
}

// alpha is the corrected p-value up to which a change of time is named. Of series of 4 to 30 records without any
// change, less than 0.5% have one named if their noise is normal, less than 1% if it is skewed or has heavy tails.
const alpha = 0.005

// History is what the records of a folder say.
type History struct {
	Machine map[string]string `json:"machine"` // whose times these are
	Series  []Series          `json:"series"`
}

// Series are the figures of one solution in one unit.
type Series struct {
	record.Program
	Of      string        `json:"-"` // the workload or group of tests that it is of; "" for all that the records hold
	Unit    record.Unit   `json:"unit"`
	Since   record.Number `json:"change"`                     // from where it begins, or broke last, to its end
	Divided int           `json:"steps_divided_by_reference"` // in how many steps times were divided by its times
	Points  []Value       `json:"records"`                    // those that hold the solution, in order
	Changes []Change      `json:"changes"`
}

// Value is the value of a series at a point.
type Value struct {
	Point
	Figure record.Number `json:"figure"` // the geometric mean of the figures that are not 0; 0 if all are
	Change record.Number `json:"change"` // from where the series begins, or broke last
	Begins bool          `json:"begins"` // it has nothing in common with the point before, or is the first
	Why    string        `json:"-"`      // it begins again here, in a few words
	// the logarithm of Change and 1: the sum of the changes from point to point, each the mean over what both hold
	Level float64 `json:"-"`
	// half of the 95% interval of Level, as far as the point's own rounds show it; 0 if they do not
	Within float64 `json:"-"`
}

// Parts are the ranges of points, from and to, between which the series breaks.
func (s Series) Parts() [][2]int {
	var all [][2]int
	for i, v := range s.Points {
		if v.Begins {
			all = append(all, [2]int{i, i})
		}
		all[len(all)-1][1] = i + 1
	}
	return all
}

// Of makes the series of all solutions: unit by unit, in order of their names. Times are those of records whose machine
// is m.
func Of(points []Point, m record.Machine, o Options) History {
	h := History{Machine: m.Document(), Series: []Series{}}
	for _, u := range Units {
		var usable []held
		for _, p := range points {
			if u.Exact() || len(p.Record.Machine.Apart(m)) == 0 {
				usable = append(usable, hold(p, u, o.Want))
			}
		}
		for _, program := range programs(usable) {
			h.Series = append(h.Series, seriesOf(program, u, usable, o.Threshold))
		}
	}
	return h
}

// Apart makes the series of all solutions for each workload by itself or, of a problem whose workloads are not in two
// records, for each group of tests.
func Apart(points []Point, m record.Machine, o Options) []Series {
	of := make(map[[2]string]bool) // problem and workload or group
	made := make(map[string]int)   // how many records have workloads of a problem
	for _, p := range points {
		has := make(map[string]bool)
		for _, k := range p.Record.Keys() {
			if _, sized := k.Size(); sized || k.IsControl() || o.Want != nil && !o.Want(k) {
				continue
			}
			of[[2]string{k.Problem, path.Dir(k.Test)}] = true
			if _, _, is := k.Workload(); is && !has[k.Problem] {
				has[k.Problem] = true
				made[k.Problem]++
			}
		}
	}
	maps.DeleteFunc(of, func(one [2]string, _ bool) bool {
		_, _, is := record.Key{Test: one[1] + "/1"}.Workload()
		return !is && made[one[0]] > 1
	})
	var all []Series
	for _, one := range slices.SortedFunc(maps.Keys(of), func(a, b [2]string) int {
		return cmp.Or(cmp.Compare(a[0], b[0]), record.Key{Test: a[1]}.Compare(record.Key{Test: b[1]}))
	}) {
		only := o
		only.Want = func(k record.Key) bool {
			return k.Problem == one[0] && path.Dir(k.Test) == one[1] && (o.Want == nil || o.Want(k))
		}
		for _, s := range Of(points, m, only).Series {
			s.Of = one[1]
			all = append(all, s)
		}
	}
	return all
}

// held are a record's figures in one unit: the samples of each key, by program.
type held struct {
	Point
	samples map[record.Program]map[record.Key][]float64
}

func hold(p Point, u record.Unit, want func(record.Key) bool) held {
	h := held{p, make(map[record.Program]map[record.Key][]float64)}
	for _, s := range p.Record.Samples {
		v, known := s.Values[u]
		if !known || s.IsControl() || want != nil && !want(s.Key) {
			continue
		}
		keys := h.samples[s.Program()]
		if keys == nil {
			keys = make(map[record.Key][]float64)
			h.samples[s.Program()] = keys
		}
		keys[s.Key] = append(keys[s.Key], v)
	}
	return h
}

// programs are all programs that a record holds, sorted.
func programs(all []held) []record.Program {
	var found []record.Program
	for _, h := range all {
		for p := range h.samples {
			if !slices.Contains(found, p) {
				found = append(found, p)
			}
		}
	}
	slices.SortFunc(found, func(a, b record.Program) int { return strings.Compare(a.String(), b.String()) })
	return found
}

// seriesOf chains the records that hold a program.
func seriesOf(p record.Program, u record.Unit, all []held, threshold float64) Series {
	s := Series{Program: p, Unit: u, Changes: []Change{}}
	var noise, levels []float64
	last := held{}
	for _, h := range all {
		if h.samples[p] == nil {
			continue
		}
		v := Value{Point: h.Point, Begins: len(s.Points) == 0, Figure: record.Number(figure(h.samples[p]))}
		if !v.Begins {
			change, divided, why := step(p, u, last, h)
			v.Begins, v.Why = why != "", why
			if !v.Begins {
				v.Level = levels[len(levels)-1] + change
			}
			if divided {
				s.Divided++
			}
		}
		v.Change = record.Number(math.Expm1(v.Level))
		spread, rounds := scatter(h.samples[p])
		v.Within = within(spread, rounds)
		s.Points, levels, noise = append(s.Points, v), append(levels, v.Level), append(noise, spread)
		last = h
	}
	s.Since = s.Points[len(s.Points)-1].Change
	for _, part := range s.Parts() {
		from, to := part[0], part[1]
		found := jumps(levels[from:to])
		if !u.Exact() {
			found = changes(levels[from:to], rootMeanSquare(noise[from:to]), threshold, alpha)
		}
		for _, c := range found {
			c.At += from
			if !u.Exact() {
				c.Tools = append(c.Tools, s.Points[c.At-1].Record.Machine.Changed(s.Points[c.At].Record.Machine)...)
			}
			s.Changes = append(s.Changes, c)
		}
	}
	return s
}

// OtherGCC is why a series of counts breaks where the counts are of another version of gcc.
const OtherGCC = "another gcc from here"

// step is the mean change of a program's logarithms between two records, over the keys that both hold, without figures
// of 0, and whether times were divided by those of the reference program. Why is a few words if they cannot be
// compared: there is no key in common, or the counts are of different versions of gcc.
func step(p record.Program, u record.Unit, before, after held) (change float64, divided bool, why string) {
	if u.Exact() && !compare.SameCounting(before.Record, after.Record, p) {
		return 0, false, OtherGCC
	}
	common, n := 0, 0
	for _, key := range sorted(after.samples[p]) {
		was, is := before.samples[p][key], after.samples[p][key]
		if was == nil {
			continue
		}
		common++
		if was, is := record.Median(was), record.Median(is); was > 0 && is > 0 {
			change += math.Log(is / was)
			n++
		}
	}
	if common == 0 {
		for key := range after.samples[p] {
			if _, _, made := key.Workload(); made {
				return 0, false, "other cases from here"
			}
		}
		return 0, false, "other tests from here"
	}
	change /= float64(max(n, 1))
	if u.Exact() {
		return change, false, ""
	}
	factor, divided := record.Relative(before.Record, after.Record)
	return change + math.Log(factor), divided, ""
}

// sorted are the keys in order: sums of logarithms depend on the order in their last digits.
func sorted(keys map[record.Key][]float64) []record.Key {
	return slices.SortedFunc(maps.Keys(keys), record.Key.Compare)
}

// jumps are the changes of a series of counts, which have no noise.
func jumps(levels []float64) []Change {
	var found []Change
	for i := 1; i < len(levels); i++ {
		if delta := math.Exp(levels[i]-levels[i-1]) - 1; math.Abs(delta) > compare.ExactThreshold {
			found = append(found, Change{At: i, Delta: record.Number(delta), P: record.Unknown(), Tools: []string{}})
		}
	}
	return found
}

// figure is the geometric mean of the medians that are not 0, 0 of none.
func figure(keys map[record.Key][]float64) float64 {
	logs, n := 0.0, 0
	for _, key := range sorted(keys) {
		if v := record.Median(keys[key]); v > 0 {
			logs += math.Log(v)
			n++
		}
	}
	if n == 0 {
		return 0
	}
	return math.Exp(logs / float64(n))
}

// scatter is the standard error of a record's mean logarithm, as far as its own rounds show it: the rounds' means over
// all keys vary by so much. It is 0 where there are fewer than two rounds. It
// also returns how many rounds there are.
func scatter(keys map[record.Key][]float64) (err float64, rounds int) {
	rounds = math.MaxInt
	for _, values := range keys {
		rounds = min(rounds, len(values))
	}
	if rounds < 2 {
		return 0, rounds
	}
	means := make([]float64, rounds)
	mean := 0.0
	for i := range means {
		for _, key := range sorted(keys) {
			means[i] += math.Log(keys[key][i]) / float64(len(keys))
		}
		mean += means[i] / float64(rounds)
	}
	squares := 0.0
	for _, m := range means {
		squares += (m - mean) * (m - mean)
	}
	return math.Sqrt(squares / float64(rounds-1) / float64(rounds)), rounds
}

// within is half of the 95% interval around a mean with this standard error, by Student's t; 0 for fewer than two
// rounds.
func within(err float64, rounds int) float64 {
	if rounds < 2 || err == 0 {
		return 0
	}
	return err * stats.InvCDF(stats.TDist{V: float64(rounds - 1)})(0.975)
}

func rootMeanSquare(values []float64) float64 {
	squares := 0.0
	for _, v := range values {
		squares += v * v
	}
	return math.Sqrt(squares / float64(len(values)))
}
