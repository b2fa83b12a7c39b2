package lab

import (
	"fmt"
	"math"

	"golang.org/x/perf/benchunit"

	"dlxjudge/judge/measure/compare"
	"dlxjudge/judge/measure/record"
)

// quantity is a figure as people read it: 4.190ms, 3.000MiB, 41237. Counts keep all their digits.
func quantity(v float64, u record.Unit) string {
	switch u {
	case record.CPU, record.Wall:
		return benchunit.Scale(v/1e9, benchunit.Decimal) + "s"
	case record.Memory:
		return benchunit.Scale(v, benchunit.Binary) + "B"
	}
	return fmt.Sprintf("%.0f", v)
}

// figure is a quantity with its interval: "4.190ms ± 2%", or, for a run that was stopped, ">1.500s".
func figure(f compare.Figure, u record.Unit) string {
	switch {
	case f.Bound:
		return ">" + quantity(f.Center, u)
	case u.Counted():
		return quantity(f.Center, u)
	}
	return quantity(f.Center, u) + " ± " + spread(f)
}

// spread is the longer side of the interval around the middle, in percent of the middle.
func spread(f compare.Figure) string {
	switch {
	case math.IsInf(f.Lo, 0) || math.IsInf(f.Hi, 0):
		return "∞"
	case f.Center == 0:
		return "0%"
	}
	return fmt.Sprintf("%.0f%%", 100*max(f.Hi/f.Center-1, 1-f.Lo/f.Center))
}

// percent is a relative change: "+2.86%".
func percent(delta float64) string {
	if math.IsInf(delta, 1) {
		return "+∞%"
	}
	return fmt.Sprintf("%+.2f%%", 100*delta)
}

// title heads a unit's table.
func title(u record.Unit, rough bool) string {
	if u == record.Memory && rough {
		return unitTitles[u] + " (rough)"
	}
	return unitTitles[u]
}

var unitTitles = map[record.Unit]string{
	record.CPU: "CPU time", record.Wall: "wall time", record.Memory: "peak memory", record.Nodes: "search nodes",
	record.Statements: "statements", record.Instructions: "instructions",
}

// worse is the word for a rise in a sentence.
var worse = map[record.Unit]string{
	record.CPU: "is slower", record.Memory: "needs more memory", record.Nodes: "visits more nodes",
	record.Statements: "executes more statements", record.Instructions: "executes more instructions",
}
