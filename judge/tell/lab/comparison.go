// Package lab writes the findings of measurements and searches as rows and as JSON documents: comparisons of records,
// solutions as rungs of a ladder, trends, time limits, inputs on which programs differ, and mutants. Each report
// depends only on its arguments.
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

// Comparison writes how two records differ. It writes a coloured table for each unit, the answers for solutions that
// were measured in turns, a legend, and notes on the records. The last lines name each regression and what is
// undecided, or say that there is no regression. For a single record, Comparison writes only figures, legend and notes.
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

// table writes one unit's table. It leaves out counts that are equal in both records.
func (t comparison) table(w *terminal.Sheet, table compare.Table) *terminal.Grid {
	n := len(table.Rows)
	table.Rows = slices.DeleteFunc(slices.Clone(table.Rows), func(r compare.Row) bool {
		return r.Answer == compare.Same
	})
	if len(table.Rows) == 0 {
		w.Paragraph(2, fmt.Sprintf("%s: the same on both sides (%s)", unitTitles[table.Unit], figures.Plural(n, "row")))
		return &terminal.Grid{}
	}
	g := terminal.Grid{Left: map[int]bool{4: true, 5: true}}
	heading := unitTitles[table.Unit]
	if table.Unit == record.Memory && (t.Now.Machine.RoughMemory() || t.Base != nil && t.Base.Machine.RoughMemory()) {
		heading += " (approximate)"
	}
	if t.Base == nil {
		g.Add(terminal.Plain(heading, "", "", "", "", "")...)
	} else {
		g.Add(terminal.Plain(heading, runName(t.Base), runName(t.Now), "change", "", "")...)
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

// row returns the cells of a row: both figures, the change with its evidence, and a mark for the answer. Without a
// base, the row has one figure and the number of its samples.
func (t comparison) row(r compare.Row, u record.Unit) []terminal.Cell {
	base, change, mark, paint := "", "", "", t.paint.Plain
	if r.Base != nil {
		base = figure(r.Base, u)
		change, mark, paint = t.change(r)
	}
	if r.StartUp {
		mark += startUpMark
	}
	return append(terminal.Plain(rowName(r.Key), base, figure(r.Now, u)), terminal.Painted(change, paint),
		terminal.Painted(evidence(r, u), paint), terminal.Painted(mark, paint))
}

// change returns the text for a row's change, the mark for its answer, and the colour of both.
func (t comparison) change(r compare.Row) (text, mark string, color func(string) string) {
	switch r.Answer {
	case compare.Same:
		return "=", "", t.paint.Dim
	case compare.Slower:
		return change(r), regressionMark, t.paint.Red
	case compare.Faster:
		return change(r), "", t.paint.Green
	case compare.NoSlower:
		return change(r), withinMark, t.paint.Plain
	case compare.Undecided:
		return unknownMark, "", t.paint.Dim
	}
	if r.Base.Bound && r.Now.Bound {
		return unknownMark, "", t.paint.Dim
	}
	return change(r), "", t.paint.Dim // not judged
}

// solutions writes the answers for solutions that were measured in turns. Each solution has a line; its tests are below
// the line.
func (t comparison) solutions(w *terminal.Sheet) *terminal.Grid {
	var g terminal.Grid
	width := 0
	for _, s := range t.Solutions {
		width = max(width, len(s.Program.String()))
	}
	g.Add(terminal.Plain("CPU time", runName(t.Base), runName(t.Now), "change")...)
	for _, s := range t.Solutions {
		_, answer, paint := t.answer(s)
		if s.Answer == compare.Undecided {
			answer = "undecided: " + answer
		}
		line := fmt.Sprintf("%-*s  %s", width, s.Program, paint(answer))
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

// answer returns, for one solution or two commands, the first word of the closing line, the answer in words, and a
// colour.
func (t comparison) answer(s compare.Solution) (word, text string, color func(string) string) {
	rounds := "layout"
	if len(t.Commands) > 0 {
		rounds = "round"
	}
	over := figures.Plural(s.Layouts, rounds)
	stopped := slices.IndexFunc(s.Stopped, func(r compare.Row) bool { return r.Answer == compare.Slower })
	switch {
	case s.Answer == compare.Same:
		return done, "the same program", t.paint.Dim
	case s.Answer == compare.Slower && stopped >= 0:
		row := s.Stopped[stopped]
		return regression, fmt.Sprintf("stopped at its limit on %s: %s, was %s", testName(row.Key),
			figure(row.Now, record.CPU), figure(row.Base, record.CPU)), t.paint.Red
	case s.Answer == compare.Slower:
		return regression, fmt.Sprintf("slower by %s, %s", size(s.Time), over), t.paint.Red
	case s.Answer == compare.Faster:
		return done, fmt.Sprintf("faster by %s, %s", size(s.Time), over), t.paint.Green
	case s.Answer == compare.NoSlower:
		return done, fmt.Sprintf("no slower than %g%%: %s, %s", 100*t.Threshold, effect(s.Time), over), t.paint.Plain
	case s.Layouts == 0 && len(s.Unknown) > 0:
		return undecided, "both sides are stopped at the limit on " + figures.Plural(len(s.Unknown), "test"),
			t.paint.Yellow
	case s.Layouts == 0 || math.IsInf(s.Time.Half(), 0):
		return undecided, fmt.Sprintf("too few %ss to tell (%d); measure longer with --time", rounds, s.Layouts),
			t.paint.Yellow
	}
	return undecided, fmt.Sprintf("%s, %s; a slow-down below %.1f%% may be missed; measure longer with --time",
		effect(s.Time), over, 100*s.Found), t.paint.Yellow
}

// alone returns the answer for one test, in words. Only solutions whose time differs have answers for single tests. A
// single test needs more rounds for an answer than the whole solution.
func alone(t compare.TestEffect) string {
	switch {
	case t.Shown:
		return effect(t.Time)
	case math.IsInf(t.Time.Half(), 0):
		return "too few layouts to tell"
	}
	return fmt.Sprintf("undecided (%s)", interval(t.Time.Lo, t.Time.Hi, "%+.1f%%"))
}

// The words that begin the closing lines.
const (
	regression = "REGRESSION"
	undecided  = "UNDECIDED"
	done       = "DONE"
)

// say writes a closing line.
func (t comparison) say(w *terminal.Sheet, word, format string, args ...any) {
	color := map[string]func(string) string{regression: t.paint.Red, undecided: t.paint.Yellow, done: t.paint.Bold}
	w.Paragraph(2, color[word](word)+" "+fmt.Sprintf(format, args...))
}

// closing names the regressions and what is undecided, or says that there is no regression.
func (t comparison) closing(w *terminal.Sheet) {
	judged, open := 0, 0 // numbers of judged rows, and of undecided rows among these
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
			t.regression(w, rows, table.Unit)
		}
	}
	for _, k := range t.Lost {
		t.say(w, regression, "%s: counts are missing now on %s; the notes on standard error say why", k.Program(),
			testName(k))
	}
	for _, k := range t.Unsure {
		t.say(w, undecided, "%s: counts are missing now on %s, perhaps only because the base was counted on another "+
			"machine or with another compiler; record a base on this machine", k.Program(), testName(k))
	}
	if open > 0 {
		t.say(w, undecided, "%d of %s have too few samples; take more for both records, for example with --count 10",
			open, figures.Plural(judged, "row"))
	}
	for _, s := range t.Solutions {
		if word, answer, _ := t.answer(s); word != done {
			t.say(w, word, "%s: %s", s.Program, answer)
		}
		if s.Grown {
			t.say(w, regression, "%s needs more memory: %s", s.Program, effect(s.Memory))
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
	const counts = 100 * compare.ExactThreshold
	switch {
	case t.Worse:
	case open > 0:
		t.say(w, done, "no regression found; %d of %s undecided", open, figures.Plural(judged, noun))
	case !timed:
		t.say(w, done, "no regression of counts (%g%%); no times were compared", counts)
	default:
		t.say(w, done, "no regression: no slow-down above %g%% is shown (exact counts: %g%%)", 100*t.Threshold, counts)
	}
}

// regression writes a closing line about the worst of a solution's rows in one unit, if any row is a regression.
func (t comparison) regression(w *terminal.Sheet, rows []compare.Row, u record.Unit) {
	rows = slices.DeleteFunc(slices.Clone(rows), func(r compare.Row) bool { return r.Answer != compare.Slower })
	if slices.ContainsFunc(rows, func(r compare.Row) bool { return r.Test != "" }) {
		rows = slices.DeleteFunc(rows, func(r compare.Row) bool { return r.Test == "" })
	}
	if len(rows) == 0 {
		return
	}
	most := slices.MaxFunc(rows, func(a, b compare.Row) int { return cmp.Compare(a.Change, b.Change) })
	where, more := "on "+testName(most.Key), ""
	if most.Test == "" {
		where = "over all its tests"
	}
	if n := len(rows) - 1; n > 0 {
		more = ", and on " + figures.Plural(n, "other test")
	}
	if most.StartUp {
		more += "; most of this time is process start-up, and the row \"an empty program\" shows how start-up changed"
	}
	why := change(most)
	if e := evidence(most, u); e != "" {
		why += ", " + e
	}
	t.say(w, regression, "%s %s %s: %s, was %s (%s)%s", most.Program(), worse[u], where, figure(most.Now, u),
		figure(most.Base, u), why, more)
}

// evidence returns the p-value and the numbers of samples behind an answer. Counts need no evidence.
func evidence(r compare.Row, u record.Unit) string {
	samples := fmt.Sprintf("n=%d", r.Now.N)
	switch {
	case u.Exact(), r.Base != nil && math.IsNaN(float64(r.P)):
		return ""
	case r.Now.N == 0:
		return "stopped"
	case r.Base == nil:
		return samples
	case r.Base.N != r.Now.N:
		samples = fmt.Sprintf("n=%d+%d", r.Base.N, r.Now.N)
	}
	if r.P < 0.001 {
		return "p<0.001 " + samples
	}
	return fmt.Sprintf("p=%.3f %s", r.P, samples)
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
		return "  " + k.Solution // the language of the judge's own program
	case k.Test == "":
		return "  geometric mean"
	}
	return "  " + testName(k)
}

// testName returns the short name of a test or a workload. For a test, it leaves out "secret/". For a workload, it adds
// the number of cases: "hard/4000".
func testName(k record.Key) string {
	if name, cases, is := k.Workload(); is {
		return fmt.Sprintf("%s/%d", name, cases)
	}
	return strings.TrimPrefix(k.Test, "secret/")
}

// runName returns the heading of a record's column: the record's commit, cut to fit, or the time when its run began.
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
