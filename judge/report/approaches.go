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

// Approaches writes the solutions of a problem side by side, group by group, and below them a sentence for each that is
// compared with the last one.
func Approaches(w io.Writer, a *compare.Approaches, color bool) error {
	out := bufio.NewWriter(w)
	t := comparison{paint: paint{on: color}}
	last := a.Names[len(a.Names)-1]
	g := grid{left: map[int]bool{1: true, 7: true}}
	g.add(plain(a.Problem, "", "search nodes", "statements", "CPU time", title(record.Memory, a.RoughMemory), "", "")...)
	for _, group := range a.Groups {
		for i, e := range group.Sides {
			name := ""
			if i == 0 {
				name = fmt.Sprintf("  %s (%s)", strings.TrimPrefix(group.Name, "secret/"), plural(group.Tests, "test"))
			}
			said, dress := t.ratio(e, i == len(a.Names)-1)
			g.add(cell{text: name}, cell{text: a.Names[i]}, cell{text: total(e.Nodes, group.Tests)}, cell{text: total(e.Statements, group.Tests)},
				cell{text: effortTime(e)}, cell{text: effortMemory(e)}, cell{said, dress}, cell{text: remarkOn(e)})
		}
	}
	g.write(out)
	fmt.Fprintln(out)
	for i, name := range a.Names[:len(a.Names)-1] {
		fmt.Fprintf(out, "%s\n", sentence(a, i, name, last))
	}
	return out.Flush()
}

// ratio is how many times faster a solution is than the reference, whose own cell is empty.
func (t comparison) ratio(e compare.Effort, reference bool) (string, func(string) string) {
	switch r := e.Ratio; {
	case reference:
		return "", nil
	case math.IsNaN(r.Times) || r.TooFew:
		return "?", t.paint.dim
	case !r.Shown:
		return "~", t.paint.dim
	case r.Times > 1:
		return bound(r.Above, ">") + times(r.Times), t.paint.green
	default:
		return bound(r.Below, "<") + times(r.Times), t.paint.red
	}
}

// sentence says what a person wants to know of one solution against another.
func sentence(a *compare.Approaches, i int, name, last string) string {
	var found, none, few, unknown []string
	for _, g := range a.Groups {
		e, on := g.Sides[i], strings.TrimPrefix(g.Name, "secret/")
		if e.StartUp && g.Sides[len(g.Sides)-1].StartUp {
			on += " (mostly start-up)"
		}
		nodes := ""
		if !math.IsNaN(e.NodeRatio) {
			where := ""
			if e.NodesOn < g.Tests {
				where = fmt.Sprintf(" on %d of %d tests", e.NodesOn, g.Tests)
			}
			nodes = fmt.Sprintf("visits %s of %s's nodes%s and ", digits(e.NodeRatio), last, where)
		}
		switch r := e.Ratio; {
		case math.IsNaN(r.Times):
			unknown = append(unknown, on)
		case r.TooFew:
			few = append(few, on)
		case !r.Shown:
			none = append(none, on)
		case r.Times > 1:
			found = append(found, fmt.Sprintf("%sis %s%s faster on %s", nodes, bound(r.Above, "more than "), times(r.Times), on))
		default:
			found = append(found, fmt.Sprintf("%sis %s%s slower on %s", nodes, bound(r.Below, "more than "), times(1/r.Times), on))
		}
	}
	if len(none) > 0 {
		found = append(found, "on "+strings.Join(none, ", ")+" no difference can be shown")
	}
	if len(few) > 0 {
		found = append(found, "on "+strings.Join(few, ", ")+" there are too few samples to decide")
	}
	if len(unknown) > 0 {
		found = append(found, "nothing is known of "+strings.Join(unknown, ", "))
	}
	return name + " " + strings.Join(found, ";\n  ") + "."
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

func remarkOn(e compare.Effort) string {
	switch {
	case e.StartUp:
		return "mostly start-up"
	case e.Stopped > 0:
		return fmt.Sprintf("%d stopped at the time limit", e.Stopped)
	}
	return ""
}

// times is a factor with two digits or, above ten, none behind the point: 1.5×, 41×, 350×.
func times(factor float64) string { return digits(factor) + "×" }

// digits rounds to two significant digits, without an exponent.
func digits(v float64) string {
	if v == 0 || math.IsInf(v, 0) {
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	rounded, _ := strconv.ParseFloat(strconv.FormatFloat(v, 'e', 1, 64), 64) // its own output
	return strconv.FormatFloat(rounded, 'f', max(0, 1-int(math.Floor(math.Log10(rounded)))), 64)
}
