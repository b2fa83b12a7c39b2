package report

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"dlxjudge/judge/compare"
	"dlxjudge/judge/record"
)

// Approaches writes the solutions of a problem side by side, group by group, then what the marks of the table mean, and
// last a list for each solution that says how it compares with the last one.
func Approaches(w io.Writer, a *compare.Approaches, color bool) error {
	out := bufio.NewWriter(w)
	p := paint{on: color}
	used := make(legend)
	var g grid
	g.add(plain(a.Problem, "search nodes", "statements", "CPU time", "memory", "speed-up")...)
	for _, group := range a.Groups {
		g.add(cell{text: fmt.Sprintf("%s (%s)", strings.TrimPrefix(group.Name, "secret/"), plural(group.Tests, "test"))})
		if stopped := stoppedIn(a, group); stopped != "" {
			g.add(cell{text: "  stopped at the time limit: " + stopped})
		}
		for i, e := range group.Sides {
			time := used.figure(effortTime(e))
			if e.StartUp {
				time += " " + used.mark(startUpMark)
			}
			ratio, dress := p.ratio(e, i == len(a.Names)-1)
			g.add(
				cell{text: "  " + shorten(a.Names[i], longestSolution)},
				cell{text: used.figure(total(e.Nodes, group.Tests))},
				cell{text: used.figure(total(e.Statements, group.Tests))},
				cell{text: time},
				cell{text: used.figure(effortMemory(e))},
				cell{used.figure(ratio), dress},
			)
		}
	}
	g.write(out)
	fmt.Fprintln(out)
	last := a.Names[len(a.Names)-1]
	if len(a.Names) > 1 {
		Paragraph(out, 2, fmt.Sprintf("speed-up: the CPU time of %s, divided by that of the solution in the row", last))
	}
	used.write(out)
	if a.RoughMemory {
		Paragraph(out, 2, "note: peak memory is rough under the portable sandbox")
	}
	for i, name := range a.Names[:len(a.Names)-1] {
		fmt.Fprintf(out, "\n%s:\n", name)
		for _, line := range against(a, i, last) {
			Paragraph(out, 4, "  "+line)
		}
	}
	return out.Flush()
}

// longestSolution leaves room in a row of 80 columns for the figures.
const longestSolution = 12

// stoppedIn says which solutions were stopped on how many tests of a group: "backtrack on 2, mine on 1".
func stoppedIn(a *compare.Approaches, g compare.Group) string {
	var said []string
	for i, e := range g.Sides {
		if e.Stopped > 0 {
			said = append(said, fmt.Sprintf("%s on %d", a.Names[i], e.Stopped))
		}
	}
	return strings.Join(said, ", ")
}

// ratio is how many times faster a solution is than the reference, whose own cell is empty.
func (p paint) ratio(e compare.Effort, reference bool) (string, func(string) string) {
	switch r := e.Ratio; {
	case reference:
		return "", nil
	case math.IsNaN(r.Times) || r.TooFew:
		return unknownMark, p.dim
	case !r.Shown:
		return noDifferenceMark, p.dim
	case r.Times > 1:
		return bound(r.Above, ">") + times(r.Times), p.green
	default:
		return bound(r.Below, "<") + times(r.Times), p.red
	}
}

// against says how solution i compares with the last one: a line for each group with a difference, then one for the groups
// without, for those with too few samples, and for those that cannot be compared.
func against(a *compare.Approaches, i int, last string) []string {
	var lines, none, few, unknown []string
	for _, g := range a.Groups {
		e, group := g.Sides[i], strings.TrimPrefix(g.Name, "secret/")
		if e.StartUp && g.Sides[len(g.Sides)-1].StartUp {
			group += " (mostly start-up)"
		}
		nodes := ""
		if !math.IsNaN(e.NodeRatio) {
			on := ""
			if e.NodesOn < g.Tests {
				on = fmt.Sprintf(" (on %d of %s)", e.NodesOn, plural(g.Tests, "test"))
			}
			nodes = fmt.Sprintf("visits %s %s%s and ", nodeRatio(e.NodeRatio), last, on)
		}
		switch r := e.Ratio; {
		case math.IsNaN(r.Times):
			unknown = append(unknown, group)
		case r.TooFew:
			few = append(few, group)
		case !r.Shown:
			none = append(none, group)
		case r.Times > 1:
			lines = append(lines, fmt.Sprintf("%s: %sis %s%s faster", group, nodes, bound(r.Above, "more than "), times(r.Times)))
		default:
			lines = append(lines, fmt.Sprintf("%s: %sis %s%s slower", group, nodes, bound(r.Below, "more than "), times(1/r.Times)))
		}
	}
	if len(none) > 0 {
		lines = append(lines, strings.Join(none, ", ")+": no measurable difference")
	}
	if len(few) > 0 {
		lines = append(lines, strings.Join(few, ", ")+": too few samples to decide")
	}
	if len(unknown) > 0 {
		lines = append(lines, strings.Join(unknown, ", ")+": cannot be compared")
	}
	return lines
}

// nodeRatio is a number of search nodes beside another solution's, to be followed by that one's name: "1/730,000 as many
// nodes as", "0.46 times as many nodes as".
func nodeRatio(r float64) string {
	switch {
	case r == 0:
		return "no nodes, unlike"
	case r < 0.1:
		return "1/" + thousands(digits(1/r)) + " as many nodes as"
	case r == 1:
		return "as many nodes as"
	}
	return digits(r) + " times as many nodes as"
}

// thousands puts a comma before each group of three digits: "730,000".
func thousands(digits string) string {
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}

func bound(is bool, sign string) string {
	if is {
		return sign
	}
	return ""
}

// total is a sum of counts. Where some are unknown, it is more.
func total(t compare.Total, tests int) string {
	switch {
	case t.Of == 0:
		return "?"
	case t.Of < tests:
		return fmt.Sprintf(">%.0f", t.Sum)
	}
	return fmt.Sprintf("%.0f", t.Sum)
}

func effortTime(e compare.Effort) string {
	if !e.Known {
		return "?"
	}
	return figure(e.CPU, record.CPU)
}

func effortMemory(e compare.Effort) string {
	if e.Memory == 0 {
		return "?"
	}
	return quantity(e.Memory, record.Memory)
}

// times is a factor with two significant digits: 1.5×, 41×, 350×.
func times(factor float64) string { return digits(factor) + "×" }

// digits rounds to two significant digits, without an exponent.
func digits(v float64) string {
	if v == 0 || math.IsInf(v, 0) {
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	rounded, _ := strconv.ParseFloat(strconv.FormatFloat(v, 'e', 1, 64), 64) // its own output
	return strconv.FormatFloat(rounded, 'f', max(0, 1-int(math.Floor(math.Log10(rounded)))), 64)
}
