// Package reports writes the findings of measurements and searches as rows and as JSON documents: comparisons of
// records, solutions as rungs of a ladder, trends, time limits, inputs on which programs differ, and mutants. Each
// report depends only on its arguments.
//
//	err := reports.Comparison(os.Stdout, comparison, terminal.Style{Color: true})
package reports

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"dlxjudge/judge/measure/compare"
	"dlxjudge/judge/measure/record"
	"dlxjudge/judge/tell/figures"
	"dlxjudge/judge/tell/report"
	"dlxjudge/judge/tell/terminal"
)

// Comparison writes how two records differ. It writes a coloured table for each unit, with the answer for each
// solution, a legend, and notes on the records. The last lines name each regression and what is undecided, or say that
// there is no regression. For a single record, Comparison writes only figures, legend and notes.
func Comparison(w io.Writer, c *compare.Comparison, style terminal.Style) error {
	out := terminal.NewSheet(w, style)
	t := comparison{Comparison: c, paint: out.Paint}
	var tables []*terminal.Grid
	for _, table := range c.Tables {
		tables = append(tables, t.table(out, table))
	}
	legend(out, tables...)
	for _, note := range c.Notes {
		out.Paragraph(2, "note: "+note)
	}
	if c.Base != nil {
		for _, f := range t.findings() {
			t.say(out, f.word, "%s", f.text)
		}
	}
	return out.Flush()
}

type comparison struct {
	*compare.Comparison
	paint terminal.Paint
}

// table writes one unit's table. It leaves out counts that are equal in both records, and the memory of solutions that
// were measured in turns unless it has grown.
func (t comparison) table(w *terminal.Sheet, table compare.Table) *terminal.Grid {
	solutions, all := t.shown(table)
	if len(solutions) == 0 && table.Unit.Exact() {
		w.Paragraph(2, fmt.Sprintf("%s: the same on both sides (%s)", table.Unit.Title(),
			figures.Plural(all, "row")))
		fmt.Fprintln(w)
	}
	if len(solutions) == 0 {
		return &terminal.Grid{}
	}
	g := terminal.NewTable(t.columns(table.Unit)...)
	width := 0
	for _, s := range solutions {
		width = max(width, len(programName(s)))
	}
	for i, s := range solutions {
		name := programName(s)
		if i == 0 || name != programName(solutions[i-1]) {
			if _, answer := t.answer(s, table.Unit); answer != "" && !table.Unit.Exact() {
				name = fmt.Sprintf("%-*s  %s", width, name, t.color(s.Answer)(answer))
			}
			if s.StartUp && t.Base != nil {
				name += " " + startUpMark
			}
			g.Add(terminal.Cell{Text: name})
		}
		for _, row := range s.Tests {
			g.Row(testRow{s, row})
		}
	}
	g.Write(w)
	fmt.Fprintln(w)
	return &g.Grid
}

// shown returns the solutions and rows that a table shows, and the number of all rows.
func (t comparison) shown(table compare.Table) (solutions []compare.Solution, rows int) {
	for _, s := range table.Solutions {
		rows += len(s.Tests)
		if t.Base != nil && table.Unit.Exact() {
			s.Tests = slices.DeleteFunc(slices.Clone(s.Tests), func(r compare.Row) bool { return r.Change.Middle == 0 })
			if len(s.Tests) == 0 {
				continue
			}
		}
		if table.Unit != record.Memory || !t.Paired || s.Answer.Regression() {
			solutions = append(solutions, s)
		}
	}
	return solutions, rows
}

// testRow is a row of a table: one test of a solution.
type testRow struct {
	of compare.Solution
	compare.Row
}

// columns describes the columns of one unit's table.
func (t comparison) columns(u record.Unit) []terminal.Column[testRow] {
	heading := u.Title()
	if u == record.Memory && (t.Now.Machine.RoughMemory() || t.Base != nil && t.Base.Machine.RoughMemory()) {
		heading += " (approximate)"
	}
	name := terminal.Text(heading, func(r testRow) string { return rowName(r.of.On(r.Test)) })
	now := func(r testRow) string { return figure(r.Now, u) }
	if t.Base == nil {
		return []terminal.Column[testRow]{name, terminal.Text("", now),
			terminal.LeftText("", func(r testRow) string {
				switch {
				case u.Exact():
					return ""
				case r.Now.Bound:
					return "stopped"
				}
				return fmt.Sprintf("n=%d", r.Now.N)
			}), {Left: true, Cell: t.mark}}
	}
	return []terminal.Column[testRow]{name,
		terminal.Text(runName(t.Base), func(r testRow) string { return figure(r.Base, u) }),
		terminal.Text(runName(t.Now), now), {Heading: "change", Cell: t.change}, {Left: true, Cell: t.mark}}
}

// change returns the cell for a row's change. A row that is only shown is dim.
func (t comparison) change(r testRow) terminal.Cell {
	text, color := change(r.Row), t.color(r.Answer)
	switch {
	case r.Base.Bound && r.Now.Bound:
		text = unknownMark
	case r.Base.Bound || r.Now.Bound || r.Change.Lo == r.Change.Hi:
	case r.Answer == compare.Slower || r.Answer == compare.Faster:
		text = effect(r.Change)
	case r.Answer == compare.Undecided:
		text = fmt.Sprintf("undecided (%s)", interval(r.Change.Lo, r.Change.Hi, "%+.1f%%"))
		if math.IsInf(r.Change.Half(), 0) {
			text = "too few layouts to tell"
		}
	}
	return terminal.Painted(text, color)
}

// mark returns the cell for the marks of a row.
func (t comparison) mark(r testRow) terminal.Cell {
	text := ""
	if r.Answer.Regression() {
		text = regressionMark
	}
	if r.StartUp {
		text += startUpMark
	}
	return terminal.Painted(text, t.color(r.Answer))
}

func (t comparison) color(a compare.Answer) func(string) string {
	switch a {
	case compare.Slower, compare.Stopped:
		return t.paint.Red
	case compare.Faster:
		return t.paint.Green
	case compare.Undecided:
		return t.paint.Yellow
	case compare.NoSlower:
		return t.paint.Plain
	}
	return t.paint.Dim
}

// The words that begin the closing lines.
const (
	regression = "REGRESSION"
	undecided  = "UNDECIDED"
	done       = "DONE"
)

// answer returns, for one solution or command, the first word of the closing line, and the answer in words. The answer
// is "" if the rows below it say everything.
func (t comparison) answer(s compare.Solution, u record.Unit) (word, text string) {
	words := unitWords[u]
	switch {
	case u.Exact() && s.Answer == compare.Slower:
		return regression, counted(s, u)
	case u.Exact():
		return done, ""
	case s.Answer == compare.Stopped:
		row := s.Tests[slices.IndexFunc(s.Tests, func(r compare.Row) bool { return r.Answer == compare.Stopped })]
		return regression, fmt.Sprintf("%s on %s: %s, was %s", compare.Stopped, testName(s.On(row.Test)),
			figure(row.Now, u), figure(row.Base, u))
	case s.Answer == compare.Slower:
		return regression, fmt.Sprintf("%s by %s, %s", words.worse, size(s.Change), t.evidence(s))
	case s.Answer == compare.Faster && s.Rounds == 0:
		return done, words.better
	case s.Answer == compare.Faster:
		return done, fmt.Sprintf("%s by %s, %s", words.better, size(s.Change), t.evidence(s))
	case s.Answer == compare.NoSlower:
		return done, fmt.Sprintf("no %s than %g%%: %s, %s", words.worse, 100*t.Threshold, effect(s.Change),
			t.evidence(s))
	case s.Answer == compare.Undecided:
		return undecided, "undecided: " + t.open(s)
	}
	return done, string(s.Answer)
}

// open says why a solution is undecided.
func (t comparison) open(s compare.Solution) string {
	early := slices.IndexFunc(s.Tests, func(r compare.Row) bool {
		return r.Answer == compare.Undecided && (r.Base.Bound || r.Now.Bound)
	})
	switch {
	case early >= 0 && math.IsNaN(float64(s.Longer)):
		return fmt.Sprintf("one side is stopped on %s, but earlier than the other side ends",
			testName(s.On(s.Tests[early].Test)))
	case s.Rounds == 0 && len(s.Tests) > 0:
		return "both sides are stopped at the limit on " + figures.Plural(len(s.Tests), "test")
	case math.IsInf(s.Change.Half(), 0), s.Rounds == 0:
		return fmt.Sprintf("too few %ss to tell (%d)", t.round(), s.Rounds)
	}
	return effect(s.Change) + ", " + t.evidence(s)
}

// help says how an undecided solution could be decided, what may be missed until then, and about how much longer that
// would take. It returns "" if more samples would not decide it.
func (t comparison) help(s compare.Solution) string {
	how, much, end := "measure longer with --time", "long", ""
	if !t.Paired {
		how, much = "take more samples for both records with --count", "many"
		end = ", or measure in turns with --against"
	}
	switch times := float64(s.Longer); {
	case s.Rounds == 0 && len(s.Tests) > 0, s.Rounds > 0 && math.IsNaN(times):
		return ""
	case s.Rounds > 0 && !math.IsInf(times, 0):
		about := "about " + digits(max(times, 1.1))
		if times > 100 {
			about = "more than 100"
		}
		return fmt.Sprintf("; a slow-down below %.1f%% may be missed; %s (%s times as %s)%s", 100*s.Found, how, about,
			much, end)
	}
	return "; " + how + end
}

// round returns what the rounds of a comparison are called.
func (t comparison) round() string {
	switch {
	case len(t.Commands) > 0:
		return "round"
	case t.Paired:
		return "layout"
	}
	return "sample"
}

// evidence says what an answer relies on. Samples that were not taken in turns also have a p-value, and the level at
// which it is significant.
func (t comparison) evidence(s compare.Solution) string {
	over := figures.Plural(s.Rounds, t.round())
	if t.Paired {
		return over
	}
	return fmt.Sprintf("p=%s at level %s, %s", probability(s.P), probability(s.Level), over)
}

// probability formats a p-value or a level: "0.21", "0.00025", "<0.00001".
func probability(p record.Number) string {
	if p < 1e-5 {
		return "<0.00001"
	}
	return digits(float64(p))
}

// say writes a closing line.
func (t comparison) say(w *terminal.Sheet, word, format string, args ...any) {
	color := map[string]func(string) string{regression: t.paint.Red, undecided: t.paint.Yellow, done: t.paint.Bold}
	w.Paragraph(2, color[word](word)+" "+fmt.Sprintf(format, args...))
}

// finding is a closing line: a regression, something that is undecided, or the summary.
type finding struct{ word, text string }

// findings returns the regressions and what is undecided. Without a regression, the last line says so.
func (t comparison) findings() (all []finding) {
	add := func(word, format string, args ...any) { all = append(all, finding{word, fmt.Sprintf(format, args...)}) }
	for _, table := range t.Tables {
		is := ": "
		switch {
		case table.Unit.Exact():
			is = " "
		case table.Unit == record.Memory:
			is = ": peak memory is "
		}
		for _, s := range table.Solutions {
			switch word, answer := t.answer(s, table.Unit); {
			case word == regression:
				add(word, "%s%s%s", s.Program, is, answer)
			case word == undecided && table.Unit == record.CPU:
				add(word, "%s: %s%s", s.Program, t.open(s), t.help(s))
			}
		}
	}
	for _, k := range t.Lost {
		add(regression, "%s: counts are missing now on %s; the notes on standard error say why", k.Program(),
			testName(k))
	}
	for _, k := range t.Unsure {
		add(undecided, "%s: counts are missing now on %s, perhaps only because the base was counted on another "+
			"machine or with another compiler; record a base on this machine", k.Program(), testName(k))
	}
	if !t.Worse {
		add(done, "%s", t.summary())
	}
	return all
}

// summary says that there is no regression, and how far that is known.
func (t comparison) summary() string {
	const counts = 100 * compare.ExactThreshold
	judged := len(t.Unsure)
	for _, s := range t.Times() {
		if s.Answer != "" {
			judged++
		}
	}
	switch open := t.Undecided(); {
	case open > 0:
		return fmt.Sprintf("no regression found; %d of %s undecided", open, figures.Plural(judged, "solution"))
	case judged == 0:
		return fmt.Sprintf("no regression of counts (%g%%); no times were compared", counts)
	}
	return fmt.Sprintf("no regression: no solution is slower by %g%% or more (exact counts: %g%%)", 100*t.Threshold,
		counts)
}

// ComparisonMarkdown writes a comparison as the summary of a CI job: the findings, and a table of the times.
func ComparisonMarkdown(w io.Writer, c *compare.Comparison) error {
	t := comparison{Comparison: c, paint: terminal.NewSheet(w, terminal.Style{}).Paint}
	out := bufio.NewWriter(w)
	findings := t.findings()
	worse := len(slices.DeleteFunc(slices.Clone(findings), func(f finding) bool { return f.word != regression }))
	fmt.Fprintf(out, "### %s, %d undecided: %s against %s\n\n", figures.Plural(worse, "regression"), c.Undecided(),
		report.Escaped(runName(c.Now)), report.Escaped(runName(c.Base)))
	for _, f := range findings {
		fmt.Fprintf(out, "- **%s** %s\n", f.word, report.Escaped(f.text))
	}
	if times := c.Times(); len(times) > 0 {
		fmt.Fprint(out, "\n|  | solution | CPU time |\n|---|---|---|\n")
		for _, s := range times {
			word, answer := t.answer(s, record.CPU)
			mark := map[string]string{regression: "✖", undecided: "?", done: "✓"}[word]
			fmt.Fprintf(out, "| %s | %s | %s |\n", mark, report.Escaped(s.Program.String()), report.Escaped(answer))
		}
	}
	return out.Flush()
}

// counted describes the worst of a solution's counts, if any count is a regression.
func counted(s compare.Solution, u record.Unit) string {
	rows := slices.DeleteFunc(slices.Clone(s.Tests), func(r compare.Row) bool { return r.Answer != compare.Slower })
	most := slices.MaxFunc(rows, func(a, b compare.Row) int { return cmp.Compare(a.Change.Middle, b.Change.Middle) })
	more := ""
	if n := len(rows) - 1; n > 0 {
		more = ", and on " + figures.Plural(n, "other test")
	}
	return fmt.Sprintf("%s on %s: %s, was %s (%s)%s", unitWords[u].worse, testName(s.On(most.Test)),
		figure(most.Now, u), figure(most.Base, u), change(most), more)
}

func programName(s compare.Solution) string {
	switch k := s.On(""); {
	case k.IsStartUp():
		return "an empty program"
	case k.IsReference():
		return "the reference program"
	}
	return s.Program.String()
}

func rowName(k record.Key) string {
	if k.IsControl() {
		return "  " + k.Solution // the language of the judge's own program
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
	switch r := of.Run; {
	case r.Commit == "":
		return r.Date.Format(date)
	case r.Dirty:
		return r.Commit[:min(len(r.Commit), 6)] + "+changes"
	default:
		return r.Name()
	}
}
