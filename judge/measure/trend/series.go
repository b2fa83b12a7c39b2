package trend

import (
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/aclements/go-moremath/stats"

	"dlxjudge/judge/measure/compare"
	"dlxjudge/judge/measure/record"
)

// Units lists the units for which there are series.
var Units = [...]record.Unit{record.CPU, record.Statements, record.Nodes}

// Options control a history.
type Options struct {
	Threshold float64               // largest change of time that is not reported: 0.03 for 3%
	Want      func(record.Key) bool // selects keys; nil for all
}

// alpha bounds the chance that a report without any change of time names one, with normal noise; with skewed or
// heavy-tailed noise, the chance is up to twice as large. All parts of all series of times share it.
const alpha = 0.02

// History holds the series of a folder's records.
type History struct {
	Machine record.Machine `json:"machine"` // the machine that the times are from
	Series  []Series       `json:"series"`
}

// Series holds the figures of one solution in one unit. It breaks between two points that cannot be compared.
type Series struct {
	record.Program
	Unit    record.Unit   `json:"unit"`
	Since   record.Number `json:"change"`                     // Change of the last point
	Divided int           `json:"steps_divided_by_reference"` // number of steps that use the reference program's time
	Points  []Value       `json:"records"`                    // one per record that holds the solution, oldest first
	Changes []Change      `json:"changes"`
}

// Value is the value of a series at a point.
type Value struct {
	Point
	Figure record.Number `json:"figure"` // geometric mean of the tests' medians that are not 0; 0 if all are 0
	Change record.Number `json:"change"` // relative change since the series began, or last broke
	Begins bool          `json:"begins"` // whether the series begins with this point, or breaks before it
	Why    string        `json:"-"`      // why the series breaks before this point, in a few words
	// the logarithm of 1 + Change. Each step from point to point is a mean over the tests that both points have
	Level float64 `json:"-"`
	// half the width of Level's 95% interval, from the scatter of the point's own rounds; 0 if unknown
	Within float64 `json:"-"`
	spread float64 // standard error of Level

	keys []record.Key // keys for which the record has figures, sorted
}

// Parts returns the ranges of points between breaks. Each range is a pair: the index of its first point, and the index
// after its last point.
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

// Of makes the series of all solutions, in order of unit and name. Times come only from records of machine m.
func Of(points []Point, m record.Machine, o Options) History {
	h := History{Machine: m, Series: []Series{}}
	for _, u := range Units {
		all := make(map[record.Program][]Value)
		for _, p := range points {
			if !u.Exact() && len(p.Record.Machine.Apart(m)) > 0 {
				continue
			}
			for program, keys := range o.keys(p.Record, u) {
				all[program] = append(all[program], Value{Point: p, keys: keys})
			}
		}
		for _, program := range slices.SortedFunc(maps.Keys(all), func(a, b record.Program) int {
			return strings.Compare(a.String(), b.String())
		}) {
			h.Series = append(h.Series, seriesOf(program, u, all[program]))
		}
	}
	timed := 0
	for _, s := range h.Series {
		if !s.Unit.Exact() {
			timed += len(s.Parts())
		}
	}
	for i := range h.Series {
		h.Series[i].find(o.Threshold, alpha/float64(max(timed, 1)))
	}
	return h
}

// keys returns, for each solution, the sorted keys that the options select and for which a record has figures in one
// unit.
func (o Options) keys(r *record.Record, u record.Unit) map[record.Program][]record.Key {
	all := make(map[record.Program][]record.Key)
	for _, k := range r.Keys() {
		if len(r.Values(k, u)) > 0 && !k.IsControl() && (o.Want == nil || o.Want(k)) {
			all[k.Program()] = append(all[k.Program()], k)
		}
	}
	return all
}

// seriesOf compares each point with the previous one.
func seriesOf(program record.Program, u record.Unit, points []Value) Series {
	s := Series{Program: program, Unit: u, Points: points, Changes: []Change{}}
	for i := range points {
		v := &points[i]
		v.Begins = i == 0
		if level, n := meanLog(v.keys, func(k record.Key) float64 { return v.median(k, u) }); n > 0 {
			v.Figure = record.Number(math.Exp(level))
		}
		if i > 0 {
			change, divided, why := step(program, u, points[i-1], *v)
			v.Begins, v.Why = why != "", why
			if why == "" {
				v.Level = points[i-1].Level + change
			}
			if divided {
				s.Divided++
			}
		}
		v.Change = record.Number(math.Expm1(v.Level))
		v.spread, v.Within = v.scatter(u)
	}
	s.Since = points[len(points)-1].Change
	return s
}

// find finds where the level of each part of the series changed. alpha is the level for each part.
func (s *Series) find(threshold, alpha float64) {
	for _, part := range s.Parts() {
		var levels []float64
		squares := 0.0
		for _, v := range s.Points[part[0]:part[1]] {
			levels, squares = append(levels, v.Level), squares+v.spread*v.spread
		}
		found := jumps(levels)
		if !s.Unit.Exact() {
			found = changes(levels, math.Sqrt(squares/float64(len(levels))), threshold, alpha)
		}
		for _, c := range found {
			c.At += part[0]
			if !s.Unit.Exact() {
				c.Tools = append(c.Tools, s.Points[c.At-1].Record.Changed(s.Points[c.At].Record)...)
			}
			s.Changes = append(s.Changes, c)
		}
	}
}

func (v Value) median(k record.Key, u record.Unit) float64 {
	return record.Median(v.Record.Values(k, u))
}

// meanLog returns the mean logarithm of the finite figures above 0, and the number of these figures. If there are none,
// the mean is 0.
func meanLog(keys []record.Key, figure func(record.Key) float64) (mean float64, n int) {
	sum := 0.0
	for _, k := range keys { // in sorted order, since the last digits of a sum depend on the order
		if v := figure(k); v > 0 && !math.IsInf(v, 0) {
			sum += math.Log(v)
			n++
		}
	}
	return sum / float64(max(n, 1)), n
}

// step returns the mean change of the figures' logarithms from one point to another, over the keys for which both have
// figures above 0. The result divided reports whether times were divided by the reference program's times. The result
// why says in a few words why the points cannot be compared; it is "" if they can.
func step(p record.Program, u record.Unit, before, after Value) (change float64, divided bool, why string) {
	if u.Exact() && !compare.SameCounting(before.Record, after.Record, p) {
		return 0, false, "another version of gcc"
	}
	if !slices.ContainsFunc(after.keys, func(k record.Key) bool { return slices.Contains(before.keys, k) }) {
		return 0, false, "no tests shared"
	}
	change, _ = meanLog(after.keys, func(k record.Key) float64 { return after.median(k, u) / before.median(k, u) })
	if u.Exact() {
		return change, false, ""
	}
	factor, divided := record.Relative(before.Record, after.Record)
	return change + math.Log(factor), divided, ""
}

// jumps returns the changes in a series of counts, which have no noise.
func jumps(levels []float64) []Change {
	var found []Change
	for i := 1; i < len(levels); i++ {
		if delta := math.Exp(levels[i]-levels[i-1]) - 1; math.Abs(delta) > compare.ExactThreshold {
			found = append(found, Change{At: i, Delta: record.Number(delta), P: record.Unknown(), Tools: []string{}})
		}
	}
	return found
}

// scatter estimates two figures from the scatter of the record's rounds. The result spread is the standard error of the
// mean logarithm, and within is half the width of the mean's 95% interval by Student's t. Both are 0 if there are fewer
// than two rounds.
func (v Value) scatter(u record.Unit) (spread, within float64) {
	rounds := math.MaxInt
	for _, k := range v.keys {
		rounds = min(rounds, len(v.Record.Values(k, u)))
	}
	if rounds < 2 {
		return 0, 0
	}
	means := make([]float64, rounds)
	for i := range means {
		means[i], _ = meanLog(v.keys, func(k record.Key) float64 { return v.Record.Values(k, u)[i] })
	}
	spread = stats.StdDev(means) / math.Sqrt(float64(rounds))
	return spread, spread * stats.InvCDF(stats.TDist{V: float64(rounds - 1)})(0.975)
}
