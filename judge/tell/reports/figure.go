package reports

import (
	"fmt"
	"math"
	"slices"

	"golang.org/x/perf/benchunit"

	"dlxjudge/judge/measure/compare"
	"dlxjudge/judge/measure/record"
	"dlxjudge/judge/tell/terminal"
)

// The marks in tables. They replace words, for which rows have no room.
const (
	unknownMark    = "?"
	moreThanMark   = ">"
	regressionMark = "!"
	startUpMark    = "*"
	partMark       = "~"
	lessThanMark   = "<"
)

// meanings explains the marks, in the order of the legend.
var meanings = [...]struct{ mark, meaning string }{
	{unknownMark, "not known, or too few samples to decide"},
	{moreThanMark, "more than: a run was stopped at its limit"},
	{lessThanMark, "less than: this solution was stopped at its limit"},
	{regressionMark, "regression"},
	{startUpMark, "mostly start-up"},
	{partMark, "over fewer cases than the heading says: only vs. above compares it with other rows; alone: not shown"},
}

// legend writes a line for each mark that the tables contain.
func legend(w *terminal.Sheet, tables ...*terminal.Grid) {
	for _, m := range meanings {
		if slices.ContainsFunc(tables, func(g *terminal.Grid) bool { return g.Marked(m.mark) }) {
			w.Paragraph(5, fmt.Sprintf("  %s  %s", m.mark, m.meaning))
		}
	}
}

// quantity formats a figure for people: 4.190ms, 3.000MiB, 41237. Counts keep all their digits.
func quantity(n record.Number, u record.Unit) string {
	v := float64(n)
	switch u {
	case record.CPU, record.Wall:
		return benchunit.Scale(v/1e9, benchunit.Decimal) + "s"
	case record.Memory:
		return benchunit.Scale(v, benchunit.Binary) + "B"
	}
	return fmt.Sprintf("%.0f", v)
}

// figure formats a quantity with both ends of its interval: "4.190ms -1%+2%", "4.190ms ±1%". If a run was stopped, the
// figure is a lower bound: ">1.500s". With too few samples, there is no interval.
func figure(f *compare.Figure, u record.Unit) string {
	switch {
	case f == nil:
		return unknownMark
	case f.Bound:
		return moreThanMark + quantity(f.Center, u)
	case u.Exact():
		return quantity(f.Center, u)
	}
	return quantity(f.Center, u) + ends(float64(f.Center), float64(f.Lo), float64(f.Hi))
}

// change formats the relative change of a row. If a run was stopped, it formats a bound on the change.
func change(r compare.Row) string {
	switch {
	case r.Now.Bound:
		return moreThanMark + percent(r.Change.Middle)
	case r.Base.Bound:
		return lessThanMark + percent(r.Change.Middle)
	}
	return percent(r.Change.Middle)
}

// effect formats a change with both ends of its interval: "+3.1% (+2.6% to +4.0%)".
func effect(e compare.Effect) string {
	if math.IsInf(e.Half(), 0) {
		return percent(e.Middle) + ", too few rounds for an interval"
	}
	return fmt.Sprintf("%+.1f%% (%s)", 100*e.Middle, interval(e.Lo, e.Hi, "%+.1f%%"))
}

// SoFar says what an unfinished comparison of a program knows so far.
func SoFar(program string, e compare.Effect) string {
	return fmt.Sprintf("so far, CPU time of %s: %s", program, effect(e))
}

// size formats a slow-down or speed-up without its sign: "3.1% (2.6% to 4.0%)". The word before it, "slower" or
// "faster", replaces the sign.
func size(e compare.Effect) string {
	lo, hi := max(e.Lo, -e.Lo), max(e.Hi, -e.Hi)
	return fmt.Sprintf("%.1f%% (%s)", 100*max(e.Middle, -e.Middle), interval(min(lo, hi), max(lo, hi), "%.1f%%"))
}

// interval formats both ends of an interval, in percent. verb is the fmt verb for each end.
func interval(lo, hi record.Number, verb string) string {
	return fmt.Sprintf(verb+" to "+verb, 100*lo, 100*hi)
}

// ends formats the distances from the middle of an interval to its two ends, in percent: " -1%+2%", or " ±1%" if they
// are equal. It returns "" if there is no interval.
func ends(center, lo, hi float64) string {
	switch {
	case math.IsInf(lo, 0) || math.IsInf(hi, 0) || lo == 0 && center != 0:
		return ""
	case center == 0:
		return " ±0%"
	}
	below, above := far(1-lo/center), far(hi/center-1)
	if below == above {
		return " ±" + below
	}
	return " -" + below + "+" + above
}

// far formats a fraction in whole percent: "2%".
func far(part float64) string {
	if part > 9.99 {
		return ">999%"
	}
	return fmt.Sprintf("%.0f%%", 100*math.Abs(part))
}

// percent formats a relative change: "+2.86%".
func percent(delta record.Number) string {
	if math.IsInf(float64(delta), 1) {
		return "+∞%"
	}
	return fmt.Sprintf("%+.2f%%", 100*delta)
}

// unitWords says what a rise and a fall of a unit's figures are called. For counts, the words about a rise are the
// predicate of a sentence.
var unitWords = map[record.Unit]struct{ worse, better string }{
	record.CPU:        {"slower", "faster"},
	record.Wall:       {"slower", "faster"},
	record.Memory:     {"larger", "smaller"},
	record.Nodes:      {"visits more nodes", ""},
	record.Statements: {"executes more statements", ""},
}
