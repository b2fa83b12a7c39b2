package reports

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

// Ladder writes the solutions of a problem as rungs. The table has a section for each workload or group of tests, and
// one for the means over all sections. A legend follows, and then a sentence for each step from one rung to the next.
func Ladder(w io.Writer, l *compare.Ladder, style terminal.Style) error {
	out := terminal.NewSheet(w, style)
	t := ladder{paint: out.Paint, of: l.Of}
	means := false
	g := terminal.NewTable(t.columns(l.Problem, &means)...)
	rows := func(s compare.Section) {
		for _, r := range s.Rungs {
			g.Row(r)
		}
	}
	for _, s := range l.Sections {
		name := strings.TrimPrefix(strings.TrimPrefix(s.Name, "secret/"), "workload/")
		g.Add(terminal.Cell{Text: fmt.Sprintf("%s (%s)", name, figures.Plural(s.Cases, t.of))})
		rows(s)
	}
	whole := l.Sections[0]
	if l.All != nil {
		whole, means = *l.All, true
		g.Add(terminal.Cell{Text: fmt.Sprintf("all %s (geometric means)", figures.Plural(len(l.Sections),
			map[string]string{"case": "workload", "test": "group"}[l.Of]))})
		rows(whole)
	}
	g.Write(out)
	fmt.Fprintln(out)
	out.Paragraph(2, fmt.Sprintf("nodes: search nodes of a %s, or how many times those of the row above, if not all "+
		"%[1]ss were counted; time/%[1]s: CPU time without process start-up (an empty program's)", t.of))
	if len(l.Names) > 1 {
		out.Paragraph(2, fmt.Sprintf("vs. above, vs. first: how many times faster than the row above, and "+
			"than %s, on the %ss that both finish; 1/2 is twice as slow", l.Names[0], t.of))
	}
	legend(out, &g.Grid)
	if len(l.Names) > 1 {
		fmt.Fprintln(out)
	}
	for i := 1; i < len(l.Names); i++ {
		out.Paragraph(2, t.step(whole.Rungs[i-1], whole.Rungs[i])+".")
	}
	if last := len(l.Names) - 1; last > 1 {
		_, words, _ := t.ratio(whole.Rungs[last].First)
		out.Paragraph(2, fmt.Sprintf("From %s to %s: %s.", l.Names[0], l.Names[last], words))
	}
	return out.Flush()
}

type ladder struct {
	paint terminal.Paint
	of    string // figures are per "case" or per "test"
}

// columns describes the columns of the table. While means is set, rows have no number of cases.
func (t ladder) columns(problem string, means *bool) []terminal.Column[compare.Rung] {
	ratio := func(heading string, of func(compare.Rung) *compare.Ratio) terminal.Column[compare.Rung] {
		return terminal.Column[compare.Rung]{Heading: heading, Cell: func(r compare.Rung) terminal.Cell {
			cell, _, paint := t.ratio(of(r))
			return terminal.Painted(cell, paint)
		}}
	}
	return []terminal.Column[compare.Rung]{
		terminal.Text(problem, func(r compare.Rung) string { return "  " + r.Solution }),
		terminal.Text(t.of+"s", func(r compare.Rung) string {
			if *means {
				return ""
			}
			return strconv.Itoa(r.Cases)
		}),
		terminal.Text("nodes", nodesOf),
		terminal.Text("ns/node", func(r compare.Rung) string { return several(1e9 * float64(r.PerNode)) }),
		terminal.Text("time/"+t.of, timeOf),
		ratio("vs. above", func(r compare.Rung) *compare.Ratio { return r.Before }),
		ratio("vs. first", func(r compare.Rung) *compare.Ratio { return r.First }),
	}
}

// nodesOf formats a rung's nodes per case. If not all cases were counted, it formats the nodes relative to those of the
// rung above on the same cases: "×0.46", "×1/59".
func nodesOf(r compare.Rung) string {
	v := float64(r.NodesBefore)
	switch {
	case !r.FewerCounted || math.IsNaN(float64(r.Nodes)):
		return several(float64(r.Nodes))
	case math.IsNaN(v) || v == 0:
		return partMark
	case v < 0.1:
		return "×1/" + digits(1/v)
	}
	return "×" + digits(v)
}

// timeOf formats a rung's time per case.
func timeOf(r compare.Rung) string {
	text := unknownMark
	if !math.IsNaN(float64(r.Seconds)) {
		text = quantity(1e9*r.Seconds, record.CPU)
	}
	switch {
	case r.AtLeast:
		text = moreThanMark + text
	case r.FewerTimed && text != unknownMark:
		text = partMark + text
	}
	if r.StartUp {
		text += startUpMark
	}
	return text
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

// ratio formats how many times faster a rung is than another, with both ends of the interval, as a cell and in words.
// The cell and the words are "" for the first rung. The cell of a slower rung is a fraction: "1/166 -2%+3%". In words,
// this is "166× slower (163× to 171×)".
func (t ladder) ratio(r *compare.Ratio) (cell, words string, color func(string) string) {
	if r == nil {
		return "", "", t.paint.Plain
	}
	center, lo, hi := float64(r.Times), float64(r.Lo), float64(r.Hi)
	cell, way, color := factor(center, several), "faster", t.paint.Green
	if center < 1 {
		center, lo, hi = 1/center, 1/hi, 1/lo
		way, color = "slower", t.paint.Red
	}
	if !r.Different {
		color = t.paint.Dim
	}
	switch {
	case !r.Known():
		return unknownMark, "cannot be compared", color
	case r.Above || r.Below:
		cell, words = moreThanMark+factor(float64(r.Times), digits), "cannot be compared, as one was stopped"
		if r.Below {
			cell = lessThanMark + factor(float64(r.Times), digits)
		}
		if r.Different {
			words = fmt.Sprintf("more than %s× %s", digits(center), way)
		}
		return cell, words, color
	case math.IsInf(float64(r.Hi), 1) || r.Lo == 0:
		return cell + " undecided", "undecided, too few samples", color
	case !r.Different:
		words = fmt.Sprintf("no difference is shown (%s to %s)", factor(float64(r.Lo), several),
			factor(float64(r.Hi), several))
	default:
		words = fmt.Sprintf("%s× %s (%s× to %s×)", several(center), way, several(lo), several(hi))
	}
	return cell + ends(center, lo, hi), words, color
}

// factor formats how many times faster a rung is: "41×" or, if the rung is slower, "1/41". write formats the number.
func factor(times float64, write func(float64) string) string {
	if times < 1 && times > 0 {
		return "1/" + write(1/times)
	}
	return write(times) + "×"
}

// step compares a rung with the one before it:
// "dlx → bits: 2.80× faster (2.75× to 2.84×), with 0.46 times the nodes, each in 0.78 times the time".
func (t ladder) step(before, r compare.Rung) string {
	_, words, _ := t.ratio(r.Before)
	text := fmt.Sprintf("%s → %s: %s", before.Solution, r.Solution, words)
	nodes := float64(r.NodesBefore)
	node := 1 / (float64(r.Before.Times) * nodes)
	switch {
	case math.IsNaN(nodes) || math.IsInf(nodes, 0) || !r.Before.Known():
	case math.Abs(nodes-1) < 5e-4 && before.Cases != r.Cases:
		text += ", with the same nodes where both finish"
	case math.Abs(nodes-1) < 5e-4:
		text += ", on the same nodes"
	default:
		text += fmt.Sprintf(", with %s", nodeRatio(nodes))
		if !math.IsNaN(node) && !math.IsInf(node, 0) && !r.Before.Above && !r.Before.Below {
			text += fmt.Sprintf(", each in %s times the time", digits(node))
		}
	}
	return text
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
