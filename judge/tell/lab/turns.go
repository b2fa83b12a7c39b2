package lab

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"

	"dlxjudge/judge/measure/compare"
	"dlxjudge/judge/measure/record"
	"dlxjudge/judge/tell/figures"
	"dlxjudge/judge/tell/terminal"
)

// Turns writes how two commits, measured in turns, differ: first the counts, which are exact, then the answer for each
// solution, with its tests if it differs, and last a sentence for each regression, or one that says that there is none.
func Turns(w io.Writer, t *compare.Turns, style terminal.Style) error {
	out := terminal.NewSheet(w, style)
	r := turns{comparison{paint: out.Paint, used: make(legend)}, t}
	r.counts(out)
	if len(t.Solutions) > 0 {
		r.solutions(out)
	}
	r.used.write(out)
	for _, note := range t.Notes {
		out.Paragraph(2, "note: "+note)
	}
	r.closing(out)
	return out.Flush()
}

type turns struct {
	comparison
	*compare.Turns
}

// counts writes the rows of counts that have changed.
func (r turns) counts(w *terminal.Sheet) {
	for _, table := range r.Counts {
		changed := compare.Table{Unit: table.Unit}
		for _, row := range table.Rows {
			if row.Outcome != compare.Equal {
				changed.Rows = append(changed.Rows, row)
			}
		}
		if len(changed.Rows) == 0 {
			w.Paragraph(2, fmt.Sprintf("%s: the same on both sides (%s)", unitTitles[table.Unit],
				figures.Plural(len(table.Rows), "row")))
			continue
		}
		r.table(w, &compare.Comparison{Base: r.Base, Now: r.Now}, changed)
	}
	if len(r.Counts) > 0 {
		fmt.Fprintln(w)
	}
}

// solutions writes the answers, a line for each solution, and below it its tests.
func (r turns) solutions(w *terminal.Sheet) {
	var g terminal.Grid
	width := 0
	for _, s := range r.Solutions {
		width = max(width, len(s.Program.String()))
	}
	g.Add(terminal.Plain("CPU time", runName(r.Base.Run), runName(r.Now.Run), "change")...)
	for _, s := range r.Solutions {
		answer, paint := r.answer(s)
		if paint != nil {
			answer = paint(answer)
		}
		line := fmt.Sprintf("%-*s  %s", width, s.Program, answer)
		if s.Layouts > 0 {
			line += ", " + figures.Plural(s.Layouts, "layout")
		}
		if s.StartUp {
			line += " " + r.used.mark(startUpMark)
		}
		g.Add(terminal.Cell{Text: line})
		for _, stopped := range s.Stopped {
			g.Add(terminal.Plain(rowName(stopped.Key), r.used.figure(figure(stopped.Base, record.CPU)),
				r.used.figure(figure(stopped.Now, record.CPU)), r.used.figure(change(stopped)))...)
		}
		for _, test := range s.Tests {
			g.Add(terminal.Plain(rowName(test.Key), quantity(test.Base, record.CPU), quantity(test.Now, record.CPU),
				alone(test))...)
		}
	}
	g.Write(w)
	fmt.Fprintln(w)
}

// answer is a solution's answer in words, and its colour.
func (r turns) answer(s compare.Solution) (said string, color func(string) string) {
	switch s.Answer {
	case compare.SameProgram:
		return "the same program", r.paint.Dim
	case compare.IsSlower:
		return "slower by " + size(s.Time), r.paint.Red
	case compare.IsFaster:
		return "faster by " + size(s.Time), r.paint.Green
	case compare.NoSlower:
		return fmt.Sprintf("no slower than %g%%: %s", 100*r.Threshold, effect(s.Time)), nil
	case compare.NowStopped:
		return "stopped at the time limit now", r.paint.Red
	}
	if s.Layouts == 0 || math.IsInf(s.Time.Half(), 0) {
		return "undecided", r.paint.Yellow
	}
	return "undecided: " + effect(s.Time), r.paint.Yellow
}

// alone is what the rounds say of one test of a solution that differs: that takes more of them than the solution does.
func alone(t compare.TestEffect) string {
	switch {
	case t.Shown:
		return effect(t.Time)
	case math.IsInf(t.Time.Half(), 0):
		return "too few layouts to tell"
	}
	return fmt.Sprintf("undecided (%s)", interval(t.Time.Lo, t.Time.Hi, "%+.1f%%"))
}

// effect is a change with both ends of its interval: "+3.1% (+2.6% to +4.0%)".
func effect(e compare.Effect) string {
	if math.IsInf(e.Half(), 0) {
		return percent(e.Middle) + ", of too few rounds for an interval"
	}
	return fmt.Sprintf("%+.1f%% (%s)", 100*e.Middle, interval(e.Lo, e.Hi, "%+.1f%%"))
}

// size is the effect of what is slower or faster for certain, without its sign, which a word says: "3.1% (2.6% to
// 4.0%)".
func size(e compare.Effect) string {
	lo, hi := math.Abs(e.Lo), math.Abs(e.Hi)
	return fmt.Sprintf("%.1f%% (%s)", 100*math.Abs(e.Middle), interval(min(lo, hi), max(lo, hi), "%.1f%%"))
}

// interval are both ends of an interval, in percent.
func interval(lo, hi float64, verb string) string {
	return fmt.Sprintf(verb+" to "+verb, 100*lo, 100*hi)
}

// closing names the regressions and what is undecided.
func (r turns) closing(w *terminal.Sheet) {
	say := func(format string, args ...any) { w.Paragraph(2, fmt.Sprintf(format, args...)) }
	regression, undecided := r.paint.Red("REGRESSION"), r.paint.Yellow("UNDECIDED")
	for _, table := range r.Counts {
		for _, rows := range programs(table) {
			rows = slices.DeleteFunc(rows, func(row compare.Row) bool {
				return row.Outcome != compare.Regression || row.Test == ""
			})
			if len(rows) == 0 {
				continue
			}
			most := slices.MaxFunc(rows, func(a, b compare.Row) int { return cmp.Compare(a.Delta(), b.Delta()) })
			more := ""
			if n := len(rows) - 1; n > 0 {
				more = ", and more on " + figures.Plural(n, "other test")
			}
			say("%s %s %s on %s: %s, was %s (%s)%s", regression, most.Program(), worse[table.Unit], testName(most.Key),
				figure(most.Now, table.Unit), figure(most.Base, table.Unit), change(most), more)
		}
	}
	for _, k := range r.Lost {
		say("%s %s: counts are missing now on %s; the notes on standard error say why", regression, k.Program(),
			testName(k))
	}
	for _, s := range r.Solutions {
		switch s.Answer {
		case compare.IsSlower:
			say("%s %s is slower by %s, over %s", regression, s.Program, size(s.Time),
				figures.Plural(s.Layouts, "layout"))
		case compare.NowStopped:
			for _, row := range s.Stopped {
				if row.Outcome == compare.Regression {
					say("%s %s is stopped at its limit on %s: %s, was %s", regression, s.Program, testName(row.Key),
						figure(row.Now, record.CPU), figure(row.Base, record.CPU))
				}
			}
		case compare.Undecided:
			switch {
			case s.Layouts == 0 && len(s.Unknown) > 0:
				say("%s %s: both sides are stopped at the limit, so nothing is known of %s", undecided, s.Program,
					figures.Plural(len(s.Unknown), "test"))
			case s.Layouts == 0 || math.IsInf(s.Time.Half(), 0):
				say("%s %s: too few layouts to tell (%d); measure longer with --time", undecided, s.Program, s.Layouts)
			default:
				say("%s %s: a slow-down below %.1f%% may be missed; measure longer with --time", undecided, s.Program,
					100*s.Found)
			}
		}
		if s.Grown {
			say("%s %s needs more memory: %s", regression, s.Program, effect(s.Memory))
		}
	}
	done := r.paint.Bold("DONE")
	switch n := len(r.Undecided()); {
	case r.Regressions():
	case len(r.Solutions) == 0:
		say("%s no regression of counts (%g%%); no times were compared", done, 100*compare.ExactThreshold)
	case n > 0:
		say("%s no regression is shown, but it is undecided of %d of %s", done, n,
			figures.Plural(len(r.Solutions), "solution"))
	default:
		say("%s no regression: nothing is slower than before by more than %g%% (exact counts: %g%%)", done,
			100*r.Threshold, 100*compare.ExactThreshold)
	}
}
