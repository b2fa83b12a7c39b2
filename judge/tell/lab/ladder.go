package lab

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"dlxjudge/judge/measure/compare"
	"dlxjudge/judge/measure/record"
	"dlxjudge/judge/tell/figures"
	"dlxjudge/judge/tell/terminal"
)

// Ladder writes the solutions of a problem as rungs: a table for each workload or group of tests, and one over all.
// Then come the legend, and a sentence for each step from a rung to the next.
func Ladder(w io.Writer, l *compare.Ladder, style terminal.Style) error {
	out := terminal.NewSheet(w, style)
	t := ladder{paint: out.Paint, of: l.Of}
	var g terminal.Grid
	g.Add(terminal.Plain(l.Problem, t.of+"s", "nodes", "ns/node", "time/"+t.of, "vs. above", "vs. first")...)
	for _, s := range l.Sections {
		name := strings.TrimPrefix(strings.TrimPrefix(s.Name, "secret/"), "workload/")
		g.Add(terminal.Cell{Text: fmt.Sprintf("%s (%s)", name, figures.Plural(s.Cases, t.of))})
		t.rows(&g, l, s, true)
	}
	whole := l.Sections[0]
	if l.All != nil {
		whole = *l.All
		g.Add(terminal.Cell{Text: fmt.Sprintf("all %s (geometric means)", figures.Plural(len(l.Sections),
			map[string]string{"case": "workload", "test": "group"}[l.Of]))})
		t.rows(&g, l, whole, false)
	}
	g.Write(out)
	fmt.Fprintln(out)
	out.Paragraph(2,
		fmt.Sprintf("nodes: search nodes of a %s; time/%[1]s: CPU time without process start-up (an empty "+
			"program's)", t.of))
	if len(l.Names) > 1 {
		out.Paragraph(2, fmt.Sprintf("vs. above, vs. first: how many times faster than the row above, and "+
			"than %s, on the %ss that both finish; 1/2 is twice as slow", l.Names[0], t.of))
	}
	legend(out, &g)
	if len(l.Names) > 1 {
		fmt.Fprintln(out)
	}
	for i := 1; i < len(l.Names); i++ {
		out.Paragraph(2, t.step(whole.Rungs[i-1], whole.Rungs[i])+".")
	}
	if last := len(l.Names) - 1; last > 1 {
		out.Paragraph(2,
			fmt.Sprintf("From %s to %s: %s.", l.Names[0], l.Names[last], faster(*whole.Rungs[last].First)))
	}
	return out.Flush()
}

type ladder struct {
	paint terminal.Paint
	of    string // what the figures are for: "case" or "test"
}

// rows adds the rows of one section, with or without the numbers of cases.
func (t ladder) rows(g *terminal.Grid, l *compare.Ladder, s compare.Section, numbers bool) {
	for _, r := range s.Rungs {
		done := ""
		if numbers {
			done = strconv.Itoa(r.Cases)
		}
		time := unknownMark
		if !math.IsNaN(float64(r.Seconds)) {
			time = quantity(1e9*r.Seconds, record.CPU)
		}
		if r.AtLeast {
			time = moreThanMark + time
		}
		if r.StartUp {
			time += startUpMark
		}
		before, dress := t.ratio(r.Before)
		first, dressFirst := t.ratio(r.First)
		g.Add(append(terminal.Plain("  "+r.Solution, done, several(float64(r.Nodes)), several(1e9*float64(r.PerNode)),
			time), terminal.Painted(before, dress), terminal.Painted(first, dressFirst))...)
	}
}

// several formats a figure with at least three digits: 0.0213, 2.13, 213, 21345.
func several(v float64) string {
	switch {
	case math.IsNaN(v):
		return unknownMark
	case v >= 100 || v == 0:
		return fmt.Sprintf("%.0f", v)
	}
	return strconv.FormatFloat(v, 'f', max(0, 2-int(math.Floor(math.Log10(v)))), 64)
}

// ratio formats how many times faster a rung is than another, with both ends of its interval; the first rung has none.
// A slower rung has a fraction: "1/166 -2%+3%".
func (t ladder) ratio(r *compare.Ratio) (string, func(string) string) {
	if r == nil {
		return "", nil
	}
	text := unknownMark
	switch times := float64(r.Times); {
	case !r.Known():
		return text, t.paint.Dim
	case r.Above:
		text = moreThanMark + factor(times, digits)
	case r.Below:
		text = lessThanMark + factor(times, digits)
	case undecided(*r):
		text = factor(times, several) + " undecided"
	default:
		center, lo, hi, _ := upright(*r)
		text = factor(times, several) + ends(center, lo, hi)
	}
	switch {
	case !r.Different():
		return text, t.paint.Dim
	case r.Times > 1:
		return text, t.paint.Green
	}
	return text, t.paint.Red
}

// undecided reports whether there are too few samples for an interval.
func undecided(r compare.Ratio) bool { return math.IsInf(float64(r.Hi), 1) || r.Lo == 0 }

// upright returns a ratio and both ends of its interval as factors of at least 1: how many times faster or, if it is
// below 1, slower.
func upright(r compare.Ratio) (center, lo, hi float64, slower bool) {
	center, lo, hi = float64(r.Times), float64(r.Lo), float64(r.Hi)
	if center < 1 {
		return 1 / center, 1 / hi, 1 / lo, true
	}
	return center, lo, hi, false
}

// factor formats a factor of speed, using digits or several: "41×" or, if it is slower, "1/41".
func factor(times float64, write func(float64) string) string {
	if times < 1 && times > 0 {
		return "1/" + write(1/times)
	}
	return write(times) + "×"
}

// step says what a rung changes: "dlx → bits: 2.80× faster (2.75× to 2.84×), with 0.46 times the nodes, each in …".
func (t ladder) step(before, r compare.Rung) string {
	said := fmt.Sprintf("%s → %s: %s", before.Solution, r.Solution, faster(*r.Before))
	nodes := float64(r.NodesBefore)
	node := 1 / (float64(r.Before.Times) * nodes)
	switch {
	case math.IsNaN(nodes) || math.IsInf(nodes, 0) || !r.Before.Known():
	case math.Abs(nodes-1) < 5e-4 && before.Cases != r.Cases:
		said += ", with the same nodes where both finish"
	case math.Abs(nodes-1) < 5e-4:
		said += ", on the same nodes"
	default:
		said += fmt.Sprintf(", with %s", nodeRatio(nodes))
		if !math.IsNaN(node) && !math.IsInf(node, 0) && !r.Before.Above && !r.Before.Below {
			said += fmt.Sprintf(", each in %s times the time", digits(node))
		}
	}
	return said
}

// faster formats a ratio in words.
func faster(r compare.Ratio) string {
	center, lo, hi, slower := upright(r)
	way := "faster"
	if slower {
		way = "slower"
	}
	switch {
	case !r.Known():
		return "cannot be compared"
	case (r.Above || r.Below) && r.Different():
		return fmt.Sprintf("more than %s× %s", digits(center), way)
	case r.Above || r.Below:
		return "cannot be compared, as one was stopped"
	case undecided(r):
		return "undecided, too few samples"
	case !r.Different():
		return fmt.Sprintf("no measurable difference (%s to %s)", factor(float64(r.Lo), several),
			factor(float64(r.Hi), several))
	}
	return fmt.Sprintf("%s× %s (%s× to %s×)", several(center), way, several(lo), several(hi))
}

// nodeRatio formats a number of search nodes relative to another solution's: "1/730,000 of the nodes", "0.46 times the
// nodes".
func nodeRatio(r float64) string {
	switch {
	case r == 0:
		return "no nodes"
	case r < 0.1:
		return "1/" + figures.Grouped(digits(1/r)) + " of the nodes"
	}
	return digits(r) + " times the nodes"
}

// digits rounds to two significant digits, without an exponent.
func digits(v float64) string {
	if v == 0 || math.IsInf(v, 0) {
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	rounded, _ := strconv.ParseFloat(strconv.FormatFloat(v, 'e', 1, 64), 64) // cannot fail
	return strconv.FormatFloat(rounded, 'f', max(0, 1-int(math.Floor(math.Log10(rounded)))), 64)
}
