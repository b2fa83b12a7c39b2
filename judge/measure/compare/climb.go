package compare

import (
	"math"
	"slices"

	"dlxjudge/judge/measure/record"
)

// climb reads the rungs of a ladder from a record.
type climb struct {
	*record.Record
	made  bool                // the sections are workloads, not groups of tests
	tests map[string][]string // by section, in order
}

// run holds the figures of one solution on a section.
type run struct {
	climb
	program record.Program
	tests   []string
	keys    []record.Key // what was measured: the longest run of a workload, or the tests of a group
	stopped []record.Key // a workload of which not even one case was finished, or tests of a group
	missing bool         // a test was neither measured nor stopped
}

func (c climb) run(p record.Program, section string) run {
	u := run{climb: c, program: p, tests: c.tests[section]}
	for _, test := range u.tests {
		switch k := p.On(test); {
		case c.Stopped(k) > 0:
			u.stopped = append(u.stopped, k)
		case len(c.Values(k, record.CPU)) > 0:
			u.keys = append(u.keys, k)
		default:
			u.missing = true
		}
	}
	if c.made {
		u.keys = longest(u.keys)
		u.missing = len(u.keys)+len(u.stopped) == 0
		if len(u.keys) > 0 {
			u.stopped = nil
		}
	}
	return u
}

// longest returns the key with the most cases; nil if there are no keys.
func longest(keys []record.Key) []record.Key {
	if len(keys) == 0 {
		return nil
	}
	return []record.Key{slices.MaxFunc(keys, func(a, b record.Key) int { return a.Cases() - b.Cases() })}
}

// cases returns the number of cases that the keys hold.
func cases(keys []record.Key) int {
	n := 0
	for _, k := range keys {
		n += k.Cases()
	}
	return n
}

// rung sums up a run per case.
func (u run) rung() Rung {
	rung := Rung{
		Solution: u.program.Solution, Cases: cases(u.keys), Stopped: len(u.stopped), Nodes: record.Unknown(),
		PerNode: record.Unknown(), Seconds: record.Unknown(), NodesBefore: record.Unknown(),
	}
	counted := u.keys
	if u.made { // the counters may not have managed the longest run
		counted = longest(u.shared(u, record.Nodes))
	}
	nodes := u.nodes(counted)
	if len(u.stopped) == 0 {
		rung.Nodes = record.Number(nodes / float64(cases(counted)))
	}
	if took := record.Median(u.net(counted)); took > 0 && nodes > 0 {
		rung.PerNode = record.Number(took / nodes / 1e9)
	}
	took := record.Median(u.net(u.keys))
	switch {
	case u.missing:
	case len(u.stopped) > 0:
		if bound := u.bound(); bound > 0 {
			rung.Seconds = record.Number(bound / float64(rung.Cases+rung.Stopped) / 1e9)
			rung.AtLeast = true
		}
	case len(u.net(u.keys)) > 0:
		rung.StartUp = took < float64(len(u.keys))*u.StartUpTime(u.program)
		if took > 0 { // else it is too short for the clock
			rung.Seconds = record.Number(took / float64(rung.Cases) / 1e9)
		}
	}
	return rung
}

// nodes returns the search nodes of all keys; NaN if any are unknown.
func (u run) nodes(keys []record.Key) float64 {
	sum := 0.0
	for _, k := range keys {
		values := u.Values(k, record.Nodes)
		if len(values) == 0 {
			return math.NaN()
		}
		sum += values[0]
	}
	if len(keys) == 0 {
		return math.NaN()
	}
	return sum
}

// net returns the total CPU times of the keys in each round, without process start-up.
func (u run) net(keys []record.Key) []float64 {
	var sums []float64
	start := u.StartUpTime(u.program)
	for i, k := range keys {
		values := u.Values(k, record.CPU)
		if i == 0 {
			sums = make([]float64, len(values))
		}
		sums = sums[:min(len(sums), len(values))]
		for i := range sums {
			sums[i] += values[i] - start
		}
	}
	return sums
}

// bound returns a lower bound on the time of a solution that was stopped: its known times, and the limits. It is 0 if
// unknown.
func (u run) bound() float64 {
	times := u.net(u.keys)
	if len(u.keys) > 0 && len(times) == 0 {
		return 0
	}
	least := record.Median(times)
	for _, k := range u.stopped {
		least += u.Stopped(k) - u.StartUpTime(u.program)
	}
	return max(least, 0)
}

// shared returns the keys of a solution in its section for which both it and another have figures.
func (u run) shared(other run, unit record.Unit) (keys []record.Key) {
	for _, test := range u.tests {
		k := u.program.On(test)
		if len(u.Values(k, unit)) > 0 && len(u.Values(other.program.On(test), unit)) > 0 {
			keys = append(keys, k)
		}
	}
	return keys
}

// on returns the keys of a solution for the tests of these keys.
func (u run) on(keys []record.Key) (all []record.Key) {
	for _, k := range keys {
		all = append(all, u.program.On(k.Test))
	}
	return all
}

// ratio compares a solution with another on the tests that both finish, or uses the limit at which one was stopped.
func (u run) ratio(other run) Ratio {
	if u.missing || other.missing || len(u.stopped) > 0 && len(other.stopped) > 0 {
		return unknownRatio()
	}
	mine, theirs := u.keys, other.keys
	if u.made {
		mine = longest(u.shared(other, record.CPU))
		if stopped := slices.Concat(u.stopped, other.stopped); len(stopped) > 0 {
			mine = u.on(stopped)
		}
		theirs = other.on(mine)
	}
	ratio := Ratio{Above: len(other.stopped) > 0, Below: len(u.stopped) > 0}
	switch {
	case ratio.Below:
		ratio.limit(most(other.net(theirs)) / u.bound())
	case ratio.Above:
		ratio.limit(other.bound() / most(u.net(mine)))
	default:
		ratio.of(logRatios(other.net(theirs), u.net(mine)))
	}
	if !ratio.Known() {
		return unknownRatio()
	}
	return ratio
}

// most returns the upper end of the interval of times, which may be too short for the clock; 0 if there are none.
func most(times []float64) float64 {
	if len(times) == 0 {
		return 0
	}
	return min(float64(figureOf(times, record.CPU).Hi), slices.Max(times))
}

// nodesOf divides a solution's search nodes by another's, on the most cases for which both were counted, or on the
// tests of a group. It is NaN if they are unknown.
func (u run) nodesOf(other run) record.Number {
	mine, theirs := u.keys, other.keys
	if u.made {
		mine = longest(u.shared(other, record.Nodes))
		theirs = other.on(mine)
	}
	before := other.nodes(theirs)
	if before == 0 || len(mine) != len(theirs) {
		return record.Unknown()
	}
	return record.Number(u.nodes(mine) / before)
}

// logRatios returns the logarithms of a[i]/b[i]; nil if a time is not above 0, which noise can cause for a short one.
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
