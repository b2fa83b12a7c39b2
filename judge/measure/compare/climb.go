package compare

import (
	"math"
	"slices"
	"strconv"

	"dlxjudge/judge/measure/record"
)

// climb reads the rungs of a ladder from a record.
type climb struct {
	r     *record.Record
	all   series
	tests map[string][]string // by workload or group
}

// run is what is known of one solution on a workload, or on a group of tests.
type run struct {
	*climb
	program record.Program
	name    string       // of the workload or group
	made    bool         // whether it is a workload
	keys    []record.Key // what was measured: the longest run of a workload, or the tests of a group
	stopped []record.Key
	missing bool // a test was neither measured nor stopped
}

// group is a solution on the tests of a group.
func (c climb) group(p record.Program, name string) run {
	u := run{climb: &c, program: p, name: name}
	tests := slices.Sorted(slices.Values(c.tests[name]))
	for _, test := range tests {
		k := p.On(test)
		_, stopped := c.all.stopped[k]
		switch {
		case stopped:
			u.stopped = append(u.stopped, k)
		case len(c.all.values[k]) > 0:
			u.keys = append(u.keys, k)
		default:
			u.missing = true
		}
	}
	return u
}

// workload is a solution on a workload: its run on the most cases.
func (c climb) workload(p record.Program, name string) run {
	u := run{climb: &c, program: p, name: name, made: true}
	for _, test := range c.tests[name] {
		k := p.On(test)
		switch _, stopped := c.all.stopped[k]; {
		case stopped:
			u.stopped = []record.Key{k}
		case len(c.all.values[k]) > 0 && (len(u.keys) == 0 || k.Cases() > u.keys[0].Cases()):
			u.keys = []record.Key{k}
		}
	}
	u.missing = len(u.keys)+len(u.stopped) == 0
	return u
}

// cases is how many cases the keys hold.
func cases(keys []record.Key) int {
	n := 0
	for _, k := range keys {
		n += k.Cases()
	}
	return n
}

// rung sums up a run by the case.
func (u run) rung() Rung {
	rung := Rung{
		Solution: u.program.Solution, Cases: cases(u.keys), Stopped: len(u.stopped), Nodes: record.Unknown(),
		PerNode: record.Unknown(), Seconds: record.Unknown(), NodesBefore: record.Unknown(),
	}
	n := float64(rung.Cases)
	on := u.countedOn()
	nodes, counted := u.counts(on, record.Nodes)
	if counted && len(u.stopped) == 0 {
		rung.Nodes = record.Number(nodes / float64(cases(on)))
	}
	times := u.net(u.keys)
	switch {
	case len(u.stopped) > 0 && !u.missing:
		if bound, known := u.limit(); known {
			rung.Seconds = record.Number(bound / (n + float64(len(u.stopped))) / 1e9)
			rung.AtLeast = true
		}
	case len(times) > 0 && !u.missing:
		took := record.Median(times)
		rung.StartUp = took < float64(len(u.keys))*u.r.StartUpTime(u.program)
		if took > 0 { // else it is too short for the clock
			rung.Seconds = record.Number(took / n / 1e9)
		}
	}
	if times := u.net(on); counted && nodes > 0 && len(times) > 0 && record.Median(times) > 0 {
		rung.PerNode = record.Number(record.Median(times) / nodes / 1e9)
	}
	return rung
}

// countedOn is what a run's nodes are known on: all of it, or fewer cases if the counters could not hold all.
func (u run) countedOn() []record.Key {
	if _, counted := u.counts(u.keys, record.Nodes); counted || !u.made {
		return u.keys
	}
	best := u.keys
	for _, test := range u.tests[u.name] {
		k := u.program.On(test)
		if _, counted := u.counts([]record.Key{k}, record.Nodes); counted && (len(best) == 0 || best[0] == u.keys[0] ||
			k.Cases() > best[0].Cases()) {
			best = []record.Key{k}
		}
	}
	return best
}

// counts is the sum of a count over the keys, and whether all are known.
func (u run) counts(keys []record.Key, unit record.Unit) (sum float64, known bool) {
	for _, k := range keys {
		values := u.all.values[k][unit]
		if len(values) == 0 {
			return 0, false
		}
		sum += values[0]
	}
	return sum, len(keys) > 0
}

// net are the CPU times of the keys together, of each round, without the starts of their processes. They are nil unless
// every key has some.
func (u run) net(keys []record.Key) []float64 {
	if len(keys) == 0 {
		return nil
	}
	sums := make([]float64, len(u.all.values[keys[0]][record.CPU]))
	start := u.r.StartUpTime(u.program)
	for _, k := range keys {
		values := u.all.values[k][record.CPU]
		sums = sums[:min(len(sums), len(values))]
		for i := range sums {
			sums[i] += values[i] - start
		}
	}
	if len(sums) == 0 {
		return nil
	}
	return sums
}

// limit is what a solution takes at least that was stopped: the times that are known, and the limits.
func (u run) limit() (least float64, known bool) {
	for _, k := range u.stopped {
		least += u.all.stopped[k] - u.r.StartUpTime(u.program)
	}
	if len(u.keys) > 0 && !u.made {
		times := u.net(u.keys)
		if len(times) == 0 {
			return 0, false
		}
		least += record.Median(times)
	}
	return least, least > 0
}

// ratio compares a solution with another on what both finish, or with the limit at which one of them was stopped.
func (u run) ratio(other run) Ratio {
	if u.missing || other.missing || len(u.stopped) > 0 && len(other.stopped) > 0 {
		return unknownRatio()
	}
	mine, theirs := u.keys, other.keys
	if u.made {
		n := u.common(other)
		mine, theirs = u.first(n), other.first(n)
	}
	ratio := Ratio{Above: len(other.stopped) > 0, Below: len(u.stopped) > 0}
	switch {
	case ratio.Below:
		least, known := u.limit()
		most := most(other.net(theirs))
		if !known || most <= 0 {
			return unknownRatio()
		}
		ratio.bound(most / least)
	case ratio.Above:
		least, known := other.limit()
		most := most(u.net(mine))
		if !known || most <= 0 {
			return unknownRatio()
		}
		ratio.bound(least / most)
	default:
		logs := logRatios(other.net(theirs), u.net(mine))
		if len(logs) == 0 {
			return unknownRatio()
		}
		ratio.of(logs)
	}
	return ratio
}

// most is the upper end of the interval around times, which may be too short for the clock; 0 of none.
func most(times []float64) float64 {
	if len(times) == 0 {
		return 0
	}
	return min(float64(figureOf(times, record.CPU).Hi), slices.Max(times))
}

// nodes are a solution's search nodes divided by another's, on the most cases that both were counted on, or on the
// tests of a group; NaN if they are unknown.
func (u run) nodes(other run) record.Number {
	mine, theirs := u.keys, other.keys
	if u.made {
		n := 0
		for _, test := range u.tests[u.name] {
			k := u.program.On(test)
			_, counted := u.counts([]record.Key{k}, record.Nodes)
			_, countedToo := u.counts([]record.Key{other.program.On(test)}, record.Nodes)
			if counted && countedToo {
				n = max(n, k.Cases())
			}
		}
		mine, theirs = u.first(n), other.first(n)
	}
	a, known := u.counts(mine, record.Nodes)
	b, knownToo := u.counts(theirs, record.Nodes)
	if !known || !knownToo || b == 0 || len(mine) != len(theirs) {
		return record.Unknown()
	}
	return record.Number(a / b)
}

// common is the most cases that both solutions were measured on; else the most that both finish, one where one of them
// finishes none.
func (u run) common(other run) int {
	most := min(max(cases(u.keys), 1), max(cases(other.keys), 1))
	n := 0
	for _, test := range u.tests[u.name] {
		k := u.program.On(test)
		if k.Cases() <= most && len(u.all.values[k][record.CPU]) > 0 &&
			len(u.all.values[other.program.On(test)][record.CPU]) > 0 {
			n = max(n, k.Cases())
		}
	}
	if n == 0 {
		return most
	}
	return n
}

// first is the key of a workload's first so many cases.
func (u run) first(cases int) []record.Key {
	return []record.Key{u.program.On(u.name + "/" + strconv.Itoa(cases))}
}

// logRatios are the logarithms of a[i]/b[i]; nil if a time is not above 0, which noise can make of a very short one.
func logRatios(a, b []float64) []float64 {
	var logs []float64
	for i := range min(len(a), len(b)) {
		if a[i] <= 0 || b[i] <= 0 {
			return nil
		}
		logs = append(logs, math.Log(a[i]/b[i]))
	}
	return logs
}
