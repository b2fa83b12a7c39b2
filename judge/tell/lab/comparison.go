// Package lab writes the findings of measurements and searches as rows and as JSON documents: comparisons of records,
// solutions as rungs of a ladder, trends, time limits, searches for differing inputs, and mutants. Each report depends
// only on its arguments.
//
//	err := lab.Comparison(os.Stdout, comparison, terminal.Style{Color: true})
package lab

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"dlxjudge/judge/measure/compare"
	"dlxjudge/judge/measure/record"
	"dlxjudge/judge/tell/figures"
	"dlxjudge/judge/tell/terminal"
)

// Comparison writes how two records differ: a table for each unit, coloured by better and worse; the answers for
// solutions that were measured in turns; a legend; and notes on the records. It ends with a sentence for each
// regression, or one that says that there is none. For a single record it writes the figures.
func Comparison(w io.Writer, c *compare.Comparison, style terminal.Style) error {
	out := terminal.NewSheet(w, style)
	t := comparison{Comparison: c, paint: out.Paint}
	var tables []*terminal.Grid
	for _, table := range c.Tables {
		tables = append(tables, t.table(out, table))
		fmt.Fprintln(out)
	}
	if len(c.Solutions) > 0 {
		tables = append(tables, t.solutions(out))
	}
	legend(out, tables...)
	for _, note := range c.Notes {
		out.Paragraph(2, "note: "+note)
	}
	if c.Base != nil {
		t.closing(out)
	}
	return out.Flush()
}

type comparison struct {
	*compare.Comparison
	paint terminal.Paint
}

// table writes one unit's table. It leaves out counts that are equal on both sides.
func (t comparison) table(w *terminal.Sheet, table compare.Table) *terminal.Grid {
	n := len(table.Rows)
	table.Rows = slices.DeleteFunc(slices.Clone(table.Rows), func(r compare.Row) bool {
		return r.Answer == compare.Same
	})
	if len(table.Rows) == 0 {
		w.Paragraph(2, fmt.Sprintf("%s: the same on both sides (%s)", unitTitles[table.Unit], figures.Plural(n, "row")))
		return &terminal.Grid{}
	}
	rough := t.Now.Machine.RoughMemory() || t.Base != nil && t.Base.Machine.RoughMemory()
	g := terminal.Grid{Left: map[int]bool{4: true, 5: true}}
	g.Add(terminal.Plain(title(table.Unit, rough), runName(t.Base), runName(t.Now), "change", "", "")...)
	if t.Base == nil {
		g = terminal.Grid{Left: map[int]bool{2: true}}
		g.Add(terminal.Plain(title(table.Unit, rough), "", "")...)
	}
	for _, rows := range programs(table) {
		g.Add(terminal.Cell{Text: programName(rows[0].Key)})
		for _, row := range rows {
			g.Add(t.row(row, table.Unit)...)
		}
	}
	g.Write(w)
	return &g
}

// row returns a row of a table: the figure and its samples if there is no base, otherwise both figures, the change, and
// what it means.
func (t comparison) row(r compare.Row, u record.Unit) []terminal.Cell {
	if r.Base == nil {
		said := ""
		if !u.Exact() {
			said = samplesOf(r.Now.N)
		}
		return terminal.Plain(rowName(r.Key), figure(r.Now, u), joined(said, startUp(r)))
	}
	change, mark, paint := t.change(r)
	if r.StartUp {
		mark += startUpMark
	}
	return append(terminal.Plain(rowName(r.Key), figure(r.Base, u), figure(r.Now, u)),
		terminal.Painted(change, paint), terminal.Painted(evidence(r, u), paint),
		terminal.Painted(mark, paint))
}

// change returns the change of a row, a mark for its answer, and its colour.
func (t comparison) change(r compare.Row) (said, mark string, color func(string) string) {
	switch r.Answer {
	case compare.Same:
		return "=", "", t.paint.Dim
	case compare.Slower:
		return change(r), regressionMark, t.paint.Red
	case compare.Faster:
		return change(r), "", t.paint.Green
	case compare.NoSlower:
		return change(r), withinMark, nil
	case compare.Undecided:
		return unknownMark, "", t.paint.Dim
	}
	if r.Base.Bound && r.Now.Bound {
		return unknownMark, "", t.paint.Dim
	}
	return change(r), "", t.paint.Dim // not judged
}

// solutions writes the answers for what was measured in turns: a line for each solution, and its tests below it.
func (t comparison) solutions(w *terminal.Sheet) *terminal.Grid {
	var g terminal.Grid
	width := 0
	for _, s := range t.Solutions {
		width = max(width, len(s.Program.String()))
	}
	g.Add(terminal.Plain("CPU time", runName(t.Base), runName(t.Now), "change")...)
	for _, s := range t.Solutions {
		answer, paint := t.answer(s)
		if paint != nil {
			answer = paint(answer)
		}
		line := fmt.Sprintf("%-*s  %s", width, s.Program, answer)
		if s.Layouts > 0 {
			line += ", " + figures.Plural(s.Layouts, "layout")
		}
		if s.StartUp {
			line += " " + startUpMark
		}
		g.Add(terminal.Cell{Text: line})
		for _, stopped := range s.Stopped {
			g.Add(terminal.Plain(rowName(stopped.Key), figure(stopped.Base, record.CPU),
				figure(stopped.Now, record.CPU), change(stopped))...)
		}
		for _, test := range s.Tests {
			g.Add(terminal.Plain(rowName(s.On(test.Test)), quantity(test.Base, record.CPU),
				quantity(test.Now, record.CPU), alone(test))...)
		}
	}
	g.Write(w)
	fmt.Fprintln(w)
	return &g
}

// answer returns a solution's answer in words, and its colour.
func (t comparison) answer(s compare.Solution) (said string, color func(string) string) {
	switch s.Answer {
	case compare.Same:
		return "the same program", t.paint.Dim
	case compare.Slower:
		if nowStopped(s) != nil {
			return "stopped at the time limit now", t.paint.Red
		}
		return "slower by " + size(s.Time), t.paint.Red
	case compare.Faster:
		return "faster by " + size(s.Time), t.paint.Green
	case compare.NoSlower:
		return fmt.Sprintf("no slower than %g%%: %s", 100*t.Threshold, effect(s.Time)), nil
	}
	if tooFew(s) {
		return "undecided", t.paint.Yellow
	}
	return "undecided: " + effect(s.Time), t.paint.Yellow
}

// tooFew reports whether there are too few rounds for an interval.
func tooFew(s compare.Solution) bool { return s.Layouts == 0 || math.IsInf(s.Time.Half(), 0) }

// nowStopped returns the first test that a solution no longer finishes.
func nowStopped(s compare.Solution) *compare.Row {
	if i := slices.IndexFunc(s.Stopped, func(r compare.Row) bool { return r.Answer == compare.Slower }); i >= 0 {
		return &s.Stopped[i]
	}
	return nil
}

// alone returns what the rounds say about one test that differs. A single test needs more rounds than the whole
// solution.
func alone(t compare.TestEffect) string {
	switch {
	case t.Shown:
		return effect(t.Time)
	case math.IsInf(t.Time.Half(), 0):
		return "too few layouts to tell"
	}
	return fmt.Sprintf("undecided (%s)", interval(t.Time.Lo, t.Time.Hi, "%+.1f%%"))
}

// closing names the regressions and what is undecided, or says that there is no regression.
func (t comparison) closing(w *terminal.Sheet) {
	say := func(format string, args ...any) { w.Paragraph(2, fmt.Sprintf(format, args...)) }
	regression, undecided := t.paint.Red("REGRESSION"), t.paint.Yellow("UNDECIDED")
	judged, open := 0, 0 // rows and solutions
	for _, table := range t.Tables {
		for _, rows := range programs(table) {
			for _, r := range rows {
				if r.Answer != compare.NotJudged {
					judged++
				}
				if r.Answer == compare.Undecided {
					open++
				}
			}
			t.regression(say, rows, table.Unit)
		}
	}
	for _, k := range t.Lost {
		say("%s %s: counts are missing now on %s; the notes on standard error say why", regression, k.Program(),
			testName(k))
	}
	for _, k := range t.Unsure {
		say("%s %s: counts are missing now on %s; the base was counted by another machine or compiler, which may "+
			"count more before its limit; record a base on this one", undecided, k.Program(), testName(k))
	}
	more := "too few samples; take more for both records, for example with --count 10"
	if open > 0 {
		say("%s %d of %s have %s", undecided, open, figures.Plural(judged, "row"), more)
	}
	for _, s := range t.Solutions {
		row := nowStopped(s)
		switch {
		case s.Answer == compare.Slower && row != nil:
			say("%s %s is stopped at its limit on %s: %s, was %s", regression, s.Program, testName(row.Key),
				figure(row.Now, record.CPU), figure(row.Base, record.CPU))
		case s.Answer == compare.Slower:
			say("%s %s is slower by %s, over %s", regression, s.Program, size(s.Time),
				figures.Plural(s.Layouts, "layout"))
		case s.Answer == compare.Undecided && s.Layouts == 0 && len(s.Unknown) > 0:
			say("%s %s: both sides are stopped at the limit, so nothing is known of %s", undecided, s.Program,
				figures.Plural(len(s.Unknown), "test"))
		case s.Answer == compare.Undecided && tooFew(s):
			say("%s %s: too few layouts to tell (%d); measure longer with --time", undecided, s.Program, s.Layouts)
		case s.Answer == compare.Undecided:
			say("%s %s: a slow-down below %.1f%% may be missed; measure longer with --time", undecided, s.Program,
				100*s.Found)
		}
		if s.Grown {
			say("%s %s needs more memory: %s", regression, s.Program, effect(s.Memory))
		}
	}
	noun := "row"
	if len(t.Solutions) > 0 {
		open, judged, noun = t.Undecided(), len(t.Solutions), "solution"
	}
	open, judged = open+len(t.Unsure), judged+len(t.Unsure)
	timed := len(t.Solutions) > 0 || slices.ContainsFunc(t.Tables, func(table compare.Table) bool {
		return !table.Unit.Exact()
	})
	done, counts := t.paint.Bold("DONE"), 100*compare.ExactThreshold
	switch {
	case t.Worse:
	case open == judged && len(t.Solutions) == 0:
		say("%s undecided: nothing could be judged", done)
	case open > 0:
		say("%s no regression found; %d of %s undecided", done, open, figures.Plural(judged, noun))
	case !timed:
		say("%s no regression of counts (%g%%); no times were compared", done, counts)
	default:
		say("%s no regression: no slow-down above %g%% is shown (exact counts: %g%%)", done, 100*t.Threshold, counts)
	}
}

// regression names the worst of a solution's rows in one unit, if that row is worse than before.
func (t comparison) regression(say func(format string, args ...any), rows []compare.Row, u record.Unit) {
	worseRows := slices.DeleteFunc(slices.Clone(rows), func(r compare.Row) bool { return r.Answer != compare.Slower })
	if tests := slices.DeleteFunc(slices.Clone(worseRows), func(r compare.Row) bool {
		return r.Test == ""
	}); len(tests) > 0 {
		worseRows = tests
	}
	if len(worseRows) == 0 {
		return
	}
	most := slices.MaxFunc(worseRows, func(a, b compare.Row) int { return cmp.Compare(a.Change, b.Change) })
	where, more := "on "+testName(most.Key), ""
	if most.Test == "" {
		where = "over all its tests"
	}
	if n := len(worseRows) - 1; n > 0 {
		more = ", and more on " + figures.Plural(n, "other test")
	}
	say("%s %s %s %s: %s, was %s (%s)%s", t.paint.Red("REGRESSION"), most.Program(), worse[u], where,
		figure(most.Now, u), figure(most.Base, u), joined(change(most), evidence(most, u), startUp(most)), more)
}

// evidence returns the p-value and the numbers of samples behind an answer. Counts need none.
func evidence(r compare.Row, u record.Unit) string {
	if math.IsNaN(float64(r.P)) {
		return ""
	}
	samples := samplesOf(r.Now.N)
	if r.Base.N != r.Now.N {
		samples = fmt.Sprintf("n=%d+%d", r.Base.N, r.Now.N)
	}
	if r.P < 0.001 {
		return "p<0.001 " + samples
	}
	return fmt.Sprintf("p=%.3f %s", r.P, samples)
}

func samplesOf(n int) string {
	if n == 0 {
		return "stopped"
	}
	return fmt.Sprintf("n=%d", n)
}

// startUp marks times that are mostly the start of the process.
func startUp(r compare.Row) string {
	if r.StartUp {
		return "mostly start-up"
	}
	return ""
}

// joined joins the remarks that are not empty.
func joined(remarks ...string) string {
	return strings.Join(slices.DeleteFunc(remarks, func(r string) bool { return r == "" }), ", ")
}

// programs groups the rows of a table by program; the start-up times form one group.
func programs(t compare.Table) [][]compare.Row {
	var all [][]compare.Row
	for _, r := range t.Rows {
		if n := len(all); n > 0 && programName(all[n-1][0].Key) == programName(r.Key) {
			all[n-1] = append(all[n-1], r)
		} else {
			all = append(all, []compare.Row{r})
		}
	}
	return all
}

func programName(k record.Key) string {
	switch {
	case k.IsStartUp():
		return "an empty program"
	case k.IsReference():
		return "the reference program"
	}
	return k.Program().String()
}

func rowName(k record.Key) string {
	switch {
	case k.IsControl():
		return "  " + k.Solution // its language
	case k.Test == "":
		return "  geometric mean"
	}
	return "  " + testName(k)
}

// testName returns a short name: of a test without "secret/", or of a workload with its number of cases, such as
// "hard/4000".
func testName(k record.Key) string {
	if name, cases, is := k.Workload(); is {
		return fmt.Sprintf("%s/%d", name, cases)
	}
	return strings.TrimPrefix(k.Test, "secret/")
}

// runName returns the heading of a record's column: its commit, cut to fit, or the time when it began.
func runName(of *record.Record) string {
	const date = "01-02 15:04:05"
	if of == nil {
		return ""
	}
	switch r := of.Run; {
	case r.Commit == "":
		return r.Date.Format(date)
	case r.Dirty:
		return r.Commit[:min(len(r.Commit), 6)] + "+changes"
	default:
		return r.Name()
	}
}
